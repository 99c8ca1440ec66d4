import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkEdgeScript, excessOf } from "../../provider/lifecycle/edgeScript/check";
import { checkedCode, computed } from "../../provider/lifecycle/edgeScript/code";
import { newMemory } from "./support";
import { unknownValue } from "../../provider/declared/properties";

type Bag = Record<string, unknown>;

const MiB = 1024 ** 2;
const script = { name: "acme-hello", type: "standalone", code: "run()" };
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The failures as "property: reason". */
function refused(news: Bag, olds: Bag = {}): string[] {
  return checkEdgeScript(olds, news).failures.map(({ property, reason }) => `${property}: ${reason}`);
}

function accepted(news: Bag, olds: Bag = {}): Bag {
  const { inputs, failures } = checkEdgeScript(olds, news);
  assert.deepEqual(failures, []);
  return inputs;
}

describe("The check of an edge script", () => {
  it("accepts a type in any case or as an integer", () => {
    for (const type of ["Standalone", "standalone", 1]) {
      assert.equal(accepted({ ...script, type })["type"], "standalone");
    }
    assert.match(refused({ ...script, type: "worker" })[0] ?? "", /^type: must be one of dns, standalone, middleware/);
  });

  it("accepts a name of 100 characters, and refuses a longer one and none", () => {
    accepted({ ...script, name: "x".repeat(100) });
    const long = refused({ ...script, name: "x".repeat(101) });
    assert.deepEqual(long, ["name: must be at most 100 characters, but got: 101 characters"]);
    assert.match(refused({ ...script, name: "" })[0] ?? "", /^name: must be a non-empty string/);
  });

  it("wants exactly one of code and source", () => {
    const { code, ...without } = script;
    accepted({ ...without, source: "./hello.js" });
    assert.deepEqual(refused(without), [
      "code: or source is required, but got: nothing. Declare the code, or the path of its file as source",
    ]);
    assert.deepEqual(refused({ ...without, code, source: "./hello.js" }), [
      'source: must not be declared together with code, but got: "./hello.js". Remove one of them',
    ]);
  });

  it("wants a path where Pulumi's assets are given", () => {
    const without = { name: "acme-hello", type: "standalone" };
    const asset = { __pulumiAsset: true, path: "./hello.js" };
    for (const property of ["code", "source"]) {
      const [failure, ...others] = refused({ ...without, [property]: asset });
      assert.match(failure ?? "", new RegExp(`^${property}: must be .* source: "./dist/hello.js"$`));
      assert.deepEqual(others, []);
    }
    assert.match(refused({ ...without, source: "" })[0] ?? "", /^source: must be the path of a file, but got: ""/);
  });

  it("accepts code of 10 MiB in UTF-8, and refuses more and none", () => {
    accepted({ ...script, code: "é".repeat(5 * MiB) });
    assert.deepEqual(refused({ ...script, code: "é".repeat(5 * MiB) + "x" }), [
      "code: must be at most 10,485,760 bytes in UTF-8, but got: 10,485,761 bytes or more",
    ]);
    assert.deepEqual(refused({ ...script, code: "" }), ["code: must not be empty, but got: no code"]);
  });

  for (const [property, bytes] of [
    ["variables", 2048],
    ["secrets", 4096],
  ] as const) {
    it(`accepts values of ${String(bytes)} bytes in ${property}, and names a longer one by its length only`, () => {
      accepted({ ...script, [property]: { A: "é".repeat(bytes / 2), B: "" } });
      const [failure = "", ...others] = refused({ ...script, [property]: { A: "canary".repeat(1000) } });
      assert.deepEqual(others, []);
      assert.ok(failure.startsWith(`${property}["A"]: must be at most ${bytes.toLocaleString("en")} bytes`), failure);
      assert.match(failure, /but got: 6,000 bytes$/);
      assert.doesNotMatch(failure, /canary/);
    });

    it(`refuses what is no text in ${property} by its type only, and names of no or too many characters`, () => {
      assert.deepEqual(refused({ ...script, [property]: { A: 4711, B: ["canary"] } }), [
        `${property}["A"]: must be a string, but got: a number. Convert it to a string, for example with String(value)`,
        `${property}["B"]: must be a string, but got: an array. Convert it to a string, for example with String(value)`,
      ]);
      for (const whole of [["A=canary"], "A=canary", 5]) {
        const [failure = ""] = refused({ ...script, [property]: whole });
        assert.match(failure, /must be an object with string values/);
        assert.doesNotMatch(failure, /canary/);
      }
      accepted({ ...script, [property]: { ["N".repeat(256)]: "1" } });
      assert.match(refused({ ...script, [property]: { ["N".repeat(257)]: "1" } })[0] ?? "", /but got: 257 characters$/);
      assert.match(refused({ ...script, [property]: { "": "1" } })[0] ?? "", /but got: 0 characters$/);
    });

    it(`takes ${property} without a value, or none, as omitted`, () => {
      assert.deepEqual(accepted({ ...script, [property]: { A: null, B: "1" } })[property], { B: "1" });
      for (const none of [{}, { A: undefined }, null]) {
        assert.ok(!(property in accepted({ ...script, [property]: none })));
      }
    });
  }

  it("accepts 128 variables, with those of others that the script has, and any number of secrets", () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`V${String(at)}`, "1"]));
    accepted({ ...script, variables: many(128) });
    accepted({ ...script, secrets: many(200) });
    assert.match(
      refused({ ...script, variables: many(129) })[0] ?? "",
      /^variables: must be at most 128.*129 of them$/,
    );
    assert.equal(excessOf(120, 8), undefined);
    assert.match(excessOf(120, 9) ?? "", /^must be at most 128, with the 9 others that the script has/);
  });

  it("refuses a name in both maps", () => {
    assert.deepEqual(refused({ ...script, variables: { A: "1", B: "2" }, secrets: { B: "3", C: "4" } }), [
      'secrets["B"]: must not have the name of a variable, but got: a name in both. Give one of them another name',
    ]);
  });

  it("lets unknown values pass, at any depth", () => {
    accepted({ ...script, variables: unknownValue, secrets: { A: unknownValue } });
    accepted({ name: unknownValue, type: unknownValue, code: unknownValue });
  });

  it("keeps the hash that an engine passes for ignoreChanges, and takes no other", () => {
    const hash = { codeSha256: sha256("old") };
    assert.equal(accepted({ ...script, ...hash }, { ...script, ...hash })["codeSha256"], hash.codeSha256);
    assert.deepEqual(refused({ name: "a", type: "dns", ...hash }, { name: "a", type: "dns", ...hash }), []);
    assert.ok(!("codeSha256" in accepted({ ...script, ...hash }, script)));
  });
});

describe("The code of an edge script", () => {
  let folder = "";
  const told: string[] = [];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "script-"));
    told.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const at = (name: string): string => path.join(folder, name);
  const run = (inputs: Bag, context: { isUpdate?: boolean; olds?: Bag } = {}) => {
    const memory = newMemory();
    return computed({ memory, tell: (text) => void told.push(text), ...context }, inputs);
  };
  const fault = async (source: string): Promise<string> => {
    const { failures } = await run({ source }, { isUpdate: true });
    assert.deepEqual(
      failures.map(({ property }) => property),
      ["source"],
    );
    return failures[0]?.reason ?? "";
  };

  it("is known by its SHA-256, in place or in a file, also through a link and with a byte order mark", async () => {
    const text = "\uFEFFrun('grün')";
    writeFileSync(at("hello.js"), text);
    symlinkSync(at("hello.js"), at("link.js"));
    for (const inputs of [{ code: text }, { source: at("hello.js") }, { source: at("link.js") }]) {
      const { inputs: whole, failures } = await run(inputs);
      assert.deepEqual([whole["codeSha256"], failures], [sha256(text), []]);
      assert.equal(await checkedCode(newMemory(), whole), text);
    }
  });

  it("is unknown in a preview while there is no source, which fails an update", async () => {
    const source = at("none.js");
    const { inputs, failures } = await run({ source });
    assert.deepEqual([inputs["codeSha256"], failures], [unknownValue, []]);
    assert.match(told.join(), /none\.js does not exist\. Its code is unknown in a preview/);
    assert.match(await fault(source), /none\.js does not exist$/);
    assert.equal((await run({ source: unknownValue })).inputs["codeSha256"], unknownValue);
    assert.equal((await run({ code: unknownValue })).inputs["codeSha256"], unknownValue);
  });

  it("is refused if the source is a folder, empty, too large, or no text in UTF-8", async () => {
    mkdirSync(at("dist"));
    assert.match(await fault(at("dist")), /dist is a folder: it must be one file/);
    writeFileSync(at("empty.js"), "");
    assert.match(await fault(at("empty.js")), /must not be empty/);
    writeFileSync(at("large.js"), Buffer.alloc(10 * MiB + 1, "x"));
    assert.match(await fault(at("large.js")), /must be at most 10,485,760 bytes/);
    writeFileSync(at("binary.wasm"), Buffer.from([0, 0xff, 0xfe]));
    assert.match(await fault(at("binary.wasm")), /is not UTF-8 text/);
    assert.match(await fault("/dev/null"), /is not a regular file/);
  });

  it("above 8 MiB gets a line in the output of the run, once", async () => {
    await run({ code: "x".repeat(8 * MiB) });
    assert.equal(told.length, 0);
    const memory = newMemory();
    const tell = (text: string): void => void told.push(text);
    for (let times = 0; times < 2; times += 1) await computed({ memory, tell }, { code: "x".repeat(8 * MiB + 1) });
    assert.equal(told.length, 1);
    assert.match(told[0] ?? "", /^warning: The code has 8,388,609 bytes\. Above 8,388,608 bytes/);
  });

  it("of an equal file elsewhere is no difference", async () => {
    writeFileSync(at("hello.js"), "run()");
    const olds = { source: "/elsewhere/hello.js", codeSha256: sha256("run()") };
    assert.equal((await run({ source: at("hello.js") }, { olds })).inputs["source"], olds.source);
    const other = { ...olds, codeSha256: sha256("other()") };
    assert.equal((await run({ source: at("hello.js") }, { olds: other })).inputs["source"], at("hello.js"));
  });

  it("is not sent if its file has changed since the check", async () => {
    writeFileSync(at("hello.js"), "run()");
    const { inputs } = await run({ source: at("hello.js") });
    writeFileSync(at("hello.js"), "changed()");
    await assert.rejects(
      checkedCode(newMemory(), inputs),
      /^InvalidInputError: Nothing was sent: the source .*hello\.js has changed/,
    );
  });

  it("stays as the last run had it where the engine passes its hash", async () => {
    const { inputs } = await run({ code: "new()", codeSha256: sha256("old()") });
    assert.equal(inputs["codeSha256"], sha256("old()"));
  });
});
