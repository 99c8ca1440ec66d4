import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync } from "tinyglobby";
import path from "node:path";
import ts from "typescript";
import { blocksOf } from "../docs/support/blocks";
import { hasCli } from "../e2e/support/cliEngine";

const example = path.join(__dirname, "..", "..", "examples", "testing-your-program");

describe("The tests of examples/testing-your-program", function () {
  this.timeout(180_000);

  it("pass as a user would run them, and name what they skip", () => {
    const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
    const { status, stdout, stderr } = spawnSync("npm", ["test", "--silent"], { cwd: example, env, encoding: "utf8" });
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, hasCli() ? /5 passing/ : /2 passing[^]*3 pending/);
  });

  it("compile with the tsconfig.json of the README", () => {
    const [, tsconfig = ""] =
      /^cat > tsconfig.json <<'END'\n(.*?)^END/ms.exec(
        blocksOf("README.md")
          .map(({ text }) => text)
          .join("\n"),
      ) ?? [];
    const { compilerOptions } = JSON.parse(tsconfig) as { compilerOptions: object };
    const { options, errors } = ts.convertCompilerOptionsFromJson({ ...compilerOptions, noEmit: true }, example);
    const program = ts.createProgram(
      globSync("**/*.ts", { cwd: example, absolute: true, ignore: "node_modules" }),
      options,
    );
    // The example and what it uses of this package; a check of all packages takes 10 s.
    const own = program.getSourceFiles().filter(({ fileName }) => !fileName.includes("/node_modules/"));
    assert.ok(own.some(({ fileName }) => fileName.endsWith("dist/provider/index.d.ts")));
    const faults = [...errors, ...own.flatMap((file) => ts.getPreEmitDiagnostics(program, file))];
    assert.deepEqual(
      faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
      [],
    );
  });
});
