import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";
import ts from "typescript";

const root = path.join(__dirname, "..", "..");

/** Operations that only one kind has, and why they are no flag, wrapper or function of that kind. */
const ofOne: readonly (readonly [name: string, why: string])[] = [
  ["refuse", "imports, adoptions, updates and deletions ask before they send anything"],
  ["turnOf", "adoptions, updates and deletions take turns by it"],
];

function sourceOf(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.ES2022, true);
}

/** Returns the members of the interface `Operations`, and whether each is optional. */
function membersOfOperations(): Map<string, boolean> {
  const source = sourceOf("provider/lifecycle/operations.ts");
  const found = source.statements.find(
    (one): one is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(one) && one.name.text === "Operations",
  );
  return new Map(found?.members.map((one) => [one.name?.getText(source) ?? "", one.questionToken !== undefined]));
}

/** Returns the names that the operations of a kind define, by kind: those of constants with the type `Operations<…>`. */
function definedByKinds(): Map<string, ReadonlySet<string>> {
  const kinds = new Map<string, ReadonlySet<string>>();
  for (const file of globSync("provider/lifecycle/**/*.ts", { cwd: root })) {
    const source = sourceOf(file);
    for (const statement of source.statements.filter(ts.isVariableStatement)) {
      for (const { type, initializer, name } of statement.declarationList.declarations) {
        const isOperations =
          type !== undefined && ts.isTypeReferenceNode(type) && type.typeName.getText(source) === "Operations";
        if (!isOperations || initializer === undefined || !ts.isObjectLiteralExpression(initializer)) continue;
        const names = initializer.properties.map((one) => one.name?.getText(source) ?? "");
        kinds.set(`${file}: ${name.getText(source)}`, new Set(names));
      }
    }
  }
  return kinds;
}

describe("The operations of a kind", () => {
  const members = membersOfOperations();
  const kinds = definedByKinds();

  it("are at most 25: more is a flag of a kind, a wrapper of its life cycle, or a function of its file", () => {
    assert.ok(members.size > 15, `${String(members.size)} members were found`);
    assert.ok(members.size <= 25, `Operations has ${String(members.size)} members: ${[...members.keys()].join(", ")}`);
  });

  it("are needed by several kinds, except for a reason", () => {
    assert.ok(kinds.size >= 9, `${String(kinds.size)} kinds were found`);
    const usersOf = (name: string): number => [...kinds.values()].filter((names) => names.has(name)).length;
    const few = [...members].filter(([name, isOptional]) => isOptional && usersOf(name) < 2).map(([name]) => name);
    assert.deepEqual(
      few,
      ofOne.map(([name]) => name),
    );
  });
});
