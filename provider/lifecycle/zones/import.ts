import type { CdnClient } from "../../api/client";
import { InvalidInputError } from "../../api/errors";
import { shown } from "../../api/input";
import { nameIn } from "../../kinds";
import { withArticle } from "../../wire/name";
import { fieldsWithNestedSecrets, nestedSecretsKey, withoutSecrets } from "../../wire/secrets";
import type { Importable, ImportContext, ImportResult, LifeCycleContext, Properties } from "../shared/lifeCycle";
import { markKey, newMark } from "../shared/memory";
import { findById, findByName } from "../shared/find";
import { noZoneError, nounOf, requestOf } from "../shared/requests";
import type { Zone } from "../shared/find";
import type { ZoneKind } from "./zoneKind";

/**
 * Reads an existing zone that is to be managed, for an import by the engine.
 *
 * @param id the id as the service writes it: the engine takes any other text for another zone, and then deletes the "original"
 * @param inputsOf the inputs to declare the zone with: the engine generates the program from them
 * @throws {NotFoundError}
 * @throws {InvalidInputError} for another text, such as a name, with the id to import
 */
export async function importZone<Live extends Zone>(
  zones: ZoneKind<Live>,
  { client, reader, memory, importCommand }: ImportContext,
  id: string,
  inputsOf: (zone: Live) => Properties,
): Promise<ImportResult> {
  if (!/^[1-9][0-9]*$/.test(id)) throw await notAnIdError(zones, client, id, importCommand);
  return memory.entries.inTurn(id, async () => {
    const zone = (await findById(reader, zones.name, id)) as Zone as Live | undefined;
    if (zone === undefined)
      throw noZoneError(zones.name, `${id} to import`, { request: requestOf("get", zones.name, id) });
    const inputs = inputsOf(zone);
    return { id, state: { ...zones.managedState(zone, inputs), [markKey]: memory.entries.add(id) }, inputs };
  });
}

async function notAnIdError<Live extends Zone>(
  zones: ZoneKind<Live>,
  client: CdnClient,
  text: string,
  importCommand: LifeCycleContext["importCommand"],
): Promise<InvalidInputError> {
  const noun = nounOf(zones.name);
  const zone: Zone | undefined = /^0[0-9]+$/.test(text)
    ? await findById(client, zones.name, Number(text))
    : await findByName(zones, client, text);
  const advice =
    zone === undefined
      ? "npx pulumi-cdn-zones zones lists the zones of the account with their ids"
      : `The id of ${noun} ${shown(nameIn(zones.kind, zone))} is ${String(zone.id)}: ${importCommand(String(zone.id))}, or the resource option import: "${String(zone.id)}"`;
  return new InvalidInputError(
    `An import takes the id of ${withArticle(noun)}, but got: ${shown(text)}. ${advice}`,
    "id",
  );
}

/** What the command `import` takes over: inputs and state without secrets, which the next read adds to the state. */
export function importableZone<Live extends Zone>(
  zones: ZoneKind<Live>,
  zone: Live,
  inputsOf: (zone: Live) => Properties,
): Importable {
  const { secretInputs, secretOutputs, table } = zones.kind;
  const live = inputsOf(zone);
  const inputs = without(live, secretInputs);
  const state = withoutSecrets(table, without(zones.managedState(zone, inputs), secretOutputs));
  // Otherwise a read takes it for a state of the first release, and encrypts these arrays as a whole.
  for (const { name } of fieldsWithNestedSecrets(table)) state[nestedSecretsKey(name)] = {};
  return {
    id: String(zone.id),
    name: nameIn(zones.kind, zone) ?? String(zone.id),
    inputs,
    state: { ...state, [markKey]: newMark() },
    secrets: secretInputs.filter((name) => live[name] !== undefined),
  };
}

export function without(properties: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}
