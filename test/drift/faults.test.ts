import assert from "node:assert/strict";
import { startEmulator, type Emulator } from "../../emulator";
import { inProcess, type Ended } from "../cli/inProcess";
import { importedState } from "./support/importedState";

const Triggers = [{ Type: 0, PatternMatches: ["*"] }];
const origin = { ActionType: 17, ActionParameter1: "7", ActionParameter2: "site", Enabled: true, Triggers };
const rule = (digit: number): object => ({
  ...origin,
  Guid: `ffffffff-0000-4000-8000-00000000000${String(digit)}`,
  OrderIndex: digit,
  ActionParameter3: `/releases/${String(digit)}/`,
});

describe("What has no effect although it is as declared", () => {
  let emulator: Emulator;
  let state: string;

  before(async () => {
    emulator = await startEmulator({
      seed: {
        pullZones: [
          {
            Id: 8,
            Name: "web",
            OriginUrl: "https://www.acme.example",
            Hostnames: [{ Id: 1, Value: "www.acme.example" }],
            EdgeRules: [rule(1)] as never[],
          },
        ],
        dnsZones: [{ Id: 31, Domain: "acme.example" }],
        dnsRecords: [{ Id: 901, DnsZoneId: 31, Type: 7, Name: "www", LinkName: "8" }],
      },
    });
    state = await importedState(emulator);
  });
  after(() => emulator.close());

  const drift = (...argv: string[]): Promise<Ended> =>
    inProcess(emulator, ["drift", "--state", "-", ...argv], { stdin: state });

  it("is nothing while the pull zone has the hostname, and one rule chooses the files", async () => {
    const { code, stdout } = await drift();
    assert.equal(code, 0, stdout);
  });

  it("counts: a record whose pull zone lacks the hostname", async () => {
    const { Hostnames = [] } = emulator.pullZones.get(8) ?? {};
    emulator.pullZones.change(8, { Hostnames: [] });
    const { code, stdout } = await drift();
    emulator.pullZones.change(8, { Hostnames });
    assert.equal(code, 2, stdout);
    assert.match(stdout, /a pull zone with the hostname www\.acme\.example.*pull zone web \(id 8\), which lacks it/);
    assert.match(stdout, /declare a PullZoneHostname, lead the record elsewhere, or remove it/);
  });

  it("counts: two enabled rules that choose the files of every address", async () => {
    const { EdgeRules = [] } = emulator.pullZones.get(8) ?? {};
    emulator.pullZones.change(8, { EdgeRules: [...(EdgeRules ?? []), rule(2)] as never[] });
    const { code, stdout } = await drift();
    emulator.pullZones.change(8, { EdgeRules });
    assert.equal(code, 2, stdout);
    assert.match(
      stdout,
      /the only enabled rule that chooses .*so does ffffffff-0000-4000-8000-000000000002 \(\/releases\/2\/\)/,
    );
  });
});
