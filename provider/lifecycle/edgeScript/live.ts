import { NotFoundError } from "../../api/errors";
import type { Reads } from "../../api/reads";
import { eventually } from "../../api/waits";
import type { EdgeScriptSecret, GetEdgeScriptResult } from "../../types/edgeScript";
import type { Properties } from "../../declared/properties";
import { sha256OfCode } from "../../wire/edgeScript";
import { codeLookKey } from "../../wire/stateKeys";

/** Code as its SHA-256, with the text if it was read. */
interface Code {
  readonly sha256: string;
  readonly text?: string;
}

/** Script with the details that were read separately. `null` means that it has no code or no release. */
export interface LiveScript extends GetEdgeScriptResult {
  /** Code that was saved last. */
  readonly saved?: Code | null;
  /** Code that visitors get. */
  readonly live?: (Code & { readonly release?: string; readonly releaseId?: number }) | null;
  readonly secretsFound?: readonly EdgeScriptSecret[];
}

export function lookOf({ lastModified, currentReleaseId }: GetEdgeScriptResult): string {
  return `${timeText(lastModified)} ${String(currentReleaseId)}`;
}

/** Normalises a time, which responses may return with or without trailing zeros and Z, or omit. */
export function timeText(time = ""): string {
  return time.replace(/Z$/, "").replace(/(\.\d*?)0+$/, "$1");
}

/** Reads the saved and the live code of a script. */
export async function withCode(reader: Pick<Reads, "details">, script: LiveScript): Promise<LiveScript> {
  // The service may show the release late. A published script must not seem unpublished, nor an earlier release live.
  const isShown = (live: LiveScript["live"]): boolean => !isOtherRelease(script, live);
  const [saved, live = null] = await Promise.all([
    reader.details("EdgeScript", script.id, "code"),
    eventually(() => liveCode(reader, script.id), isShown),
  ]);
  return { ...script, saved: codeOf(saved?.code), live };
}

/** Whether live code is not that of the script's live release: one of the two is late. Code in a state is that of its release. */
export function isOtherRelease({ currentReleaseId }: LiveScript, live: LiveScript["live"]): boolean {
  if (!(currentReleaseId > 0)) return false;
  return live === null || (live?.releaseId ?? currentReleaseId) !== currentReleaseId;
}

/** Returns the live code of an existing script; null if it was never published. */
export async function liveCode(
  reader: Pick<Reads, "details">,
  id: number,
): Promise<Exclude<LiveScript["live"], undefined>> {
  const release = await reader.details("EdgeScript", id, "release");
  const code = codeOf(release?.code);
  if (release === undefined || code === null) return null;
  const { id: releaseId, uuid } = release;
  return { ...code, ...(uuid === undefined ? {} : { release: uuid }), releaseId };
}

function codeOf(text = ""): Code | null {
  return text === "" ? null : { sha256: sha256OfCode(text), text };
}

/** Whether a script has not changed since its code was read for the state. */
export function isKnownCode(script: LiveScript, known: Properties): boolean {
  return known[codeLookKey] === lookOf(script);
}

/** Returns a script with the code in its state if nothing has changed since then, and otherwise with its current code. */
export async function withKnownCode(
  reader: Pick<Reads, "details">,
  script: LiveScript,
  known: Properties,
): Promise<LiveScript> {
  if (!isKnownCode(script, known)) return withCode(reader, script);
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

/** Returns the secrets of a script. Assumption: a service that has no secrets of DNS scripts answers 404. */
export async function secretsOf(
  reader: Pick<Reads, "details">,
  id: number,
  type: unknown,
): Promise<EdgeScriptSecret[]> {
  const found = await reader.details("EdgeScript", id, "secrets").catch((error: unknown) => {
    if (type === "dns" && error instanceof NotFoundError) return undefined;
    throw error;
  });
  return found?.secrets ?? [];
}

/** Returns a script with its secrets. */
export async function withSecrets(reader: Pick<Reads, "details">, script: LiveScript): Promise<LiveScript> {
  return { ...script, secretsFound: await secretsOf(reader, script.id, script.type) };
}

/** Returns the code to compare with the declared one: the live code, or the saved code if the program does not publish. */
export function comparedCode({ saved, live }: LiveScript, { publish }: Properties): Code | null | undefined {
  return publish === false ? saved : live;
}
