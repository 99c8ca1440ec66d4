import type { CdnClient } from "../../api/client";
import { ConflictError, InvalidInputError, NotFoundError } from "../../api/errors";
import { inMessage } from "../../wire/words";
import type { Change } from "../operations";
import type { Properties } from "../../declared/properties";
import { requestOf } from "../../api/messages";
import { eventually } from "../../api/waits";
import type { EdgeScriptSecret } from "../../types/edgeScript";
import { excessOf } from "./check";
import type { Values } from "./environment";
import { namesKey, seenAs, seenKey, valuesIn, withoutName } from "./environment";
import type { LiveScript } from "./live";

/** Which of both maps an update changes. */
interface Parts {
  readonly variables: boolean;
  readonly secrets: boolean;
}

/**
 * Makes variables and secrets as declared. What the program has dropped goes first: no name can be both. Others that the script has are left
 * alone. `reached` has what the script has of them so far.
 */
export async function applyEnvironment(
  client: CdnClient,
  script: LiveScript,
  inputs: Properties,
  { reached, send }: Pick<Change, "reached" | "send">,
  parts: Parts,
): Promise<void> {
  const { id, edgeScriptVariables } = script;
  const set = async (
    property: "variables" | "secrets",
    values: Values,
    request: () => Promise<void>,
  ): Promise<void> => {
    await send({ [property]: values }, request);
  };
  const variables = valuesIn(inputs, "variables");
  const secrets = valuesIn(inputs, "secrets");
  const dropped = (property: "variables" | "secrets", declared: Values): string[] =>
    parts[property] ? Object.keys(valuesIn(reached, property)).filter((name) => declared[name] === undefined) : [];
  const [droppedVariables, droppedSecrets] = [dropped("variables", variables), dropped("secrets", secrets)];
  if (parts.variables) {
    refuseExcess(script, variables, droppedVariables);
    // Their values have the names from now on.
    delete reached[namesKey];
  }

  for (const name of droppedVariables) {
    const known = valuesIn(reached, "variables");
    const left = withoutName(known, name);
    const found = edgeScriptVariables.find((variable) => variable.name === name);
    // Somebody has written it since this stack did: it is theirs.
    const isOther = known[name] !== (found?.defaultValue ?? "");
    if (found === undefined || isOther) reached["variables"] = left;
    else await set("variables", left, () => unlessGone(client.deleteEdgeScriptVariable(id, found.id)));
  }
  const listed = droppedSecrets.length === 0 ? [] : await client.listEdgeScriptSecrets(id);
  for (const name of droppedSecrets) {
    const left = withoutName(valuesIn(reached, "secrets"), name);
    reached[seenKey] = withoutName(valuesIn(reached, seenKey), name);
    const found = listed.find((secret) => secret.name === name);
    if (found === undefined) reached["secrets"] = left;
    else await set("secrets", left, () => unlessGone(client.deleteEdgeScriptSecret(id, found.id)));
  }
  if (parts.variables) {
    for (const [name, value] of Object.entries(variables)) {
      const found = edgeScriptVariables.find((variable) => variable.name === name);
      const next = { ...valuesIn(reached, "variables"), [name]: value };
      if (found !== undefined && (found.defaultValue ?? "") === value) reached["variables"] = next;
      else await set("variables", next, () => client.setEdgeScriptVariable(id, name, value));
    }
  }
  if (parts.secrets) await applySecrets(client, id, secrets, { reached, send });
}

/** Writes the secrets whose value is another one than the state's, or that the service no longer has as this stack wrote them. */
async function applySecrets(
  client: CdnClient,
  id: number,
  declared: Values,
  { reached, send }: Pick<Change, "reached" | "send">,
): Promise<void> {
  const due = dueSecrets(reached, declared);
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
  const found = listed.filter(({ name }) => due.includes(name));
  reached[seenKey] = {
    ...valuesIn(reached, seenKey),
    ...Object.fromEntries(found.map((secret) => [secret.name, seenAs(secret)])),
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

/** With too many variables the service accepts the script, which then fails. */
function refuseExcess({ id, edgeScriptVariables }: LiveScript, declared: Values, dropped: readonly string[]): void {
  const others = edgeScriptVariables.filter(({ name }) => declared[name] === undefined && !dropped.includes(name));
  const names = Object.keys(declared).length;
  const rule = excessOf(names, others.length);
  if (rule === undefined) return;
  throw new ConflictError(
    `Edge script ${String(id)} was not updated: variables ${rule}, but got: ${String(names)} of them. Delete others in the service's dashboard`,
    { request: requestOf("update", "EdgeScript", id) },
  );
}

/** A repeated deletion may find nothing. */
async function unlessGone(deletion: Promise<void>): Promise<void> {
  await deletion.catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
  });
}
