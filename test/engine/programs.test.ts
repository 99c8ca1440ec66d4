import assert from "node:assert/strict";
import path from "node:path";
import { openStack } from "../../engine";
import { Fixture } from "./fixture";

describe("local engine: programs", () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await Fixture.open();
  });
  afterEach(() => fixture.close());

  const folder = (name: string): string => path.join(__dirname, "fixtures", name);

  it("run in TypeScript, in the folder of `main`, as a function, with closures for providers", async () => {
    const stack = fixture.stack(
      {},
      { projectDir: folder("typescript"), config: { word: "seven" }, organization: "us" },
    );
    const up = await stack.up();
    assert.equal(up.exitCode, 0, JSON.stringify(up.diagnostics));
    assert.equal(up.outputs["length"]?.value, 5);
    assert.equal(up.outputs["stack"]?.value, "us/typed/test");
    assert.equal((await stack.preview({ expectNoChanges: true })).exitCode, 0);
  });

  it("run as ES modules, with Node's own arguments, and their providers in the program's folder", async () => {
    const up = await fixture.stack({}, { projectDir: folder("esm") }).up();
    assert.equal(up.exitCode, 0, JSON.stringify(up.diagnostics));
    assert.equal(up.outputs["cwd"]?.value, folder("esm"));
    assert.equal(up.outputs["title"]?.value, "esm-program");
  });

  it("are heard: what they print and log are diagnostics", async () => {
    const up = await fixture.up([], { log: "hello" });
    assert.deepEqual(
      up.diagnostics.map(({ severity, message }) => `${severity}: ${message}`),
      ["info: hello"],
    );
  });

  it("need a Pulumi.yaml for Node, and a passphrase", () => {
    const open = (projectDir: string): unknown => fixture.stack({}, { projectDir });
    assert.throws(() => open(__dirname), /no Pulumi.yaml in/);
    const passphrase = process.env["PULUMI_CONFIG_PASSPHRASE"];
    delete process.env["PULUMI_CONFIG_PASSPHRASE"];
    const options = { projectDir: folder("program"), stackName: "test", stateDir: fixture.stateDir };
    assert.throws(() => openStack(options), /a passphrase is needed/);
    if (passphrase !== undefined) process.env["PULUMI_CONFIG_PASSPHRASE"] = passphrase;
  });
});
