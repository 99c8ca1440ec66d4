import assert from "node:assert/strict";
import path from "node:path";
import ts from "typescript";
import { kindNames, kinds } from "../../provider/kinds";

const file = path.join(__dirname, "program.ts");
const text = [
  'import * as cdn from "pulumi-cdn-zones";',
  ...kindNames.map((kind) => `new cdn.${kind}("a", { other: true });`),
].join("\n");

describe("The arguments of a resource", function () {
  this.timeout(60_000);
  let program: ts.Program;

  before(() => {
    const options = { module: ts.ModuleKind.Node16, strict: true, skipLibCheck: true, noEmit: true, types: ["node"] };
    const host = ts.createCompilerHost(options);
    const withProgram: ts.CompilerHost = {
      ...host,
      fileExists: (name) => name === file || host.fileExists(name),
      getSourceFile: (name, version) =>
        name === file ? ts.createSourceFile(name, text, version) : host.getSourceFile(name, version),
    };
    program = ts.createProgram([file], options, withProgram);
  });

  it("show an editor the documentation of their fields", () => {
    const checker = program.getTypeChecker();
    const shown = new Map<string, string>();
    ts.forEachChild(program.getSourceFile(file) as ts.Node, (node) => {
      if (!ts.isExpressionStatement(node) || !ts.isNewExpression(node.expression)) return;
      const { expression: created } = node;
      const type = checker.getContextualType(created.arguments?.[1] as ts.Expression);
      for (const property of type?.getApparentProperties() ?? []) {
        const doc = ts.displayPartsToString(property.getDocumentationComment(checker));
        shown.set(`${created.expression.getText()}: ${property.name}`, doc);
      }
    });
    const documented = kindNames.flatMap((kind) =>
      kinds[kind].args.map(({ name, input }): [string, string] => [`cdn.${kind}: ${name}`, input.doc]),
    );
    assert.deepEqual(shown, new Map(documented));
  });

  it("have one short name in the compiler's messages", () => {
    const named = ts.getPreEmitDiagnostics(program).map(({ messageText }) => {
      const message = ts.flattenDiagnosticMessageText(messageText, "\n");
      return /'other' does not exist in type '(.*)'/.exec(message)?.[1] ?? message;
    });
    assert.deepEqual(
      named,
      kindNames.map((kind) => `${kind}Args`),
    );
  });
});
