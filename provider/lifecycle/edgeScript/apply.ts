import { isDeepStrictEqual } from "node:util";
import type { CdnClient } from "../../api/client";
import type { ServiceError } from "../../api/errors";
import { isUnclear, UnavailableError, UnexpectedResponseError } from "../../api/errors";
import type { ApplyContext, Change } from "../operations";
import { eventually } from "../../api/waits";
import type { Properties } from "../../declared/properties";
import { goneError, requestOf } from "../../api/messages";
import { digest, formerNameKey } from "../knownZone";
import { applyEnvironment } from "./applyEnvironment";
import { checkedCode, hashInput } from "./code";
import { variablesOf } from "./environment";
import type { LiveScript } from "./live";
import { comparedCode, liveCode, lookKey, withCode } from "./live";
import { unsettledKey } from "./state";

/**
 * Makes a script as declared; see {@link Operations.apply}. Variables and secrets come before code, and code is saved before it is published:
 * otherwise the first release lacks them, or is the code before.
 */
export async function apply(
  { client, memory, tell }: ApplyContext,
  script: LiveScript,
  inputs: Properties,
  change: Change,
): Promise<LiveScript> {
  const { reached } = change;
  const changes = (name: string): boolean => change.changed.some((field) => field.name === name);
  const due = changes(hashInput) ? await dueCode(client, memory, script, inputs, change.of) : undefined;
  let requests = 0;
  const send: Change["send"] = (sets, request) => {
    requests++;
    return change.send(sets, request);
  };
  const isUnsettled = reached[unsettledKey] === true;
  reached[unsettledKey] = true;
  const { name } = inputs;
  if (changes("name") && typeof name === "string" && script.name !== name) {
    // After an unclear answer the script may have either name.
    reached[formerNameKey] = digest(script.name);
    await send({ name }, () => client.renameEdgeScript(script.id, name));
    delete reached[formerNameKey];
  }
  const parts = { variables: changes("variables"), secrets: changes("secrets"), isUnsettled };
  const written = await applyEnvironment(client, script, inputs, { reached, send, tell }, parts);
  const code = due === undefined ? {} : await applyCode(client, script, due, inputs, { reached, send });
  if (requests === 0) return { ...script, ...code };
  const isShown = (shown: LiveScript): boolean =>
    shown.name === (name ?? script.name) && isDeepStrictEqual(variablesOf(shown, Object.keys(written)), written);
  const after = await eventually<LiveScript>(() => client.find("EdgeScript", script.id), isShown);
  if (after !== undefined) return { ...after, ...code };
  const fact = `Edge script ${String(script.id)} was deleted while it was being updated`;
  throw goneError(fact, requestOf("get", "EdgeScript", script.id));
}

type Codes = Pick<LiveScript, "saved" | "live">;
type Live = NonNullable<LiveScript["live"]>;

/** The code that a script has, and the text that is to be saved, which is read only if another one is saved. */
interface DueCode extends Codes {
  readonly text?: string;
}

async function dueCode(
  client: CdnClient,
  memory: ApplyContext["memory"],
  script: LiveScript,
  inputs: Properties,
  of: Change["of"],
): Promise<DueCode> {
  const { saved = null, live = null }: Codes = of === "new" ? {} : await withCode(client, script);
  const sha256 = inputs[hashInput];
  const isThere = saved?.sha256 === sha256 || comparedCode({ ...script, saved, live }, inputs)?.sha256 === sha256;
  return { saved, live, ...(isThere ? {} : { text: await checkedCode(memory, inputs) }) };
}

/** Saves and publishes code, as far as the service has not got it already. */
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
  // What a request that fails has done is read again.
  delete reached[lookKey];
  if (text !== undefined) {
    await send({ [hashInput]: sha256 }, () => client.saveEdgeScriptCode(script.id, text));
    saved = { sha256: String(sha256), text };
  }
  reached[hashInput] = sha256;
  if (inputs["publish"] !== false) {
    live = await send({ [hashInput]: sha256 }, () => publish(client, script.id, String(sha256), inputs["note"]));
  }
  return { saved, live };
}

/**
 * Publishes the saved code. After an unclear answer the live release tells whether it was published. As it may show late, nothing is requested again:
 * a second publication would be a further release, or that of code which somebody has saved since.
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
  const live = await eventually(async () => (await liveCode(client, id)) ?? undefined, isLive);
  if (live !== undefined && isLive(live)) return live;
  const code = `code of edge script ${String(id)}`;
  const advice = "Run the same command again: it looks, and publishes only if that is still so";
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
