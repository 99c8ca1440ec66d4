import { isDeepStrictEqual } from "node:util";
import type { CdnClient } from "../../api/client";
import type { ServiceError } from "../../api/errors";
import { isUnclear, UnavailableError, UnexpectedResponseError } from "../../api/errors";
import type { ApplyContext, Change } from "../operations";
import { eventually } from "../../api/waits";
import type { Properties } from "../../declared/properties";
import { goneError, requestOf } from "../../api/messages";
import { sha256OfCode } from "../../wire/edgeScript";
import { inMessage, sentence, warning } from "../../wire/words";
import { digest } from "../knownWhole";
import { applyEnvironment } from "./applyEnvironment";
import { checkedCode, hashInput } from "./code";
import { pathOf, variablesOf } from "./environment";
import type { LiveScript } from "./live";
import { comparedCode, isKnownCode, liveCode, withCode, withKnownCode } from "./live";
import { codeLookKey, formerNameKey, unsettledKey } from "../../wire/stateKeys";

/**
 * Applies the declaration to a script; see {@link Operations.apply}. Variables and secrets are written before code, so that the first release has
 * them. Code is saved before it is published, because publishing releases the saved code.
 */
export async function apply(
  { client, memory, tell }: ApplyContext,
  script: LiveScript,
  inputs: Properties,
  change: Change,
): Promise<LiveScript> {
  const { reached } = change;
  const changes = (name: string): boolean => change.changed.some((field) => field.name === name);
  const due = changes(hashInput) ? await dueCode(client, memory, script, inputs, change) : undefined;
  const isUnsettled = reached[unsettledKey] === true;
  reached[unsettledKey] = true;
  const { name } = inputs;
  const isRenamed = changes("name") && typeof name === "string" && script.name !== name;
  const current = isRenamed ? await rename(client, script, name, change) : script;
  let requests = 0;
  const send: Change["send"] = (sets, request) => {
    requests++;
    return change.send(sets, request);
  };
  const parts = { variables: changes("variables"), secrets: changes("secrets"), isUnsettled };
  const written = await applyEnvironment(client, script, inputs, { reached, send, tell }, parts);
  const code = due === undefined ? {} : await applyCode(client, script, due, inputs, { reached, send });
  if (requests === 0) return { ...current, ...code };
  const hasVariables = (shown: LiveScript): boolean =>
    isDeepStrictEqual(variablesOf(shown, Object.keys(written)), written);
  const after = await shown(client, script.id, (one) => one.name === current.name && hasVariables(one));
  if (!hasVariables(after)) {
    const hidden = Object.keys(written).map((one) => pathOf("variables", one));
    tell(
      warning(
        `Edge script ${String(script.id)} was updated, but does not show all declared values: ${sentence(hidden)}`,
      ),
    );
  }
  // An earlier read has shown the name.
  return { ...after, ...(isRenamed && { name }), ...code };
}

/** Renames a script. Until it shows its new name, it may have either, and the name does not count as set. */
async function rename(
  client: CdnClient,
  script: LiveScript,
  name: string,
  { reached, send }: Change,
): Promise<LiveScript> {
  const { id } = script;
  const hasName = (one: LiveScript): boolean => one.name === name;
  reached[formerNameKey] = digest(script.name);
  await send({ name }, () => client.renameEdgeScript(id, name));
  const renamed = await send({ name }, async () => {
    const after = await shown(client, id, hasName);
    if (hasName(after)) return after;
    throw new UnexpectedResponseError(
      `Edge script ${String(id)} was renamed to ${inMessage(name)}, but still shows the name ${inMessage(after.name)}. Run the same command again`,
      { request: requestOf("update", "EdgeScript", id) },
    );
  });
  delete reached[formerNameKey];
  return renamed;
}

/** Returns the script once it is as it should be or, after a few seconds, its last version. @throws {NotFoundError} if it was deleted */
async function shown(client: CdnClient, id: number, isDone: (script: LiveScript) => boolean): Promise<LiveScript> {
  const script = await eventually<LiveScript>(() => client.reads.find("EdgeScript", id), isDone);
  if (script !== undefined) return script;
  throw goneError(
    `Edge script ${String(id)} was deleted while it was being updated`,
    requestOf("get", "EdgeScript", id),
  );
}

type Codes = Pick<LiveScript, "saved" | "live">;
type Live = NonNullable<LiveScript["live"]>;

/** The code that a script has, and the text to save, which is read only if it differs from the saved code. */
interface DueCode extends Codes {
  readonly text?: string;
}

async function dueCode(
  client: CdnClient,
  memory: ApplyContext["memory"],
  script: LiveScript,
  inputs: Properties,
  { target, reached }: Pick<Change, "target" | "reached">,
): Promise<DueCode> {
  const has = ({ saved, live }: Codes): boolean =>
    [saved, comparedCode({ ...script, saved: saved ?? null, live: live ?? null }, inputs)].some(
      (code) => code?.sha256 === inputs[hashInput],
    );
  let codes: Codes = target === "new" ? {} : await withKnownCode(client.reads, script, reached);
  // The code is sent if the script is as the state knows it. Only its own answer shows that nothing needs to be sent.
  if (target !== "new" && isKnownCode(script, reached) && has(codes)) codes = await withCode(client.reads, script);
  const { saved = null, live = null } = codes;
  return { saved, live, ...(has(codes) ? {} : { text: await checkedCode(memory, inputs) }) };
}

/** Saves and publishes code, unless the service already has it. */
async function applyCode(
  client: CdnClient,
  script: LiveScript,
  due: DueCode,
  inputs: Properties,
  { reached, send }: Pick<Change, "reached" | "send">,
): Promise<Codes> {
  const sha256 = inputs[hashInput];
  let { saved = null, live = null } = due;
  const { text } = due;
  if (comparedCode({ ...script, saved, live }, inputs)?.sha256 === sha256) return { saved, live };
  // If a request fails, the next run reads the code again.
  delete reached[codeLookKey];
  if (text !== undefined) {
    await send({ [hashInput]: sha256 }, () => client.saveEdgeScriptCode(script.id, text));
    saved = { sha256: String(sha256), text };
  }
  reached[hashInput] = sha256;
  const id = script.id;
  if (inputs["publish"] === false) {
    await send({ [hashInput]: sha256 }, () => waitForSaved(client, id, String(sha256)));
  } else {
    live = await send({ [hashInput]: sha256 }, () => publish(client, id, String(sha256), inputs["note"]));
  }
  return { saved, live };
}

/** Waits until the saved code is the declared one. If code is published, the live release shows that. */
async function waitForSaved(client: CdnClient, id: number, sha256: string): Promise<void> {
  const isSaved = (saved: { readonly code?: string }): boolean => sha256OfCode(saved.code ?? "") === sha256;
  const saved = await eventually(() => client.reads.details("EdgeScript", id, "code"), isSaved);
  if (saved !== undefined && isSaved(saved)) return;
  throw new UnexpectedResponseError(
    `The code of edge script ${String(id)} was saved, but the service still shows other code. Run the same command again`,
    { request: requestOf("get", "EdgeScript", id) },
  );
}

/**
 * Publishes the saved code. After an unclear response, the live release shows whether it was published. Because the service may show it late, the
 * request is not repeated: that would add another release, or publish code that somebody has saved in the meantime.
 */
async function publish(client: CdnClient, id: number, sha256: string, note: unknown): Promise<Live> {
  let unclear: ServiceError | undefined;
  try {
    await client.publishEdgeScript(id, typeof note === "string" ? note : undefined);
  } catch (error) {
    if (!isUnclear(error)) throw error;
    unclear = error;
  }
  const isLive = (live: Live): boolean => live.sha256 === sha256;
  const live = await eventually(async () => (await liveCode(client.reads, id)) ?? undefined, isLive);
  if (live !== undefined && isLive(live)) return live;
  const code = `code of edge script ${String(id)}`;
  const advice = "Run the same command again: it publishes the code only if it is still not live";
  if (unclear !== undefined) {
    throw new UnavailableError(
      `The ${code} was saved, but the service did not confirm that it was published (${unclear.message}), and shows another live release or none. ${advice}`,
      unclear.evidence,
      true,
    );
  }
  throw new UnexpectedResponseError(
    `The ${code} was saved and published, but the service still shows another live release. ${advice}`,
    { request: requestOf("get", "EdgeScript", id) },
  );
}
