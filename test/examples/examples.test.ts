import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { ResourceValidationArgs } from "@pulumi/policy";
import { parse } from "yaml";
import { startEmulator } from "../../emulator";
import { policies } from "../../examples/policy/policies";
import { asVisitor } from "../e2e/support/asVisitor";
import { forEachEngine, forEachKindOnTheCli, itOnTheCli, onTheCli, withNativeResources } from "../e2e/support/engines";
import type { EngineUnderTest } from "../e2e/support/engineUnderTest";
import { byVariables, openWorld, type World, type WorldOptions } from "../e2e/support/world";
import { npmIn } from "./npm";

const root = path.join(__dirname, "../..");

// test/docs/commands.test.ts runs storage-zone; test/tools/quickstart.test.ts, website on the local engine; testing-your-program has tests of its own.
describe("The example", () => {
  forEachEngine((engine) => {
    itOnTheCli(
      "website: serves its files under two hostnames, with a header and a redirect, and is removed again",
      () => runWebsite(engine, "website"),
    );

    it("read-pull-zone: declares a storage zone after a pull zone, and follows its changes", () =>
      run(engine, "read-pull-zone", async ({ emulator, stack }) => {
        emulator.pullZones.add({ Id: 7, Name: "website", EnableGeoZoneUS: false });
        await stack.configure({ config: { pullZoneId: "7" } });
        await up(stack);
        assert.deepEqual(emulator.storageZones.named("website-archive")?.ReplicationRegions, []);
        emulator.pullZones.change(7, { EnableGeoZoneUS: true });
        await up(stack);
        assert.deepEqual(emulator.storageZones.named("website-archive")?.ReplicationRegions, ["NY"]);
      }));

    it("multiple-accounts: creates each zone in its own account, and reads from the account it names", async () => {
      const eu = await startEmulator({ accessKey: "key-of-eu" });
      const us = await startEmulator({ accessKey: "key-of-us", seed: { storageZones: [{ Name: "older-zone" }] } });
      try {
        await run(
          engine,
          "multiple-accounts",
          async ({ emulator, stack }) => {
            await up(stack);
            assert.deepEqual(namesIn(eu), ["acme-assets-eu"]);
            assert.deepEqual(namesIn(us), ["acme-assets-us", "older-zone"]);
            assert.deepEqual(namesIn(emulator), []);
            const { zonesInTheUsAccount } = await stack.outputs();
            assert.deepEqual([...(zonesInTheUsAccount?.value as string[])].sort(), ["acme-assets-us", "older-zone"]);
          },
          {
            secretConfig: { euKey: "key-of-eu", usKey: "key-of-us" },
            env: (emulator) => ({
              ...byVariables.env(emulator),
              CDN_BASE_URL_EU: eu.url,
              CDN_BASE_URL_US: us.url,
            }),
          },
        );
      } finally {
        await eu.close();
        await us.close();
      }
    });

    it("adopt-existing: adopts the existing zone with its files", () =>
      run(engine, "adopt-existing", async ({ emulator, stack }) => {
        const seeded = { Id: 4711, Name: "acme-media", Region: "NY", ReplicationRegions: ["LA"], FilesStored: 3 };
        emulator.storageZones.add(seeded);
        await up(stack);
        const { storageZoneId, filesStored } = await stack.outputs();
        assert.deepEqual([storageZoneId?.value, filesStored?.value], [4711, 3]);
        assert.equal(emulator.storageZones.list().length, 1);
      }));

    it("component: creates the zones of each environment under their component, and keeps uploaded files", () =>
      run(engine, "component", async ({ emulator, stack }) => {
        const { steps } = await up(stack);
        const names = [
          "acme-production-assets",
          "acme-production-uploads",
          "acme-staging-assets",
          "acme-staging-uploads",
        ];
        assert.deepEqual(namesIn(emulator), names);
        assert.deepEqual(emulator.storageZones.named("acme-production-assets")?.ReplicationRegions, ["NY", "SG"]);
        const zones = steps.filter(({ type }) => type.endsWith("cdn:StorageZone"));
        assert.ok(zones.every(({ urn }) => urn.includes("acme:cdn:EnvironmentZones$")));
        for (const zone of emulator.storageZones.list()) emulator.storageZones.change(zone.Id, { FilesStored: 3 });
        const destroyed = await stack.destroy();
        assert.notEqual(destroyed.exitCode, 0);
        assert.match(destroyed.text, /-uploads" \(id \d+\) was not deleted: it holds 3 files/);
        assert.doesNotMatch(destroyed.text, /-assets" \(id \d+\) was not deleted/);
      }));

    itOnTheCli("edge-script: publishes the code and serves it from the pull zone, and is removed again", () =>
      run(
        engine,
        "edge-script",
        async ({ emulator, stack, projectDir }) => {
          await up(stack);
          const [zone] = emulator.pullZones.list();
          assert.ok(zone);
          const running = (): Record<string, unknown> =>
            JSON.parse(String(emulator.visit(zone.Id, "").body)) as Record<string, unknown>;
          const file = path.join(projectDir, "src/hello.js");
          const { Release, Code, Variables, Secrets } = running();
          assert.deepEqual([Code, Variables, Secrets], [readFileSync(file, "utf8"), ["GREETING"], ["TOKEN"]]);
          assert.equal(Release, (await stack.outputs())["release"]?.value);
          writeFileSync(file, `${readFileSync(file, "utf8")}// changed\n`);
          await up(stack);
          assert.equal(running()["Code"], readFileSync(file, "utf8"));
          const destroyed = await stack.destroy();
          assert.equal(destroyed.exitCode, 0, destroyed.text);
          assert.deepEqual([emulator.edgeScripts.list(), emulator.pullZones.list()], [[], []]);
        },
        { secretConfig: { token: "canary" } },
      ),
    );

    it("access-logs: counts failed requests", () =>
      run(
        engine,
        "access-logs",
        async ({ emulator, stack }) => {
          emulator.pullZones.add({ Id: 7, EnableLogging: true });
          for (let request = 0; request < 50; request++) {
            emulator.accessLogs.add(7, { statusCode: request % 10 === 0 ? 503 : 200 });
          }
          await up(stack);
          const outputs = Object.entries(await stack.outputs()).map(([name, { value, secret }]) => [
            name,
            value,
            secret,
          ]);
          assert.deepEqual(outputs.sort(), [
            ["requests", 50, false],
            ["serverErrorRate", 0.1, false],
            ["serverErrors", 5, false],
          ]);
        },
        { config: { pullZoneId: "7" } },
      ));
  });

  withNativeResources((engine) => {
    it("website-yaml: serves the same site", () => runWebsite(engine, "website-yaml"));
  });

  onTheCli((engine) => {
    it("drift-ci: both jobs of GitHub Actions pass for a clean stack, and report what was changed by hand", () =>
      run(engine, "storage-zone", async ({ emulator, stack, projectDir }) => {
        const { zones, engines } = gitHubJobs();
        const files = { RUNNER_TEMP: projectDir, GITHUB_OUTPUT: "output.txt", GITHUB_STEP_SUMMARY: "summary.md" };
        const PATH = `${await npmIn(projectDir)}:${String(process.env["PATH"])}`;
        const env = { PULUMI_STACK: "e2e", STATE: "", ARGS: "", ACTION_PATH: root, PATH, ...files };
        await up(stack);
        const clean = await stack.script(zones, { env });
        assert.match(clean.text, /clean \(1 resource, 1 clean\)/);
        assert.equal(clean.exitCode, 0, clean.text);
        changeByHand(emulator);
        const found = await stack.script(zones, { env });
        assert.match(found.text, /rewrite404To200 +false → true +declared/);
        assert.match(found.text, /^::error title=/m);
        assert.equal(found.exitCode, 2, found.text);
        const previewed = await stack.script(engines, { env });
        assert.match(previewed.text, /rewrite404To200\s*: true => false/);
        assert.match(previewed.text, /^::error title=Drift::pulumi preview found changes$/m);
        assert.equal(previewed.exitCode, 7, previewed.text);
        await up(stack, { refresh: true });
      }));

    it("drift-ci: the job of GitLab CI fails after a change by hand, and passes after an up", () =>
      run(engine, "storage-zone", async ({ emulator, stack, projectDir }) => {
        const { zones = "" } = gitLabJobs();
        await up(stack);
        changeByHand(emulator);
        const found = await stack.script(zones, { env: { STACK: "e2e" } });
        assert.equal(found.exitCode, 2, found.text);
        assert.match(
          readFileSync(path.join(projectDir, "drift.xml"), "utf8"),
          /<failure [^]*rewrite404To200: false → true/,
        );
        await up(stack, { refresh: true });
        const clean = await stack.script(zones, { env: { STACK: "e2e" } });
        assert.equal(clean.exitCode, 0, clean.text);
      }));
  });

  forEachKindOnTheCli((engine) => {
    it("policy: refuses what breaks a rule before anything is sent, and lets the rest pass", async () => {
      const refused = `
        const { storageZoneId } = new cdn.StorageZone("assets", { name: "acme-assets", region: "DE", forceDestroy: true });
        new cdn.PullZone("website", { name: "acme-web", storageZoneId });`;
      const world = await openWorld(engine, refused);
      const pack = ["--policy-pack", path.join(root, "examples/policy")];
      try {
        const { exitCode, text } = await world.stack.command("preview", ...pack);
        assert.notEqual(exitCode, 0, text);
        for (const broken of [
          /\[mandatory\] +log-anonymization .*:PullZone: website\)\s.*\s.*Declare loggingIPAnonymizationEnabled: true/,
          /\[mandatory\] +protected-storage .*:StorageZone: assets\)\s.*\s.*Give assets .* protect: true/,
          /\[mandatory\] +two-replicas .*:StorageZone: assets\)\s.*\s.*assets has 0 replicationRegions, but needs 2/,
          /\[advisory\] +no-force-destroy .*:StorageZone: assets\)\s.*\s.*assets declares forceDestroy/,
        ])
          assert.match(text, broken);
        const writes = world.emulator.journal.filter(({ method }) => method !== "GET");
        assert.deepEqual(writes, []);

        world.program(`
          const [region, replicationRegions] = ["DE", ["NY", "SYD"]];
          const { storageZoneId } = new cdn.StorageZone(
            "assets", { name: "acme-assets", region, replicationRegions }, { protect: true });
          new cdn.PullZone("website", { name: "acme-web", storageZoneId, loggingIPAnonymizationEnabled: true });`);
        const up = await world.stack.command("up", "--yes", "--skip-preview", ...pack);
        assert.equal(up.exitCode, 0, up.text);
        assert.deepEqual(namesIn(world.emulator), ["acme-assets"]);
      } finally {
        await world.close();
      }
    });
  });
});

describe("The policies of the example", () => {
  type Props = Record<string, unknown>;

  /** The names of those that a resource breaks, with `protect` or without. */
  function broken(type: string, props: Props, protect = false): string[] {
    const violated: string[] = [];
    for (const { name, validateResource } of policies) {
      const args = { type, name: "assets", props, opts: { protect } } as unknown as ResourceValidationArgs;
      assert.ok(typeof validateResource === "function");
      void validateResource.call({}, args, () => violated.push(name));
    }
    return violated;
  }

  for (const prefix of ["pulumi-nodejs:dynamic/cdn", "cdn:index"]) {
    it(`judge resources of ${prefix}`, () => {
      const zone = { replicationRegions: ["NY", "SYD"] };
      assert.deepEqual(broken(`${prefix}:StorageZone`, zone, true), []);
      assert.deepEqual(broken(`${prefix}:StorageZone`, { replicationRegions: ["NY"], forceDestroy: true }), [
        "protected-storage",
        "two-replicas",
        "no-force-destroy",
      ]);
      assert.deepEqual(broken(`${prefix}:PullZone`, { loggingIPAnonymizationEnabled: true }), []);
      for (const props of [{}, { loggingIPAnonymizationEnabled: false }])
        assert.deepEqual(broken(`${prefix}:PullZone`, props), ["log-anonymization"]);
      const blocks = { wafEnabled: true, wafExecutionMode: 1 };
      for (const plan of [{}, { planType: 0 }])
        assert.deepEqual(broken(`${prefix}:PullZoneShield`, { ...blocks, ...plan }), []);
      assert.deepEqual(broken(`${prefix}:PullZoneShield`, { ...blocks, planType: 1 }), ["shield-plan"]);
      assert.deepEqual(broken(`${prefix}:PullZoneShield`, { wafEnabled: true }), ["shield-firewall"]);
    });
  }

  it("ignore resources of other types", () => {
    assert.deepEqual(broken("aws:s3/bucket:Bucket", { forceDestroy: true }), []);
    assert.deepEqual(broken("cdn:index:StorageFolder", {}), []);
  });
});

/** The first `up` names the nameservers that the domain lacks; the second one completes the site. */
async function runWebsite(engine: EngineUnderTest, example: string): Promise<void> {
  const test = async ({ emulator, stack }: World): Promise<void> => {
    const undelegated = await stack.up();
    assert.notEqual(undelegated.exitCode, 0);
    assert.match(undelegated.text, /not delegated yet: set the nameservers kiki\.bunny\.net and coco\.bunny\.net/);
    emulator.setUndelegatedDomains([]);
    await up(stack);
    const [zone] = emulator.pullZones.list();
    const records = emulator.dnsRecords.list().map(({ Name, Type, Value }) => [Name, Type, Value]);
    assert.deepEqual(records.sort(), [
      ["", 7, "acme-site"],
      ["www", 7, "acme-site"],
    ]);
    assert.ok(zone);
    assert.equal(zone.StorageZoneId, emulator.storageZones.named("acme-site")?.Id);
    assert.match((await asVisitor(emulator, "www.acme.example", "/about/")).body, /About Acme/);
    const own = zone.Hostnames?.filter(({ IsSystemHostname }) => !IsSystemHostname);
    assert.deepEqual(own?.map(({ Value, ForceSSL, HasCertificate }) => [Value, ForceSSL, HasCertificate]).sort(), [
      ["acme.example", true, true],
      ["www.acme.example", true, true],
    ]);
    const rules = zone.EdgeRules?.map(({ ActionType, ActionParameter1, ActionParameter2 }) =>
      [ActionType, ActionParameter1, ActionParameter2].join(" "),
    );
    assert.deepEqual(rules?.sort(), [
      "1 https://blog.acme.example/ 301",
      "1 https://www.acme.example%{Request.Path} 301",
      "16 0 ",
      "16 86400 ",
      `17 ${String(zone.StorageZoneId)} acme-site`,
      "5 X-Content-Type-Options nosniff",
    ]);
    const { exitCode, text } = await stack.preview({ refresh: true, expectNoChanges: true });
    assert.equal(exitCode, 0, text);
    const destroyed = await stack.destroy();
    assert.equal(destroyed.exitCode, 0, destroyed.text);
    assert.deepEqual([emulator.pullZones.list(), namesIn(emulator), emulator.dnsZones.list()], [[], [], []]);
  };
  await run(engine, example, test, {
    undelegatedDomains: ["acme.example"],
    env: (emulator) => ({ ...byVariables.env(emulator), CDN_RESOLVER: emulator.resolver }),
  });
}

/** Opens a copy of an example for a test. */
async function run(
  engine: EngineUnderTest,
  example: string,
  test: (world: World) => Promise<void>,
  options: WorldOptions = {},
): Promise<void> {
  const copyOf = path.join(root, "examples", example);
  const world = await openWorld(engine, { copyOf }, { ...byVariables, ...options });
  try {
    await test(world);
  } finally {
    await world.close();
  }
}

async function up(stack: Stack, options?: Parameters<Stack["up"]>[0]): ReturnType<Stack["up"]> {
  const result = await stack.up(options);
  assert.equal(result.exitCode, 0, result.text);
  return result;
}

/** The scripts of the jobs, as GitHub runs them: the action's, which ends in its exit code, and that of the workflow. */
function gitHubJobs(): { readonly zones: string; readonly engines: string } {
  const scriptIn = (steps: readonly Step[]): string => steps.findLast(({ run: script }) => script)?.run ?? "";
  const { jobs } = parsed("examples/drift-ci/github-actions.yml") as { jobs: { engine: { steps: Step[] } } };
  const { runs } = parsed("action.yml") as { runs: { steps: Step[] } };
  return { zones: `${runs.steps[0]?.run ?? ""}\nexit "$code"`, engines: scriptIn(jobs.engine.steps) };
}

interface Step {
  readonly run?: string;
}

/** The script of each job, as GitLab runs it: line by line, up to the first that fails. */
function gitLabJobs(): Record<string, string> {
  const jobs = parsed("examples/drift-ci/gitlab-ci.yml") as Record<string, { script?: string[] }>;
  return Object.fromEntries(Object.entries(jobs).map(([job, { script = [] }]) => [job, script.join("\n")]));
}

function parsed(file: string): unknown {
  return parse(readFileSync(path.join(root, file), "utf8"));
}

function changeByHand({ storageZones }: World["emulator"]): void {
  storageZones.change(Number(storageZones.named("acme-assets")?.Id), { Rewrite404To200: true });
}

type Stack = World["stack"];

function namesIn({ storageZones }: World["emulator"]): string[] {
  return storageZones
    .list()
    .map(({ Name }) => Name ?? "")
    .sort();
}
