import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "yaml";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator";
import { hasCli } from "../e2e/support/cliEngine";
import { passphrase, type ScriptResult } from "../e2e/support/engineUnderTest";
import { runScript } from "../e2e/support/script";
import { writePluginScript } from "../e2e/support/world";
import { seed as terraformAccount } from "../fixtures/terraform/account";
import { soak } from "../faults/support/size";
import { blocksOf, pages, root, type Block } from "./support/blocks";

// The commands of the pages, run as they are pasted. Only addresses, keys, tokens and words in capitals are replaced.

/** TypeScript is compiled by pages.test.ts. */
const blocks = pages.flatMap(blocksOf).filter(({ language }) => !["ts", "mermaid"].includes(language));
const taken = new Set<Block>();

/** The blocks of a language, under a heading or in the whole page, that a test below runs. */
function take(page: string, heading?: string, language = "sh"): string[] {
  const found = blocks.filter(
    (block) =>
      block.page === page &&
      (heading === undefined || block.heading === heading) &&
      block.language === language &&
      !block.isExample,
  );
  assert.ok(found.length > 0, `${page} has no ${language} under ${heading ?? "any heading"}`);
  for (const block of found) taken.add(block);
  return found.map(({ text }) => text);
}

/** Blocks that other tests run. */
const elsewhere: readonly (readonly [page: string, heading: RegExp, test: string])[] = [
  ["README.md", /^Drift$/, "test/drift/example.test.ts"],
  ["docs/_index.md", /^$/, "test/e2e/generatedSdks.test.ts"],
  [
    "docs/other-languages.md",
    /^(Installing the plugin|Programs|Python|YAML|What can be imported)$/,
    "test/e2e/otherLanguages.test.ts",
  ],
  ["plugin/package/README.md", /./, "test/e2e/otherLanguages.test.ts"],
  ["docs/emulator.md", /^(Fault rules|Shield)$/, "test/docs/reference.test.ts"],
  ["docs/emulator.md", /^Open a site$/, "test/emulator/browser.test.ts"],
  ["docs/deploy-a-site.md", /^Create the zones$/, "test/cli/deployCreate.test.ts"],
  ["docs/deploy-a-site.md", /^From the template$/, "test/examples/template.test.ts"],
  ["PUBLISHING.md", /^1\. Names and addresses$/, "test/package/repository.test.ts"],
  ["docs/files-by-s3-tools.md", /./, "test/docs/s3Tools.test.ts"],
  ["docs/previews.md", /^The program$/, "test/examples/previews.test.ts"],
  ["docs/releases-and-rollback.md", /^(Go back|Without Pulumi)$/, "test/cli/releases.test.ts"],
  ["docs/releases-and-rollback.md", /^Messages$/, "test/cli/releaseMessages.test.ts"],
  ["examples/drift-ci/README.md", /./, "test/examples/examples.test.ts"],
  ["examples/testing-your-program/README.md", /./, "test/examples/ownTests.test.ts"],
];

const start = take("README.md", "Get started");
const settings = take("docs/installation-configuration.md", "Configuration");
const adoption = take("docs/adopting-existing-zones.md", "The argument `adopt`", "text");
const rotation = take("docs/key-rotation.md", "Why a refresh can still use the old key");
const reset = take("docs/key-rotation.md", "The passwords of a storage zone");
const readOnly = take("docs/which-key.md", "Without changes").join("");
const manyStates = take("docs/drift-in-ci.md", "Many stacks");
const driftFile = ["Ignore rules", "Keys of several accounts"].flatMap((heading) =>
  take("docs/drift-in-ci.md", heading, "yaml"),
);
const workflows = ["Drift in CI", "Parts in GitHub Actions", "GitHub Actions"].flatMap((heading) =>
  take("docs/drift-in-ci.md", heading, "yaml"),
);
const importAll = take("docs/adopting-existing-zones.md", "The import command").join("");
const importByStack = take("docs/adopting-existing-zones.md", "A whole account in several stacks").join("");
const importFromTerraform = take("docs/adopting-existing-zones.md", "From Terraform or OpenTofu").join("");
const importInYaml = take("docs/other-languages.md", "A whole account").join("");
const importByHand = take("docs/other-languages.md", "Importing zones").join("");
const emulatorSeed = take("docs/emulator.md", "The emulator", "yaml").join("");
const emulatorPage = ["The emulator", "Across restarts", "Control path", "Access logs", "Files", "DNS"].map((heading) =>
  take("docs/emulator.md", heading),
);
const deploying = ["From an empty folder", "A page that changes", "Take it down"].map((heading) =>
  take("docs/deploy-a-site.md", heading),
);
const deployWorkflow = take("docs/deploy-a-site.md", "In CI", "yaml").join("");
const deployment = take("docs/deploy-a-site.md", "Without Pulumi").join("");
const uploadStep = take("docs/deploy-a-site.md", "Without Pulumi", "yaml").join("");
const deployAction = take("docs/deploy-a-site.md", "As an action", "yaml").join("");
const pointing = take("docs/managing-pull-zones.md", "A site from nothing");
const purging = take("docs/managing-pull-zones.md", "Files and caches").join("");

/** What the last command of an example prints. */
const examples: Readonly<Record<string, RegExp>> = {
  "access-logs": /^5xx rate [\d.]+ of \d+ requests is within 0\.01$/m,
  "adopt-existing": /Adopted storage zone "acme-media"/,
  component: /\+ \d+ created/,
  "multiple-accounts": /\+ \d+ created/,
  "read-pull-zone": /\+ \d+ created/,
  "storage-zone": /\+ \d+ created/,
  website: /\+ \d+ created/,
  "website-yaml": /\+ \d+ created/,
};
const commands = new Map(Object.keys(examples).map((name) => [name, take(`examples/${name}/README.md`)]));
const [policyPack = "", policyLevels = ""] = take("examples/policy/README.md");
const rates = take("examples/access-logs/README.md", undefined, "text");

const seed = {
  storageZones: [{ Id: 1002, Name: "acme-media", Region: "NY", FilesStored: 17 }],
  pullZones: [
    {
      Id: 4711,
      Name: "website",
      OriginUrl: "https://www.example.com",
      StorageZoneId: 1002,
      EnableLogging: true,
      Hostnames: [{ Id: 1, Value: "cdn.acme.example" }],
      EdgeRules: [
        { Guid: "f0f0f0f0-0000-4000-8000-000000000001", ActionType: 1, Triggers: [{ Type: 0, PatternMatches: ["*"] }] },
      ],
    },
  ],
} satisfies EmulatorOptions["seed"];

const exampleService: EmulatorOptions = { seed, logEntries: 20_000 };

describe("Commands in the documentation", function () {
  this.timeout(300_000);
  const withCli = hasCli() ? it : it.skip;

  it("run in a test, or are marked as examples", () => {
    const left = blocks.filter(
      (block) =>
        !block.isExample &&
        !taken.has(block) &&
        !elsewhere.some(([page, heading]) => page === block.page && heading.test(block.heading)),
    );
    assert.deepEqual(
      left.map(({ page, heading, language }) => `${page}, ${heading}: ${language}`),
      [],
    );
    for (const [, , test] of elsewhere) assert.ok(existsSync(path.join(root, test)), test);
  });

  it("give the action of this repository inputs that it has", () => {
    const { inputs } = parse(readFileSync(path.join(root, "action.yml"), "utf8")) as { inputs: object };
    const steps: { readonly uses?: string; readonly with?: object }[] = [];
    const collect = (_: string, value: (typeof steps)[number] | null): unknown => {
      if (value?.uses?.startsWith("OWNER/") === true) steps.push(value);
      return value;
    };
    for (const text of workflows) JSON.stringify(parse(text), collect);
    assert.equal(steps.length, 3);
    const unknown = steps.flatMap((step) => Object.keys(step.with ?? {})).filter((name) => !(name in inputs));
    assert.deepEqual(unknown, []);
    const deploying = parse(readFileSync(path.join(root, "deploy/action.yml"), "utf8")) as { inputs: object };
    const [step] = parse(deployAction) as { with: object }[];
    assert.deepEqual(
      Object.keys(step?.with ?? {}).filter((name) => !(name in deploying.inputs)),
      [],
    );
  });

  withCli("README: a start in an empty folder, with the packed package", () =>
    inFolder({}, async ({ folder, emulator, run }) => {
      const [install = "", ...rest] = start;
      const packing = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
      const [packed] = JSON.parse(execFileSync("npm", packing, { cwd: root, encoding: "utf8" })) as {
        filename: string;
      }[];
      const tarball = path.join(folder, packed?.filename ?? "");
      // npm would install what the linked folder has, such as the workspaces of this repository.
      if (soak) rmSync(path.join(folder, "node_modules"));
      else installPacked(folder, tarball);
      const installs = install.replace(/^npm install .*$/gm, (line) =>
        soak ? line.replace("pulumi-cdn-zones", tarball) : "",
      );
      assert.notEqual(installs, install);
      // It exits with 2, which would end the script.
      const pasted = [installs, ...rest].join("\n").replace(/^npx pulumi-cdn-zones drift$/m, "$& || [ $? = 2 ]");
      const { text } = await run(pasted);
      assert.match(text, /rewrite404To200\s+false → true\s+declared/);
      assert.doesNotMatch(text, /pullZones/);
      assert.equal(emulator.storageZones.named("acme-pasted")?.Rewrite404To200, false);
      assert.deepEqual(emulator.pullZones.named("acme-pasted")?.StorageZoneId, 1);
      await run('export PULUMI_BACKEND_URL="file://$PWD" PULUMI_CONFIG_PASSPHRASE="choose one"\npulumi destroy');
      assert.deepEqual([emulator.storageZones.list(), emulator.pullZones.list()], [[], []]);
    }),
  );

  // It begins as the start in the README does, and takes long.
  (soak ? withCli : it.skip)("docs: a site is deployed from an empty folder, and deployed again by a workflow", () =>
    inFolder({}, async ({ emulator, run }) => {
      const [visit = [], change = [], end = []] = deploying;
      const [install = "", ...first] = start.slice(0, -1);
      const pasted = [install.replace(/^npm install .*$/gm, ""), ...first, ...visit];
      assert.match((await run(pasted.join("\n"))).text, /<h1>Hello<\/h1>/);

      const { jobs } = parse(deployWorkflow) as { jobs: { deploy: { steps: { run?: string }[] } } };
      const steps = jobs.deploy.steps.flatMap(({ run: step }) => (step?.startsWith("npm ci") === false ? step : []));
      const script = `export PULUMI_BACKEND_URL="file://$PWD" PULUMI_CONFIG_PASSPHRASE="choose one"
npm pkg set "scripts.build=echo built > public/built.html"
${change.join("").replace(/^pulumi up$/m, steps.join("\n"))}`;
      const { text } = await run(script);
      assert.match(text, /~ index\.html/);
      const visited = (page: string): string => String(emulator.visit(1, page).body);
      assert.deepEqual([visited("/"), visited("built.html")], ["<h1>Hello again</h1>\n", "built\n"]);

      emulator.files.write(1, "foreign.html", "of others");
      await run(["export PULUMI_BACKEND_URL=\"file://$PWD\" PULUMI_CONFIG_PASSPHRASE='choose one'", ...end].join("\n"));
      assert.deepEqual([emulator.storageZones.list(), emulator.pullZones.list()], [[], []]);
    }),
  );

  it("docs: a folder is deployed without Pulumi, also with the password of the zone alone", () =>
    inFolder({ seed: { ...seed, storageZones: [{ Id: 1, Name: "acme-site" }] } }, async ({ folder, emulator, run }) => {
      mkdirSync(path.join(folder, "public"));
      writeFileSync(path.join(folder, "public/index.html"), "new");
      emulator.files.write(1, "old.html", "old");
      assert.match((await run(deployment.replace("acme-web", "website"))).text, /1 uploaded, 1 deleted, 0 unchanged/);
      // The cache is emptied again after the deletion.
      assert.deepEqual(emulator.purges, [{ pullZoneId: 4711 }, { pullZoneId: 4711 }]);

      writeFileSync(path.join(folder, "public/index.html"), "newer");
      const [{ run: step, env }] = parse(uploadStep) as [{ run: string; env: object }];
      assert.deepEqual(Object.keys(env), ["CDN_STORAGE_PASSWORD"]);
      const password = String(emulator.storageZones.get(1)?.Password);
      const here = step.replace("--region DE", `--host ${emulator.storageHostname}`);
      await run(`unset CDN_ACCESS_KEY\nexport CDN_STORAGE_PASSWORD=${password}\n${here}`);
      assert.equal(String(emulator.files.read(1, "index.html")), "newer");
    }));

  it("docs: commands that change nothing", () =>
    inFolder({ seed }, async ({ emulator, run }) => {
      const { text } = await run(readOnly.replace("acme-web", "website"));
      assert.match(text, /acme-media/);
      assert.ok(emulator.journal.length > 1);
      assert.ok(emulator.journal.every(({ method }) => method === "GET"));
    }));

  withCli("docs: settings, what adoption prints, keys, and drift of many states", () =>
    inFolder({ seed }, async ({ folder, emulator, run }) => {
      writeProgram(
        folder,
        `const second = { accessKey: new pulumi.Config().requireSecret("secondKey") };
         new cdn.StorageZone("media", { name: "acme-media", region: "NY", replicationRegions: ["LA"], adopt: true });
         new cdn.StorageZone("second", { name: "acme-second", region: "DE" }, { provider: new cdn.Provider("eu", second) });`,
      );
      await run("pulumi stack init dev");
      const up = await run(`${settings.join("")}pulumi config set --secret secondKey YOUR-KEY\npulumi up`);
      for (const line of adoption.join("").trim().split("\n")) assert.ok(up.text.includes(line), `${line}\n${up.text}`);
      assert.deepEqual(emulator.storageZones.named("acme-media")?.ReplicationRegions, ["LA"]);
      await run(rotation.join(""));
      const passwords = (): unknown[] => emulator.storageZones.list().map(({ Password }) => Password);
      const before = passwords();
      assert.match((await run(reset.join(""))).text, /has a new password\./);
      assert.notDeepEqual(passwords(), before);
      const { text: state } = await run("pulumi stack export --show-secrets");
      for (const password of passwords()) assert.ok(state.includes(String(password)));

      writeFileSync(path.join(folder, ".cdn-drift.yaml"), driftFile.join(""));
      mkdirSync(path.join(folder, "backend/acme"), { recursive: true });
      cpSync(path.join(folder, ".pulumi/stacks/my-zones/dev.json"), path.join(folder, "backend/acme/prod.json"));
      const { text } = await run(manyStates.join(""));
      assert.equal(text.match(/^Result: clean/gm)?.length, 3, text);
    }),
  );

  withCli("docs: a whole account is imported", () =>
    inFolder({ seed }, async ({ folder, run }) => {
      writeProgram(folder, "");
      await run("pulumi stack init dev");
      assert.match((await run(importAll)).text, /= 4 imported/);
    }),
  );

  withCli("docs: an account is imported into several stacks, and nothing is left", () => {
    const byStack: EmulatorOptions["seed"] = {
      storageZones: ["shop-media", "blog-media"].map((Name, index) => ({ Id: index + 1, Name })),
      pullZones: [
        {
          Id: 1,
          Name: "shop-web",
          OriginUrl: "https://shop.example",
          Hostnames: [{ Id: 1, Value: "cdn.shop.example" }],
        },
        { Id: 2, Name: "blog", OriginType: 2, StorageZoneId: 2 },
      ],
      dnsZones: [{ Id: 31, Domain: "shop.example" }],
      dnsRecords: [{ Id: 1, DnsZoneId: 31, Type: 0, Name: "www", Value: "203.0.113.7" }],
    };
    return inFolder({ seed: byStack }, async ({ folder, run }) => {
      for (const name of ["shop", "blog"]) {
        mkdirSync(path.join(folder, name));
        writeProgram(path.join(folder, name), "", name);
        await run(`cd ${name}\npulumi stack init prod`);
      }
      const { text } = await run(importByStack);
      assert.match(text, /= 5 imported[^]*= 2 imported/);
      assert.match(text, /^Objects in no state: clean$/m);
    });
  });

  withCli("docs: what Terraform has is imported under its names", () =>
    inFolder({ seed: terraformAccount }, async ({ folder, run }) => {
      writeProgram(folder, "");
      cpSync(path.join(root, "test/fixtures/terraform/terraform.tfstate"), path.join(folder, "terraform.tfstate"));
      await run("pulumi stack init dev");
      const { text } = await run(importFromTerraform);
      assert.match(text, /PullZone acme_web import[^]*= 7 imported/);
      assert.match(text, /^ {2}terraform state rm bunnynet_storage_zone\.media /m);
    }),
  );

  withCli("docs: pulumi import", () =>
    inFolder({ seed }, async ({ folder, run }) => {
      writePluginScript(folder);
      const plugin = "plugins:\n  providers:\n    - { name: cdn, path: . }\n";
      writeFileSync(path.join(folder, "Pulumi.yaml"), `name: my-zones\nruntime: yaml\n${plugin}`);
      await run("pulumi stack init dev");
      const { text: printed } = await run(importByHand.replace("www.acme.example", "cdn.acme.example"));
      assert.equal(printed.match(/= 1 imported/g)?.length, importByHand.trim().split("\n").length, printed);
    }),
  );

  withCli("docs: a whole account is imported in another language, and its first preview is clean", () =>
    inFolder({ seed }, async ({ folder, run }) => {
      writePluginScript(folder);
      const project = "name: my-zones\nruntime: yaml\nplugins:\n  providers:\n    - { name: cdn, path: . }\n";
      writeFileSync(path.join(folder, "Pulumi.yaml"), project);
      await run("pulumi stack init dev");
      assert.match((await run(importInYaml)).text, /= 4 imported/);
      writeFileSync(
        path.join(folder, "Pulumi.yaml"),
        `${project}${readFileSync(path.join(folder, "imported.txt"), "utf8")}`,
      );
      await run("pulumi preview --expect-no-changes");
    }),
  );

  it("docs: the emulator's page", () =>
    inFolder({}, async ({ folder, run }) => {
      writeFileSync(path.join(folder, "zones.yaml"), emulatorSeed);
      const [[starts = "", others = "", seeded = ""] = [], [kept = ""] = [], [change = ""] = [], ...more] =
        emulatorPage;
      const [[logs = ""] = [], [file = ""] = [], [delegation = ""] = []] = more;
      const [first = "", second = ""] = starts.trim().split("\n");
      const [withLogs = "", query = ""] = logs.trim().split("\n");
      // An emulator that is started with a command ends with it.
      const during = (emulator: string, command: string): string => {
        const inside = command
          .replaceAll("http://127.0.0.1:8080", "$CDN_BASE_URL")
          .replaceAll("TOKEN", "$CDN_EMULATOR_CONTROL_TOKEN")
          .replaceAll("npx pulumi-cdn-zones", `node ${path.join(root, "dist/cli/main.js")}`);
        writeFileSync(path.join(folder, "inside.sh"), inside);
        return `${emulator.replace("--port 8080", "--port 0")} exec -- bash -e inside.sh`;
      };
      assert.match((await run(during(first, "echo started"))).text, /started/);
      const changed = await run(during(seeded.trim(), change));
      assert.match(changed.text, /"Rewrite404To200":false/);
      const keeping = kept.trim().replace("--storage-port 8081", "");
      await run(during(keeping, change));
      assert.match(readFileSync(path.join(folder, ".emulator/state.json"), "utf8"), /"Rewrite404To200":false/);
      assert.match((await run(during(seeded.trim(), file))).text, /"path":"index.html","bytes":14/);
      assert.match((await run(during(withLogs, query))).text, /entries/);
      const undelegated = `${seeded.trim()} --undelegated '*'`;
      const shown = 'curl -fsS http://127.0.0.1:8080/__emulator__/undelegated-domains -H "Emulator-Control: TOKEN"\n';
      assert.match((await run(during(undelegated, shown + delegation + shown))).text, /\["\*"\]\[\]/);
      // Without a stack to bring up, the variables are shown.
      for (const command of [second, others]) {
        const shown = await run(command.replaceAll("pulumi up --yes", "env | grep ^CDN_ | sort"));
        assert.match(shown.text, /^CDN_ACCESS_KEY(_EU)?=/m);
      }
    }));

  it("docs: a purge, and the request that points a hostname to its pull zone", () =>
    inFolder({ seed }, async ({ emulator, run }) => {
      await run(purging.replace("acme-web", "website").replaceAll("www.acme", "cdn.acme"));
      assert.deepEqual(emulator.purges, [
        { pullZoneId: 4711 },
        { pullZoneId: 4711, url: "https://cdn.acme.example/style.css" },
        { pullZoneId: 4711, url: "https://cdn.acme.example/img/*" },
      ]);
      await run(pointing.join(""));
      assert.match(
        (await run(`curl -s ${emulator.url}/__emulator__/pointed-hostnames -H "Emulator-Control: TOKEN"`)).text,
        /www/,
      );
    }));

  for (const [name, lines] of commands) {
    withCli(`examples/${name}: the commands of its page`, () =>
      inFolder(exampleService, async ({ folder, run }) => {
        const project = path.join(folder, "examples", name);
        cpSync(path.join(root, "examples", name), project, {
          recursive: true,
          filter: (file) => !file.includes("node_modules"),
        });
        const plugin = path.join(project, "node_modules/pulumi-resource-cdn");
        cpSync(path.join(root, "plugin/package"), plugin, { recursive: true });
        writePluginScript(plugin);
        const pasted = lines.join("").replace(/^npm install .*$/m, "");
        const { text } = await run(`cd examples/${name}\n${pasted}`);
        assert.match(text, examples[name] ?? /./);
      }),
    );
  }

  withCli("examples/policy: the commands of its page, in the folder of a program", () =>
    inFolder({}, async ({ folder, run }) => {
      const zone = `new cdn.StorageZone("assets", { name: "acme-assets", region: "DE" });`;
      writeProgram(folder, zone);
      await run("pulumi stack init dev");
      const { text } = await run(policyPack.replace(/^npm install .*$/m, ""), 1);
      assert.match(text, /Give assets the resource option protect: true/);
      assert.match((await run(policyLevels)).text, /\[advisory\] +two-replicas/);
    }),
  );

  it("examples/access-logs: shows what its script prints", () => {
    for (const text of rates) assert.match(text, examples["access-logs"] ?? /./);
  });
});

interface Place {
  readonly folder: string;
  readonly emulator: Emulator;
  /** Runs what a page says, and fails if it exits otherwise. */
  readonly run: (text: string, exitCode?: number) => Promise<ScriptResult>;
}

/** A folder, with this package installed, and an emulator. */
async function inFolder(options: EmulatorOptions, test: (place: Place) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "docs-commands-"));
  const emulator = await startEmulator(options);
  const replaced: readonly (readonly [RegExp, string])[] = [
    [/https:\/\/api\.bunny\.net|http:\/\/127\.0\.0\.1:8080/g, emulator.url],
    [/YOUR-KEY|NEW-KEY|THE-\w+-KEY/g, emulator.accessKey],
    [/YOUR-UNIQUE-NAME/gi, "acme-pasted"],
    [/(YOUR-)?PULL-ZONE(-ID)?/g, "4711"],
    [/\bTOKEN\b/g, emulator.controlToken],
    [/\bGUID\b/g, "f0f0f0f0-0000-4000-8000-000000000001"],
    [/\bID\b/g, "1002"],
    // npx starts npm, which takes ten times as long as most commands.
    [soak ? /$^/ : /\bnpx (?=pulumi-cdn-zones )/g, ""],
  ];
  const env = {
    ...process.env,
    PATH: [folder, root].map((of) => `${of}/node_modules/.bin:`).join("") + (process.env["PATH"] ?? ""),
    CDN_BASE_URL: emulator.url,
    CDN_ACCESS_KEY: emulator.accessKey,
    CDN_ACCESS_KEY_EU: emulator.accessKey,
    PULUMI_BACKEND_URL: `file://${folder}`,
    PULUMI_HOME: path.join(folder, "home"),
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_SKIP_CONFIRMATIONS: "true",
    npm_config_update_notifier: "false",
  };
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  const run = async (pasted: string, exitCode = 0): Promise<ScriptResult> => {
    const script = replaced.reduce((text, [pattern, value]) => text.replace(pattern, value), pasted);
    const result = await runScript(script, folder, env);
    assert.equal(result.exitCode, exitCode, `${script}\n${result.text}`);
    return result;
  };
  try {
    await test({ folder, emulator, run });
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts the packed package into an empty folder, beside links to what it depends on. */
function installPacked(folder: string, tarball: string): void {
  rmSync(path.join(folder, "node_modules"));
  const modules = path.join(folder, "node_modules");
  const own = path.join(modules, "pulumi-cdn-zones");
  mkdirSync(own, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", own]);
  const skipped = ["pulumi-cdn-zones", ".bin", ".package-lock.json"];
  for (const name of readdirSync(path.join(root, "node_modules"))) {
    if (!skipped.includes(name)) symlinkSync(path.join(root, "node_modules", name), path.join(modules, name));
  }
  mkdirSync(path.join(modules, ".bin"));
  symlinkSync("../pulumi-cdn-zones/dist/cli/main.js", path.join(modules, ".bin", "pulumi-cdn-zones"));
}

function writeProgram(folder: string, body: string, name = "my-zones"): void {
  const project = `name: ${name}\nruntime:\n  name: nodejs\n  options: { typescript: false }\n`;
  writeFileSync(path.join(folder, "Pulumi.yaml"), project);
  const imports = 'const pulumi = require("@pulumi/pulumi");\nconst cdn = require("pulumi-cdn-zones");\n';
  writeFileSync(path.join(folder, "index.js"), imports + body);
}
