import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { programOf } from "../../cli/run";
import { startEmulator, type Emulator } from "../../emulator";
import { inProcess } from "./inProcess";

describe("Commands with read-only settings", () => {
  let emulator: Emulator;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "read-only-"));
    writeFileSync(path.join(folder, "index.html"), "<p>Hello</p>");
    emulator = await startEmulator({
      seed: {
        storageZones: [{ Id: 4, Name: "acme-site" }],
        pullZones: [{ Id: 7, Name: "acme-web", EnableLogging: true }],
      },
    });
  });
  afterEach(() => emulator.clearJournal());
  after(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** How each command is run, and what it would do if it changes something. */
  const commands: Readonly<Record<string, readonly { readonly argv: readonly string[]; readonly does?: string }[]>> = {
    zones: [{ argv: [] }],
    import: [{ argv: ["storage-zone:acme-site"] }],
    // Needs no service for this state.
    drift: [{ argv: ["--state", "-"] }],
    deploy: [
      { argv: [".", "acme-site"], does: "deploy to storage zone acme-site" },
      { argv: [".", "4", "--release", "--purge", "7"], does: "deploy to storage zone 4" },
      { argv: [".", "acme-site", "--dry-run"] },
    ],
    releases: [],
    rollback: [
      { argv: ["pull-zone:acme-web", "--yes"], does: "roll back pull-zone:acme-web" },
      { argv: ["edge-script:hello", "--yes"], does: "roll back edge-script:hello" },
    ],
    purge: [
      { argv: ["acme-web"], does: "purge the cache of pull zone acme-web" },
      { argv: ["--url", "https://www.acme.example/"], does: "purge URLs" },
    ],
    logs: [{ argv: ["7"] }],
    "reset-password": [
      { argv: ["acme-site", "--yes"], does: "reset a password of storage zone acme-site" },
      { argv: ["4", "--read-only", "--yes"], does: "reset a password of storage zone 4" },
    ],
    emulator: [],
    verify: [{ argv: ["--yes"], does: "verify the assumptions with new zones" }],
  };

  it("are tested with each command", () => {
    const io = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: {}, cwd: () => "/" };
    const names = programOf(io).commands.map((command) => command.name());
    assert.deepEqual(Object.keys(commands), names);
  });

  for (const [name, ways] of Object.entries(commands)) {
    for (const { argv, does } of ways) {
      const words = [name, ...argv].join(" ");
      if (does === undefined) {
        it(`run ${words}, which only reads`, async () => {
          const stdin = JSON.stringify({ version: 3, deployment: { resources: [] } });
          const { code, stderr } = await inProcess(emulator, [name, ...argv, "--no-writes"], { cwd: folder, stdin });
          assert.equal(code, 0, stderr);
          assert.deepEqual(
            emulator.journal.filter(({ method }) => method !== "GET"),
            [],
          );
        });
        continue;
      }
      it(`refuse ${words} before the first request`, async () => {
        const refused = `pulumi-cdn-zones ${name}: Nothing was sent: can't ${does}, because`;
        const option = await inProcess(emulator, [name, ...argv, "--no-writes"], { cwd: folder });
        assert.deepEqual([option.code, option.stdout, option.stderr], [1, "", `${refused} of --no-writes\n`]);
        const env = { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey, CDN_READ_ONLY: "true" };
        const variable = await inProcess(emulator, [name, ...argv], { cwd: folder, env });
        const why = "CDN_READ_ONLY is true. To allow changes, remove that setting";
        assert.deepEqual([variable.code, variable.stdout, variable.stderr], [1, "", `${refused} ${why}\n`]);
        assert.deepEqual(emulator.journal, []);
      });
    }
  }

  it("refuse a deployment with a storage password", async () => {
    const env = { CDN_STORAGE_PASSWORD: "password", CDN_BASE_URL: emulator.url, CDN_READ_ONLY: "true" };
    const argv = ["deploy", ".", "acme-site", "--host", emulator.storageHostname];
    const { code, stderr } = await inProcess(emulator, argv, { cwd: folder, env });
    assert.equal(code, 1);
    assert.match(stderr, /Nothing was sent: can't deploy to storage zone acme-site, because CDN_READ_ONLY is true/);
    assert.deepEqual(emulator.journal, []);
  });

  it("accept the option before the command", async () => {
    const { code, stderr } = await inProcess(emulator, ["--no-writes", "purge", "7"]);
    assert.equal(code, 1);
    assert.match(stderr, /because of --no-writes/);
  });

  describe("in a project whose file sets them", () => {
    let project: string;
    before(() => {
      project = path.join(folder, "project");
      mkdirSync(path.join(project, "public"), { recursive: true });
      writeFileSync(path.join(project, "public", "index.html"), "<p>Hello</p>");
      writeFileSync(path.join(project, "Pulumi.yaml"), "name: site\nruntime: nodejs\n");
      writeFileSync(path.join(project, "Pulumi.prod.yaml"), "config:\n  cdn:readOnly: true\n");
    });

    /** Without the CLI on the PATH, the plain values are read from the file. */
    const withKey = () => ({ CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey, PATH: "" });
    for (const [what, env, argv] of [
      ["although variables have the address and the key", withKey, ["purge", "7"]],
      ["although a variable says false", () => ({ ...withKey(), CDN_READ_ONLY: "false" }), ["purge", "7"]],
      [
        "with a storage password",
        () => ({ CDN_STORAGE_PASSWORD: "password", PATH: "" }),
        ["deploy", "public", "acme-site", "--region", "DE"],
      ],
    ] as const) {
      it(`refuse to change anything ${what}`, async () => {
        const { code, stderr } = await withPath("", () => inProcess(emulator, argv, { cwd: project, env: env() }));
        assert.equal(code, 1, stderr);
        assert.match(stderr, /because cdn:readOnly is true\. To allow changes/);
        assert.deepEqual(emulator.journal, []);
      });
    }

    for (const key of ["stackConfigDir", "config"]) {
      it(`refuse to change anything if the file is in the folder that ${key} names`, async () => {
        const other = path.join(folder, key);
        mkdirSync(path.join(other, "stacks"), { recursive: true });
        writeFileSync(path.join(other, "Pulumi.yaml"), `name: site\nruntime: nodejs\n${key}: stacks\n`);
        writeFileSync(path.join(other, "stacks", "Pulumi.prod.yaml"), "config:\n  cdn:readOnly: true\n");
        const run = () => inProcess(emulator, ["purge", "7"], { cwd: other, env: withKey() });
        const { code, stderr } = await withPath("", run);
        assert.equal(code, 1, stderr);
        assert.match(stderr, /because cdn:readOnly is true\. To allow changes/);
        assert.deepEqual(emulator.journal, []);
      });
    }

    it("refuse to change anything if the configuration can't be read, and read nevertheless", async () => {
      writeFileSync(path.join(project, "Pulumi.dev.yaml"), "config: {}\n");
      const run = (...argv: string[]) =>
        withPath("", () => inProcess(emulator, argv, { cwd: project, env: withKey() }));
      const refused = await run("purge", "7");
      assert.equal(refused.code, 1);
      assert.match(
        refused.stderr,
        /because a file of the project names cdn:readOnly, and may say true\. The stack's conf/,
      );
      assert.deepEqual(emulator.journal, []);
      const { code, stderr } = await run("zones");
      assert.equal(code, 0, stderr);
    });
  });
});

async function withPath<T>(value: string, act: () => Promise<T>): Promise<T> {
  const { PATH } = process.env;
  process.env["PATH"] = value;
  try {
    return await act();
  } finally {
    process.env["PATH"] = PATH;
  }
}
