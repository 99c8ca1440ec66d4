import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator } from "../../emulator";
import { noteName } from "../../provider/files/releasePaths";
import { releaseId } from "../../provider/files/releaseContent";
import { inProcess } from "./inProcess";

export const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
const web = { Id: 7, Name: "acme-web", StorageZoneId: 1 };
const seed = {
  storageZones: [
    { Id: 1, Name: "acme-site", Password: "zone-password" },
    { Id: 2, Name: "other-site", Password: "other-password" },
  ],
  pullZones: [web],
};

/** A site of a storage zone and a pull zone for the tests of a `describe`, and what they do with its releases. */
export function siteFixture() {
  let emulator: Emulator;
  let folder: string;
  before(async () => {
    emulator = await startEmulator({ seed });
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "releases-")));
  });
  beforeEach(() => emulator.reset());
  after(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (...argv: readonly string[]) => {
    emulator.clearJournal();
    return inProcess(emulator, argv);
  };
  const requests = (): string[] => emulator.journal.map(({ method, path: at }) => `${method} ${at}`);
  const rule = () => emulator.pullZones.get(7)?.EdgeRules?.[0];
  const live = (): string => /releases\/(.*)\//.exec(String(rule()?.ActionParameter3))?.[1] ?? "";

  /** Puts a release there as an earlier run would have, in no time. @param previous the release that visitors got before */
  function place(text: string, rootFiles: Readonly<Record<string, string>> = {}, previous?: string): string {
    const files = { "index.html": text, ...rootFiles };
    const checksums = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, sha(content)]));
    const id = releaseId({ files: new Map(Object.entries(checksums)), typeOf: () => undefined });
    const put = (name: string, content: string) => emulator.files.write(1, `releases/${name}`, content);
    put(`${id}.json`, JSON.stringify({ files: checksums }));
    for (const [name, content] of Object.entries(files)) put(`${id}/${name}`, content);
    const root = Object.fromEntries(Object.keys(rootFiles).map((name) => [name, checksums[name]]));
    put(noteName({ id, previous }), `${JSON.stringify(root)}\n`);
    return id;
  }
  const later = () => new Promise((resolve) => setTimeout(resolve, 5));
  /** What makes a pointer another rule, which delivers the root of the other storage zone. */
  const rival = {
    Guid: "9a1f6c0e-0000-4000-8000-000000000002",
    ActionParameter1: "2",
    ActionParameter3: "/",
    OrderIndex: 4,
  };
  const pointerTo = (id: string, more: object = {}) => ({
    Guid: "9a1f6c0e-0000-4000-8000-000000000001",
    ActionType: 17,
    ActionParameter1: "1",
    ActionParameter2: "acme-site",
    ActionParameter3: `/releases/${id}/`,
    Triggers: [{ Type: 0, PatternMatches: ["*"], PatternMatchingType: 0 }],
    TriggerMatchingType: 0,
    ExtraActions: [],
    Description: "mine",
    Enabled: true,
    OrderIndex: 3,
    ReadOnly: false,
    ...more,
  });
  const point = (id: string, more: object = {}): void => {
    emulator.pullZones.change(7, { EdgeRules: [pointerTo(id, more)] });
  };

  /** Makes a folder of this machine with files. @returns where it is */
  function sourceOf(name: string, files: Readonly<Record<string, string>>): string {
    const source = path.join(folder, name);
    mkdirSync(source, { recursive: true });
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(source, file)), { recursive: true });
      writeFileSync(path.join(source, file), text);
    }
    return source;
  }

  return {
    get emulator() {
      return emulator;
    },
    get folder() {
      return folder;
    },
    ...{ run, requests, rule, live, place, later, point, pointerTo, rival, sourceOf },
  };
}
