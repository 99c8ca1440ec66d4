import type { CdnClient } from "../../api/client";
import { confirmed } from "../../api/confirm";
import { ConflictError, InvalidInputError, NotFoundError, UnexpectedResponseError } from "../../api/errors";
import { inMessage, sentence, warning } from "../../wire/words";
import type { ApplyContext, Change } from "../operations";
import type { Properties } from "../../declared/properties";
import { requestOf } from "../../api/messages";
import { eventually } from "../../api/waits";
import type { EdgeScriptSecret, EdgeScriptVariable } from "../../types/edgeScript";
import { excessOf } from "./check";
import type { Values } from "./environment";
import { pathOf, seenAs, valuesIn, withoutName } from "./environment";
import type { LiveScript } from "./live";
import { timeText } from "./live";
import { secretsSeenKey, variableNamesKey } from "../../wire/stateKeys";

/** The changes of an update to variables and secrets. */
interface Parts {
  /** Whether the update changes variables. */
  readonly variables: boolean;
  readonly secrets: boolean;
  /** Whether an earlier failure left open which values the script has, so that the live ones are compared. */
  readonly isUnsettled: boolean;
}

type Sending = Pick<Change, "reached" | "send"> & Pick<ApplyContext, "tell">;

/**
 * Applies the declared variables and secrets. Names that the program dropped are deleted first, because a name can't be both a variable and a
 * secret. Values that equal the state are not sent, and other variables and secrets of the script stay. `reached` records what the script has so
 * far.
 *
 * @returns the names of the written variables
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
  const before = valuesIn(reached, "variables");
  const written: Record<string, string> = {};
  if (parts.variables) {
    refuseExcess("was not updated", script, before, variables);
    // From here on, `variables` in the state contains the names.
    delete reached[variableNamesKey];
    const deleted = deletedVariables(script, before, variables);
    for (const name of droppedNames(before, variables)) {
      const left = withoutName(valuesIn(reached, "variables"), name);
      const found = script.edgeScriptVariables.find((variable) => variable.name === name);
      if (found !== undefined && deleted.includes(found)) {
        await keptUnlessDeleted(reached, "variables", () =>
          send({ variables: left }, () =>
            deleteValue(id, pathOf("variables", name), {
              request: () => client.deleteEdgeScriptVariable(id, found.id),
              look: async () => (await client.reads.find("EdgeScript", id))?.edgeScriptVariables,
              isIt: (one: EdgeScriptVariable) => one.id === found.id,
            }),
          ),
        );
        continue;
      }
      reached["variables"] = left;
      if (found !== undefined) tellKept(tell, id, pathOf("variables", name));
    }
  }
  if (parts.secrets) await deleteSecrets(client, id, secrets, { reached, send, tell });
  if (parts.variables) {
    const due = Object.entries(variables).filter(([name, value]) => parts.isUnsettled || before[name] !== value);
    for (const [name, value] of due) {
      const next = { ...valuesIn(reached, "variables"), [name]: value };
      if (script.edgeScriptVariables.some((one) => one.name === name && (one.defaultValue ?? "") === value)) {
        reached["variables"] = next;
        continue;
      }
      await send({ variables: next }, () =>
        client.setEdgeScriptVariable(id, name, value).catch(async (error: unknown) => {
          const isRefusal = error instanceof InvalidInputError || error instanceof ConflictError;
          throw isRefusal ? await refusedVariable(client, id, name, error) : error;
        }),
      );
      written[name] = value;
    }
  }
  if (parts.secrets) await applySecrets(client, id, secrets, { reached, send, tell }, parts.isUnsettled);
  return written;
}

/** Returns the names that a state has and that the program no longer declares. */
function droppedNames(before: Values, declared: Values): string[] {
  return Object.keys(before).filter((name) => declared[name] === undefined);
}

/** Returns the variables that an update deletes. A variable whose value differs from the state was written outside, so it is kept. */
function deletedVariables({ edgeScriptVariables }: LiveScript, before: Values, declared: Values): EdgeScriptVariable[] {
  const dropped = droppedNames(before, declared);
  return edgeScriptVariables.filter(
    ({ name, defaultValue = "" }) => dropped.includes(name) && before[name] === defaultValue,
  );
}

/** Deletes the secrets that the program no longer declares, if they were last written by this stack. */
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
    const seen = valuesIn(reached, secretsSeenKey);
    const found = listed.find((secret) => secret.name === name);
    const isOwn = found !== undefined && seenAs(found) === seen[name];
    if (isOwn) {
      await keptUnlessDeleted(reached, "secrets", () =>
        send({ secrets: left }, () =>
          deleteValue(id, pathOf("secrets", name), {
            request: () => client.deleteEdgeScriptSecret(id, found.id),
            look: () => client.listEdgeScriptSecrets(id),
            isIt: (one: EdgeScriptSecret) => one.id === found.id,
          }),
        ),
      );
    }
    reached[secretsSeenKey] = withoutName(seen, name);
    if (isOwn) continue;
    reached["secrets"] = left;
    if (found !== undefined) tellKept(tell, id, pathOf("secrets", name));
  }
}

function tellKept(tell: ApplyContext["tell"], id: number, path: string): void {
  tell(
    warning(`Edge script ${String(id)} keeps ${path}: it may have been written outside Pulumi since the last update`),
  );
}

/** Writes the secrets whose declared value differs from the state, or that were last written outside this stack. */
async function applySecrets(
  client: CdnClient,
  id: number,
  declared: Values,
  { reached, send, tell }: Sending,
  isUnsettled: boolean,
): Promise<void> {
  // One whose deletion failed may be gone.
  const found = isUnsettled ? await client.listEdgeScriptSecrets(id) : [];
  const isThere = (name: string): boolean =>
    !isUnsettled ||
    found.some((secret) => secret.name === name && seenAs(secret) === valuesIn(reached, secretsSeenKey)[name]);
  const isDue = new Set(dueSecrets(reached, declared));
  const due = Object.keys(declared).filter((name) => isDue.has(name) || !isThere(name));
  const before = valuesIn(reached, secretsSeenKey);
  for (const name of due) {
    const value = declared[name] ?? "";
    // If the service does not show the time of this write, the next update writes the secret again.
    reached[secretsSeenKey] = withoutName(valuesIn(reached, secretsSeenKey), name);
    await send({ secrets: { ...valuesIn(reached, "secrets"), [name]: value } }, () =>
      client.setEdgeScriptSecret(id, name, value).catch((error: unknown) => {
        throw error instanceof InvalidInputError ? refusedSecret(id, name, value, error) : error;
      }),
    );
  }
  if (due.length === 0) return;
  // Without a time, nothing tells a write from none.
  const isWritten = (secret: EdgeScriptSecret): boolean =>
    timeText(secret.lastModified) === "" || seenAs(secret) !== before[secret.name];
  const hiddenIn = (secrets: readonly EdgeScriptSecret[]): string[] =>
    due.filter((name) => !secrets.some((secret) => secret.name === name && isWritten(secret)));
  const isShown = (secrets: readonly EdgeScriptSecret[]): boolean => hiddenIn(secrets).length === 0;
  const listed = (await eventually(() => client.listEdgeScriptSecrets(id), isShown)) ?? [];
  const hidden = hiddenIn(listed);
  const written = listed.filter(({ name }) => due.includes(name) && !hidden.includes(name));
  reached[secretsSeenKey] = {
    ...valuesIn(reached, secretsSeenKey),
    ...Object.fromEntries(written.map((secret) => [secret.name, seenAs(secret)])),
  };
  if (hidden.length === 0) return;
  const paths = sentence(hidden.map((name) => pathOf("secrets", name)));
  tell(
    warning(
      `Edge script ${String(id)} does not show that ${paths} changed, although the service answered that the new value was written. pulumi up --refresh writes it again, and so does the next change of secrets`,
    ),
  );
}

/** Returns the names of the declared secrets that an update writes. */
export function dueSecrets(state: Properties, declared: Values): string[] {
  const [before, seen] = [valuesIn(state, "secrets"), valuesIn(state, secretsSeenKey)];
  return Object.keys(declared).filter((name) => before[name] !== declared[name] || (seen[name] ?? "") === "");
}

function refusedSecret(id: number, name: string, value: string, error: InvalidInputError): InvalidInputError {
  const bytes = Buffer.byteLength(value).toLocaleString("en");
  const text = `The service refused the secret ${inMessage(name)} (${bytes} bytes) of edge script ${String(id)}: ${error.message}`;
  return new InvalidInputError(text, "secrets", error.evidence);
}

/** Returns the error for a refused variable. A name can't be both a variable and a secret, and no state may have the secret. */
async function refusedVariable(
  client: CdnClient,
  id: number,
  name: string,
  error: InvalidInputError | ConflictError,
): Promise<InvalidInputError> {
  const secrets = await client.listEdgeScriptSecrets(id).catch(() => []);
  const advice = secrets.some((secret) => secret.name === name)
    ? ". The script has a secret of this name, which must be deleted first, or declared under secrets instead"
    : "";
  const text = `The service refused the variable ${inMessage(name)} of edge script ${String(id)}: ${error.message}${advice}`;
  return new InvalidInputError(text, "variables", error.evidence);
}

/**
 * Refuses to add variables above the limit: the service would accept them, but the script would fail. A script that already has too many can be
 * changed.
 *
 * @param step the refused step
 * @param before variables in the state
 */
export function refuseExcess(
  step: "was not updated" | "can't be updated",
  script: LiveScript,
  before: Values,
  declared: Values,
): void {
  const { id, edgeScriptVariables } = script;
  const names = Object.keys(declared);
  const deleted = deletedVariables(script, before, declared);
  const others = edgeScriptVariables.filter((one) => declared[one.name] === undefined && !deleted.includes(one));
  const rule = excessOf(names.length, others.length);
  if (rule === undefined || names.every((name) => edgeScriptVariables.some((one) => one.name === name))) return;
  throw new ConflictError(
    `Edge script ${String(id)} ${step}: variables ${rule}, but got: ${String(names.length)} of them. Declare fewer, or delete some of the others in the service's dashboard`,
    { request: requestOf("update", "EdgeScript", id) },
  );
}

/** Keeps a name in the state if its deletion fails, so that the next update checks whether it still exists. */
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

/**
 * Deletes a variable or a secret, and looks whether it is gone: otherwise a script would have it, and no state. A repeated deletion finds nothing,
 * which is no error.
 *
 * @param path of the value, for the error
 */
async function deleteValue<Value>(
  id: number,
  path: string,
  {
    request,
    look,
    isIt,
  }: {
    readonly request: () => Promise<void>;
    readonly look: () => Promise<readonly Value[] | undefined>;
    readonly isIt: (one: Value) => boolean;
  },
): Promise<void> {
  const send = async (): Promise<undefined> => {
    await request().catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error;
    });
  };
  const isGone = (values: readonly Value[]): boolean => !values.some(isIt);
  const left = await confirmed(send, look, isGone);
  if (left === undefined || isGone(left)) return;
  throw new UnexpectedResponseError(
    `Edge script ${String(id)} still has ${path}, although the service answered that it was deleted. Run the same command again`,
    { request: requestOf("get", "EdgeScript", id), status: 200 },
  );
}
