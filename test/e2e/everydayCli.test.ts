import assert from "node:assert/strict";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmulator, type Emulator } from "../../emulator";
import { forEachKindOnTheCli } from "./support/engines";
import { storageZoneType, type RunResult } from "./support/engineUnderTest";
import { openWorld, succeeded, type World, type WorldOptions } from "./support/world";

const zone = (resource: string, options = "{}", more = ""): string =>
  `new cdn.StorageZone("${resource}", { name: "acme-${resource}", region: "DE"${more} }, ${options});`;

describe("Everyday commands of the Pulumi CLI", () => {
  forEachKindOnTheCli((engine) => {
    const urn = (resource: string): string => `urn:pulumi:e2e::e2e::${storageZoneType(engine)}::${resource}`;
    // Dynamic resources set this option themselves. For native ones, the engine does not ask the provider in these cases.
    const replaced = engine.resources === "native" ? "{ deleteBeforeReplace: true }" : "{}";
    let world: World;
    let other: Emulator | undefined;

    afterEach(async () => {
      await other?.close();
      other = undefined;
      await world.close();
    });

    const open = async (program: string, options: WorldOptions = {}): Promise<void> => {
      world = await openWorld(engine, program, options);
      succeeded(await world.stack.up());
    };
    const run = (...args: string[]): Promise<RunResult> => world.stack.command(...args);
    const live = (): string[] => world.emulator.storageZones.list().map(({ Name }) => Name ?? "");
    const isClean = async (): Promise<void> => {
      succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
      const { deployment } = await world.stack.exportState();
      assert.deepEqual((deployment as { pending_operations?: unknown[] }).pending_operations ?? [], []);
    };

    it("destroy deletes every zone if the project always refreshes", async () => {
      await open(zone("one") + zone("two"), { project: "options:\n  refresh: always\n" });
      succeeded(await world.stack.destroy());
      assert.deepEqual(live(), []);
    });

    it("up --replace replaces the zone", async () => {
      await open(zone("one", replaced));
      const [before] = world.emulator.storageZones.list();
      succeeded(await run("up", "--yes", "--skip-preview", "--replace", urn("one")));
      const [after, ...more] = world.emulator.storageZones.list();
      assert.deepEqual([after?.Name, more], ["acme-one", []]);
      assert.notEqual(after?.Id, before?.Id);
      await isClean();
    });

    it("state taint makes the next up replace the zone", async () => {
      await open(zone("one", replaced));
      const [before] = world.emulator.storageZones.list();
      succeeded(await run("state", "taint", urn("one"), "--yes"));
      succeeded(await world.stack.up());
      const [after, ...more] = world.emulator.storageZones.list();
      assert.deepEqual([after?.Name, more], ["acme-one", []]);
      assert.notEqual(after?.Id, before?.Id);
      await isClean();
    });

    it("up, refresh and destroy with --target affect the targeted zone only", async () => {
      await open(zone("one") + zone("two"));
      world.program(zone("one", "{}", ", rewrite404To200: true") + zone("two", "{}", ", rewrite404To200: true"));
      succeeded(await run("up", "--yes", "--skip-preview", "--target", urn("one")));
      const rewrites = (): unknown[] =>
        ["acme-one", "acme-two"].map((name) => world.emulator.storageZones.named(name)?.Rewrite404To200);
      assert.deepEqual(rewrites(), [true, false]);
      succeeded(await run("refresh", "--yes", "--skip-preview", "--target", urn("two")));
      succeeded(await run("destroy", "--yes", "--skip-preview", "--target", urn("one")));
      assert.deepEqual(live(), ["acme-two"]);
    });

    it("up --continue-on-error creates the other zones", async () => {
      world = await openWorld(engine, zone("taken") + zone("one") + zone("two"), {
        seed: { storageZones: [{ Name: "acme-taken" }] },
      });
      const up = await run("up", "--yes", "--skip-preview", "--continue-on-error");
      assert.notEqual(up.exitCode, 0);
      assert.deepEqual(live().sort(), ["acme-one", "acme-taken", "acme-two"]);
    });

    it("--run-program refreshes, previews and destroys with the program's own settings", async () => {
      await open(zone("one"));
      succeeded(await run("refresh", "--yes", "--skip-preview", "--run-program", "--expect-no-changes"));
      succeeded(await run("preview", "--refresh", "--run-program", "--expect-no-changes"));
      succeeded(await run("up", "--yes", "--skip-preview", "--refresh", "--run-program", "--expect-no-changes"));
      succeeded(await run("destroy", "--yes", "--skip-preview", "--run-program"));
      assert.deepEqual(live(), []);
    });

    it("a stack shows no difference after rename, export, import and unprotect", async () => {
      await open(zone("one", "{ protect: true }"));
      succeeded(await run("state", "unprotect", urn("one"), "--yes"));
      world.program(zone("one"));
      await isClean();
      await world.stack.importState(await world.stack.exportState());
      await isClean();
      const renamed = await world.stack.script(`
        cp Pulumi.e2e.yaml Pulumi.renamed.yaml
        pulumi stack rename renamed --stack e2e
        pulumi preview --stack renamed --refresh --expect-no-changes
        pulumi stack rename e2e --stack renamed
        pulumi preview --stack e2e --refresh --expect-no-changes
        rm -f Pulumi.renamed.yaml`);
      assert.equal(renamed.exitCode, 0, renamed.text);
    });

    it("a stack shows no difference in another backend, and is destroyed from there", async () => {
      await open(zone("one"));
      const moved = await world.stack.script(`
        pulumi stack export --show-secrets --file state.json
        mkdir backend && export PULUMI_BACKEND_URL="file://$PWD/backend"
        pulumi stack init e2e
        pulumi stack import --file state.json
        pulumi preview --refresh --expect-no-changes
        pulumi destroy --yes --skip-preview`);
      assert.equal(moved.exitCode, 0, moved.text);
      assert.deepEqual(live(), []);
    });

    it("a zone that was moved to another stack is deleted there, and only once", async () => {
      await open(zone("one") + zone("two"));
      const moved = await world.stack.script(`
        pulumi stack init other --copy-config-from e2e
        pulumi state move --source e2e --dest other --yes '${urn("one")}'
        pulumi refresh --stack other --yes --skip-preview --expect-no-changes
        pulumi destroy --stack other --yes --skip-preview`);
      assert.equal(moved.exitCode, 0, moved.text);
      assert.deepEqual(live(), ["acme-two"]);
      world.program(zone("two"));
      await isClean();
    });

    it("a resource that moved to another account's provider is replaced, and a zone there with its id is kept", async () => {
      other = await startEmulator({ accessKey: "other-key" });
      const provider = `const other = new cdn.Provider("other", { baseUrl: "${other.url}", accessKey: "other-key" });`;
      await open(provider + zone("one"));
      const id = world.emulator.storageZones.list()[0]?.Id;
      other.storageZones.add({ Id: Number(id), Name: "a-stranger" });
      world.program(provider + zone("one", "{ provider: other }"));
      const preview = await world.stack.preview();
      assert.deepEqual([preview.exitCode, preview.summary.replace], [0, 1], preview.text);
      const names = (): (string | null)[] =>
        [other, world.emulator].flatMap((account) => account?.storageZones.list() ?? []).map(({ Name }) => Name);
      succeeded(await world.stack.up({ refresh: true }));
      assert.deepEqual(names(), ["a-stranger", "acme-one"]);
      await isClean();
      succeeded(await world.stack.destroy());
      assert.deepEqual(names(), ["a-stranger"]);
    });

    it("a zone is not deleted through an account in which its id is another zone's", async () => {
      await open(zone("one"));
      const [{ Id: id } = { Id: 0 }] = world.emulator.storageZones.list();
      other = await startEmulator({ accessKey: world.emulator.accessKey });
      other.storageZones.add({ Id: id, Name: "a-stranger" });
      await world.stack.configure({ env: { CDN_BASE_URL: other.url } });
      const destroy = await world.stack.destroy();
      assert.notEqual(destroy.exitCode, 0);
      assert.match(destroy.text, /a-stranger/);
      assert.deepEqual(
        other.storageZones.list().map(({ Name }) => Name),
        ["a-stranger"],
      );
    });

    it("the option import adopts the zone with that id, and may be removed afterwards", async () => {
      world = await openWorld(engine, zone("one", `{ import: "1002" }`), {
        seed: { storageZones: [{ Id: 1002, Name: "acme-one", Region: "DE" }] },
      });
      succeeded(await world.stack.up());
      assert.deepEqual(
        world.emulator.storageZones.list().map(({ Id }) => Id),
        [1002],
      );
      succeeded(await world.stack.up({ expectNoChanges: true }));
      world.program(zone("one"));
      await isClean();
    });

    it("drift and refresh both show a changed edge rule, hostname and optimizer class, without secrets", async () => {
      const action = { ActionParameter1: "CANARY-header" };
      const rule = { ...action, Guid: "g", ExtraActions: [action], Description: "before" };
      const hostname = { Id: 1, Value: "www.example.com", ForceSSL: true, CertificateKey: "CANARY-certificate-key" };
      const optimizerClass = { Name: "thumb", Properties: { width: "100" } };
      const before = { EdgeRules: [rule], Hostnames: [hostname], OptimizerClasses: [optimizerClass] };
      await open(`cdn.PullZone.get("web", 77, { includeCertificate: true });`, {
        seed: { pullZones: [{ Id: 77, Name: "web", ...before }] },
      });
      const drift = `pulumi stack export | node node_modules/pulumi-cdn-zones/dist/cli/main.js drift --state -`;
      const changes = [
        ["description", { EdgeRules: [{ ...rule, Description: "after" }] }],
        ["forceSSL", { Hostnames: [{ ...hostname, ForceSSL: false }] }],
        ["width", { OptimizerClasses: [{ ...optimizerClass, Properties: { width: "200" } }] }],
      ] satisfies [string, object][];
      for (const [what, change] of changes) {
        world.emulator.pullZones.change(77, before);
        succeeded(await world.stack.refresh({ previewOnly: true, expectNoChanges: true }));
        world.emulator.pullZones.change(77, change);
        const refresh = await world.stack.refresh({ previewOnly: true, expectNoChanges: true });
        assert.equal(refresh.exitCode, 7, `${what}: ${refresh.text}`);
        const found = await world.stack.script(drift);
        assert.notEqual(found.exitCode, 0, found.text);
        assert.match(found.text, new RegExp(what), found.text);
        assert.doesNotMatch(found.text + refresh.text, /CANARY/);
      }
    });

    it("our commands find their settings in the stack's configuration", async () => {
      await open(zone("one"));
      const clean = await world.stack.script(
        "pulumi stack export | node node_modules/pulumi-cdn-zones/dist/cli/main.js drift --state -",
      );
      assert.equal(clean.exitCode, 0, clean.text);
      const imported = await world.stack.script("node node_modules/pulumi-cdn-zones/dist/cli/main.js import --all");
      assert.match(imported.text, /acme-one/, "the zone of the state is left out, and said so");
      assert.doesNotMatch(imported.text, /"id": /);
    });

    for (const [what, signal] of [
      ["interrupted with Ctrl-C", "SIGINT"],
      ["killed", "SIGKILL"],
    ] as const) {
      it(`a run that was ${what} leaves no duplicate, and the next up names zones without a resource`, async function () {
        this.timeout(120_000);
        const names = Array.from({ length: 30 }, (_, index) => `zone-${String(index)}`);
        const program = (more = ""): string => names.map((name) => zone(name, "{}", more)).join("\n");
        world = await openWorld(engine, program(), { latencyMs: 800 });
        const running = world.stack.start("up", "--yes", "--skip-preview", "--parallel", "8");
        const ended = once(running, "exit");
        while (world.emulator.storageZones.list().length < 3) await sleep(10);
        const second = await world.stack.up();
        assert.notEqual(second.exitCode, 0, "a second up is refused while one is running");
        process.kill(-Number(running.pid), signal);
        await ended;
        // A kill leaves the lock of the file backend, and sometimes an incomplete state next to its backup.
        await run("cancel", "--yes");
        await world.stack.script(
          `f="\${PULUMI_BACKEND_URL#file://}/.pulumi/stacks/e2e/e2e.json"; test -s "$f" || cp "$f.bak" "$f"`,
        );
        const next = await world.stack.up();
        assert.equal(new Set(live()).size, live().length);
        if (next.exitCode !== 0) {
          assert.match(next.text, /adopt: true/);
          world.program(program(", adopt: true"));
          succeeded(await world.stack.up());
        }
        assert.deepEqual(live().sort(), names.map((name) => `acme-${name}`).sort());
      });
    }
  });
});
