import { parseArgs } from "node:util";
import { CdnClient } from "../provider/api/client";
import { CdnError, NotFoundError } from "../provider/api/errors";
import { StateError } from "../drift/errors";
import { parseState } from "../drift/state/parse";
import { findByName } from "../provider/lifecycle/storageZone/find";
import { importedState } from "../provider/lifecycle/storageZone/state";
import { providerText, resourceType } from "../provider/serve/dynamic/providerText";
import type { GetStorageZoneResult } from "../provider/types/storageZone";
import type { CommandIo } from "./command";
import { UsageError } from "./command";
import { isInProject, stackSettings } from "./stack";
import { readStates } from "./state";

const help = `Usage: pulumi-cdn-zones import ID-OR-NAME … [--all]

Writes, to standard output, the file with which Pulumi takes over existing storage zones, and, to standard error, the
declarations to paste into the program. The service is read, nothing is changed.

  pulumi-cdn-zones import 4711 acme-assets > import.json
  pulumi import --file import.json --generate-code=false --yes

A word of digits is an id, unless it follows --name.

  --name NAME   take NAME for a name, even if it is made of digits (may be given several times)
  --all         every storage zone of the account
  --state FILE  a state whose zones are left out, as pulumi stack export prints it; - for standard input; default: the
                state of the current project's selected stack (may be given several times)
  --help        this text

Settings come from the environment (CDN_BASE_URL, CDN_ACCESS_KEY and the rest), otherwise from the configuration of the
current project's selected stack. The file is for the default provider; a zone of an explicit one is declared with
adopt: true and { provider }.
`;

/** Writes the file for `pulumi import --file`: each resource with the inputs and outputs that a later read would give it. */
export async function runImport(argv: readonly string[], io: CommandIo): Promise<number> {
  try {
    const wanted = wantedOf(argv);
    if (wanted === "help") {
      io.stdout.write(help);
      return 0;
    }
    const client = new CdnClient(await stackSettings(io));
    const [managed, found] = await Promise.all([managedZones(wanted.states, io), find(client, wanted)]);
    const zones = found.filter((zone) => !managed.has(keyOf(zone)));
    for (const zone of found.filter((zone) => managed.has(keyOf(zone)))) {
      const urn = managed.get(keyOf(zone)) ?? "";
      io.stderr.write(`Left out: storage zone ${keyOf(zone)} is in the state already, as ${urn}\n`);
    }
    io.stdout.write(`${JSON.stringify({ resources: resourcesOf(zones) }, undefined, 2)}\n`);
    io.stderr.write(
      zones.length === 0
        ? "There is nothing to import.\n"
        : `Next: pulumi import --file FILE --generate-code=false --yes, and declare:\n\n${programOf(zones)}\n`,
    );
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      io.stderr.write(`pulumi-cdn-zones import: ${error.message}\n\n${help}`);
      return 2;
    }
    if (!(error instanceof CdnError) && !(error instanceof StateError)) throw error;
    io.stderr.write(`pulumi-cdn-zones import: ${error.message}\n`);
    return 1;
  }
}

interface Wanted {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly all: boolean;
  readonly states: readonly string[];
}

function wantedOf(argv: readonly string[]): Wanted | "help" {
  const { values, positionals } = parsed(argv);
  if (values.help === true) return "help";
  const wanted = {
    ids: positionals.filter((word) => /^[0-9]+$/.test(word)),
    names: [...positionals.filter((word) => !/^[0-9]+$/.test(word)), ...(values.name ?? [])],
    all: values.all === true,
    states: values.state ?? [],
  };
  if (!wanted.all && wanted.ids.length + wanted.names.length === 0) {
    throw new UsageError("name at least one storage zone by id or name, or give --all");
  }
  return wanted;
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        name: { type: "string", multiple: true },
        all: { type: "boolean" },
        state: { type: "string", multiple: true },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The zones that a state has already, with their URNs. Importing one again would make two resources of it. */
async function managedZones(files: readonly string[], io: CommandIo): Promise<ReadonlyMap<string, string>> {
  if (files.length === 0 && !isInProject(io)) return new Map();
  const sources = await readStates(files, io).catch((error: unknown) => {
    if (files.length > 0 || !(error instanceof StateError)) throw error;
    io.stderr.write(`Zones that the state has already are not left out: ${error.message}\n`);
    return [];
  });
  const states = sources.map(({ state, origin = "" }) => parseState(state, origin));
  const zones = states.flatMap(({ zones, leaving }) => [...zones, ...leaving]);
  return new Map(
    zones
      .filter(({ kind, external }) => kind === "StorageZone" && !external)
      .map(({ id, outputs, urn }) => [keyOf({ id, name: outputs["name"] }), urn]),
  );
}

/** Another service may have another zone of the same id. */
function keyOf({ id, name }: { readonly id: number | string; readonly name?: unknown }): string {
  return `${String(id)} (${String(name)})`;
}

async function find(client: CdnClient, { ids, names, all }: Wanted): Promise<GetStorageZoneResult[]> {
  const zones = new Map<number, GetStorageZoneResult>();
  for (const zone of all ? await client.listStorageZones() : []) zones.set(zone.id, zone);
  for (const id of ids) {
    const zone = await client.getStorageZone(id);
    if (zone.deleted) throw gone(`Storage zone ${id} was deleted`);
    zones.set(zone.id, zone);
  }
  for (const name of names) {
    const zone = await findByName(client, name);
    if (zone === undefined) throw gone(`There is no storage zone named ${JSON.stringify(name)} in this account`);
    zones.set(zone.id, zone);
  }
  return [...zones.values()];
}

function gone(fact: string): NotFoundError {
  return new NotFoundError(fact, { request: { operation: "get storage zone", method: "GET", path: "/storagezone" } });
}

function resourcesOf(zones: readonly GetStorageZoneResult[]): object[] {
  const __provider = providerText("StorageZone");
  return zones.map((zone) => {
    const { inputs, state } = importedState(zone);
    return {
      type: resourceType("StorageZone"),
      name: zone.name ?? String(zone.id),
      id: String(zone.id),
      inputs: { ...inputs, __provider },
      outputs: { ...state, __provider },
    };
  });
}

function programOf(zones: readonly GetStorageZoneResult[]): string {
  return zones
    .map((zone) => {
      const { inputs } = importedState(zone);
      const args = Object.entries(inputs).map(([key, value]) => `  ${key}: ${JSON.stringify(value)},\n`);
      return `new cdn.StorageZone(${JSON.stringify(zone.name ?? String(zone.id))}, {\n${args.join("")}});\n`;
    })
    .join("\n");
}
