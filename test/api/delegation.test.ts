import assert from "node:assert/strict";
import type { Emulator, EmulatorOptions } from "../../emulator";
import { startEmulator } from "../../emulator";
import { dnsOf } from "../../provider/api/delegation";
import type { OwnedSettings } from "../../provider/api/settings";
import { settings } from "./support";

const domain = "Acme.example";
const seed = { dnsZones: [{ Id: 1, Domain: domain }] };

async function asked(
  over: Partial<OwnedSettings> | ((emulator: Emulator) => Partial<OwnedSettings>) = {},
  options: EmulatorOptions = {},
  name = domain,
): Promise<readonly string[] | undefined> {
  const emulator = await startEmulator({ seed, ...options });
  try {
    const more = typeof over === "function" ? over(emulator) : over;
    return await dnsOf(settings(emulator.url, { resolver: emulator.resolver, ...more }))?.nameserversOf(name);
  } finally {
    await emulator.close();
  }
}

describe("The nameservers of a domain", () => {
  it("are asked of the resolver of the settings, in ASCII and in any case", async () => {
    assert.deepEqual((await asked())?.toSorted(), ["coco.bunny.net", "kiki.bunny.net"]);
    const unicode = { seed: { dnsZones: [{ Id: 1, Domain: "xn--bcher-kva.example" }] } };
    assert.equal((await asked({}, unicode, "bücher.example"))?.length, 2);
    const answers = (emulator: Emulator) => {
      emulator.setDnsAnswers({ "acme.example": ["ns1.other.example"] });
      return {};
    };
    assert.deepEqual(await asked(answers), ["ns1.other.example"]);
  });

  it("are none where the domain has none, but its parent has some", async () => {
    assert.deepEqual(await asked({}, { undelegatedDomains: ["*"] }), []);
    const nothing = (emulator: Emulator) => {
      emulator.setDnsAnswers({ "acme.example": [], example: [] });
      return {};
    };
    assert.equal(await asked(nothing), undefined);
  });

  it("are unknown after 3 s without an answer", async () => {
    const began = performance.now();
    const silent = (emulator: Emulator) => {
      emulator.setDnsAnswers({ "acme.example": null });
      return {};
    };
    assert.equal(await asked(silent), undefined);
    const ms = performance.now() - began;
    assert.ok(ms < 3_500, `${String(ms)} ms`);
  });

  it("are not asked for if the setting says so, nor of the machine's resolver if the service is on this machine", () => {
    assert.equal(dnsOf(settings("https://api.example", { checkDelegation: false, resolver: "127.0.0.1" })), undefined);
    for (const baseUrl of ["http://127.0.0.1:1", "http://localhost:1", "http://[::1]:1"]) {
      assert.equal(dnsOf(settings(baseUrl)), undefined);
    }
  });
});

describe("The address of a hostname", () => {
  it("is none only where DNS says so, within a second or so", async () => {
    const emulator = await startEmulator({ seed, pointedHostnames: ["www.xn--bcher-kva.example"] });
    try {
      emulator.setDnsAnswers({ "silent.acme.example": null });
      const dns = dnsOf(settings(emulator.url, { resolver: emulator.resolver })) ?? assert.fail();
      const began = performance.now();
      const hostnames = ["www.bücher.example", "www.acme.example", "acme.example", "silent.acme.example"];
      const answers = await Promise.all(hostnames.map((hostname) => dns.mayHaveAddress(hostname)));
      assert.deepEqual(answers, [true, false, false, true]);
      const ms = performance.now() - began;
      assert.ok(ms < 2_500, `${String(ms)} ms`);
    } finally {
      await emulator.close();
    }
  });
});
