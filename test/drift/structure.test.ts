import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { kindOf } from "../../drift/state/kinds";
import { parseState } from "../../drift/state/parse";
import { kinds } from "../../provider/serve/dynamic/kinds";
import { providerNameKey } from "../../provider/serve/dynamic/providerName";
import { resourceType } from "../../provider/serve/dynamic/providerText";

const folder = join(__dirname, "../../drift");

describe("drift, beside the rest of the package", () => {
  it("depends on the life cycles, the API, the wire and the types, and on nothing else", async () => {
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".ts"));
    for (const file of files) {
      const text = await readFile(join(folder, file), "utf8");
      const outside = [...text.matchAll(/from "(?:\.\.\/)+((?:provider|cli|engine|emulator)\/[^"]*)"/g)].map(
        ([, path]) => path ?? "",
      );
      for (const path of outside) {
        assert.match(path, /^provider\/(lifecycle|api|wire|types)\/|^provider\/version$/, `${file} imports ${path}`);
      }
    }
  });

  it("knows every kind of resource that is served, by its frozen type", () => {
    for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) assert.equal(kindOf(resourceType(kind)), kind);
  });

  it("knows the key under which a provider tells its name", () => {
    const type = "pulumi:providers:pulumi-nodejs";
    const urn = `urn:pulumi:dev::acme::${type}::named`;
    const resources = [{ urn, type, id: "1", inputs: { [providerNameKey]: "told" } }];
    const { providers } = parseState({ version: 3, deployment: { resources } }, "a state");
    assert.equal(providers.get(`${urn}::1`)?.name, "told");
  });
});
