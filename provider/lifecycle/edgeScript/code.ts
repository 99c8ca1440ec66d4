import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { InvalidInputError, reasonOf } from "../../api/errors";
import { edgeScript } from "../../kinds/edgeScript";
import { contentOf } from "../../files/source";
import type { RunMemory } from "../../run/memory";
import type { EdgeScriptInputs } from "../../types/edgeScript";
import { edgeScriptLimits, sha256OfCode } from "../../wire/edgeScript";
import { CheckFailure } from "../../declared/failures";
import type { CheckResult, LifeCycle } from "../lifeCycle";
import type { Properties } from "../../declared/properties";
import { isUnknown, unknownValue } from "../../declared/properties";
import { warning } from "../../wire/words";

/** Input that the check adds, by which the engine compares the code. */
export const hashInput = "codeSha256";

type Given = Pick<EdgeScriptInputs, "code" | "source">;

/** Adds the SHA-256 of the code. In a preview, it is unknown if the source does not exist yet. */
export async function computed(
  { memory, tell, isUpdate = false, olds = {} }: Parameters<NonNullable<LifeCycle["computed"]>>[0],
  inputs: Properties,
): Promise<CheckResult> {
  if (inputs[hashInput] !== undefined) return { inputs, failures: [] };
  const { code, source } = inputs as Given;
  // An imported script may have no code.
  if (code === undefined && source === undefined) return { inputs, failures: [] };
  const isUnknownCode = isUnknown(code) || isUnknown(source);
  const isMissing = !isUnknownCode && !isUpdate && source !== undefined && (await isNothing(source));
  if (isMissing) {
    tell(warning(`The source ${source} does not exist. Its code is unknown in a preview; pulumi up fails without it`));
  }
  if (isUnknownCode || isMissing) return { inputs: { ...inputs, [hashInput]: unknownValue }, failures: [] };
  try {
    const text = await codeOf({ code, source });
    const notice = largeCodeNotice(text, source ?? "The code");
    if (notice !== undefined && !memory.once.has(notice)) {
      memory.once.add(notice);
      tell(warning(notice));
    }
    const sha256 = sha256OfCode(text);
    // The path of an equal file may differ from machine to machine. That is not a change.
    const isSame = source !== undefined && typeof olds["source"] === "string" && olds[hashInput] === sha256;
    const place = isSame ? { source: olds["source"] } : {};
    memory.checked.set(claimOf(inputs, sha256), inputs);
    return { inputs: { ...inputs, ...place, [hashInput]: sha256 }, failures: [] };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return { inputs, failures: [new CheckFailure(source === undefined ? "code" : "source", error.message)] };
  }
}

/**
 * Returns the code to send, which must be the code that the check found. A source is read from the path that the check of this run found, because
 * the inputs may contain the path of another machine.
 *
 * @throws {InvalidInputError} if the code has changed since the check: the next run shows the change in its preview
 */
export async function checkedCode({ checked }: Pick<RunMemory, "checked">, inputs: Properties): Promise<string> {
  const found = checked.get(claimOf(inputs, inputs[hashInput]));
  const given = found?.["source"] === undefined || inputs["source"] === undefined ? inputs : found;
  const text = await codeOf(given);
  if (sha256OfCode(text) === inputs[hashInput]) return text;
  const { source } = given as Given;
  if (source === undefined) {
    throw new InvalidInputError(
      `Nothing was sent: the code does not match codeSha256, which ignoreChanges keeps. Declare the code of the last update, or remove codeSha256 from ignoreChanges`,
      "code",
    );
  }
  throw new InvalidInputError(
    `Nothing was sent: the source ${source} has changed since it was checked. Run pulumi up again once it no longer changes`,
    "source",
  );
}

/** Returns the key of a checked declaration. It contains the hash, because two scripts can have one name. */
function claimOf(inputs: Properties, sha256: unknown): string {
  return `${edgeScript.claim(inputs)} ${String(sha256)}`;
}

/** Returns the rule that code breaks by its size, and its actual size; undefined if the size is allowed. */
export function sizeFault(bytes: number): { readonly rule: string; readonly got: string } | undefined {
  if (bytes === 0) return { rule: "must not be empty", got: "no code" };
  const { codeBytes } = edgeScriptLimits;
  if (bytes <= codeBytes) return undefined;
  return { rule: `must be at most ${inBytes(codeBytes)} in UTF-8`, got: `${inBytes(bytes)} or more` };
}

/** Returns a notice about code that the service accepts although scripts of this size were seen to fail. */
function largeCodeNotice(code: string, what: string): string | undefined {
  const bytes = Buffer.byteLength(code);
  const { reliableCodeBytes } = edgeScriptLimits;
  if (bytes <= reliableCodeBytes) return undefined;
  return `${what} has ${inBytes(bytes)}. Above ${inBytes(reliableCodeBytes)}, scripts were seen to answer most requests with 400: make it smaller`;
}

function inBytes(bytes: number): string {
  return `${bytes.toLocaleString("en")} bytes`;
}

async function codeOf({ code, source }: { [Name in keyof Given]: Given[Name] | undefined }): Promise<string> {
  if (source === undefined) return code ?? "";
  const path = resolve(source);
  const fail = (rule: string): never => {
    throw new InvalidInputError(`The source ${source} ${rule}`, "source");
  };
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) =>
    fail(error.code === "ENOENT" ? "does not exist" : `can't be read: ${reasonOf(error)}`),
  );
  if (stats.isDirectory()) fail("is a folder: it must be one file, such as ./dist/hello.js. Bundle the script first");
  if (!stats.isFile()) fail("is not a regular file");
  const chunks: Buffer[] = [];
  for await (const chunk of contentOf(await realpath(path), edgeScriptLimits.codeBytes + 1)) chunks.push(chunk);
  const content = Buffer.concat(chunks);
  const fault = sizeFault(content.length);
  if (fault !== undefined) fail(`${fault.rule}, but has: ${fault.got}`);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return fail("is not UTF-8 text: it must contain the JavaScript or TypeScript of the script");
  }
}

async function isNothing(source: string): Promise<boolean> {
  return stat(resolve(source)).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === "ENOENT",
  );
}
