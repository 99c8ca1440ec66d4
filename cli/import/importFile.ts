import type { CdnClient } from "../../provider/api/client";
import { parseState } from "../../drift/state/parse";
import { lifeCycleOf } from "../../provider/lifecycle";
import { storageZones } from "../../provider/lifecycle/storageZone/zones";
import { findByName } from "../../provider/lifecycle/zones/find";
import { providerText, resourceType } from "../../provider/serve/dynamic/providerText";
import type { GetStorageZoneResult } from "../../provider/types/storageZone";
import type { CommandIo } from "../command";
import { CommandError } from "../command";
import { openClient } from "../client";
import { isInProject } from "../stack";
import { stateFiles } from "../state";

/** The arguments of `import`. */
export interface ImportArguments {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly all: boolean;
  /** Files of states, `-` for standard input; empty for the selected stack of the current project. */
  readonly state: readonly string[];
}

/** Prints the file for `pulumi import --file`: each resource with the inputs and outputs that a later read gives it. */
export async function writeImportFile(wanted: ImportArguments, io: CommandIo): Promise<void> {
  const client = await openClient(io);
  const [managed, found] = await Promise.all([managedZones(wanted.state, io), find(client, wanted, io)]);
  const urnOf = ({ id, name }: GetStorageZoneResult): string | undefined =>
    managed.get(keyOf(id, name)) ?? managed.get(keyOf(id, undefined));
  for (const zone of found) {
    const urn = urnOf(zone);
    if (urn === undefined) continue;
    io.stderr.write(
      `Left out: storage zone ${String(zone.id)} (${zone.name ?? ""}) is in the state already, as ${urn}\n`,
    );
  }
  const zones = found
    .filter((zone) => urnOf(zone) === undefined)
    .flatMap((zone) => lifeCycleOf("StorageZone").importable(zone));
  const __provider = providerText("StorageZone");
  const resources = zones.map(({ id, name, inputs, state }) => ({
    type: resourceType("StorageZone"),
    name,
    id,
    inputs: { ...inputs, __provider },
    outputs: { ...state, __provider },
  }));
  io.stdout.write(`${JSON.stringify({ resources }, undefined, 2)}\n`);
  const declarations = zones.map(({ name, inputs }) => declarationOf(name, inputs)).join("\n");
  io.stderr.write(
    zones.length === 0
      ? "There is nothing to import.\n"
      : `Next: pulumi import --file FILE --generate-code=false --yes, and declare:\n\n${declarations}\n`,
  );
}

/** The zones that a state already has, with their URNs. Importing one again would make it two resources. */
async function managedZones(files: readonly string[], io: CommandIo): Promise<ReadonlyMap<string, string>> {
  if (files.length === 0 && !isInProject(io)) return new Map();
  const found = await stateFiles(files, io);
  const states = await Promise.all(found.map(async ({ origin, read }) => parseState(await read(), origin))).catch(
    (error: unknown) => {
      if (files.length > 0 || !(error instanceof CommandError)) throw error;
      io.stderr.write(`Zones that the state has already are not left out: ${error.message}\n`);
      return [];
    },
  );
  const zones = states.flatMap(({ resources, leaving }) => [...resources, ...leaving].map((one) => one.open()));
  return new Map(
    zones
      .filter(({ kind, external }) => kind === "StorageZone" && !external)
      .map(({ id, outputs, urn }) => [keyOf(id, outputs["name"]), urn]),
  );
}

/**
 * Id and name, because the state may be of another service, with another zone of the same id. The service ignores case in names.
 *
 * @param name no string if it is encrypted in the state
 */
function keyOf(id: number | string, name: unknown): string {
  return typeof name === "string" ? `${String(id)} ${name.toLowerCase()}` : String(id);
}

/** The wanted zones, each once: in the file twice, a zone would become two resources. */
async function find(
  client: CdnClient,
  { ids, names, all }: ImportArguments,
  io: CommandIo,
): Promise<GetStorageZoneResult[]> {
  const zones = new Map<number, GetStorageZoneResult>();
  const add = (zone: GetStorageZoneResult): void => {
    if (zones.has(zone.id)) {
      io.stderr.write(`Given twice, used once: storage zone ${String(zone.id)} (${zone.name ?? ""})\n`);
    }
    zones.set(zone.id, zone);
  };
  for (const zone of all ? await client.listStorageZones() : []) if (!zone.deleted) zones.set(zone.id, zone);
  for (const id of ids) {
    const zone = await client.getStorageZone(id);
    if (zone.deleted) throw new CommandError(`Storage zone ${id} was deleted`);
    add(zone);
  }
  for (const name of names) {
    const zone = (await findByName(storageZones, client, name)) as GetStorageZoneResult | undefined;
    if (zone === undefined) {
      throw new CommandError(`There is no storage zone named ${JSON.stringify(name)} in this account`);
    }
    add(zone);
  }
  return [...zones.values()];
}

function declarationOf(name: string, inputs: object): string {
  const args = Object.entries(inputs).map(([key, value]) => `  ${key}: ${JSON.stringify(value)},\n`);
  return `new cdn.StorageZone(${JSON.stringify(name)}, {\n${args.join("")}});\n`;
}
