import { inMessage } from "../../wire/words";
import { edgeScript } from "../../kinds/edgeScript";
import { edgeScriptLimits } from "../../wire/edgeScript";
import type { Report } from "../../declared/checkInputs";
import { checkInputs, reportTo } from "../../declared/checkInputs";
import type { CheckResult } from "../lifeCycle";
import type { Properties } from "../../declared/properties";
import { isUnknown, without } from "../../declared/properties";
import type { RunMemory } from "../../run/memory";
import { hashInput, sizeFault } from "./code";
import { checkAdoption } from "./names";

/** Validates and normalises the inputs of an edge script; see {@link checkInputs}. No failure quotes the value of a variable or secret. */
export function checkEdgeScript(olds: Properties, news: Properties, memory?: RunMemory): CheckResult {
  const { inputs, failures: found } = checkInputs(edgeScript, without(news, [hashInput]));
  // For ignoreChanges, the engine passes the hash of the last inputs, and the code stays. In an import, there is no hash yet.
  const keepsCode = news[hashInput] !== undefined && news[hashInput] === olds[hashInput];
  if (keepsCode) inputs[hashInput] = news[hashInput];
  const isImport = keepsCode && olds["code"] === undefined && olds["source"] === undefined;
  const failures = found.filter(({ property }) => !isObject(inputs[property]) || !isCode(property));
  const report = reportTo(failures);
  checkName(inputs["name"], report);
  if (memory !== undefined && Object.keys(olds).length === 0) checkAdoption(memory, inputs, report);
  checkCode(inputs, isImport, report);
  for (const [property, maxBytes] of [
    ["variables", edgeScriptLimits.variableBytes],
    ["secrets", edgeScriptLimits.secretBytes],
  ] as const) {
    checkValues(property, maxBytes, inputs, report);
  }
  const variables = namesIn(inputs["variables"]);
  const excess = excessOf(variables.length);
  if (excess !== undefined) report("variables", excess, `${String(variables.length)} of them`);
  for (const name of namesIn(inputs["secrets"]).filter((one) => variables.includes(one))) {
    const advice = "Give one of them another name";
    report(`secrets[${JSON.stringify(name)}]`, "must not have the name of a variable", "a name in both", advice);
  }
  return { inputs, failures };
}

/**
 * Returns the rule that a number of variables breaks, if it does.
 *
 * @param others number of variables that the script has in addition to the declared ones
 */
export function excessOf(count: number, others = 0): string | undefined {
  const { variables } = edgeScriptLimits;
  if (count + others <= variables) return undefined;
  const beside = others === 0 ? "" : `, with the ${String(others)} others that the script has`;
  return `must be at most ${String(variables)}${beside}: with more, the script answers every request with 400`;
}

function checkName(name: unknown, report: Report): void {
  const { nameCharacters } = edgeScriptLimits;
  if (typeof name !== "string" || isUnknown(name) || name.length <= nameCharacters) return;
  report("name", `must be at most ${String(nameCharacters)} characters`, `${String(name.length)} characters`);
}

function isCode(property: string): boolean {
  return property === "code" || property === "source";
}

function isObject(value: unknown): value is Properties {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Checks everything about the code for which no file is read. Pulumi's assets are refused: the source is a path. */
function checkCode(inputs: Properties, isImport: boolean, report: Report): void {
  const { code, source } = inputs;
  const advice = 'Give the path of a file as text: source: "./dist/hello.js"';
  if (code !== undefined && source !== undefined) {
    report("source", "must not be declared together with code", inMessage(source), "Remove one of them");
  } else if (code === undefined && source === undefined && !isImport) {
    report("code", "or source is required", "nothing", "Declare the code, or the path of its file as source");
  }
  if (isObject(source))
    report("source", "must be the path of a file", "an asset, an archive or another object", advice);
  if (isObject(code)) report("code", "must be text", "an asset, an archive or another object", advice);
  if (source === "") report("source", "must be the path of a file", '""', advice);
  if (typeof code !== "string" || isUnknown(code)) return;
  const fault = sizeFault(Buffer.byteLength(code));
  if (fault !== undefined) report("code", fault.rule, fault.got);
}

/** Checks the names and values of variables or secrets. A name without a value counts as omitted, and an empty map as well. */
function checkValues(property: "variables" | "secrets", maxBytes: number, inputs: Properties, report: Report): void {
  const declared = inputs[property];
  if (declared === undefined || isUnknown(declared)) return;
  if (!isObject(declared)) {
    report(property, 'must be an object with string values, such as { GREETING: "hello" }', typeInWords(declared));
    return;
  }
  const entries = Object.entries(declared).filter(([, value]) => value !== undefined && value !== null);
  inputs[property] = Object.fromEntries(entries);
  if (entries.length === 0) delete inputs[property];
  const { variableNameCharacters: maxLength } = edgeScriptLimits;
  for (const [name, value] of entries) {
    const at = `${property}[${JSON.stringify(name.slice(0, 80))}]`;
    if (name === "" || name.length > maxLength) {
      report(at, `must have a name of 1 to ${String(maxLength)} characters`, `${String(name.length)} characters`);
    }
    if (isUnknown(value)) continue;
    if (typeof value !== "string") {
      report(at, "must be a string", typeInWords(value), "Convert it to a string, for example with String(value)");
      continue;
    }
    const bytes = Buffer.byteLength(value);
    if (bytes <= maxBytes) continue;
    const why = property === "variables" ? ": with more, the script answers every request with 400" : "";
    report(
      at,
      `must be at most ${maxBytes.toLocaleString("en")} bytes in UTF-8${why}`,
      `${bytes.toLocaleString("en")} bytes`,
    );
  }
}

/** Describes a value only by its type, because it may be secret. */
function typeInWords(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function namesIn(declared: unknown): string[] {
  return isObject(declared) ? Object.keys(declared) : [];
}
