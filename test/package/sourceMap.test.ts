import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire, SourceMap, type SourceMapPayload } from "node:module";
import path from "node:path";
import { startEmulator } from "../../emulator";
import { sources } from "../structure/sources";
import { command, root } from "./packed";
import { installedProject } from "./project";

/** A script that fails: the zone is not there. */
const script = `const { createClient } = require("pulumi-cdn-zones/client");
const client = createClient({ baseUrl: process.env.CDN_BASE_URL, accessKey: process.env.CDN_ACCESS_KEY, allowInsecure: true });
client.getStorageZone(4711).catch((error) => console.log(error.stack));
`;

describe("The source map in the tarball", function () {
  this.timeout(180_000);
  let project: string;
  let bundle: string;
  let payload: SourceMapPayload;

  before(async () => {
    project = await installedProject("source-map", { "fails.js": script });
    const dist = path.join(project, "node_modules", "pulumi-cdn-zones", "dist");
    bundle = readFileSync(path.join(dist, "bundle.js"), "utf8");
    payload = JSON.parse(readFileSync(path.join(dist, "bundle.js.map"), "utf8")) as SourceMapPayload;
  });

  it("holds every source that it leads to, as it is in the repository: above all life cycles and requests", () => {
    for (const [index, source] of payload.sources.entries()) {
      assert.equal(payload.sourcesContent[index], readFileSync(path.join(root, "dist", source), "utf8"), source);
    }
    for (const one of ["lifecycle/storageZone/create.ts", "api/client.ts", "api/sender.ts", "api/outcome.ts"]) {
      assert.ok(payload.sources.includes(`../provider/${one}`), one);
    }
  });

  it("leads each text of a source to its own line, and the text of any other module nowhere", () => {
    const map = new SourceMap(payload);
    const everything = sources.map((file) => readFileSync(path.join(root, file), "utf8")).join("\n");
    const textsOf = (source: string): string[] =>
      (source.match(/"[^"\\\n]{12,}"/g) ?? []).filter(
        (text) => occursOnce(everything, text) && occursOnce(bundle, text),
      );
    let found = 0;
    for (const [index, source] of payload.sources.entries()) {
      const content = payload.sourcesContent[index] ?? "";
      for (const text of textsOf(content)) {
        const { originalSource, originalLine } = entryAt(map, bundle.indexOf(text));
        assert.equal(originalSource, source);
        // A statement that goes over several lines may be led to its first one.
        assert.ok(Math.abs(lineOf(content, content.indexOf(text)) - Number(originalLine)) <= 3, `${source}: ${text}`);
        found += 1;
      }
    }
    assert.ok(found >= 8, `${String(found)} texts`);
    for (const elsewhere of ["emulator/seed.ts", "provider/api/settings.ts", "drift/detect.ts"]) {
      const content = readFileSync(path.join(root, elsewhere), "utf8");
      for (const text of textsOf(content))
        assert.equal(entryAt(map, bundle.indexOf(text)).originalSource, undefined, text);
    }
  });

  it("makes a stack trace end in sources: with Node's --enable-source-maps, and with what Pulumi loads for programs", async () => {
    const register = createRequire(require.resolve("@pulumi/pulumi/package.json")).resolve(
      "source-map-support/register",
    );
    const emulator = await startEmulator();
    try {
      const env = { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey };
      for (const how of [["--enable-source-maps"], ["-r", register]]) {
        const stack = await command(project, process.execPath, [...how, "fails.js"], env);
        const frames = [...stack.matchAll(/pulumi-cdn-zones\/(provider\/[\w/]+\.ts):(\d+):\d+/g)];
        const lines = frames.map(([, file = "", line]) => {
          const content = payload.sourcesContent[payload.sources.indexOf(`../${file}`)];
          return `${file}: ${content?.split("\n")[Number(line) - 1] ?? "no such source"}`;
        });
        assert.match(lines[0] ?? stack, /^provider\/api\/outcome\.ts: .*NotFoundError/, stack);
        assert.ok(
          lines.some((line) => /^provider\/api\/client\.ts: .*await this\.#/.test(line)),
          lines.join("\n"),
        );
      }
    } finally {
      await emulator.close();
    }
  });

  function entryAt(map: SourceMap, at: number): { originalSource?: string; originalLine?: number } {
    const line = lineOf(bundle, at);
    return map.findEntry(line, at - bundle.lastIndexOf("\n", at - 1) - 1);
  }
});

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split("\n").length - 1;
}

function occursOnce(text: string, part: string): boolean {
  return text.split(part).length === 2;
}
