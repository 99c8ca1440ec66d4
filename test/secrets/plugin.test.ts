import assert from "node:assert/strict";
import { withNativeResources } from "../e2e/support/engines";
import { openWorld } from "../e2e/support/world";
import { accessKey, canaries, echoes, leaksIn, plantedProgram, plantedService } from "./canaries";

const program = plantedProgram.replace(/Output\(\{/g, "$& withSecrets: true,");

describe("Secrets with the plugin", () => {
  withNativeResources((engine) => {
    it("are neither in the output nor in the state", async () => {
      const secretInputs = `
        new cdn.StorageZone("inputs", { name: "inputs", region: "DE", custom404FilePath: pulumi.secret("/${canaries.ZoneSecurityKey}") });`;
      const wrong = `new cdn.StorageZone("wrong", { name: "wrong", region: pulumi.secret("${canaries.ZoneSecurityKey}") });`;
      const world = await openWorld(engine, secretInputs + program, plantedService());
      try {
        const { stack, emulator } = world;
        emulator.setFaults(echoes);
        const printed = [await stack.up()];
        assert.match(printed[0]?.text ?? "", /failed with 400: Refused: \[secret\]/);
        emulator.setFaults([]);
        printed.push(await stack.preview({ diff: true }), await stack.up({ diff: true }));
        for (const { exitCode, text } of printed.slice(1)) assert.equal(exitCode, 0, text);
        const zone = emulator.storageZones.named("inputs");
        emulator.storageZones.change(Number(zone?.Id), { Custom404FilePath: `/${canaries.CertificateKey}` });
        const site = emulator.pullZones.named("site")?.Id ?? 0;
        emulator.pullZones.change(site, { CloudSigningKey: `${canaries.CloudSigningKey}-changed` });
        emulator.pullZones.change(3, { ZoneSecurityKey: canaries.Password, Enabled: false });
        printed.push(await stack.refresh({ diff: true }));
        const state = JSON.stringify(await stack.exportState());
        assert.match(state, /"hostnames"/);
        assert.deepEqual(leaksIn(state), []);

        world.program(secretInputs + wrong + program);
        printed.push(await stack.preview({ diff: true }));
        emulator.setFaults([{ path: "/**", fault: { kind: "status", status: 401, body: { Message: accessKey } } }]);
        printed.push(await stack.refresh());
        assert.deepEqual(
          printed.map(({ exitCode }) => exitCode === 0),
          [false, true, true, true, false, false],
        );
        for (const { text } of printed) assert.deepEqual(leaksIn(text), [], text);
      } finally {
        await world.close();
      }
    });
  });
});
