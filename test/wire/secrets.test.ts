import assert from "node:assert/strict";
import { mergeSecrets, withSecretsApart } from "../../provider/wire/secrets";
import { pullZoneState } from "../../provider/lifecycle/pullZone";
import { decode } from "../../provider/wire/codec";
import { typedName } from "../../provider/wire/fields";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { linkedStorageZoneTable } from "../../provider/wire/storageZone";
import { actionSecrets, hostnameSecrets, pullZoneSecrets, storageZoneSecrets } from "../fixtures/contract/secrets";
import { filledPullZone, filledStorageZone } from "../fixtures/objects";
import { nestedSecretsKey } from "../../provider/wire/stateKeys";

type State = Record<string, unknown>;

const secretMark = "1b47061264138c4ac30d75fd1eb44270";

/** The state without the values that are marked as secrets, at any depth. */
function open(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(open);
  if (typeof value !== "object" || value === null) return value;
  if (Object.values(value).includes(secretMark)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, open(inner)]));
}

describe("Secret outputs", () => {
  const whole = (): State => pullZoneState(decode(pullZoneTable, filledPullZone()), true);

  it("of a storage zone are its passwords and nothing else", () => {
    const state = { ...decode(linkedStorageZoneTable, filledStorageZone()), pullZones: [{ id: 1, name: "a" }] };
    const marked = withSecretsApart(linkedStorageZoneTable, state);
    const names = storageZoneSecrets.map((name) => typedName(name));
    assert.deepEqual(open(marked), { ...state, ...Object.fromEntries(names.map((name) => [name, undefined])) });
  });

  it("of a pull zone are its keys and tokens, and those inside hostnames and edge rules", () => {
    const shown = open(withSecretsApart(pullZoneTable, whole())) as Record<string, State[]>;
    const text = JSON.stringify(shown);
    for (const name of [...pullZoneSecrets, ...hostnameSecrets, ...actionSecrets]) {
      assert.ok(!text.includes(`${name} text`), name);
    }
    const state = whole() as Record<string, State[]>;
    assert.equal(shown["edgeRules"]?.[0]?.["description"], state["edgeRules"]?.[0]?.["description"]);
    assert.equal(shown["hostnames"]?.[0]?.["value"], state["hostnames"]?.[0]?.["value"]);
  });

  it("are put back into their arrays", () => {
    const marked = withSecretsApart(pullZoneTable, whole()) as Record<string, State>;
    for (const array of ["hostnames", "edgeRules"]) {
      const secrets = Object.entries(marked[nestedSecretsKey(array)] ?? {});
      const values = secrets.map(([path, secret]) => [path, (secret as { value: unknown }).value] as const);
      assert.ok(values.length > 0);
      assert.deepEqual(mergeSecrets(marked[array], Object.fromEntries(values)), whole()[array]);
    }
  });

  it("of a state of 0.1.0 are whole arrays, so that a refresh shows no difference", () => {
    const marked = withSecretsApart(pullZoneTable, whole(), whole());
    const shown = open(marked) as State;
    assert.deepEqual([shown["hostnames"], shown["edgeRules"]], [undefined, undefined]);
    assert.equal(nestedSecretsKey("hostnames") in marked, false);
  });
});
