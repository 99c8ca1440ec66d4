import assert from "node:assert/strict";
import { forEachKindOnTheCli } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

const program = (code: string): string =>
  `new cdn.EdgeScript("api", { name: "acme-api", type: "standalone", code: "${code}" }, { ignoreChanges: ["codeSha256"] });\n`;

describe("An edge script whose code a pipeline publishes", () => {
  let world: World;
  afterEach(() => world.close());

  forEachKindOnTheCli((engine) => {
    it("keeps that code in every run, also where the program's code changes", async () => {
      world = await openWorld(engine, program("first"), { seed: { storageZones: [{ Id: 1, Name: "assets" }] } });
      succeeded(await world.stack.up());
      const { emulator } = world;
      const [{ Id = 0, DeploymentKey = "" } = {}] = emulator.edgeScripts.list();
      const live = () => emulator.edgeScripts.get(Id)?.Releases?.find(({ Status }) => Status === 1)?.Code;
      assert.equal(live(), "first");
      const send = async (path: string, body: object): Promise<number> => {
        const headers = { DeploymentKey: String(DeploymentKey), "content-type": "application/json" };
        const url = `${emulator.url}/compute/script/${String(Id)}${path}`;
        return (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).status;
      };
      assert.deepEqual([await send("/code", { Code: "pipeline" }), await send("/publish", {})], [204, 204]);
      succeeded(await world.stack.preview({ expectNoChanges: true }));
      succeeded(await world.stack.up({ refresh: true }));
      assert.equal(live(), "pipeline");
      world.program(program("second"));
      succeeded(await world.stack.up());
      assert.equal(live(), "pipeline");
    });
  });
});
