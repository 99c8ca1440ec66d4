import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call } from "./call";

// A site on the emulator in a real browser, which finds *.localhost by itself.

const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => folder !== "");
const browser = ["chromium", "chromium-browser", "google-chrome"]
  .flatMap((name) => folders.map((folder) => path.join(folder, name)))
  .find(existsSync);

(browser === undefined ? describe.skip : describe)("A site on the emulator, in Chromium (needs chromium)", () => {
  let emulator: Emulator;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "browser-"));
    emulator = await startEmulator({
      seed: {
        storageZones: [{ Id: 1, Name: "acme-files", Custom404FilePath: "/404.html" }],
        pullZones: [{ Id: 7, Name: "acme-site", StorageZoneId: 1 }],
      },
    });
    emulator.files.write(1, "404.html", "<h1>Nothing is here</h1>");
    for (const [id, color] of [
      ["one", "rgb(1, 1, 1)"],
      ["two", "rgb(2, 2, 2)"],
    ] as const) {
      emulator.files.write(1, `releases/${id}/site.css`, `h1 { color: ${color} }`);
      emulator.files.write(1, `releases/${id}/about/index.html`, pageOf(id));
    }
  });
  after(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** A page that writes into itself which colour its stylesheet gives it. */
  const pageOf = (id: string): string => `<!doctype html><title>Acme</title>
<link rel="stylesheet" href="/site.css"><h1>Release ${id}</h1>
<script>onload = () => { const h1 = document.querySelector("h1"); h1.title = getComputedStyle(h1).color; }</script>`;

  /** The DOM of a page once it is loaded, for a visitor without a cache. Nothing but the emulator is reached. */
  async function shown(page: string): Promise<string> {
    const url = `http://acme-site.localhost:${String(emulator.port)}${page}`;
    const options = ["--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
    const resolver = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE *.localhost";
    // Chromium has no sandbox for root, as in a container.
    const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const own = [`--user-data-dir=${mkdtempSync(path.join(folder, "profile-"))}`, resolver, ...sandbox];
    const { stdout } = await promisify(execFile)(browser ?? "", [...options, ...own, "--dump-dom", url], {
      timeout: 60_000,
    });
    return stdout;
  }

  /** Points the site to a release, as a deployment does, and empties its cache. */
  async function release(id: string, Guid?: string): Promise<string> {
    const { json } = await call(emulator, "POST", "/pullzone/7/edgerules/addOrUpdate", {
      ...(Guid === undefined ? {} : { Guid }),
      ActionType: 17,
      ActionParameter1: "1",
      ActionParameter2: "acme-files",
      ActionParameter3: `/releases/${id}/`,
      Triggers: [{ Type: 0, PatternMatches: ["*"], PatternMatchingType: 0 }],
      TriggerMatchingType: 0,
      Enabled: true,
    });
    await call(emulator, "POST", "/pullzone/7/purgeCache", {});
    return (json as { Guid: string }).Guid;
  }

  it("shows its page with the stylesheet, its 404 page, a new release, and the old one again", async () => {
    const pointer = await release("one");
    assert.match(await shown("/about/"), /<h1 title="rgb\(1, 1, 1\)">Release one<\/h1>/);
    assert.match(await shown("/nowhere"), /<h1>Nothing is here<\/h1>/);
    await release("two", pointer);
    assert.match(await shown("/about/"), /<h1 title="rgb\(2, 2, 2\)">Release two<\/h1>/);
    await release("one", pointer);
    assert.match(await shown("/about/"), /<h1 title="rgb\(1, 1, 1\)">Release one<\/h1>/);
  });
});
