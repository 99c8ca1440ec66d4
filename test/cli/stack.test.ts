import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { startEmulator, type Emulator } from "../../emulator";
import { stateNow } from "../drift/support/state";
import { inProcess, type Ended } from "./inProcess";

const seed = {
  storageZones: [
    { Id: 42, Name: "acme-assets" },
    { Id: 43, Name: "acme-backup" },
  ],
  pullZones: [{ Id: 7, Name: "acme-web", EnableLogging: true, CloudSigningKey: "canary" }],
};

describe("a command in a Pulumi project's folder", () => {
  let emulator: Emulator;
  let folder = "";
  let state = "";
  before(async () => {
    emulator = await startEmulator({ seed });
    state = await stateNow(emulator, { managed: { 42: {} } });
  });
  after(() => emulator.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "project-"));
    await mkdir(join(folder, "sub"));
    await writeFile(join(folder, "Pulumi.yaml"), "runtime:\n  name: nodejs\nname: acme\n");
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** A stand-in for the CLI, with a stack that has this configuration; null for one that asks for a passphrase. */
  async function pulumiSays(config: Record<string, unknown> | null): Promise<void> {
    await writeFile(join(folder, "state.json"), state);
    await writeFile(join(folder, "config.json"), JSON.stringify(config));
    const configure = config === null ? "echo 'error: passphrase must be set' >&2; exit 255" : "cat ../config.json";
    await writeFile(
      join(folder, "pulumi"),
      `#!/bin/sh
case "$*" in
*" --stack tset "*) echo "error: no stack named 'tset' found" >&2; exit 255;;
"stack ls "*) echo '[{"name":"production"},{"name":"test"}]';;
stack*) cat ../state.json;;
config*) ${configure};;
esac
`,
      { mode: 0o755 },
    );
  }

  const run = (
    argv: readonly string[],
    env: Record<string, string> = {},
    cwd: string = join(folder, "sub"),
  ): Promise<Ended> =>
    inProcess({}, argv, { env: { PATH: `${folder}${delimiter}/usr/bin${delimiter}/bin`, ...env }, cwd });

  const configured = (): Record<string, unknown> => ({
    "cdn:baseUrl": { value: emulator.url, secret: false },
    "cdn:accessKey": { value: emulator.accessKey, secret: true },
  });

  for (const argv of [["logs", "7", "--format", "json"], ["import", "43"], ["drift"]]) {
    it(`takes its settings from the stack's configuration: ${argv.join(" ")}`, async () => {
      await pulumiSays(configured());
      const { code, stderr } = await run(argv);
      assert.equal(code, 0, stderr);
    });

    it(`takes variables first, for which it asks no passphrase: ${argv.join(" ")}`, async () => {
      await pulumiSays(null);
      const { code, stderr } = await run(argv, { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey });
      assert.equal(code, 0, stderr);
    });

    it(`names the variable to set where the configuration can't be read, and why: ${argv.join(" ")}`, async () => {
      await pulumiSays(null);
      const { code, stdout, stderr } = await run(argv);
      assert.equal(code, 1);
      assert.match(`${stdout}${stderr}`, /CDN_ACCESS_KEY/);
      assert.match(
        stderr,
        /^(pulumi-cdn-zones \w+: |warning: )The stack's configuration could not be read: error: passphrase must be set/,
      );
      assert.doesNotMatch(stderr, /is not set|api\.bunny\.net/);
    });
  }

  for (const argv of [["logs", "7"], ["import", "43"], ["zones"], ["purge", "7"]]) {
    it(`sends a key of the environment to no address that only the checkout names: ${argv.join(" ")}`, async () => {
      const env = { CDN_ACCESS_KEY: emulator.accessKey, CDN_MAX_RETRIES: "0" };
      const refused =
        /CDN_ACCESS_KEY was not sent to https:\/\/127\.0\.0\.1\.evil\.invalid, because only cdn:baseUrl in Pulumi\.test\.yaml names that address\. If the address is right, set the variable CDN_BASE_URL to it\n$/;
      await writeFile(join(folder, "Pulumi.test.yaml"), "config:\n  cdn:baseUrl: https://127.0.0.1.evil.invalid\n");
      const withoutCli = await run(argv, { ...env, PATH: "/nowhere" });
      assert.equal(withoutCli.code, 1);
      assert.match(withoutCli.stderr, refused);
      await pulumiSays({ "cdn:baseUrl": { value: "https://127.0.0.1.evil.invalid" } });
      const { code, stderr } = await run(argv, env);
      assert.equal(code, 1);
      assert.match(stderr, refused);
    });
  }

  for (const argv of [["logs", "7"], ["drift"], ["zones"]]) {
    it(`says which stacks there are where one is misspelt, and where it looked: ${argv.join(" ")}`, async () => {
      await pulumiSays(configured());
      assert.equal((await run([...argv, "--stack", "test"])).code, 0);
      const { code, stderr } = await run([...argv, "--stack", "tset"]);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /There is no stack tset in this project\. Did you mean test\? The project has test, production\n$/,
      );
    });

    it(`runs in another folder: ${argv.join(" ")}`, async () => {
      await pulumiSays(configured());
      for (const order of [
        ["-C", "sub", ...argv],
        [...argv, "-C", "sub"],
      ]) {
        const { code, stderr } = await run(order, {}, folder);
        assert.equal(code, 0, stderr);
      }
      const nowhere = await run([...argv, "-C", "nowhere"]);
      assert.equal(nowhere.code, 64);
      assert.match(nowhere.stderr, /: --cwd must be a folder, but got: nowhere\n/);
    });
  }

  it("says that --stack needs a project", async () => {
    const { code, stderr } = await run(["zones", "--stack", "test"], {}, tmpdir());
    assert.equal(code, 1);
    assert.match(
      stderr,
      /--stack needs a Pulumi project, but .* is not in one: give the project folder with -C\. Settings can also/,
    );
  });

  it("names the variable to set where the configuration lacks a value, and a malformed value's source", async () => {
    await pulumiSays({ ...configured(), "cdn:accessKey": { value: "", secret: true } });
    assert.match((await run(["logs", "7"])).stderr, /cdn:accessKey is not set\. Set the variable CDN_ACCESS_KEY/);
    await pulumiSays({ ...configured(), "cdn:maxRetries": { value: "many", secret: false } });
    assert.match((await run(["logs", "7"])).stderr, /cdn:maxRetries must be .* Set the variable CDN_MAX_RETRIES/);
    const variable = await run(["logs", "7"], { CDN_MAX_RETRIES: "x" });
    assert.match(
      variable.stderr,
      /CDN_MAX_RETRIES must be .*Change or unset the variable CDN_MAX_RETRIES: it overrides/,
    );
  });

  describe("without the CLI", () => {
    const stackFile = (text: string) => writeFile(join(folder, "Pulumi.dev.yaml"), text);

    it("reads the stack's file where nothing in it is encrypted", async () => {
      await stackFile(`config:\n  cdn:baseUrl: ${emulator.url}\n  cdn:accessKey: ${emulator.accessKey}\n`);
      assert.equal((await run(["import", "42"])).code, 0);
    });

    it("names the variable to set, and says what is encrypted", async () => {
      await stackFile(`config:\n  cdn:baseUrl: ${emulator.url}\n  cdn:accessKey:\n    secure: v1:abc\n`);
      const { code, stderr } = await run(["logs", "7"]);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /decrypt it\. Settings can also come from variables, such as CDN_BASE_URL and CDN_ACCESS_KEY$/m,
      );
      assert.match(stderr, /Pulumi\.dev\.yaml holds cdn:accessKey encrypted, and there is no pulumi command/);
      assert.equal((await run(["logs", "7"], { CDN_ACCESS_KEY: emulator.accessKey })).code, 0);
    });

    it("says which file can't be read", async () => {
      await stackFile("config: {");
      const { code, stderr } = await run(["logs", "7"]);
      assert.equal(code, 1);
      assert.match(stderr, /^pulumi-cdn-zones logs: Pulumi\.dev\.yaml can't be read: [^]*such as CDN_BASE_URL/);
    });

    it("asks which stack is meant by PULUMI_STACK", async () => {
      await stackFile(`config:\n  cdn:baseUrl: ${emulator.url}\n  cdn:accessKey: ${emulator.accessKey}\n`);
      await writeFile(join(folder, "Pulumi.prod.yaml"), "config: {}\n");
      assert.match((await run(["logs", "7"])).stderr, /configuration was not read: there is no pulumi command/);
      assert.equal((await run(["logs", "7"], { PULUMI_STACK: "org/acme/dev" })).code, 0);
      assert.equal((await run(["logs", "7", "--stack", "dev"])).code, 0);
    });
  });

  it("checks a given state of the project with its stack's key, and gives another project's state none", async () => {
    await pulumiSays(configured());
    await writeFile(join(folder, "other.json"), state.replaceAll("::acme::", "::other::"));
    assert.equal((await run(["drift", "--state", "../state.json"])).code, 0);
    const other = await run(["drift", "--state", "../other.json"]);
    assert.equal(other.code, 1);
    assert.match(other.stdout, /Set CDN_ACCESS_KEY to the access key of the default provider: the check takes no keys/);
  });

  it("leaves out of an import what the stack's state has already, and says so", async () => {
    await pulumiSays(configured());
    const all = await run(["import", "--all"]);
    assert.deepEqual(idsIn(all), ["43", "7"]);
    assert.match(all.stderr, /^Left out: storage zone 42 \(acme-assets\) is already in the state, as urn:pulumi:/);
    for (const argv of [["42"], ["acme-assets"]]) {
      const one = await run(["import", ...argv]);
      assert.deepEqual([one.code, idsIn(one)], [0, []]);
      assert.match(one.stderr, /Left out: storage zone 42 [^]*There is nothing to import\./);
    }
  });

  it("names the stack of --stack in each command to run after an import", async () => {
    await pulumiSays(configured());
    const stack = ["--stack", "acme/production"];
    const { stdout } = await run(["import", "--all", ...stack, "--out", "imported.ts"]);
    const commands = stdout.split("\n").filter((line) => /pulumi (config|import|preview)\b/.test(line));
    assert.deepEqual(commands, [
      "  pulumi config set --secret acmeWebPullZoneCloudSigningKey --stack acme/production # optional: it stays as it is",
      "2. pulumi import --file import.json --generate-code=false --yes --stack acme/production",
      "4. pulumi preview --stack acme/production shows no change. Then delete import.json.",
    ]);
    const { stderr } = await run(["import", "43", ...stack]);
    assert.match(
      stderr,
      /Declare after pulumi import --file FILE --generate-code=false --yes --stack acme\/production:\n/,
    );
  });

  it("leaves out of an import what the stack of --stack has, also outside of a project", async () => {
    await pulumiSays(configured());
    const outside = await mkdtemp(join(tmpdir(), "outside-"));
    await mkdir(join(outside, "sub"));
    await writeFile(join(outside, "state.json"), state);
    const env = { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey };
    const { stdout, stderr, code } = await run(
      ["import", "--all", "--stack", "acme/shop/production"],
      env,
      join(outside, "sub"),
    );
    await rm(outside, { recursive: true });
    assert.deepEqual(idsIn({ stdout, stderr, code }), ["43", "7"]);
    assert.match(stderr, /^Left out: storage zone 42 \(acme-assets\) is already in the state/);
  });

  it("knows a zone by its name in another case, and by its id where the name is encrypted", async () => {
    const env = { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey };
    const encrypted = '{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","ciphertext":"v1:x:y"}';
    for (const name of ['"Acme-Assets"', encrypted]) {
      await writeFile(join(folder, "other.json"), state.replaceAll('"name":"acme-assets"', `"name":${name}`));
      assert.deepEqual(idsIn(await run(["import", "--all", "--state", "../other.json"], env)), ["43", "7"]);
    }
  });

  it("imports by a state that is given, and without one says that nothing was left out", async () => {
    const env = { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey };
    await writeFile(join(folder, "other.json"), state);
    assert.deepEqual(idsIn(await run(["import", "--all", "--state", "../other.json"], env)), ["43", "7"]);
    const unknown = await run(["import", "--all"], env);
    assert.deepEqual(idsIn(unknown), ["42", "43", "7"]);
    assert.match(
      unknown.stderr,
      /^warning: The state can't be read, so objects that it already has are not left out: .* no pulumi command/,
    );
    const broken = await run(["import", "--all", "--state", "../Pulumi.yaml"], env);
    assert.deepEqual([broken.code, broken.stdout], [1, ""]);
  });
});

function idsIn({ stdout }: Ended): string[] {
  return (JSON.parse(stdout) as { resources: { id: string }[] }).resources.map(({ id }) => id);
}
