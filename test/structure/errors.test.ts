import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";
import ts from "typescript";

const root = path.join(__dirname, "..", "..");
const files = globSync("{provider,drift,cli,emulator}/**/*.ts", { cwd: root });

/** Stands for a value in a text. */
const value = "VALUE";

function isSum(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
}

/**
 * Returns the longest text that an expression can have. A constant of the same file has its own text, and every other value is one word.
 *
 * @param constants the initializers of the constants of the file, by name
 */
function textOf(node: ts.Expression, constants: ReadonlyMap<string, readonly ts.Expression[]>): string {
  const inner = (one: ts.Expression): string => textOf(one, constants);
  const longest = (all: readonly string[]): string =>
    all.reduce((one, other) => (sentencesIn(other) > sentencesIn(one) ? other : one), all[0] ?? value);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ expression, literal }) => inner(expression) + literal.text);
    return node.head.text + spans.join("");
  }
  if (isSum(node)) return inner(node.left) + inner(node.right);
  if (ts.isParenthesizedExpression(node)) return inner(node.expression);
  if (ts.isConditionalExpression(node)) return longest([inner(node.whenTrue), inner(node.whenFalse)]);
  if (!ts.isIdentifier(node)) return value;
  const others = new Map([...constants].filter(([name]) => name !== node.text));
  return longest((constants.get(node.text) ?? []).map((one) => textOf(one, others)));
}

/** Returns the number of sentences in a text. A list of ways may follow, each on its own line. */
function sentencesIn(text: string): number {
  const [prose = ""] = text.split("\n- ");
  return prose.split(/[.!?]\)?\s+(?=[A-Z])/).filter((sentence) => sentence.trim() !== "").length;
}

/** Returns the texts of the errors of a file, with their lines. */
function errorsIn(file: string): { at: string; text: string }[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.ES2022, true);
  const constants = new Map<string, ts.Expression[]>();
  const errors: { at: ts.Node; text: ts.Expression }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined) {
      constants.set(node.name.text, [...(constants.get(node.name.text) ?? []), node.initializer]);
    }
    const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
    if (isCall && ts.isIdentifier(node.expression) && node.expression.text.endsWith("Error")) {
      for (const text of node.arguments ?? []) if (textOf(text, constants) !== value) errors.push({ at: node, text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return errors.map(({ at, text }) => ({
    at: `${file}:${String(source.getLineAndCharacterOfPosition(at.getStart()).line + 1)}`,
    text: textOf(text, constants),
  }));
}

describe("An error", () => {
  const all = files.flatMap(errorsIn);

  it("has at most three sentences, what happened, why and what to do, before a list of ways", () => {
    assert.ok(all.length > 300, `${String(all.length)} errors were found`);
    const long = all.filter(({ text }) => sentencesIn(text) > 3).map(({ at, text }) => `${at}: ${text}`);
    assert.deepEqual(long, []);
  });

  it("has at most 60 words before such a list", () => {
    const long = all.filter(({ text }) => (text.split("\n- ")[0] ?? "").split(/\s+/).length > 60);
    assert.deepEqual(
      long.map(({ at, text }) => `${at}: ${text}`),
      [],
    );
  });

  it("is measured with its constants, and its longest alternative", () => {
    assert.equal(sentencesIn("It is gone. Restore it (see the page). Or not.\n- One. Two.\n- Three."), 3);
    const found = errorsIn("provider/api/refusals.ts").map(({ text }) => text);
    assert.ok(
      found.some((text) => text.startsWith("VALUE failed with VALUE. The access key is valid, but VALUE VALUE")),
    );
  });
});
