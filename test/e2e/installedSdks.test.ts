import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator } from "../../emulator";
import { soak } from "../faults/support/size";
import { packageVersion } from "../../provider/version";
import { passphrase } from "./support/engineUnderTest";
import { runScript } from "./support/script";
import { findOnPath } from "../../scripts/onPath";

const root = path.join(__dirname, "..", "..");
const sdks = path.join(root, "sdk");

interface Language {
  readonly name: string;
  readonly needs: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /** What installs the SDK in the project's folder, from a local folder in place of the language's registry, or the plugin alone. */
  readonly install: string;
  /** The folder of the SDK; undefined if programs have only the plugin. */
  readonly sdk?: string;
  /** Whether the programs themselves run on Node.js. */
  readonly runsOnNode?: boolean;
}

const languages: readonly Language[] = [
  {
    name: "Python",
    needs: ["python3", "pulumi-language-python", "pulumi-language-python-exec"],
    files: {
      "Pulumi.yaml": "name: site\nruntime: { name: python, options: { virtualenv: venv } }\n",
      "__main__.py": `import pulumi
import pulumi_cdn as cdn

zone = cdn.StorageZone("assets", name="acme-assets", region="DE")
pulumi.export("hostname", zone.storage_hostname)
`,
    },
    sdk: "python",
    install: `python3 -m venv venv && venv/bin/pip install --quiet pulumi ${path.join(sdks, "python", "dist")}/*.whl`,
  },
  {
    name: "Go",
    needs: ["go", "pulumi-language-go"],
    files: {
      "Pulumi.yaml": "name: site\nruntime: go\n",
      "go.mod": `module site

go 1.24

require example.com/pulumi-cdn/sdk/go/cdn v0.0.0

replace example.com/pulumi-cdn/sdk/go/cdn => ${path.join(sdks, "go", "cdn")}
`,
      "main.go": `package main

import (
	"example.com/pulumi-cdn/sdk/go/cdn"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		zone, err := cdn.NewStorageZone(ctx, "assets", &cdn.StorageZoneArgs{
			Name: pulumi.String("acme-assets"), Region: pulumi.String("DE"),
		})
		if err != nil {
			return err
		}
		ctx.Export("hostname", zone.StorageHostname)
		return nil
	})
}
`,
    },
    sdk: "go",
    install: "go mod tidy",
  },
  {
    name: "JavaScript",
    needs: ["node", "npm", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"],
    files: {
      "Pulumi.yaml": "name: site\nruntime: { name: nodejs, options: { typescript: false } }\n",
      "package.json": `{ "main": "index.js" }\n`,
      "index.js": `const cdn = require("pulumi-cdn-sdk");

const zone = new cdn.StorageZone("assets", { name: "acme-assets", region: "DE" });
exports.hostname = zone.storageHostname;
`,
    },
    sdk: "nodejs",
    runsOnNode: true,
    install: `npm install --no-audit --no-fund @pulumi/pulumi@3.248.0 ${path.join(sdks, "nodejs", "dist")}/*.tgz`,
  },
  {
    name: "YAML",
    needs: ["pulumi-language-yaml"],
    files: {
      "Pulumi.yaml": `name: site
runtime: yaml
resources:
  assets: { type: cdn:StorageZone, properties: { name: acme-assets, region: DE } }
outputs:
  hostname: \${assets.storageHostname}
`,
    },
    install: `pulumi plugin install resource cdn ${packageVersion} --server github://api.github.com/OWNER/REPOSITORY`,
  },
];

describe("A project in", () => {
  for (const language of languages) {
    const { name, needs } = language;
    const missing = ["pulumi", ...needs, "tar"].filter((command) => findOnPath(command) === undefined);
    if (!soak) missing.push("SOAK=1");
    const withoutNode = language.runsOnNode === true ? "" : " without Node.js";
    const installed = language.sdk === undefined ? "the plugin" : "its SDK, and Pulumi downloads the plugin";
    const title = `${name} runs${withoutNode} after an installation of ${installed}`;
    if (missing.length > 0) it.skip(`${title} (needs ${missing.join(", ")})`);
    else it(title, () => runs(language)).timeout(900_000);
  }
});

async function runs({ needs, files, install, sdk, runsOnNode = false }: Language): Promise<void> {
  const build = sdk === undefined ? ["build:executable"] : ["build:sdks", "--", sdk];
  execFileSync("npm", ["run", "--silent", ...build], { cwd: root, stdio: "pipe" });
  const folder = mkdtempSync(path.join(tmpdir(), "installed-"));
  const project = path.join(folder, "project");
  const emulator = await startEmulator();
  const downloads: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    downloads.push(url);
    const archive = path.join(sdks, "plugin", path.basename(url));
    if (existsSync(archive)) response.end(readFileSync(archive));
    else response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const downloadUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const env = {
    ...process.env,
    PATH: runsOnNode ? process.env["PATH"] : commandsWithoutNode(path.join(folder, "bin"), ["pulumi", ...needs]),
    PULUMI_BACKEND_URL: `file://${path.join(folder, "state")}`,
    PULUMI_HOME: path.join(folder, "home"),
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `.*=${downloadUrl}`,
    CDN_ACCESS_KEY: emulator.accessKey,
    CDN_BASE_URL: emulator.url,
  };
  try {
    for (const directory of ["project", "state"]) mkdirSync(path.join(folder, directory));
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(project, file), text);
    const script = `${runsOnNode ? "" : "! command -v node"}
${install}
pulumi stack init dev
pulumi up --yes
pulumi stack output hostname
pulumi destroy --yes`;
    const { exitCode, text } = await runScript(script, project, env);
    assert.equal(exitCode, 0, text);
    assert.match(text, new RegExp(`^${emulator.storageHostname}$`, "m"));
    assert.match(downloads.join("\n"), /^\/pulumi-resource-cdn-v[0-9.]+-linux-amd64\.tar\.gz$/);
    assert.equal(emulator.storageZones.named("acme-assets"), undefined);
  } finally {
    server.close();
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a folder of links to the commands on the PATH, but for Node.js and what belongs to it. Returns a PATH that is this folder alone. */
function commandsWithoutNode(folder: string, needed: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  const system = ["/usr/bin", "/bin"].flatMap((directory) => readdirSync(directory));
  for (const command of new Set([...needed, ...system])) {
    if (/^(?:node|nodejs|npm|npx|corepack|yarn|pnpm)$/.test(command)) continue;
    const target = findOnPath(command);
    if (target !== undefined) symlinkSync(target, path.join(folder, command));
  }
  return folder;
}
