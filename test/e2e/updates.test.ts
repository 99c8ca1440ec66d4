import assert from "node:assert/strict";
import { forEachEngineAndKind, forEachKindOnTheCli } from "./support/engines";
import { startProxy, type FaultProxy } from "./support/proxy";
import { openWorld, succeeded, type World } from "./support/world";

const site = ({ ips = "", burst = 1, ignored = "", rewrite = false, page = "/404.html" }): string => `
  new cdn.StorageZone(
    "files", { name: "acme-files", region: "DE", rewrite404To200: ${String(rewrite)}, custom404FilePath: "${page}" },
    { ignoreChanges: [${ignored === "" ? "" : `"rewrite404To200"`}] },
  );
  new cdn.PullZone(
    "web", { name: "acme-web", originUrl: "https://origin.example", blockedIps: ["192.0.2.1"${ips}], burstSize: ${String(burst)} },
    { ignoreChanges: [${ignored}] },
  );`;

describe("An update", () => {
  forEachEngineAndKind((engine) => {
    let world: World;
    let proxy: FaultProxy;

    beforeEach(async () => {
      world = await openWorld(engine, site({}));
      proxy = await startProxy(world.emulator.url);
      await world.stack.configure({ config: { "cdn:baseUrl": proxy.url, "cdn:maxRetries": "0" } });
      succeeded(await world.stack.up());
    });

    afterEach(async () => {
      await proxy.close();
      await world.close();
    });

    const live = (): unknown[] => {
      const { BlockedIps, BurstSize, OriginUrl } = world.emulator.pullZones.named("acme-web") ?? assert.fail();
      const { Rewrite404To200, Custom404FilePath } = world.emulator.storageZones.named("acme-files") ?? assert.fail();
      return [BlockedIps, BurstSize, OriginUrl, Rewrite404To200, Custom404FilePath];
    };
    const changeOutside = (): void => {
      const { emulator } = world;
      const [zone] = emulator.pullZones.list();
      const added = { BlockedIps: ["192.0.2.1", "203.0.113.9"], OriginUrl: "https://other.example" };
      emulator.pullZones.change(Number(zone?.Id), added);
      emulator.storageZones.change(1, { Rewrite404To200: true });
    };

    it("sends what the program changed, and leaves what was changed outside, until a refresh", async () => {
      changeOutside();
      world.program(site({ burst: 2, page: "/other.html", ignored: `"blockedIps"` }));
      proxy.requests.length = 0;
      const { text } = succeeded(await world.stack.up());
      assert.deepEqual(live(), [["192.0.2.1", "203.0.113.9"], 2, "https://other.example", true, "/other.html"]);
      assert.match(
        text,
        /warning: Pull zone \d+ was changed outside, and this update does not revert that: originUrl and blockedIps/,
      );
      // The answer to the update of a storage zone has no settings, so the zone is read once more.
      for (const [path, enough] of [
        ["/pullzone/", 2],
        ["/storagezone/", 3],
      ] as const) {
        const requests = proxy.requests.filter((line) => line.includes(path));
        assert.equal(requests.length, enough, `sent were ${requests.join()}`);
      }
      world.program(site({ burst: 3, page: "/third.html" }));
      succeeded(await world.stack.up({ refresh: true }));
      assert.deepEqual(live(), [["192.0.2.1"], 3, "https://origin.example", false, "/third.html"]);
      succeeded(await world.stack.up({ refresh: true, expectNoChanges: true }));
    });

    // Without the CLI, test/lifecycle holds what a failed update leaves in the state.
    if (engine.name === "local") return;

    it("whose answer is lost is repaired by the next run, also of the former program", async () => {
      const before = live();
      proxy.rules = [
        { on: "POST /pullzone/*", status: 503 },
        { on: "POST /storagezone/*", drop: true },
      ];
      world.program(site({ burst: 2, rewrite: true }));
      assert.notEqual((await world.stack.up()).exitCode, 0);
      // An engine may not begin the second update once the first has failed.
      assert.notDeepEqual(live(), before);
      proxy.rules = [];
      world.program(site({}));
      succeeded(await world.stack.up());
      assert.deepEqual(live(), before);
      succeeded(await world.stack.up({ refresh: true, expectNoChanges: true }));
    });
  });
});

const pem = (label: string): string => `-----BEGIN ${label}-----\\nAAAA\\n-----END ${label}-----`;
const own = `, certificate: "${pem("CERTIFICATE")}", certificateKey: "${pem("PRIVATE KEY")}"`;
const hostnames = (secure: string, plain = ""): string => `
  const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://origin.example" });
  new cdn.PullZoneHostname("secure", { pullZoneId: web.pullZoneId, hostname: "secure.acme.example", forceSSL: true${secure} });
  new cdn.PullZoneHostname("plain", { pullZoneId: web.pullZoneId, hostname: "plain.acme.example"${plain} });`;

// Without the CLI, test/lifecycle/pullZoneHostname.test.ts holds the order of the requests.
describe("An update of hostnames", () => {
  forEachKindOnTheCli((engine) => {
    let world: World;

    afterEach(() => world.close());

    it("serves them in every state that it reaches, and is repaired by the next run of the former program", async () => {
      world = await openWorld(engine, hostnames(own));
      const { emulator, stack } = world;
      await stack.configure({ config: { "cdn:maxRetries": "0" } });
      succeeded(await stack.up());
      const live = (): unknown[] =>
        ["secure", "plain"].map((label) => {
          const all = emulator.pullZones.list()[0]?.Hostnames ?? [];
          const found = all.find(({ Value }) => Value === `${label}.acme.example`);
          return [found?.ForceSSL, found?.HasCertificate, typeof found?.Certificate];
        });
      const before = live();
      assert.deepEqual(before, [
        [true, true, "string"],
        [false, false, "object"],
      ]);
      // No DNS record points to the pull zone.
      world.program(hostnames(", managedCertificate: true", ", forceSSL: true, managedCertificate: true"));
      assert.notEqual((await stack.up()).exitCode, 0);
      assert.deepEqual(live(), before);
      world.program(hostnames(own));
      succeeded(await stack.up());

      emulator.setFaults([{ path: "**/setForceSSL", fault: { kind: "status", status: 503, applied: true } }]);
      world.program(hostnames(own, `${own}, forceSSL: true`));
      assert.notEqual((await stack.up()).exitCode, 0);
      const redirected = [before[0], [true, true, "string"]];
      assert.deepEqual(live(), redirected);
      emulator.setFaults([]);
      world.program(hostnames(own, `${own}, forceSSL: false`));
      succeeded(await stack.up());
      const certified = [before[0], [false, true, "string"]];
      assert.deepEqual(live(), certified);

      await setForceSSL(emulator, "secure.acme.example", false);
      world.program(hostnames(own.replaceAll("AAAA", "BBBB"), `${own}, forceSSL: false`));
      assert.match(succeeded(await stack.up()).text, /does not revert that: forceSSL/);
      assert.equal(JSON.stringify(live()), JSON.stringify([[false, true, "string"], certified[1]]));
      succeeded(await stack.up({ refresh: true }));
      assert.deepEqual(live(), certified);
    });
  });
});

/** Changes the redirect as somebody would by hand. */
async function setForceSSL({ url, accessKey, pullZones }: World["emulator"], Hostname: string, ForceSSL: boolean) {
  const response = await fetch(`${url}/pullzone/${String(pullZones.list()[0]?.Id)}/setForceSSL`, {
    method: "POST",
    headers: { AccessKey: accessKey, "content-type": "application/json" },
    body: JSON.stringify({ Hostname, ForceSSL }),
  });
  assert.equal(response.status, 204);
}
