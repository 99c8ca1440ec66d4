import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { routes } from "../../emulator/core";
import { undescribed } from "../../emulator/onlyRecorded/requests";
import { operations } from "../../emulator/storage/host";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call } from "./call";

const root = path.join(__dirname, "../..");
const page = readFileSync(path.join(root, "docs/contract-and-assumptions.md"), "utf8");

/** The rows of facts: id, fact, how sure it is, and the letters of its sources. */
const rows = [...page.matchAll(/^\| (R\d+\.\d+) +\| ([^|]*?) *\| (\w+)(?:: ([A-Z ]+?))? *\|$/gm)].map((match) =>
  match.slice(1),
);
/** The ids of all rows, which include those that the programs rely on. */
const ids = [...page.matchAll(/^\| (R\d+\.\d+) /gm)].map(([, id]) => id);

/** The ids in the emulator's code. */
const used = readdirSync(path.join(root, "emulator"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => [...readFileSync(path.join(root, "emulator", file), "utf8").matchAll(/"(R\d+\.\d+)"/g)])
  .map(([, id]) => id);

const isKnown = (source: string): boolean => ["contract", "assumed"].includes(source) || ids.includes(source);

describe("The sources of answers", () => {
  it("make an operation one that `onlyRecorded` refuses if they are only documented or assumed", () => {
    const sureOf = (source: string): string | undefined => rows.find(([id]) => id === source)?.[2];
    const all = [...routes, ...Object.values(operations)].map(({ source }) => source);
    const weak = all.filter((source) => ["documented", "assumed"].includes(sureOf(source) ?? ""));
    assert.deepEqual([...new Set(weak)].sort(), [...undescribed].sort());
  });

  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ seed: { storageZones: [{ Id: 5, Name: "media" }] } });
  });
  after(() => emulator.close());

  it("are known for each operation: the contract, a row of the page, or none", () => {
    const unknown = [...routes, ...Object.values(operations)].filter(({ source }) => !isKnown(source));
    assert.deepEqual(unknown, []);
    assert.equal(routes.filter(({ source }) => source === "contract").length, 5);
  });

  it("are rows that the page has, for each refusal and deviation", () => {
    assert.ok(used.length > 100);
    assert.deepEqual(
      used.filter((id) => !ids.includes(id)),
      [],
    );
  });

  it("have one row for each id, with letters that the page explains and a word for how sure it is", () => {
    assert.ok(ids.length > 100);
    assert.deepEqual(
      ids.filter((id, at) => ids.indexOf(id) !== at),
      [],
    );
    const others = ids.filter((id) => !rows.some(([known]) => known === id));
    assert.ok(
      others.every((id) => id?.startsWith("R12.")),
      "a row of another form",
    );
    const letters = [...page.matchAll(/^- \*\*([A-Z])\*\*: /gm)].map(([, letter]) => letter);
    const words = [...page.matchAll(/^\| `(\w+)` +\|/gm)].map(([, word]) => word);
    for (const [id, , sure = "", sources] of rows) {
      const named = sources?.split(" ") ?? [];
      assert.deepEqual([id, named.filter((letter) => !letters.includes(letter))], [id, []]);
      assert.ok(words.includes(sure), id);
      assert.equal(named.length === 0, sure === "assumed", id);
    }
    const unnamed = letters.filter(
      (letter) => !rows.some(([, , , sources]) => sources?.split(" ").includes(letter ?? "")),
    );
    assert.deepEqual(unnamed, []);
  });

  it("are in a header and in the journal: of the operation and of what the service changes", async () => {
    const sourceOf = async (method: string, target: string, body?: object): Promise<string | null> =>
      (await call(emulator, method, target, body)).headers.get("emulator-source");
    assert.equal(await sourceOf("GET", "/storagezone/5"), "contract, R1.6, R2.3");
    assert.equal(await sourceOf("GET", "/storagezone/6"), "R2.4");
    assert.equal(await sourceOf("POST", "/storagezone/5", { Rewrite404To200: true }), "R2.5");
    assert.equal(await sourceOf("POST", "/storagezone", { Name: "media", Region: "DE" }), "R2.7");
    assert.equal(
      await sourceOf("POST", "/storagezone", { Name: "edge", Region: "NY", ZoneTier: 1 }),
      "contract, R2.11, R1.6, R2.2",
    );
    assert.equal(await sourceOf("PUT", "/storagezone/5"), "assumed");
    assert.deepEqual(emulator.journal.at(-2)?.sources, ["contract", "R2.11", "R1.6", "R2.2"]);
  });

  it("are in the answers of the storage host", async () => {
    const { storageHostname, storageZones } = emulator;
    const AccessKey = storageZones.get(5)?.Password ?? "";
    const sourceOf = async (method: string, key = AccessKey, body?: string): Promise<string | null> => {
      const headers = { AccessKey: key, "Override-Content-Type": "text/plain" };
      const answer = await fetch(`http://${storageHostname}/media/a.txt`, { method, headers, ...(body && { body }) });
      return answer.headers.get("emulator-source");
    };
    assert.equal(await sourceOf("GET"), "R3.5");
    assert.equal(await sourceOf("PUT", AccessKey, "a"), "R3.1, R3.2");
    assert.equal(await sourceOf("PUT", "wrong", "a"), "R3.7");
  });
});
