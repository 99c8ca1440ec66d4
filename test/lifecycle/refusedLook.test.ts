import assert from "node:assert/strict";
import { IncompleteError } from "../../provider/declared/failures";
import { lifeCycleOf } from "../../provider/lifecycle";
import { failureOf } from "../api/support";
import { bench } from "./support";

const seed = {
  pullZones: [
    { Id: 8, Name: "web", Hostnames: [{ Id: 81, Value: "www.acme.example", HasCertificate: true, ForceSSL: false }] },
  ],
  dnsZones: [{ Id: 8, Domain: "acme.example", DnsSecEnabled: true }],
};
const rule = { pullZoneId: 8, actionType: 0, triggers: [{ type: 0, patternMatches: ["*"] }] };
const record = { dnsZoneId: 8, type: "A", name: "www" };
const hostname = { pullZoneId: 8, hostname: "www.acme.example" };

describe("An update whose effect could not be read because the read was refused", () => {
  for (const status of [401, 501]) {
    for (const [kind, path, olds, news] of [
      ["DnsRecord", "/dnszone/8", { ...record, value: "192.0.2.1" }, { ...record, value: "192.0.2.2" }],
      ["DnsZone", "/dnszone/8", { dnsSecEnabled: true }, { dnsSecEnabled: false }],
      ["PullZoneHostname", "/pullzone/8", { ...hostname, forceSSL: false }, { ...hostname, forceSSL: true }],
      ["PullZoneEdgeRule", "/pullzone/8", { ...rule, enabled: true }, { ...rule, enabled: false }],
    ] as const) {
      it(`may have been applied, so a revert of the program is sent (${kind}, ${String(status)})`, () =>
        bench({ seed }, async ({ context, emulator }) => {
          const lifeCycle = lifeCycleOf(kind);
          const checked = (inputs: object) => {
            const domain = kind === "DnsZone" ? { domain: "acme.example", adopt: true } : {};
            return lifeCycle.check({ extraRegions: [] }, {}, { ...inputs, ...domain }).inputs;
          };
          const { id, state } = await lifeCycle.create(context, checked(olds));
          emulator.setFaults([
            {
              method: "POST",
              path: "/pullzone/8/edgerules/addOrUpdate",
              fault: { kind: "status", status: 204, applied: true },
            },
            { method: "GET", path, skip: 1, fault: { kind: "status", status } },
          ]);
          const { state: reached } = await failureOf(
            lifeCycle.update(context, id, state, checked(news)),
            IncompleteError,
          );
          emulator.setFaults([]);
          emulator.clearJournal();
          const after = await lifeCycle.update(context, id, reached, checked(olds));
          assert.ok(emulator.journal.some(({ method }) => method === "POST"));
          const found = await lifeCycle.read(context, id, after);
          assert.deepEqual({ ...found?.inputs, ...olds }, found?.inputs);
        }));
    }
  }
});
