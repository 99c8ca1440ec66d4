import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { EmulatorOptions } from "../../emulator";
import type { LifeCycleContext } from "../../provider/lifecycle/lifeCycle";
import type { Properties } from "../../provider/declared/properties";
import { storageFolderLifeCycle as lifeCycle } from "../../provider/lifecycle/storageFolder";
import type { Bench } from "./support";
import { bench, contextOf } from "./support";

export const password = "canary-of-a-zone-password";
/** Its password is not new. */
const zone = { Id: 7, Name: "acme-site", UserId: "me", Password: password, DateModified: "2026-03-14T11:15:44Z" };
const options: EmulatorOptions = {
  seed: { storageZones: [zone], pullZones: [{ Id: 8, Name: "acme-web", UserId: "me", StorageZoneId: 7 }] },
};

/** A source folder for the tests of a `describe`, and what they do with it and with the storage zone 7. */
export function folderFixture() {
  let folder = "";

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "folder-"));
    write({ "index.html": "home", "docs/a b.css": "style" });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(files: Readonly<Record<string, string>>): void {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
  }

  const remove = (file: string): void => rmSync(path.join(folder, file));

  async function checked(context: LifeCycleContext, more: Properties = {}): Promise<Properties> {
    const given = { storageZoneId: 7, source: folder, ...more };
    const first = lifeCycle.check({ extraRegions: [] }, {}, given);
    assert.deepEqual(first.failures, []);
    const whole = await lifeCycle.computed?.(context, first.inputs);
    assert.deepEqual(whole?.failures, []);
    return whole?.inputs ?? {};
  }

  async function refused(context: LifeCycleContext, more: Properties): Promise<string> {
    const first = lifeCycle.check({ extraRegions: [] }, {}, { storageZoneId: 7, source: folder, ...more });
    const { failures } =
      (first.failures.length > 0 ? first : await lifeCycle.computed?.(context, first.inputs)) ?? first;
    return failures.map(({ property, reason }) => `${property}: ${reason}`).join();
  }

  const create = async ({ context }: Bench, more: Properties = {}, existingId?: string) =>
    lifeCycle.create(context, await checked(context, more), existingId);
  const update = async ({ context }: Bench, state: Properties, more: Properties = {}, id = "7/") => {
    const next = contextOf(context.client);
    return lifeCycle.update(next, id, state, await checked(next, more));
  };
  /** Returns the paths of the files in the storage zone. */
  const there = ({ emulator }: Bench): string[] => emulator.files.list(7).map((file) => file.path);
  /** Returns the paths of the files in a state. */
  const files = (state: Properties | undefined): string[] => Object.keys(state?.["files"] as object);
  /** Returns the requests other than reads. */
  const sent = (one: Bench): string[] =>
    one
      .sent()
      .filter((request) => !request.startsWith("GET"))
      .map(decodeURIComponent);
  const test = (run: (one: Bench) => Promise<void>, more: EmulatorOptions = {}) =>
    bench({ ...options, ...more }, run, 5);

  return { source: () => folder, write, remove, checked, refused, create, update, there, files, sent, test };
}
