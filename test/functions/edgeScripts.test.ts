import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { getEdgeScriptOutput, getEdgeScriptsOutput } from "../../provider";
import { InvalidInputError, NotFoundError, UnexpectedResponseError } from "../../provider/api/errors";
import { lookUpEdgeScript, lookUpEdgeScripts } from "../../provider/api/lookUp";
import { canaryKey, client, failureOf } from "../api/support";
import { withEmulator } from "../emulator/call";

const EdgeScriptVariables = [{ Id: 5, Name: "GREETING", DefaultValue: "hello", Required: false }];
const seed = {
  edgeScripts: [
    { Id: 3, Name: "other" },
    { Id: 1, Name: "hello", ScriptType: 2, EdgeScriptVariables },
    { Id: 2, Name: "hello-old", Deleted: true },
    { Id: 4, Name: "twice" },
    { Id: 6, Name: "twice" },
  ],
};
// The contract has no edge scripts.
const options = { accessKey: canaryKey, contract: false, seed };

describe("getEdgeScript", () => {
  it("finds a script by its id or name, with its variables", async () => {
    await withEmulator(options, async (emulator) => {
      for (const args of [{ edgeScriptId: 1 }, { edgeScriptId: "1" }, { name: "hello" }]) {
        const { edgeScriptId, id, type, edgeScriptVariables } = await lookUpEdgeScript(client(emulator.url), args);
        assert.deepEqual([edgeScriptId, id], [1, 1]);
        assert.deepEqual([type, edgeScriptVariables[0]?.defaultValue], ["middleware", "hello"]);
      }
    });
  });

  it("fails for a deleted script, for an unknown name, and for a name that several have", async () => {
    await withEmulator(options, async (emulator) => {
      for (const [args, type, text] of [
        [{ edgeScriptId: 2 }, NotFoundError, /^Get edge script .* failed with 404/],
        [{ name: "hello-old" }, NotFoundError, /^There is no edge script named "hello-old" in this account/],
        [
          { name: "twice" },
          InvalidInputError,
          /^There are 2 edge scripts named "twice", with the ids 4, 6\. Pass edgeScriptId/,
        ],
        [{}, InvalidInputError, /^getEdgeScript takes either an edgeScriptId or a name/],
        [{ edgeScriptId: 1, name: "hello" }, InvalidInputError, /but got: /],
      ] as const) {
        const error = await failureOf<Error>(lookUpEdgeScript(client(emulator.url), args), type);
        assert.match(error.message, text);
      }
    });
  });
});

describe("getEdgeScripts", () => {
  it("gets all scripts that are not deleted, by id, or those that match", async () => {
    await withEmulator(options, async (emulator) => {
      const account = client(emulator.url);
      const { ids, names, scripts } = await lookUpEdgeScripts(account, {});
      assert.deepEqual(
        [ids, names],
        [
          [1, 3, 4, 6],
          ["hello", "other", "twice", "twice"],
        ],
      );
      assert.equal(scripts[0]?.edgeScriptVariables[0]?.name, "GREETING");
      assert.deepEqual((await lookUpEdgeScripts(account, { search: "hel" })).ids, [1]);
    });
  });

  it("says so if the service does not list edge scripts", async () => {
    await withEmulator(options, async (emulator) => {
      emulator.setFaults([{ path: "/compute/script", fault: { kind: "status", status: 404 } }]);
      const { message } = await failureOf(lookUpEdgeScripts(client(emulator.url), {}), UnexpectedResponseError);
      assert.match(message, /^This service has no operation that lists edge scripts/);
    });
  });
});

describe("The Output forms of getEdgeScript and getEdgeScripts", () => {
  after(() => pulumi.runtime.resetOptions("project", "stack", -1, "", "", false, ""));

  it("have the deployment key as a secret, and names plain", async () => {
    await withEmulator(options, async (emulator) => {
      await pulumi.runtime.setMocks(
        { newResource: () => ({ id: "", state: {} }), call: () => ({}) },
        "project",
        "stack",
      );
      pulumi.runtime.setAllConfig({ "cdn:baseUrl": emulator.url, "cdn:accessKey": canaryKey }, ["cdn:accessKey"]);
      const script = getEdgeScriptOutput({ name: pulumi.output("hello") });
      const { names, scripts } = getEdgeScriptsOutput();
      for (const [output, isSecret] of [
        [script.deploymentKey, true],
        [script.name, false],
        [script.edgeScriptId, false],
        [script.edgeScriptVariables, false],
        [names, false],
        [scripts, true],
      ] as [pulumi.Output<unknown>, boolean][]) {
        assert.equal(await pulumi.isSecret(output), isSecret);
      }
    });
  });
});
