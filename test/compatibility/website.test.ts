import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { EdgeRule } from "../../emulator/state/objects";
import { inProcess } from "../cli/inProcess";
import { onTheCli } from "../e2e/support/engines";
import { succeeded } from "../e2e/support/world";
import { forRun, openProgram, type KeptService, type KeptState } from "./kept";

interface Listed {
  readonly release: string;
  readonly message: string | null;
}

// The state of a website that version 0.4.0 declared, with a rule for each header and redirect, in places from 0 on.
for (const folder of ["website-0.4.0", "website-0.4.0-native"]) {
  describe(`The website in ${folder}`, () => {
    const read = (file: string): unknown => JSON.parse(readFileSync(path.join(__dirname, folder, file), "utf8"));
    const [state, service] = [read("state.json") as KeptState, read("service.json") as KeptService];

    onTheCli((engine) => {
      it("changes its rules once, while every visitor gets its release", async () => {
        const world = await openProgram(engine, folder, service);
        const { stack, emulator } = world;
        const [{ Id } = { Id: 0 }] = emulator.pullZones.list();
        const rules = (): readonly EdgeRule[] =>
          [...(emulator.pullZones.get(Id)?.EdgeRules ?? [])].sort((a, b) => a.OrderIndex - b.OrderIndex);
        const release = (): unknown[] =>
          rules().flatMap(({ ActionType, ActionParameter3 }) => (ActionType === 17 ? [ActionParameter3] : []));
        const seen = (page: string): unknown => {
          const { status, headers, body } = emulator.visit(Id, page);
          return [status, String(body ?? ""), headers?.["location"], headers?.["x-frame-options"]];
        };
        const pages = ["/", "/assets/site.css", "/old", "/older", "/ancient", "/blog/post", "/oldest"];
        const former = pages.map(seen);
        const former17 = release();
        const faults = new Set<string>();
        const visit = (): void => {
          pages.forEach((page, at) => {
            const [is, was] = [JSON.stringify(seen(page)), JSON.stringify(former[at])];
            if (is !== was) faults.add(`${page}: ${is} instead of ${was}`);
          });
          if (JSON.stringify(release()) !== JSON.stringify(former17)) faults.add(`pointers: ${String(release())}`);
        };
        const visitor = setInterval(visit, 2);
        try {
          assert.deepEqual([former17.length, rules().length], [1, 10]);
          const imported = forRun(state, emulator);
          await stack.importState(imported);
          const { steps } = succeeded(await stack.preview());
          const changes = steps.filter(({ op, type }) => op !== "same" && type.endsWith(":PullZoneEdgeRule"));
          assert.deepEqual(changes.map(({ op, name }) => `${op} ${name}`).sort(), [
            "create site-cache-missing",
            "delete site-header-x-content-type-options",
            "delete site-header-x-frame-options",
            "delete site-redirect-/ancient",
            "delete site-redirect-/older",
            "update site-cache-assets",
            "update site-headers",
            "update site-redirect-/blog/*",
            "update site-redirect-/old",
            "update site-redirect-/oldest",
            "update site-release",
          ]);
          const guids = new Set(rules().map(({ Guid }) => Guid));
          succeeded(await stack.up());
          visit();
          assert.deepEqual([...faults], []);
          assert.deepEqual(
            rules().map(({ OrderIndex, Description, Guid }) => [OrderIndex, Description, guids.has(Guid)]),
            [
              [1, "redirect /old and 2 more", true],
              [2, "redirect /blog/*", true],
              [3, "redirect /oldest", true],
              [4, "release", true],
              [5, "headers Referrer-Policy, X-Content-Type-Options, X-Frame-Options", true],
              [6, "browsers do not cache missing files", false],
              [7, "how long browsers cache assets", true],
            ],
          );
          for (const refresh of [false, true]) succeeded(await stack.preview({ refresh, expectNoChanges: true }));
        } finally {
          clearInterval(visitor);
          await world.close();
        }
      }).timeout(400_000);

      it("is released and rolled back by commands before its upgrade, and loses no release", async () => {
        // The files are written one by one, which counts them.
        const uncounted = service.storageZones?.map((zone) => ({ ...zone, FilesStored: 0, StorageUsed: 0 })) ?? [];
        const world = await openProgram(engine, folder, { ...service, storageZones: uncounted });
        const { stack, emulator, projectDir } = world;
        const [{ Id } = { Id: 0 }] = emulator.pullZones.list();
        const home = (): string => String(emulator.visit(Id, "/").body);
        const run = async (...argv: readonly string[]): Promise<string> => {
          const { code, stdout, stderr } = await inProcess(emulator, argv);
          assert.equal(code, 0, stderr);
          return stdout;
        };
        const releases = async (): Promise<Listed[]> =>
          JSON.parse(await run("releases", "pull-zone:upgraded-site", "--format", "json")) as Listed[];
        const publish = (text: string): void => {
          writeFileSync(path.join(projectDir, "public", "index.html"), text);
        };
        const pointers = (): number =>
          (emulator.pullZones.get(Id)?.EdgeRules ?? []).filter(({ ActionType }) => ActionType === 17).length;
        const faults = new Set<string>();
        const visitor = setInterval(() => {
          const { status } = emulator.visit(Id, "/");
          if (status !== 200 || pointers() !== 1) faults.add(`${String(status)}, ${String(pointers())} pointers`);
        }, 2);
        try {
          const former = home();
          const imported = forRun(state, emulator);
          await stack.importState(imported);
          publish("a deployment");
          const source = path.join(projectDir, "public");
          const message = ["--message", "A deployment"];
          await run("deploy", source, "upgraded-site", "--release", "--purge", "upgraded-site", ...message);
          assert.equal(home(), "a deployment");
          await run("rollback", "pull-zone:upgraded-site", "--yes");
          assert.equal(home(), former);
          assert.equal((await releases()).length, 2);
          publish("an upgrade");
          succeeded(await stack.up({ refresh: true }));
          assert.equal(home(), "an upgrade");
          assert.deepEqual(
            (await releases()).map((release) => release.message),
            [null, "A deployment", null],
          );
          succeeded(await stack.preview({ refresh: true, expectNoChanges: true }));
          // 0.4.0 deletes a release without its message.
          const [{ Id: zone } = { Id: 0 }] = emulator.storageZones.list();
          const [, { release = "" } = {}] = await releases();
          const left = `releases/${release}.message.json`;
          for (const { path: file } of emulator.files.list(zone)) {
            if (file.startsWith(`releases/${release}`) && file !== left) emulator.files.delete(zone, file);
          }
          publish("a second upgrade");
          succeeded(await stack.up());
          assert.equal(home(), "a second upgrade");
          assert.deepEqual([emulator.files.read(zone, left), (await releases()).length], [undefined, 3]);
          await run("rollback", "pull-zone:upgraded-site", "--yes");
          assert.equal(home(), "an upgrade");
          succeeded(await stack.up({ refresh: true }));
          publish("a last deployment");
          await run("deploy", source, "upgraded-site", "--release", "--purge", "upgraded-site", ...message);
          assert.deepEqual([...faults], []);
          succeeded(await stack.destroy());
          assert.deepEqual([emulator.pullZones.list(), emulator.storageZones.list()], [[], []]);
        } finally {
          clearInterval(visitor);
          await world.close();
        }
      }).timeout(400_000);
    });
  });
}
