import type { CdnClient } from "../../api/client";
import { ConflictError, InvalidInputError, NotFoundError } from "../../api/errors";
import { inMessage } from "../../wire/words";
import type { ApplyContext, Change } from "../operations";
import type { Properties } from "../../declared/properties";
import { requestOf } from "../../api/messages";
import { eventually } from "../../api/waits";
import type { EdgeScriptSecret, EdgeScriptVariable } from "../../types/edgeScript";
import { excessOf } from "./check";
import type { Values } from "./environment";
import { namesKey, pathOf, seenAs, seenKey, valuesIn, withoutName } from "./environment";
import type { LiveScript } from "./live";

/** What an update does with both maps. */
interface Parts {
  /** Whether it changes variables. */
  readonly variables: boolean;
  readonly secrets: boolean;
  /** Whether an earlier failure left open which values the script has: then the live ones tell. */
  readonly isUnsettled: boolean;
}

type Sending = Pick<Change, "reached" | "send"> & Pick<ApplyContext, "tell">;

/**
 * Makes variables and secrets as declared. What the program has dropped goes first: no name can be both. A name whose declared value is that of
 * the state is left alone, as are others that the script has. `reached` has what the script has of them so far.
 *
 * @returns the variables that it has written
 */
export async function applyEnvironment(
  client: CdnClient,
  script: LiveScript,
  inputs: Properties,
  { reached, send, tell }: Sending,
  parts: Parts,
): Promise<Values> {
  const { id } = script;
  const variables = valuesIn(inputs, "variables");
  const secrets = valuesIn(inputs, "secrets");
  const known = valuesIn(reached, "variables");
  const written: Record<string, string> = {};
  if (parts.variables) {
    refuseExcess("was not updated", script, known, variables);
    // Their values have the names from now on.
    delete reached[namesKey];
    const deleted = deletedVariables(script, known, variables);
    for (const name of droppedNames(known, variables)) {
      const left = withoutName(valuesIn(reached, "variables"), name);
      const found = script.edgeScriptVariables.find((variable) => variable.name === name);
      if (found !== undefined && deleted.includes(found)) {
        await keptUnlessDeleted(reached, "variables", () =>
          send({ variables: left }, () => unlessGone(client.deleteEdgeScriptVariable(id, found.id))),
        );
        continue;
      }
      reached["variables"] = left;
      if (found !== undefined) tellKept(tell, id, pathOf("variables", name));
    }
  }
  if (parts.secrets) await deleteSecrets(client, id, secrets, { reached, send, tell });
  if (parts.variables) {
    const due = Object.entries(variables).filter(([name, value]) => parts.isUnsettled || known[name] !== value);
    for (const [name, value] of due) {
      const next = { ...valuesIn(reached, "variables"), [name]: value };
      if (script.edgeScriptVariables.some((one) => one.name === name && (one.defaultValue ?? "") === value)) {
        reached["variables"] = next;
        continue;
      }
      await send({ variables: next }, () => client.setEdgeScriptVariable(id, name, value));
      written[name] = value;
    }
  }
  if (parts.secrets) await applySecrets(client, id, secrets, { reached, send }, parts.isUnsettled);
  return written;
}

/** The names that a state has and the program has dropped. */
function droppedNames(known: Values, declared: Values): string[] {
  return Object.keys(known).filter((name) => declared[name] === undefined);
}

/** The variables that an update deletes. One whose value is another one than the state's was written by somebody since: it is theirs. */
function deletedVariables({ edgeScriptVariables }: LiveScript, known: Values, declared: Values): EdgeScriptVariable[] {
  const dropped = droppedNames(known, declared);
  return edgeScriptVariables.filter(
    ({ name, defaultValue = "" }) => dropped.includes(name) && known[name] === defaultValue,
  );
}

/** Deletes the secrets that the program has dropped, if the service shows them as this stack wrote them. */
async function deleteSecrets(
  client: CdnClient,
  id: number,
  declared: Values,
  { reached, send, tell }: Sending,
): Promise<void> {
  const dropped = droppedNames(valuesIn(reached, "secrets"), declared);
  const listed = dropped.length === 0 ? [] : await client.listEdgeScriptSecrets(id);
  for (const name of dropped) {
    const left = withoutName(valuesIn(reached, "secrets"), name);
    const seen = valuesIn(reached, seenKey);
    const found = listed.find((secret) => secret.name === name);
    const isOwn = found !== undefined && seenAs(found) === seen[name];
    if (isOwn) {
      await keptUnlessDeleted(reached, "secrets", () =>
        send({ secrets: left }, () => unlessGone(client.deleteEdgeScriptSecret(id, found.id))),
      );
    }
    reached[seenKey] = withoutName(seen, name);
    if (isOwn) continue;
    reached["secrets"] = left;
    if (found !== undefined) tellKept(tell, id, pathOf("secrets", name));
  }
}

function tellKept(tell: ApplyContext["tell"], id: number, path: string): void {
  tell(`Edge script ${String(id)} keeps ${path}: it may have been written outside Pulumi since the last update`);
}

/** Writes the secrets whose value is another one than the state's, or that the service no longer has as this stack wrote them. */
async function applySecrets(
  client: CdnClient,
  id: number,
  declared: Values,
  { reached, send }: Pick<Change, "reached" | "send">,
  isUnsettled: boolean,
): Promise<void> {
  // One whose deletion failed may be gone.
  const found = isUnsettled ? await client.listEdgeScriptSecrets(id) : [];
  const isThere = (name: string): boolean =>
    !isUnsettled || found.some((secret) => secret.name === name && seenAs(secret) === valuesIn(reached, seenKey)[name]);
  const isDue = new Set(dueSecrets(reached, declared));
  const due = Object.keys(declared).filter((name) => isDue.has(name) || !isThere(name));
  const before = valuesIn(reached, seenKey);
  for (const name of due) {
    const value = declared[name] ?? "";
    // Until the service shows when it was written, the next update writes it again.
    reached[seenKey] = withoutName(valuesIn(reached, seenKey), name);
    await send({ secrets: { ...valuesIn(reached, "secrets"), [name]: value } }, () =>
      client.setEdgeScriptSecret(id, name, value).catch((error: unknown) => {
        throw error instanceof InvalidInputError ? refusedSecret(id, name, value, error) : error;
      }),
    );
  }
  if (due.length === 0) return;
  const isShown = (secrets: readonly EdgeScriptSecret[]): boolean =>
    due.every((name) => secrets.some((secret) => secret.name === name && seenAs(secret) !== before[name]));
  const listed = (await eventually(() => client.listEdgeScriptSecrets(id), isShown)) ?? [];
  const written = listed.filter(({ name }) => due.includes(name));
  reached[seenKey] = {
    ...valuesIn(reached, seenKey),
    ...Object.fromEntries(written.map((secret) => [secret.name, seenAs(secret)])),
  };
}

/** The names of the declared secrets that an update writes. */
export function dueSecrets(state: Properties, declared: Values): string[] {
  const [known, seen] = [valuesIn(state, "secrets"), valuesIn(state, seenKey)];
  return Object.keys(declared).filter((name) => known[name] !== declared[name] || (seen[name] ?? "") === "");
}

function refusedSecret(id: number, name: string, value: string, error: InvalidInputError): InvalidInputError {
  const bytes = Buffer.byteLength(value).toLocaleString("en");
  const text = `The service refused the secret ${inMessage(name)} of edge script ${String(id)}, which has ${bytes} bytes: ${error.message}`;
  return new InvalidInputError(text, "secrets", error.evidence);
}

/**
 * Refuses to add variables above the limit: the service accepts the script, which then fails. A script that has too many already can be changed.
 *
 * @param step what does not happen then
 * @param known the variables that the state has
 */
export function refuseExcess(
  step: "was not updated" | "can't be updated",
  script: LiveScript,
  known: Values,
  declared: Values,
): void {
  const { id, edgeScriptVariables } = script;
  const names = Object.keys(declared);
  const deleted = deletedVariables(script, known, declared);
  const others = edgeScriptVariables.filter((one) => declared[one.name] === undefined && !deleted.includes(one));
  const rule = excessOf(names.length, others.length);
  if (rule === undefined || names.every((name) => edgeScriptVariables.some((one) => one.name === name))) return;
  throw new ConflictError(
    `Edge script ${String(id)} ${step}: variables ${rule}, but got: ${String(names.length)} of them. Delete others in the service's dashboard`,
    { request: requestOf("update", "EdgeScript", id) },
  );
}

/** Keeps a name in the state whose deletion fails: the next update looks whether it is still there. */
async function keptUnlessDeleted(
  reached: Properties,
  property: "variables" | "secrets",
  deletion: () => Promise<void>,
): Promise<void> {
  const before = reached[property];
  try {
    await deletion();
  } catch (error) {
    reached[property] = before;
    throw error;
  }
}

/** A repeated deletion may find nothing. */
async function unlessGone(deletion: Promise<void>): Promise<void> {
  await deletion.catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
  });
}
