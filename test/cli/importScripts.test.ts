import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator } from "../../emulator";
import { importedState } from "../drift/support/importedState";
import { inProcess } from "./inProcess";

const script = {
  ...{ Id: 7, Name: "acme-hello", ScriptType: 1, CurrentReleaseId: 3, Code: "saved", DeploymentKey: "canary-key" },
  EdgeScriptVariables: [{ Id: 1, Name: "GREETING", DefaultValue: "hello" }],
  Releases: [{ Id: 3, Uuid: "abcdefgh", Code: "live code", Status: 1 }],
  Secrets: [{ Id: 2, Name: "TOKEN", Secret: "canary-secret" }],
};

describe("The command import, of an edge script", () => {
  let emulator: Emulator;
  let folder: string;
  before(async () => {
    emulator = await startEmulator({ seed: { edgeScripts: [script] } });
    folder = mkdtempSync(path.join(tmpdir(), "import-scripts-"));
  });
  after(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("declares the live code, variables, and secrets from the configuration, without the deployment key", async () => {
    for (const given of ["edge-script:acme-hello", "EdgeScript:7", "--all"]) {
      const { code, stdout, stderr } = await inProcess(emulator, ["import", given]);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /code: "live code",/);
      assert.match(stderr, /variables: \{ GREETING: "hello" \}/);
      assert.match(stderr, /TOKEN: config\.requireSecret\("acmeHelloEdgeScript-TOKEN"\)/);
      assert.doesNotMatch(stdout + stderr, /canary/);
    }
  });

  it("writes what the plugin imports, with --all as well", async () => {
    const { code, stdout, stderr } = await inProcess(emulator, ["import", "--all", "--plugin"]);
    assert.equal(code, 0, stderr);
    const resources = [{ type: "cdn:index:EdgeScript", name: "acme-hello", id: "7" }];
    assert.deepEqual(JSON.parse(stdout), { resources });
    assert.match(stderr, /code: "live code",/);
    assert.match(stderr, /secrets: \{ TOKEN: config\.requireSecret\(/);
    assert.doesNotMatch(stdout + stderr, /canary/);
  });

  it("warns of values that look like secrets, by their names, and quotes none", async () => {
    const own = await startEmulator({
      seed: {
        edgeScripts: [
          {
            ...script,
            EdgeScriptVariables: [
              { Id: 1, Name: "GREETING", DefaultValue: "hello" },
              { Id: 2, Name: "API_KEY", DefaultValue: "canary-of-a-variable" },
              { Id: 3, Name: "UPSTREAM", DefaultValue: "https://admin:canary@upstream.example" },
            ],
          },
        ],
        dnsZones: [{ Id: 31, Domain: "acme.example" }],
        dnsRecords: [
          { DnsZoneId: 31, Id: 311, Type: 3, Name: "", Value: "google-site-verification=rXOxyZounnZasA8Z7oaD3c14J" },
          { DnsZoneId: 31, Id: 312, Type: 3, Name: "db", Value: "password=canary" },
        ],
        pullZones: [
          {
            Id: 71,
            Name: "acme-web",
            EdgeRules: [
              {
                Guid: "0f3a0cbb-6a1a-4d0c-9df5-7f1c2a4b0001",
                ActionType: 4,
                Description: "members",
                Triggers: [{ Type: 1, Parameter1: "X-Auth-Token", PatternMatches: ["canary-of-a-trigger"] }],
              },
            ],
          },
        ],
      },
    });
    const { stderr } = await inProcess(own, ["import", "--all", "--out", "warned.ts"], { cwd: folder });
    await own.close();
    const [warning = "", ...others] = stderr.split("\n").filter((line) => line.startsWith("warning:"));
    assert.deepEqual(others, []);
    assert.match(warning, /^warning: 4 values look like secrets and would be in the program in plain text: /);
    for (const place of [
      "variables.API_KEY of edge script 7 (acme-hello)",
      "variables.UPSTREAM of edge script 7 (acme-hello)",
      "value of DNS record 31/312",
      "triggers[0].patternMatches of edge rule 71/0f3a0cbb",
    ])
      assert.ok(warning.includes(place), `${place} is not in: ${warning}`);
    assert.doesNotMatch(warning, /canary|311|GREETING/);
    assert.match(warning, /set it with pulumi config set --secret$/);
    for (const file of ["warned.ts", "import.json", "scripts"]) rmSync(path.join(folder, file), { recursive: true });
  });

  it("declares a DNS script without secrets where the service has none of those", async () => {
    emulator.edgeScripts.add({ Id: 8, Name: "acme-dns", ScriptType: 0, Code: "dns code" });
    emulator.setFaults([{ path: "/compute/script/8/secrets", fault: { kind: "status", status: 404 } }]);
    const { code, stderr } = await inProcess(emulator, ["import", "edge-script:8"]);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /code: "dns code"/);
    emulator.setFaults([]);
    emulator.edgeScripts.delete(8);
  });

  it("writes the code to a file beside the program with --out", async () => {
    const out = path.join(folder, "imported.ts");
    const ended = await inProcess(emulator, ["-C", folder, "import", "edge-script:7", "--out", "imported.ts"]);
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(readFileSync(out, "utf8"), /source: "\.\/scripts\/acme-hello\.js"/);
    assert.equal(readFileSync(path.join(folder, "scripts", "acme-hello.js"), "utf8"), "live code");
    assert.doesNotMatch(readFileSync(path.join(folder, "import.json"), "utf8"), /canary|"code"/);
  });

  it("names every file that it writes, and writes none through a link in the checkout", async () => {
    mkdirSync(path.join(folder, "checkout"));
    mkdirSync(path.join(folder, "elsewhere"));
    symlinkSync(path.join(folder, "elsewhere"), path.join(folder, "checkout", "scripts"), "junction");
    const argv = ["-C", path.join(folder, "checkout"), "import", "edge-script:7", "--out", "imported.ts"];
    const linked = await inProcess(emulator, argv);
    assert.equal(linked.code, 1);
    assert.match(linked.stderr, /scripts is a link to another folder, so nothing was written\. Move it/);
    assert.deepEqual(readdirSync(path.join(folder, "elsewhere")), []);
    assert.deepEqual(readdirSync(path.join(folder, "checkout")), ["scripts"]);
    rmSync(path.join(folder, "checkout", "scripts"));
    const { stdout } = await inProcess(emulator, argv);
    assert.match(stdout, /^Wrote imported\.ts with 1 resource, and import\.json and scripts\/acme-hello\.js\.\n/);
  });

  it("names the source as an exception of the clean preview with --plugin, whose import reads the code", async () => {
    const argv = ["-C", folder, "import", "edge-script:7", "--plugin", "--out", "native/imported.ts"];
    mkdirSync(path.join(folder, "native"));
    const { stdout } = await inProcess(emulator, argv);
    assert.match(stdout, /shows no change except for the source of edge scripts, which pulumi up writes to the state /);
  });
});

describe("The command import, of an edge script that the state has", () => {
  it("leaves it out although it was renamed outside, unless the state is of another service", async () => {
    const emulator = await startEmulator({ seed: { edgeScripts: [{ ...script, Name: "renamed" }] } });
    const type = "pulumi-nodejs:dynamic/cdn:EdgeScript";
    const stateOf = (service: string): string => {
      const outputs = { name: "acme-hello", edgeScriptId: 7, __service: service };
      const one = { urn: `urn:pulumi:dev::acme::${type}::hello`, type, custom: true, id: "7", inputs: {}, outputs };
      return JSON.stringify({ version: 3, deployment: { resources: [one] } });
    };
    const importing = (service: string) =>
      inProcess(emulator, ["import", "--all", "--state", "-"], { stdin: stateOf(service) });
    const [same, other] = [await importing("localhost"), await importing("https://api.elsewhere.example")];
    const broken = stateOf("localhost").replace("::hello", "::hel\\nlo");
    const hostile = await inProcess(emulator, ["import", "--all", "--state", "-"], { stdin: broken });
    assert.match(hostile.stderr, /^Left out: .*::hel\\u000alo\n/);
    await emulator.close();
    assert.match(same.stderr, /^Left out: edge script 7 \(renamed\) is already in the state, as urn:.*::hello\n/);
    assert.match(other.stderr, /new cdn\.EdgeScript\(\n {2}"renamed"/);
  });
});

describe("The command import, of what it has imported before", () => {
  it("leaves it out although it was renamed outside before the first refresh", async () => {
    const emulator = await startEmulator({ seed: { edgeScripts: [script] } });
    const state = await importedState(emulator);
    emulator.edgeScripts.change(7, { Name: "renamed" });
    const { stdout, stderr } = await inProcess(emulator, ["import", "--all", "--state", "-"], { stdin: state });
    await emulator.close();
    assert.match(stderr, /^Left out: edge script 7 \(renamed\) is already in the state, as urn:.*::acme-hello\n/);
    assert.deepEqual(JSON.parse(stdout), { resources: [] });
  });
});

describe("The command import --from-state, of edge scripts", () => {
  const state = path.join(__dirname, "..", "fixtures", "terraform", "scripts.tfstate");
  const dns = { Id: 101, Name: "acme-dns", ScriptType: 0, Code: "dns code" };
  const middleware = { Id: 102, Name: "acme-middleware", ScriptType: 2, Code: "middleware code" };
  const standalone = { Id: 103, Name: "acme-standalone-1", ScriptType: 1, Code: "standalone code" };
  let emulator: Emulator;
  afterEach(() => emulator.close());

  it("takes variables and secrets with their script, and out of Terraform's state as well", async () => {
    emulator = await startEmulator({ seed: { edgeScripts: [dns, middleware, standalone] } });
    const { code, stdout, stderr } = await inProcess(emulator, ["import", "--from-state", state]);
    assert.equal(code, 0, stderr);
    const { resources } = JSON.parse(stdout) as { resources: { name: string; id: string }[] };
    assert.deepEqual(
      resources.map(({ name, id }) => [name, id]),
      [
        ["middleware", "102"],
        ["standalone", "103"],
        ["dns", "101"],
      ],
    );
    assert.doesNotMatch(stderr, /Left out/);
    assert.match(
      stderr,
      /^ {2}terraform state rm bunnynet_compute_script\.middleware bunnynet_compute_script\.standalone bunnynet_dns_script\.dns bunnynet_compute_script_secret\.token bunnynet_compute_script_variable\.env bunnynet_compute_script_variable\.optional bunnynet_dns_script_variable\.dns$/m,
    );
    assert.doesNotMatch(stdout + stderr, /canary/);
  });

  it("writes no file outside of its folder, whatever the names in that state are", async () => {
    emulator = await startEmulator({ seed: { edgeScripts: [dns, middleware, standalone] } });
    const folder = mkdtempSync(path.join(tmpdir(), "import-hostile-"));
    mkdirSync(path.join(folder, "project"));
    const hostile = readFileSync(state, "utf8").replaceAll('"name": "middleware"', '"name": "../../x\\u0000/y"');
    assert.notEqual(hostile, readFileSync(state, "utf8"));
    const argv = ["-C", path.join(folder, "project"), "import", "--from-state", "-", "--out", "imported.ts"];
    const { code, stdout, stderr } = await inProcess(emulator, argv, { stdin: hostile });
    assert.equal(code, 0, stderr);
    assert.deepEqual(readdirSync(folder), ["project"]);
    const written = readdirSync(path.join(folder, "project", "scripts")).sort();
    rmSync(folder, { recursive: true });
    assert.deepEqual(written, ["dns.js", "standalone.js", "x-y.js"]);
    assert.match(
      stdout,
      /^Wrote imported\.ts with 3 resources, and import\.json, scripts\/x-y\.js, scripts\/standalone\.js and scripts\/dns\.js\.\n/,
    );
  });

  it("refuses a state whose addresses Terraform would take for options", async () => {
    emulator = await startEmulator({ seed: { edgeScripts: [dns, middleware, standalone] } });
    const parsed = JSON.parse(readFileSync(state, "utf8")) as { resources: { module?: string }[] };
    const resources = parsed.resources.map((one) => ({ ...one, module: "-backup=/tmp/x" }));
    const argv = ["import", "--from-state", "-"];
    const { code, stderr } = await inProcess(emulator, argv, { stdin: JSON.stringify({ ...parsed, resources }) });
    assert.equal(code, 1);
    assert.match(stderr, /standard input has a resource in "-backup=\/tmp\/x", which is not a Terraform module\n$/);
    assert.doesNotMatch(stderr, /state rm/);
  });

  it("names those of a script that the account lacks, and leaves them in Terraform's state", async () => {
    emulator = await startEmulator({ seed: { edgeScripts: [dns, middleware] } });
    const { stderr } = await inProcess(emulator, ["import", "--from-state", state]);
    assert.match(
      stderr,
      /2 resources of the Terraform state for settings of a pull zone or edge script that is not in it: bunnynet_compute_script_secret\.token, bunnynet_compute_script_variable\.env\n/,
    );
    assert.match(
      stderr,
      /terraform state rm bunnynet_compute_script\.middleware bunnynet_dns_script\.dns bunnynet_compute_script_variable\.optional bunnynet_dns_script_variable\.dns$/m,
    );
  });
});
