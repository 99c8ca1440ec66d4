import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";
import ts from "typescript";
import * as declarations from "../../provider/wire/stateKeys";
import { nestedSecretsKey, stateKeys, transientInputs } from "../../provider/wire/stateKeys";

const root = path.join(__dirname, "..", "..");
const table = "provider/wire/stateKeys.ts";

// FROZEN. Users' states contain these keys: if a test here fails, the change in provider is wrong, not this file. A new key gets a new line.
const frozen: Readonly<Record<string, string>> = {
  __declared: "0.1.0",
  __mark: "0.2.0",
  __existing: "0.5.0",
  __service: "0.2.0",
  __providerName: "0.2.0",
  __owner: "0.2.0",
  __zoneName: "0.2.0",
  __renamedFrom: "0.2.0",
  __formerName: "0.4.0",
  __replaces: "0.4.0",
  __unmet: "0.3.0",
  __purgeIsDue: "0.3.0",
  __formerReleases: "0.4.0",
  __filesAtPrefix: "0.4.0",
  __secretsSeen: "0.4.0",
  __variableNames: "0.4.0",
  __otherVariables: "0.4.0",
  __unsettled: "0.4.0",
  __codeLook: "0.4.0",
  __unread: "0.5.0",
};
const frozenInputs = ["__import", "__update", "__fault"];

/** Keys of Pulumi's engine and SDK, and a name of JavaScript's. */
const others = [
  ...[
    "__provider",
    "__internal",
    "__pulumiOutput",
    "__pulumiType",
    "__pulumiRunError",
    "__prov",
    "__childResources",
    "__parentResource",
  ],
  ...["__proto__", "__dirname", "__filename"],
];

const files = globSync("{provider,drift,cli,emulator,plugin}/**/*.ts", {
  cwd: root,
  ignore: ["**/node_modules/**", "**/*.d.ts"],
}).filter((file) => file !== table);

function nodesOf(file: string): ts.Node[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.ES2022, true);
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return nodes;
}

/** Texts and names that begin with two underscores. */
function hiddenNames(nodes: readonly ts.Node[]): string[] {
  return nodes.flatMap((node) => {
    if (ts.isIdentifier(node)) return /^__\w/.test(node.text) ? [node.text] : [];
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node);
    return isText && node.text.startsWith("__") ? [node.text] : [];
  });
}

/** Returns the value that the text of an older release records: 0.10.0 is later than 0.9.0. */
const isUpTo = (one: string, other: string): boolean => one.localeCompare(other, "en", { numeric: true }) <= 0;

describe("The keys of users' states", () => {
  const nodes = new Map(files.map((file) => [file, nodesOf(file)]));

  it("are frozen, with the release that began to write each", () => {
    const since = Object.fromEntries(Object.entries(stateKeys).map(([key, row]) => [key, row.since]));
    assert.deepEqual(since, frozen);
    assert.deepEqual(Object.keys(transientInputs), frozenInputs);
    assert.equal(nestedSecretsKey("hostnames"), "__hostnamesSecrets");
  });

  it("are in the table: no other key begins with two underscores", () => {
    const found = [...nodes].flatMap(([file, all]) => hiddenNames(all).map((name) => `${file}: ${name}`));
    const unknown = found.filter((one) => !others.some((name) => one.endsWith(`: ${name}`)));
    assert.ok(files.length > 300);
    assert.deepEqual(unknown, []);
    // Pulumi's name is in use, so the search finds what it should.
    assert.ok(found.includes("provider/resources/cdnResource.ts: __provider"));
  });

  it("are written and read by the files that the table names", () => {
    for (const [name, key] of Object.entries(declarations)) {
      const row = typeof key === "string" ? stateKeys[key] : undefined;
      if (row === undefined) continue;
      const using = [...nodes].filter(([, all]) => all.some((node) => ts.isIdentifier(node) && node.text === name));
      const named = [...new Set([...row.writtenBy, ...row.readBy])];
      assert.deepEqual(using.map(([file]) => file).sort(), named.sort(), name);
    }
  });

  it("that no release writes any more are read in one place, until two years after that release", () => {
    const changes = readFileSync(path.join(root, "CHANGELOG.md"), "utf8");
    const ended = Object.entries(stateKeys).filter(([, { until }]) => until !== undefined);
    assert.deepEqual(
      ended.map(([key]) => key),
      ["__unmet"],
    );
    for (const [key, { readBy, until }] of ended) {
      const [, date = ""] = new RegExp(`^## ${until?.release ?? ""} \\((.*)\\)$`, "m").exec(changes) ?? [];
      assert.equal(until?.readUntil, `${String(Number(date.slice(0, 4)) + 2)}${date.slice(4)}`, key);
      assert.equal(readBy.length, 1, key);
    }
  });

  it("are those of the states that each release left, and no release before its first one has a key", () => {
    const states = globSync("test/compatibility/*/state.json", { cwd: root });
    assert.ok(states.length >= 7);
    for (const file of states) {
      const [release = ""] = /\d+\.\d+\.\d+/.exec(file) ?? [];
      const text = readFileSync(path.join(root, file), "utf8");
      const keys = [...new Set([...text.matchAll(/"(__\w+)":/g)].map(([, key = ""]) => key))];
      const own = keys.filter(
        (key) => !others.includes(key) && !frozenInputs.includes(key) && !/^__(hostnames|edgeRules)Secrets$/.test(key),
      );
      assert.ok(own.includes("__declared"), file);
      for (const key of own) assert.ok(isUpTo(stateKeys[key]?.since ?? "none", release), `${key} in ${file}`);
    }
  });
});
