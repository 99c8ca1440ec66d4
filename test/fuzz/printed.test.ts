import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import ts from "typescript";
import { startEmulator, type Emulator } from "../../emulator";
import { resourceType } from "../../provider/kinds/resourceTypes";
import { shell } from "../../terminal/shell";
import { printable, printableStyledLines } from "../../terminal/text";
import { inProcess } from "../cli/inProcess";
import { soak } from "../faults/support/size";
import { hostileName } from "./hostile";

// What commands print may be pasted into a shell, read by a runner of CI jobs, or compiled. Names come from the service, states and files.

const numRuns = soak ? 500 : 25;

/** What a runner of GitHub or Azure takes for a command, in any case, also if it overlooks invisible characters. */
function commandsIn(text: string): string[] {
  return text.split(/\r\n|[\n\r\u0085\u2028\u2029]/).filter((line) => {
    const visible = line.replace(/\p{Cf}/gu, "");
    return /^\s*::[a-z][\w-]*(\s[^]*)?::/i.test(visible)
      ? !/^\s*::[0-9a-f]{0,4}[:.]/i.test(visible)
      : /##\w*\[/.test(visible);
  });
}

function assertHarmless(text: string): void {
  assert.deepEqual(commandsIn(text), []);
  assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
}

describe("What commands print", () => {
  it("is a line without commands, which JSON still reads as it was", () => {
    fc.assert(
      fc.property(fc.array(hostileName, { maxLength: 3 }), (names) => {
        const text = names.join("");
        const shown = printable(text);
        assertHarmless(shown);
        assert.equal(printable(shown), shown);
        assertHarmless(printableStyledLines(text).replace(/\u001b\[\d+m/g, ""));
        // A lone surrogate is escaped by JSON itself.
        assert.deepEqual(JSON.parse(printable(JSON.stringify({ [text]: [text] }))), { [text]: [text] });
      }),
      { numRuns: numRuns * 40 },
    );
  });

  it("quotes every value of a command, so that a shell runs nothing else", async () => {
    const folder = await mkdtemp(join(tmpdir(), "shell-"));
    const names = fc.sample(hostileName, { numRuns: 300, seed: 7 });
    const script = [...names, ...names.map((name) => `a${name}`)].map((name) => shell`count x ${name} y`).join("\n");
    // Every command has four words, and nothing else runs.
    const counting = `count() { [ $# = 3 ] && printf . || printf '[%s]' "$*"; }\n${script}\n`;
    const { stdout, stderr } = await promisify(execFile)("bash", ["-c", counting], { cwd: folder });
    assert.deepEqual([stdout, stderr], [".".repeat(600), ""]);
    assert.ok(!existsSync(join(folder, "pwned")));
    await rm(folder, { recursive: true });
  });

  describe("with an account of hostile names", () => {
    let emulator: Emulator;
    let folder = "";
    before(async () => (emulator = await startEmulator({})));
    beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "printed-"))));
    afterEach(() => rm(folder, { recursive: true }));
    after(() => emulator.close());

    const run = async (...argv: string[]) => inProcess(emulator, argv, { cwd: folder });
    /** Fills the account. */
    const fill = (one: string, other: string): void => {
      emulator.reset();
      // The storage host refuses some of the names. A command repeats its request if the zone has just changed.
      const unchanged = { DateModified: "2026-01-02T03:04:05Z" };
      emulator.storageZones.add({ Id: 1, Name: one, Region: other, ReplicationRegions: [one, "NY"], ...unchanged });
      emulator.files.write(1, "a.txt", "a");
      const hostname = {
        Id: 1,
        Value: `${one}.example`,
        ForceSSL: false,
        IsSystemHostname: false,
        HasCertificate: false,
      };
      const rule = { Guid: "g-1", Description: other, ActionType: 5, ActionParameter1: one, ActionParameter2: other };
      emulator.pullZones.add({
        ...{ Id: 2, Name: other, OriginType: 2, StorageZoneId: 1, ErrorPageCustomCode: one },
        Hostnames: [hostname],
        EdgeRules: [{ ...rule, Triggers: [{ Type: 0, PatternMatches: [one, other] }] }],
      });
      emulator.dnsZones.add({ Id: 3, Domain: one });
      emulator.dnsRecords.add({ Id: 4, DnsZoneId: 3, Type: 3, Name: other, Value: one, Comment: other });
    };

    /** Gives the service and the state the names, and removes what an earlier case has written. */
    const prepare = async (one: string, other: string): Promise<void> => {
      fill(one, other);
      await rm(join(folder, "imported.ts"), { force: true });
      await rm(join(folder, "import.json"), { force: true });
      await writeFile(join(folder, "state.json"), JSON.stringify(stateWith(one, other)));
    };

    it("has no line that a runner or terminal acts upon, and its JSON is whole", async function () {
      this.timeout(soak ? 900_000 : 120_000);
      await fc.assert(
        fc.asyncProperty(hostileName, hostileName, async (one, other) => {
          await prepare(one, other);
          for (const argv of [
            ["zones"],
            ["zones", "--format", "json"],
            ["import", "--all"],
            ["import", "--all", "--out", "imported.ts"],
            ["import", "--all", "--state", "state.json"],
            ["import", `StorageZone:${one}x`],
            ["deploy", ".", "1", "--dry-run", "--delete", "--format", "json"],
            ["reset-password", "1", "--yes"],
            ["reset-password", "1", "--yes", "--format", "json"],
            ["purge", "2", "--tag", one.replaceAll("\0", "") || "t", "--format", "json"],
            ["drift", "--state", "state.json", "--unmanaged"],
            ["drift", "--state", "state.json", "--unmanaged", "--report", "json=-"],
            ["drift", "--state", "state.json", "--unmanaged", "--report", "markdown=-"],
          ]) {
            const { stdout, stderr } = await run(...argv).catch((error: unknown) => {
              throw new Error(`${argv.join(" ")}: ${error instanceof Error ? (error.stack ?? "") : ""}`);
            });
            assertHarmless(stdout);
            assertHarmless(stderr);
            if (argv.includes("json") && stdout !== "") JSON.parse(stdout);
            if (argv.join() === "zones,--format,json") {
              const [zone] = JSON.parse(stdout) as { name: string }[];
              assert.equal(zone?.name, one);
            }
          }
        }),
        { numRuns },
      );
    });

    it("is a program that only declares resources, and commands that run nothing but pulumi", async function () {
      this.timeout(soak ? 900_000 : 120_000);
      await fc.assert(
        fc.asyncProperty(hostileName, hostileName, async (one, other) => {
          await prepare(one, other);
          // The storage zone is in the state, so that a comment has its name there.
          const { code, stdout, stderr } = await run(
            "import",
            "--all",
            "--state",
            "state.json",
            "--out",
            "imported.ts",
          );
          assert.equal(code, 0, stderr);
          const text = await readFile(join(folder, "imported.ts"), "utf8");
          assertHarmless(text);
          assert.match(text, /storageZoneId: 1, \/\/ /);
          assertDeclaresOnly(text);
          // What is to be pasted: indented, or numbered.
          const commands = stdout.split("\n").flatMap((line) => /^(?: {2}|1\. )(pulumi .*)$/.exec(line)?.[1] ?? []);
          const script = `pulumi() { :; }\n${commands.join("\n")}\n`;
          const { stdout: ran, stderr: failed } = await promisify(execFile)("bash", ["-c", script], { cwd: folder });
          assert.deepEqual([ran, failed, existsSync(join(folder, "pwned"))], ["", "", false]);
        }),
        { numRuns },
      );
    });
  });
});

/** A state with a storage zone that has the id, and a name like those that the account has. */
function stateWith(name: string, resource: string): object {
  const type = resourceType("StorageZone");
  const urn = `urn:pulumi:dev::hostile::${type}::${resource}`;
  const outputs = { storageZoneId: 1, name, region: "DE" };
  const one = { urn, custom: true, id: "1", type, inputs: { name, region: "DE" }, outputs };
  return { version: 3, deployment: { manifest: {}, resources: [one] } };
}

/** Every call of a program is `new cdn.…`, or reads the configuration. */
function assertDeclaresOnly(text: string): void {
  const file = ts.createSourceFile("imported.ts", text, ts.ScriptTarget.ES2022, true);
  const { parseDiagnostics } = file as unknown as { readonly parseDiagnostics: readonly ts.Diagnostic[] };
  assert.deepEqual(
    parseDiagnostics.map(({ messageText }) => messageText),
    [],
    text,
  );
  const allowed = /^(cdn\.\w+|pulumi\.Config|config\.(get|require)Secret(Object)?)$/;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) assert.match(node.expression.getText(), allowed);
    assert.ok(!ts.isTaggedTemplateExpression(node) && !ts.isTemplateExpression(node), node.getText());
    ts.forEachChild(node, visit);
  };
  const kinds = new Set([
    ts.SyntaxKind.ImportDeclaration,
    ts.SyntaxKind.VariableStatement,
    ts.SyntaxKind.ExpressionStatement,
  ]);
  for (const statement of file.statements) assert.ok(kinds.has(statement.kind), statement.getText());
  visit(file);
}
