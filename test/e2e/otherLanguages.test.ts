import assert from "node:assert/strict";
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
import { startEmulator } from "../../emulator";
import { soak } from "../faults/support/size";
import { cliEngine } from "./support/cliEngine";
import { passphrase } from "./support/engineUnderTest";
import { runScript } from "./support/script";
import { writePluginScript } from "./support/world";
import { isOnPath } from "../../scripts/onPath";

const root = path.join(__dirname, "..", "..");
const page = readFileSync(path.join(root, "docs", "other-languages.md"), "utf8");

const languages = [
  // Its packages are downloaded.
  { name: "TypeScript", needs: ["pulumi", "pulumi-language-nodejs"], slow: true },
  { name: "YAML", needs: ["pulumi", "pulumi-language-yaml"], slow: false },
  // Pulumi's SDK is downloaded.
  { name: "Python", needs: ["pulumi", "pulumi-language-python", "python3"], slow: true },
  // Pulumi's SDK is compiled.
  { name: "Go", needs: ["pulumi", "pulumi-language-go", "go"], slow: true },
];

/** The page has no program in TypeScript: those of the other pages need another package only. */
const typescript: readonly [file: string, text: string][] = [
  ["Pulumi.yaml", "name: cdn-typescript\nruntime: nodejs\n"],
  [
    "package.json",
    `{ "main": "index.ts", "devDependencies": { "@types/node": "^20", "ts-node": "^10", "typescript": "^5" } }\n`,
  ],
  [
    "tsconfig.json",
    `{ "compilerOptions": { "target": "es2022", "module": "node16", "moduleResolution": "node16", "strict": true } }\n`,
  ],
  [
    "index.ts",
    `import * as cdn from "pulumi-cdn-sdk";

const assets = new cdn.StorageZone("assets", { name: "acme-assets", region: "DE", replicationRegions: ["NY"] });
const { pullZoneId } = new cdn.PullZone("delivery", { name: "acme-web", storageZoneId: assets.storageZoneId });
new cdn.PullZoneHostname("www", { pullZoneId, hostname: "www.acme.example" });
new cdn.PullZoneEdgeRule("no-sniff", {
  pullZoneId,
  actionType: cdn.EdgeRuleActionType.SetResponseHeader,
  actionParameter1: "X-Content-Type-Options",
  actionParameter2: "nosniff",
  triggers: [{ type: cdn.EdgeRuleTriggerType.Url, patternMatches: ["*"] }],
});

export const hostname = assets.storageHostname;
`,
  ],
];

/** What is added to the programs of the page, before a text of theirs: a folder of the project, and reads by an id, which is an integer. */
const added: Readonly<Record<string, readonly [text: string, before?: string]>> = {
  "index.ts": [
    `new cdn.StorageFolder("pages", { storageZoneId: assets.storageZoneId, source: "./public" });
const site = new cdn.Website("site", { name: "acme-site", source: "./public", headers: { "X-From": assets.storageHostname } });
export const siteHost = site.pullZone.apply((zone) => zone.systemHostname);
`,
  ],
  "__main__.py": [
    `
cdn.StorageFolder("pages", storage_zone_id=assets.storage_zone_id, source="./public")
site = cdn.Website("site", name="acme-site", source="./public", headers={"X-From": assets.storage_hostname})
pulumi.export("siteHost", site.pull_zone.system_hostname)
website = cdn.PullZone.get("website", "4711")
pulumi.export("origin", website.origin_url)
old = cdn.StorageZone.get("old", str(cdn.get_storage_zones().ids[0]))
same = cdn.StorageZone.get("same", cdn.get_storage_zones_output().ids[0].apply(str))
pulumi.export("ids", [old.storage_zone_id, same.storage_zone_id])
pulumi.export("url", pulumi.Output.format("https://{}/", delivery.system_hostname))
pulumi.export("entries", len(cdn.get_access_logs(pull_zone_id=4711, from_="2h").entries))
`,
  ],
  "Pulumi.yaml": [
    `  pages:
    type: cdn:StorageFolder
    properties:
      storageZoneId: \${assets.storageZoneId}
      source: ./public
  site:
    type: cdn:Website
    properties: { name: acme-site, source: ./public, headers: { X-From: "\${assets.storageHostname}" } }
variables:
  read:
    fn::invoke: { function: "cdn:getPullZone", arguments: { id: "\${delivery.pullZoneId}" } }
`,
    "outputs:",
  ],
  "main.go": [
    `		_, err = cdn.NewStorageFolder(ctx, "pages", &cdn.StorageFolderArgs{
			StorageZoneId: assets.StorageZoneId,
			Source:        pulumi.String("./public"),
		})
		if err != nil {
			return err
		}
		_, err = cdn.NewWebsite(ctx, "site", &cdn.WebsiteArgs{
			Name:    pulumi.String("acme-site"),
			Source:  pulumi.String("./public"),
			Headers: pulumi.StringMap{"X-From": assets.StorageHostname},
		})
		if err != nil {
			return err
		}
`,
    "		ctx.Export(",
  ],
};

describe("The page on other languages", () => {
  for (const { name, needs, slow } of languages) {
    const missing = [...needs.filter((command) => !isOnPath(command)), ...(slow && !soak ? ["SOAK=1"] : [])];
    const title = `shows a program in ${name} that runs in an empty folder`;
    if (missing.length > 0) it.skip(`${title} (needs ${missing.join(", ")})`);
    else it(title, () => runs(name)).timeout(slow ? 900_000 : 120_000);
  }
});

/** Does what the page says, in a new folder, against an emulator. */
async function runs(language: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "other-languages-"));
  const project = path.join(folder, "project");
  const emulator = await startEmulator({
    seed: {
      storageZones: [{ Id: 1002, Name: "acme-media", Region: "DE" }],
      pullZones: [{ Id: 4711, Name: "website", OriginUrl: "https://www.example.com", EnableLogging: true }],
    },
  });
  const env = {
    ...process.env,
    PULUMI_BACKEND_URL: `file://${path.join(folder, "state")}`,
    PULUMI_HOME: path.join(folder, "home"),
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_SKIP_CONFIRMATIONS: "true",
  };
  try {
    for (const directory of ["project", "project/public", "state"]) mkdirSync(path.join(folder, directory));
    writeFileSync(path.join(project, "public", "index.html"), "home");
    for (const [file, text] of filesOf(language)) writeFileSync(path.join(project, file), whole(file, text));
    const [npmInstall = "", ...commands] = [...commandsOf("Installing the plugin"), ...commandsOf("Programs")];
    const onEmulator = (script: readonly string[]): string =>
      script
        .join("\n")
        .replace(/https:\/\/api\.bunny\.net|http:\/\/127\.0\.0\.1:8080/g, emulator.url)
        .replace("YOUR-KEY", emulator.accessKey);
    const { exitCode, text } = await runScript(onEmulator([installed(npmInstall, project), ...commands]), project, env);
    assert.equal(exitCode, 0, text);

    const shown = (await runScript("pulumi stack output --json", project, env)).text;
    const { hostname, ...others } = JSON.parse(shown) as Record<string, unknown>;
    assert.equal(hostname, emulator.storageHostname);
    if (language === "Python") {
      const url = `https://${emulator.pullZones.named("acme-web")?.Hostnames?.[0]?.Value ?? ""}/`;
      const siteHost = emulator.pullZones.named("acme-site")?.Hostnames?.[0]?.Value;
      assert.deepEqual(others, { siteHost, origin: "https://www.example.com", ids: [1002, 1002], url, entries: 0 });
    }
    assert.deepEqual(emulator.storageZones.named("acme-assets")?.ReplicationRegions, ["NY"]);
    const files = emulator.files.list(emulator.storageZones.named("acme-assets")?.Id ?? 0);
    assert.deepEqual(
      files.map((file) => file.path),
      ["index.html"],
    );
    const site = emulator.pullZones.named("acme-site")?.Id ?? 0;
    assert.equal(String(emulator.visit(site, "/").body), "home");
    const header = emulator.pullZones.named("acme-site")?.EdgeRules?.find(({ ActionType }) => ActionType === 5);
    assert.equal(header?.ActionParameter2, emulator.storageHostname);
    // Its answer does not depend on the language.
    if (language === "YAML" && cliEngine.isAtLeast(243)) {
      const listed = await runScript(onEmulator(commandsOf("What can be imported")), project, env);
      assert.match(listed.text, /"id": "4711",\s+"name": "website"/);
    }
    const [rule] = emulator.pullZones.named("acme-web")?.EdgeRules ?? [];
    assert.deepEqual([rule?.ActionType, rule?.Triggers?.[0]?.PatternMatches], [5, ["*"]]);
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file of the page's program, with what is added to it. A `Pulumi.yaml` of another language has no outputs. */
function whole(file: string, text: string): string {
  const [more = "", before] = added[file] ?? [];
  return before === undefined ? text + more : text.replace(before, () => more + before);
}

/** The text below a heading, up to the next one. */
function section(heading: string): string {
  const [, text] = page.split(new RegExp(`^##+ ${heading}\n`, "m"));
  assert.ok(text !== undefined, `the page has no heading ${heading}`);
  return text.split(/^##+ /m)[0] ?? "";
}

/** The commands below a heading. */
function commandsOf(heading: string): string[] {
  const blocks = [...section(heading).matchAll(/^```sh\n([^]*?)^```/gm)];
  return blocks.flatMap(([, text = ""]) => text.trim().split("\n"));
}

/** The files of a language's project, by name: in the page, each has a line with its name in front. */
function filesOf(language: string): readonly [string, string][] {
  if (language === "TypeScript") return typescript;
  if (language === "Go") {
    const folder = path.join(root, "examples", "plugin-go");
    const files = readdirSync(folder).filter((file) => !file.endsWith(".md"));
    return files.map((file) => [file, readFileSync(path.join(folder, file), "utf8")]);
  }
  const files = section(language).matchAll(/^`([^`]+)`[^\n]*:\n\n```\w+\n([^]*?)^```/gm);
  return [...files].map(([, file = "", text = ""]) => [file, text]);
}

/** Installs the packages that `npm install` names, from this checkout. Returns the command that is left to run. */
function installed(command: string, project: string): string {
  const [, names] = /^npm install (.*)$/.exec(command) ?? [];
  assert.ok(names !== undefined, command);
  const own = "pulumi-resource-cdn";
  // Where the project has a package.json, npm also installs what that file names.
  const isNode = existsSync(path.join(project, "package.json"));
  const modules = path.join(project, isNode ? "../packages" : "node_modules");
  for (const name of isNode ? [own] : names.split(" ")) {
    const target = path.join(modules, name);
    mkdirSync(path.dirname(target), { recursive: true });
    if (name !== own) symlinkSync(path.join(root, "node_modules", name), target);
    else {
      cpSync(path.join(root, "plugin", "package"), target, { recursive: true });
      writePluginScript(target);
    }
  }
  return isNode ? command.replace(own, `--install-links ${path.join(modules, own)}`) : "";
}
