import { NotFoundError } from "../../api/errors";
import type { Reads } from "../../api/reads";
import { eventually } from "../../api/waits";
import type { EdgeScriptSecret, GetEdgeScriptResult } from "../../types/edgeScript";
import type { Properties } from "../../declared/properties";
import { sha256Of } from "./code";

/** Code by its SHA-256, with the text where that was read. */
interface Code {
  readonly sha256: string;
  readonly text?: string;
}

/** A script, with what the service shows of it only elsewhere, as far as it was asked. `null` is none: no code, no release. */
export interface LiveScript extends GetEdgeScriptResult {
  /** The code that was saved last. */
  readonly saved?: Code | null;
  /** What visitors get. */
  readonly live?: (Code & { readonly release?: string }) | null;
  readonly secretsFound?: readonly EdgeScriptSecret[];
}

/**
 * The key under which a state records when its code was looked at: the script's date of change and the number of its live release. While
 * both stay, so does the code.
 */
export const lookKey = "__codeLook";

export function lookOf({ lastModified, currentReleaseId }: GetEdgeScriptResult): string {
  return `${timeText(lastModified)} ${String(currentReleaseId)}`;
}

/** Answers may write one time with or without zeros and Z at its end. */
export function timeText(time: string): string {
  return time.replace(/Z$/, "").replace(/(\.\d*?)0+$/, "$1");
}

/** A script with its saved and its live code. */
export async function withCode(reader: Pick<Reads, "details">, script: LiveScript): Promise<LiveScript> {
  // A release that has a number and is not shown may show late: a script that was published must not seem never to have been.
  const isShown = (live: LiveScript["live"]): boolean => live !== null || !(script.currentReleaseId > 0);
  const [saved, live = null] = await Promise.all([
    reader.details("EdgeScript", script.id, "code"),
    eventually(() => liveCode(reader, script.id), isShown),
  ]);
  return { ...script, saved: codeOf(saved?.code), live };
}

/** The live code of a script that exists; null if it was never published. */
export async function liveCode(
  reader: Pick<Reads, "details">,
  id: number,
): Promise<Exclude<LiveScript["live"], undefined>> {
  const release = await reader.details("EdgeScript", id, "release");
  const code = codeOf(release?.code);
  if (release === undefined || code === null) return null;
  return { ...code, ...(release.uuid === undefined ? {} : { release: release.uuid }) };
}

function codeOf(text = ""): Code | null {
  return text === "" ? null : { sha256: sha256Of(text), text };
}

/** A script with its code as a state knows it, if nothing has changed since; otherwise with the code that it has now. */
export async function withKnownCode(
  reader: Pick<Reads, "details">,
  script: LiveScript,
  known: Properties,
): Promise<LiveScript> {
  if (known[lookKey] !== lookOf(script)) return withCode(reader, script);
  const { codeSha256, liveSha256, release } = known;
  return {
    ...script,
    saved: typeof codeSha256 === "string" ? { sha256: codeSha256 } : null,
    live:
      typeof liveSha256 === "string"
        ? { sha256: liveSha256, ...(typeof release === "string" ? { release } : {}) }
        : null,
  };
}

/** A script with its secrets. Assumption: a service that has none of DNS scripts answers 404. */
export async function withSecrets(reader: Pick<Reads, "details">, script: LiveScript): Promise<LiveScript> {
  const found = await reader.details("EdgeScript", script.id, "secrets").catch((error: unknown) => {
    if (script.type === "dns" && error instanceof NotFoundError) return undefined;
    throw error;
  });
  return { ...script, secretsFound: found?.secrets ?? [] };
}

/** The code that a declared one is compared with: the live one, or the saved one if the program does not publish. */
export function comparedCode({ saved, live }: LiveScript, { publish }: Properties): Code | null | undefined {
  return publish === false ? saved : live;
}
