import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const root = path.join(__dirname, "..", "..");

/** The texts of a source file, with `…` for what is inserted into them. */
function textsIn(file: string): string[] {
  const texts: string[] = [];
  const textOf = (node: ts.Node): string => {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isBinaryExpression(node)) return textOf(node.left) + textOf(node.right);
    if (!ts.isTemplateExpression(node)) return "…";
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("");
  };
  const visit = (node: ts.Node): void => {
    texts.push(textOf(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.ES2022));
  return texts;
}

function sourcesIn(folder: string): string[] {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".ts")).map((file) => path.join(folder, file));
}

describe("docs/troubleshooting.md", () => {
  it("has messages of the code as headings", () => {
    const texts = ["provider", "drift", "cli"].flatMap(sourcesIn).flatMap(textsIn);
    const page = readFileSync(path.join(root, "docs", "troubleshooting.md"), "utf8");
    const headings = [...page.matchAll(/^### (.*)$/gm)].map(([, heading = ""]) => heading);
    const messages = headings.flatMap((heading) => [...heading.matchAll(/`([^`]+)`/g)].map(([, one = ""]) => one));
    assert.ok(messages.length > 20);
    const isUnknown = (message: string): boolean => {
      // Names of settings and regions are examples of what is inserted.
      const parts = message.replace(/cdn:\w+|CDN_[A-Z_]+|DE, NY, LA, SG/g, "…").split("…");
      const pattern = new RegExp(parts.map((part) => part.replace(/\W/g, "\\$&")).join(".*"), "s");
      return !texts.some((text) => pattern.test(text));
    };
    assert.deepEqual(messages.filter(isUnknown), []);
  });
});
