import { parseState } from "../../drift/state/parse";
import { providerText, resourceType } from "../../provider/serve/dynamic/providerText";
import type { CommandIo } from "../command";
import { printableLines } from "../../terminal/text";
import { CommandError, tell } from "../command";
import { openClient } from "../client";
import { isInProject } from "../stack";
import { stateFiles } from "../state";
import { declarationsOf } from "./declarations";
import { find, shownAs, wantedIn, type Found } from "./find";

/** The arguments of `import`. */
export interface ImportArguments {
  /** `KIND:ID` or `KIND:NAME`, by default of a storage zone. */
  readonly objects: readonly string[];
  /** Names of zones, which may be made of digits. */
  readonly names: readonly string[];
  readonly all: boolean;
  /** Files of states, `-` for standard input; empty for the selected stack of the current project. */
  readonly state: readonly string[];
}

/** Prints the file for `pulumi import --file`: each resource with the inputs and outputs that a later read gives it. */
export async function writeImportFile({ objects, names, all, state }: ImportArguments, io: CommandIo): Promise<void> {
  const wanted = [...objects.map((word) => wantedIn(word)), ...names.map((word) => wantedIn(word, "name"))];
  const client = await openClient(io);
  const [managed, live] = await Promise.all([managedObjects(state, io), find(client, { wanted, all }, io)]);
  const isNew = (one: Found): boolean => {
    const urn = managed.urns.get(keyOf(one, one.state["name"])) ?? managed.urns.get(keyOf(one, undefined));
    if (urn !== undefined) tell(io, `Left out: ${shownAs(one)} is in the state already, as ${urn}`);
    return urn === undefined;
  };
  const found = uniquelyNamed(live.filter(isNew), managed.resources);
  const resources = found.map(({ kind, id, name, inputs, state: outputs }) => {
    const __provider = providerText(kind);
    return {
      type: resourceType(kind),
      name,
      id,
      inputs: { ...inputs, __provider },
      outputs: { ...outputs, __provider },
    };
  });
  io.stdout.write(`${printableLines(JSON.stringify({ resources }, undefined, 2))}\n`);
  // Not shortened: it is to be pasted.
  io.stderr.write(found.length === 0 ? "There is nothing to import.\n" : printableLines(nextSteps(found)));
}

function nextSteps(found: readonly Found[]): string {
  const { text, configKeys } = declarationsOf(found);
  const next = "Next: pulumi import --file FILE --generate-code=false --yes";
  if (configKeys.length === 0) return `${next}, and declare:\n\n${text}\n`;
  const commands = configKeys.map((key) => `  pulumi config set --secret ${key}\n`).join("");
  return (
    `${next}\nThe file has no secrets. Put them into the configuration, as they are in the service's dashboard:\n${commands}` +
    `The first preview then shows them as added, and pulumi up takes them into the state.\nDeclare:\n\n${text}\n`
  );
}

/** What a state has already. */
interface Managed {
  /** The URNs of the objects that it manages, by {@link keyOf}. Importing one again would make it two resources. */
  readonly urns: ReadonlyMap<string, string>;
  /** All of its resources, as "KIND name". */
  readonly resources: ReadonlySet<string>;
}

async function managedObjects(files: readonly string[], io: CommandIo): Promise<Managed> {
  if (files.length === 0 && !isInProject(io)) return { urns: new Map(), resources: new Set() };
  const found = await stateFiles(files, io);
  const states = await Promise.all(found.map(async ({ origin, read }) => parseState(await read(), origin))).catch(
    (error: unknown) => {
      if (files.length > 0 || !(error instanceof CommandError)) throw error;
      tell(io, `What the state has already is not left out: ${error.message}`);
      return [];
    },
  );
  const all = states.flatMap(({ resources, leaving }) => [...resources, ...leaving].map((one) => one.open()));
  const managed = all.filter(({ external }) => !external);
  return {
    urns: new Map(managed.map((one) => [keyOf(one, one.outputs["name"]), one.urn])),
    resources: new Set(all.map(({ kind, name }) => `${kind} ${name}`)),
  };
}

/**
 * Id and name, because the state may be of another service, with another zone of the same id. The service ignores case in names.
 *
 * @param name no string if it is encrypted in the state, or if the kind has none
 */
function keyOf({ kind, id }: Pick<Found, "kind" | "id">, name: unknown): string {
  const key = `${kind} ${id}${typeof name === "string" ? ` ${name}` : ""}`;
  return key.toLowerCase();
}

/** Resources of one type need different names: where two are equal, or the state has one of that name, the id is added. */
function uniquelyNamed(found: readonly Found[], taken: ReadonlySet<string>): Found[] {
  const counts = new Map<string, number>();
  const keyOfName = ({ kind, name }: Found): string => `${kind} ${name}`;
  for (const one of found) counts.set(keyOfName(one), (counts.get(keyOfName(one)) ?? 0) + 1);
  return found.map((one) =>
    counts.get(keyOfName(one)) === 1 && !taken.has(keyOfName(one))
      ? one
      : { ...one, name: `${one.name}-${one.id.replace("/", "-")}` },
  );
}
