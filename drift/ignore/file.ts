import type { Document } from "yaml";
import { printableName } from "../../terminal/text";
import { messageOf } from "../../provider/api/errors";
import { IgnoreFileError } from "../errors";
import type { AccountRule } from "../live/accounts";
import type { IgnoreRule } from "./rules";
import { endOf, expiresFault } from "./rules";

/** The default file of rules. */
export const defaultIgnoreFile = ".cdn-drift.yaml";

/** The content of `.cdn-drift.yaml`. */
export interface DriftFile {
  readonly rules: readonly IgnoreRule[];
  readonly accounts: readonly AccountRule[];
  /** Whether undeclared settings count, unless the command has `--strict` or `--no-strict`. */
  readonly strict?: boolean;
}

/**
 * Reads the ignore rules of `.cdn-drift.yaml`: `rules`, a list of objects with `resource`, `property`, `reason` and `expires`.
 *
 * @param file name of the file, for messages
 * @throws {IgnoreFileError} with line and column of the first error
 */
export function parseIgnoreFile(text: string, file: string): IgnoreRule[] {
  return [...parseDriftFile(text, file).rules];
}

/** Reads a file: the lists `rules` and `accounts`, and `strict`. @throws {IgnoreFileError} */
export function parseDriftFile(text: string, file: string): DriftFile {
  // Loaded here, because most projects have no such file.
  const { LineCounter, parseDocument } = require("yaml") as typeof import("yaml");
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const errorAt = (offset: number, fault: string): IgnoreFileError => {
    // An empty file has no lines.
    const { line, col } = offset === 0 ? { line: 1, col: 1 } : lines.linePos(offset);
    // Some messages quote keys and values of the file. A line break in them must not begin a line of output.
    return new IgnoreFileError(`${file}:${String(line)}:${String(col)}: ${printableName(fault)}`, line, col);
  };
  const [error] = document.errors;
  if (error !== undefined) throw errorAt(error.pos[0], error.message.replace(/\n[^]*$/, ""));
  const result = driftFileSchema().safeParse(valueOf(document, errorAt));
  if (result.success) {
    const { rules, accounts, strict } = result.data ?? {};
    return { rules: rules ?? [], accounts: accounts ?? [], strict: strict === true };
  }
  // A misspelt key explains why another one is missing.
  const { issues } = result.error;
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  const path = [...(issue?.path ?? []), ...(issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [])];
  throw errorAt(offsetOf(document, path), `${path.join(".")}: ${issue?.message ?? ""}`.replace(/^: /, ""));
}

function driftFileSchema() {
  const { z } = require("zod") as typeof import("zod");
  const text = z
    .string({ error: ({ input }) => (input === undefined ? "is required" : undefined) })
    .refine((given) => given.trim() !== "", "must not be empty");
  const expires = text.refine((given) => !Number.isNaN(endOf(given)), {
    error: ({ input }) => expiresFault(input),
  });
  const maybe = text.exactOptional();
  const rule = z.strictObject({ resource: text, property: maybe, reason: text, expires: expires.exactOptional() });
  const account = z.strictObject({ account: text, stack: maybe, provider: maybe, baseUrl: maybe });
  const strict = z.boolean().nullish();
  return z.strictObject({ rules: z.array(rule).nullish(), accounts: z.array(account).nullish(), strict }).nullish();
}

function valueOf(document: Document, errorAt: (offset: number, fault: string) => IgnoreFileError): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw errorAt(0, messageOf(error));
  }
}

/** Returns the offset of the key or list element at a path, or of its innermost ancestor that exists. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  const { isMap, isScalar, isSeq, isNode } = require("yaml") as typeof import("yaml");
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? 0;
  for (const step of path) {
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === step) : undefined;
    const found = isSeq(node) ? node.items[Number(step)] : pair?.key;
    if (!isNode(found)) break;
    offset = found.range?.[0] ?? offset;
    node = pair === undefined ? found : pair.value;
  }
  return offset;
}
