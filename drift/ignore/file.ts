import type { Document, LineCounter, Node, ParsedNode } from "yaml";
import { IgnoreFileError } from "../errors";
import type { IgnoreRule } from "./rules";
import { endOf } from "./rules";

/** Where the rules are looked for unless told otherwise. */
export const defaultIgnoreFile = ".cdn-drift.yaml";

const keys = ["resource", "property", "reason", "expires"] as const;
type Key = (typeof keys)[number];

/**
 * Reads a file of ignore rules: `rules`, a list of objects with `resource`, `property`, `reason` and `expires`.
 *
 * @param file its name, for messages
 * @throws {IgnoreFileError} with the line and column of the first fault
 */
export function parseIgnoreFile(text: string, file: string): IgnoreRule[] {
  const yaml = loadYaml();
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = faultAt(file, lines);
  const [error] = document.errors;
  if (error !== undefined) throw at(error.pos[0], error.message.replace(/\n[^]*$/, ""));
  return rulesIn(document, at);
}

type FaultAt = (place: Node | number | null | undefined, fault: string) => IgnoreFileError;

function rulesIn(document: Document.Parsed<ParsedNode>, at: FaultAt): IgnoreRule[] {
  const { isMap, isScalar, isSeq } = loadYaml();
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return [];
  if (!isMap(root)) throw at(root, 'must be an object with a list "rules"');
  for (const { key } of root.items) {
    if (!isScalar(key) || key.value !== "rules") {
      throw at(
        key,
        `must hold nothing but "rules", but got: ${isScalar(key) ? JSON.stringify(key.value) : "a key that is no text"}`,
      );
    }
  }
  const list = root.get("rules", true);
  if (list === undefined || (isScalar(list) && list.value === null)) return [];
  if (!isSeq(list)) throw at(list, '"rules" must be a list');
  return list.items.map((item) => ruleIn(item as Node | null, at));
}

function ruleIn(item: Node | null, at: FaultAt): IgnoreRule {
  const { isMap, isScalar } = loadYaml();
  if (!isMap(item)) throw at(item, `a rule must be an object with ${keys.join(", ")}`);
  const rule: Partial<Record<Key, string>> = {};
  for (const { key, value } of item.items) {
    const name = isScalar(key) ? key.value : undefined;
    const known = keys.find((candidate) => candidate === name);
    if (known === undefined) {
      throw at(key as Node, `a rule's keys are ${keys.join(", ")}, but got: ${JSON.stringify(name ?? null)}`);
    }
    if (!isScalar(value) || typeof value.value !== "string" || value.value.trim() === "") {
      throw at((value ?? key) as Node, `${known} must be a text that is not empty`);
    }
    if (known === "expires" && Number.isNaN(endOf(value.value))) {
      throw at(
        value,
        `expires must be a day (2026-12-31) or a moment (2026-12-31T12:00:00Z), but got: ${JSON.stringify(value.value)}`,
      );
    }
    rule[known] = value.value;
  }
  const { resource, reason } = rule;
  if (resource === undefined) throw at(item, 'a rule must say which "resource" it is about; "*" for all');
  if (reason === undefined) throw at(item, 'a rule must give a "reason"');
  return { ...rule, resource, reason };
}

function faultAt(file: string, lines: LineCounter): FaultAt {
  return (place, fault) => {
    const offset = typeof place === "number" ? place : (place?.range?.[0] ?? 0);
    const { line, col } = lines.linePos(offset);
    const [atLine, atColumn] = [Math.max(1, line), Math.max(1, col)];
    return new IgnoreFileError(`${file}:${String(atLine)}:${String(atColumn)}: ${fault}`, atLine, atColumn);
  };
}

/** Most checks have no such file, and should not wait for what reads one. */
function loadYaml(): typeof import("yaml") {
  return require("yaml") as typeof import("yaml");
}
