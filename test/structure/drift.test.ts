import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";
import ts from "typescript";

const root = path.join(__dirname, "..", "..");

/** Where a collection is passed that its receiver may change, and why. */
const allowed: readonly (readonly [place: string, why: string])[] = [
  ["drift/model.ts", "the report, which the caller owns"],
  ["drift/who.ts: changes", "changes of a report"],
];

/** Returns the collections in a type that can be changed: arrays, maps and sets that are not readonly. */
function openIn(type: ts.Node, source: ts.SourceFile): string[] {
  if (ts.isTypeOperatorNode(type) && type.operator === ts.SyntaxKind.ReadonlyKeyword) {
    const inner = ts.isArrayTypeNode(type.type) ? type.type.elementType : type.type;
    return openIn(inner, source);
  }
  // What a function that is passed accepts or returns is its own.
  if (ts.isFunctionTypeNode(type)) return [];
  const isOpen =
    ts.isArrayTypeNode(type) ||
    (ts.isTypeReferenceNode(type) && ["Map", "Set", "WeakMap", "Array"].includes(type.typeName.getText(source)));
  const inner: string[] = [];
  ts.forEachChild(type, (child) => void inner.push(...openIn(child, source)));
  return isOpen ? [type.getText(source), ...inner] : inner;
}

/** Returns where a file passes or promises such collections: in parameters, and in interfaces. */
function passedIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isParameter(node) || ts.isPropertySignature(node)) && node.type !== undefined) {
      found.push(...openIn(node.type, source).map((type) => `${file}: ${node.name.getText(source)}: ${type}`));
    } else {
      ts.forEachChild(node, visit);
    }
  };
  visit(source);
  return found;
}

describe("A drift check", () => {
  it("returns what it finds out, one value per resource: nothing fills a collection of its caller", () => {
    const files = globSync("drift/**/*.ts", { cwd: root });
    const found = files.flatMap(passedIn);
    const isAt =
      (one: string) =>
      ([place]: readonly [string, string]) =>
        one.startsWith(place);
    assert.deepEqual(
      found.filter((one) => !allowed.some(isAt(one))),
      [],
    );
    // The reasons that nothing needs any more, and a search that finds nothing.
    assert.deepEqual(
      allowed.filter((reason) => !found.some((one) => isAt(one)(reason))),
      [],
    );
  });
});
