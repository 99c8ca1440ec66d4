import type { OpenResource } from "../../drift/state/parse";
import { parseState } from "../../drift/state/parse";
import type { KindName } from "../../provider/kinds";
import { kinds, nameIn } from "../../provider/kinds";
import { idKey, nameKey } from "../../provider/wire/dnsName";
import type { CommandIo } from "../command";
import { CommandError, warn } from "../command";
import { isInProject } from "../stack";
import { stateFiles } from "../state";
import type { Found } from "./find";
import { serviceKey } from "../../provider/wire/stateKeys";

/** The objects that a state already manages. */
export class Managed {
  readonly #urns: ReadonlyMap<string, string>;
  readonly #names: ReadonlyMap<string, string>;
  readonly #resources: ReadonlySet<string>;

  /** @param service the service of the live objects */
  constructor(resources: readonly OpenResource[] = [], service?: string) {
    const managed = resources.filter(({ external }) => !external);
    // In a state that names the service, the id is enough: an edge script may have been renamed outside.
    const nameOf = ({ kind, outputs }: OpenResource): string | undefined =>
      outputs[serviceKey] === service ? undefined : nameIn(kinds[kind], outputs);
    this.#urns = new Map(managed.map((one) => [keyOf(one, nameOf(one)), one.urn]));
    this.#names = new Map(managed.map((one) => [keyOf(one, undefined), one.name]));
    this.#resources = new Set(resources.map(({ kind, name }) => `${kind} ${name}`));
  }

  /** Returns the URN of a live object that the state manages. Importing such an object would make it two resources. */
  urnOf(one: Found): string | undefined {
    return this.#urns.get(keyOf(one, nameIn(kinds[one.kind], one.state))) ?? this.#urns.get(keyOf(one, undefined));
  }

  /** Returns the name of an object's resource in the state. */
  nameOf(kind: KindName, id: string): string | undefined {
    return this.#names.get(keyOf({ kind, id }, undefined));
  }

  hasName(kind: KindName, name: string): boolean {
    return this.#resources.has(`${kind} ${name}`);
  }
}

/**
 * Reads the states.
 *
 * @param files if empty, the stack that `--stack` names, or the selected stack of the current project, is read, if there is one
 * @param service the service of the live objects
 */
export async function managedObjects(files: readonly string[], io: CommandIo, service: string): Promise<Managed> {
  if (files.length === 0 && io.stack === undefined && !isInProject(io)) return new Managed();
  const found = await stateFiles(files, io);
  const states = await Promise.all(found.map(async ({ origin, read }) => parseState(await read(), origin))).catch(
    (error: unknown) => {
      if (files.length > 0 || !(error instanceof CommandError)) throw error;
      warn(io, `The state can't be read, so objects that it already has are not left out: ${error.message}`);
      return [];
    },
  );
  const resources = states.flatMap((state) => [...state.resources, ...state.leaving]);
  return new Managed(
    resources.map((one) => one.open()),
    service,
  );
}

/**
 * Returns a key of id and name, because the state may belong to another service that has another zone with the same id. Names are
 * case-insensitive.
 *
 * @param name undefined if it is encrypted in the state, or if the kind has none
 */
function keyOf({ kind, id }: Pick<Found, "kind" | "id">, name: string | undefined): string {
  return `${kind} ${idKey(id)}${name === undefined ? "" : ` ${nameKey(name)}`}`;
}
