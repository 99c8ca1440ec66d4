import assert from "node:assert/strict";
import { startEmulator, type Emulator } from "../../emulator";
import { inProcess, type Ended, type Surroundings } from "./inProcess";

describe("the command reset-password", () => {
  let emulator: Emulator;
  before(async () => (emulator = await startEmulator({ seed: { storageZones: [{ Id: 7, Name: "acme-site" }] } })));
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  const reset = (argv: readonly string[], surroundings: Surroundings = {}): Promise<Ended> =>
    inProcess(emulator, ["reset-password", ...argv], surroundings);
  const passwords = (): (string | null | undefined)[] => {
    const zone = emulator.storageZones.get(7);
    return [zone?.Password, zone?.ReadOnlyPassword];
  };

  for (const [argv, index, said] of [
    [["7", "--yes"], 0, "storage zone 7 (acme-site) has a new password. "],
    [["ACME-site", "--yes", "--read-only"], 1, "storage zone 7 (acme-site) has a new readOnlyPassword. "],
  ] as const) {
    it(`makes one new password with ${argv.join(" ")}, and prints neither`, async () => {
      const before = passwords();
      const { code, stdout, stderr } = await reset(argv);
      const after = passwords();
      assert.deepEqual(
        [code, stdout, stderr],
        [0, `${said}pulumi up --refresh writes it to the state of a stack that declares the zone\n`, ""],
      );
      assert.notEqual(after[index], before[index]);
      assert.equal(after[1 - index], before[1 - index]);
    });
  }

  it("prints JSON with the names of what changed", async () => {
    const { stdout } = await reset(["7", "--yes", "--format", "json"]);
    assert.deepEqual(JSON.parse(stdout), { storageZoneId: 7, changed: ["password"] });
  });

  it("waits some seconds for a service that shows the new password late", async () => {
    const body = emulator.storageZones.get(7);
    const fault = { kind: "status", status: 200, body } as const;
    emulator.setFaults([{ method: "GET", path: "/storagezone/7", nth: [2, 3], fault }]);
    const { code, stdout, stderr } = await reset(["7", "--yes"]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /has a new password/);
  });

  it("does not take a response without passwords for new ones", async () => {
    const body = { ...emulator.storageZones.get(7), Password: null, ReadOnlyPassword: null };
    const hidden = {
      method: "GET",
      path: "/storagezone/7",
      nth: 2,
      fault: { kind: "status", status: 200, body },
    } as const;
    emulator.setFaults([hidden]);
    const json = await reset(["7", "--yes", "--format", "json"]);
    assert.deepEqual(JSON.parse(json.stdout), { storageZoneId: 7, changed: ["password"] });
    emulator.setFaults([hidden, { path: "/storagezone/7/resetPassword", fault: { kind: "status", status: 200 } }]);
    assert.match((await reset(["7", "--yes"])).stderr, /accepted the reset, but still returns the old password/);
  });

  it("asks first, and changes nothing without a yes", async () => {
    const before = passwords();
    const alone = await reset(["7"]);
    assert.equal(alone.code, 64);
    assert.match(
      alone.stderr,
      /new password for storage zone 7 \(acme-site\)[^]*no terminal to ask for confirmation: add --yes\n/,
    );
    const no = await reset(["7"], { interactive: true, stdin: "no\n" });
    assert.equal(no.code, 1);
    assert.match(
      no.stderr,
      /FTP and other clients fail until they use the new password\.[^]*no password was changed\n/,
    );
    assert.deepEqual(passwords(), before);
    const yes = await reset(["7"], { interactive: true, stdin: "yes\n" });
    assert.equal(yes.code, 0, yes.stderr);
    assert.notEqual(passwords()[0], before[0]);
  });

  for (const [what, argv, faults, said] of [
    ["an unknown id", ["8"], [], /There is no storage zone 8 in this account\./],
    ["an unknown name", ["nobody"], [], /There is no storage zone named "nobody" in this account\./],
    [
      ...(["a service without the operation", ["7"]] as const),
      [{ path: "/storagezone/7/resetPassword", fault: { kind: "status", status: 404 } }],
      /The password of storage zone 7 was not reset, because this service has no operation for that\n/,
    ],
    [
      ...(["a service that makes no new one", ["7", "--read-only"]] as const),
      [{ path: "/storagezone/resetReadOnlyPassword", fault: { kind: "status", status: 200 } }],
      /accepted the reset, but still returns the old readOnlyPassword of storage zone 7 \(acme-site\)/,
    ],
  ] as const) {
    it(`fails for ${what}`, async () => {
      emulator.setFaults(faults);
      const before = passwords();
      const { code, stdout, stderr } = await reset([...argv, "--yes"]);
      assert.deepEqual([code, stdout], [1, ""], stderr);
      assert.match(stderr, said);
      assert.deepEqual(passwords(), before);
    });
  }
});
