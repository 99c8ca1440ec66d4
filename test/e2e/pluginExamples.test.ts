import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator } from "../../emulator";
import { passphrase } from "./support/engineUnderTest";
import { runScript } from "./support/script";
import { writePluginScript } from "./support/world";
import { isOnPath } from "../../scripts/onPath";

const examples = path.join(__dirname, "..", "..", "plugin", "package", "examples");

describe("The examples in the plugin's schema", () => {
  const missing = ["pulumi", "pulumi-language-yaml"].filter((command) => !isOnPath(command));
  const title = "preview in YAML";
  if (missing.length > 0) it.skip(`${title} (needs ${missing.join(", ")})`);
  else it(title, preview).timeout(300_000);
});

/** Previews each as a project of its own, against one emulator. */
async function preview(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "plugin-examples-"));
  const emulator = await startEmulator({
    seed: {
      storageZones: [{ Name: "acme-media", Region: "DE" }],
      pullZones: [{ Id: 4711, Name: "acme-website", OriginUrl: "https://www.acme.example", EnableLogging: true }],
      dnsZones: [{ Domain: "acme.example" }],
      edgeScripts: [{ Name: "acme-hello" }],
    },
  });
  const env = {
    ...process.env,
    PULUMI_BACKEND_URL: `file://${path.join(folder, "state")}`,
    PULUMI_HOME: path.join(folder, "home"),
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    ...{ CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey },
    // Of the explicit provider in the example of one.
    ...{ CDN_BASE_URL_EU: emulator.url, CDN_ACCESS_KEY_EU: emulator.accessKey },
  };
  try {
    for (const directory of ["state", "project/plugin", "project/public"])
      mkdirSync(path.join(folder, directory), { recursive: true });
    const project = path.join(folder, "project");
    writePluginScript(path.join(project, "plugin"));
    writeFileSync(path.join(project, "public", "index.html"), "home");
    const files = readdirSync(examples);
    assert.ok(files.length > 10);
    const plugin = "plugins:\n  providers:\n    - name: cdn\n      path: plugin\n";
    const faults: string[] = [];
    for (const file of files) {
      const text = readFileSync(path.join(examples, file), "utf8");
      writeFileSync(path.join(project, "Pulumi.yaml"), `name: example\nruntime: yaml\n${plugin}${text}`);
      const { exitCode, text: printed } = await runScript(
        "pulumi stack select --create dev && pulumi preview",
        project,
        env,
      );
      if (exitCode !== 0) faults.push(`${file}: ${printed}`);
    }
    assert.deepEqual(faults, []);
    assert.deepEqual([...new Set(emulator.journal.map(({ method }) => method))], ["GET"]);
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
