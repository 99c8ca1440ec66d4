import assert from "node:assert/strict";
import { startEmulator } from "../../emulator";
import { inProcess } from "../cli/inProcess";

describe("A drift check of a state without resources", () => {
  const stdin = JSON.stringify({ version: 3, deployment: { resources: [] } });

  it("says that there is nothing to check, after the key was tried, and refuses a wrong key", async () => {
    const emulator = await startEmulator();
    try {
      const argv = ["drift", "--state", "-"];
      const clean = await inProcess(emulator, argv, { stdin });
      assert.equal(clean.code, 0, clean.stderr);
      assert.match(clean.stdout, /note: nothing to check: the state has no resources of this package/);
      assert.match(clean.stdout, /1 API call/);
      const wrong = await inProcess({ url: emulator.url, accessKey: "wrong-key" }, argv, { stdin });
      assert.equal(wrong.code, 1, wrong.stdout);
      assert.match(wrong.stderr, /401/);
      // Without a key there is nothing to try.
      const none = await inProcess({ url: emulator.url }, argv, { stdin });
      assert.equal(none.code, 0, none.stderr);
    } finally {
      await emulator.close();
    }
  });

  it("does not say so of one whose only resource waits for its replacement", async () => {
    const emulator = await startEmulator();
    try {
      const type = "pulumi-nodejs:dynamic/cdn:StorageZone";
      const zone = {
        urn: `urn:pulumi:dev::acme::${type}::assets`,
        type,
        id: "1",
        custom: true,
        pendingReplacement: true,
      };
      const waiting = JSON.stringify({ version: 3, deployment: { resources: [zone] } });
      const { stdout } = await inProcess(emulator, ["drift", "--state", "-"], { stdin: waiting });
      assert.match(stdout, /::assets was not checked, because it is pending deletion or replacement/);
      assert.doesNotMatch(stdout, /no resources/);
    } finally {
      await emulator.close();
    }
  });
});
