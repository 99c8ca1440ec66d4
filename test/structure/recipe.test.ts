import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";
import { profileOf } from "../../emulator/profiles";
import { bodySchema } from "../../emulator/wire/schema";
import type { Kind } from "../../provider/kinds";
import { kinds } from "../../provider/kinds";
import { bodyTable, fieldNames, table } from "../../provider/wire/fields";
import { pluralOf } from "../../provider/wire/words";
import { storedTable, storeOf } from "../../scripts/generate/types";

const root = path.join(__dirname, "..", "..");

const libraryTable = table(
  { object: "video library", type: "Library", doc: "A video library.", assumed: true },
  {
    Id: { type: "int64", doc: "ID." },
    Name: { type: "string?", doc: "Name.", input: { required: true } },
    Color: { type: "string?", doc: "Color.", input: { onlyUpdate: true, initial: "" } },
  },
);
const head = { object: "video library update", type: "UpdateLibraryBody", doc: "An update." };
const library: Kind = { ...kinds.DnsZone, name: "VideoLibrary", noun: "video library" };

describe("What follows from a new kind", () => {
  it("is the plural of its noun, of its files in the emulator and of its store", () => {
    assert.deepEqual(["video library", "cache", "box", "key", "pull zone"].map(pluralOf), [
      ...["video libraries", "caches", "boxes", "keys", "pull zones"],
    ]);
    assert.equal(storeOf(library), "videoLibraries");
  });

  it("is not a plural with an s that some code adds", () => {
    const files = globSync("{provider,drift,cli,emulator,scripts}/**/*.ts", { cwd: root });
    const added = files.filter((file) => /\b(noun|word|kind)\}s\b/.test(readFileSync(path.join(root, file), "utf8")));
    assert.ok(files.length > 200);
    assert.deepEqual(added, []);
  });

  it("is the name of the emulator's interface, whatever the table's type is called", () => {
    assert.equal(storedTable("videoLibraries", libraryTable, [library]).type, "VideoLibrary");
  });

  it("is the response of both profiles for an unknown id", () => {
    for (const contract of [false, true]) {
      assert.equal(profileOf({ contract }).notFound("video library", true).status, 404);
    }
    const { body } = profileOf({}).notFound("video library", true);
    assert.match(JSON.stringify(body), /videoLibrary\.not_found.*The requested video library was not found/);
  });

  it("is that bodies are assumed if the object is", () => {
    const { fields } = bodyTable(libraryTable, "update", head);
    assert.deepEqual(
      fields.map(({ wire, assumed }) => [wire, assumed]),
      [
        ["Name", true],
        ["Color", true],
      ],
    );
  });

  it("is which updates the emulator accepts: a full body, or only what changes", () => {
    const accepts = (body: ReturnType<typeof bodyTable>, given: object): boolean =>
      bodySchema(body.body).safeParse(given).success;
    const full = bodyTable(libraryTable, "update", head);
    const partial = bodyTable(libraryTable, "update", { ...head, omitsAbsent: true });
    assert.equal(accepts(full, { Color: "red" }), false);
    assert.equal(accepts(partial, { Color: "red" }), true);
    assert.deepEqual(
      [full, partial].map((body) => fieldNames(body, ({ optional }) => optional === true)),
      [[], ["name", "color"]],
    );
  });
});
