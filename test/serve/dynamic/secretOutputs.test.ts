import assert from "node:assert/strict";
import { pullZoneState } from "../../../provider/lifecycle/pullZone/state";
import { withSecrets } from "../../../provider/serve/dynamic/secretOutputs";
import { decode } from "../../../provider/wire/codec";
import { typedName } from "../../../provider/wire/name";
import { pullZoneTable } from "../../../provider/wire/pullZone";
import { storageZoneTable } from "../../../provider/wire/storageZone";
import {
  actionSecrets,
  hostnameSecrets,
  publicNames,
  pullZoneSecrets,
  storageZoneSecrets,
} from "../../fixtures/contract/secrets";
import type { WireObject } from "../../fixtures/objects";
import { filledPullZone, filledStorageZone, without } from "../../fixtures/objects";

const mark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

function isEnvelope(value: unknown): value is { value: unknown } {
  if (typeof value !== "object" || value === null || !("value" in value)) return false;
  return JSON.stringify({ ...value, value: undefined }) === JSON.stringify(mark);
}

/** The properties that are secret. Envelopes stand nowhere deeper: an array that holds a secret is one as a whole. */
function secretProperties(state: Record<string, unknown>): string[] {
  const deep = JSON.stringify(Object.values(state).map((value) => (isEnvelope(value) ? value.value : value)));
  assert.ok(!deep.includes(Object.keys(mark)[0] ?? ""), "an envelope inside a value");
  return Object.keys(state)
    .filter((name) => isEnvelope(state[name]))
    .sort();
}

const typed = (names: readonly string[]): string[] => names.map((name) => typedName(name)).sort();
const ofPullZone = [...typed(pullZoneSecrets), "edgeRules", "hostnames"].sort();
const pullZone = (wire: WireObject): Record<string, unknown> =>
  withSecrets(pullZoneTable, pullZoneState(decode(pullZoneTable, wire), true));

describe("the secret outputs", () => {
  it("of a storage zone are its passwords and nothing else", () => {
    const state = { ...decode(storageZoneTable, filledStorageZone()), pullZones: [{ id: 1, name: "a" }] };
    assert.deepEqual(secretProperties(withSecrets(storageZoneTable, state)), typed(storageZoneSecrets));
  });

  it("of a pull zone are its keys and tokens, and the arrays that hold one", () => {
    assert.deepEqual(secretProperties(pullZone(filledPullZone())), ofPullZone);
  });

  it("hold every secret text of a pull zone, at whatever depth it stands", () => {
    const secrets = [...pullZoneSecrets, ...hostnameSecrets, ...actionSecrets];
    const plain = JSON.stringify(Object.values(pullZone(filledPullZone())).filter((value) => !isEnvelope(value)));
    for (const name of secrets) assert.ok(!plain.includes(`${name} text`), name);
  });

  it("of a pull zone do not take in an array that holds no secret", () => {
    const [hostname = {}] = filledPullZone()["Hostnames"] as WireObject[];
    const [rule = {}] = filledPullZone()["EdgeRules"] as WireObject[];
    const plainRule = { ...actionSecrets.reduce(without, rule), ExtraActions: [] };
    const wire = { ...filledPullZone(), Hostnames: [without(hostname, "CertificateKey")], EdgeRules: [plainRule] };
    assert.deepEqual(secretProperties(pullZone(wire)), typed(pullZoneSecrets));
    const extra = { ...plainRule, ExtraActions: [{ ActionParameter2: "canary" }] };
    assert.deepEqual(
      secretProperties(pullZone({ ...wire, EdgeRules: [extra] })),
      [...typed(pullZoneSecrets), "edgeRules"].sort(),
    );
  });

  it("are the same where the service answers under the public names", () => {
    const names = new Map(publicNames);
    const wire = Object.entries(filledPullZone()).map(([name, value]) => [names.get(name) ?? name, value] as const);
    assert.deepEqual(secretProperties(pullZone(Object.fromEntries(wire))), ofPullZone);
  });

  it("hold no field that the contract does not know: nothing is known of its secrecy", () => {
    const wire = {
      ...filledPullZone(),
      NewToken: "canary",
      AWSSigningKey: "canary",
      Hostnames: [{ Id: 1, New: "canary" }],
    };
    assert.ok(!JSON.stringify(pullZoneState(decode(pullZoneTable, wire), true)).includes("canary"));
  });

  it("are absent where the service shows none", () => {
    const wire = storageZoneSecrets.reduce((zone, name) => without(zone, name), filledStorageZone());
    const state = withSecrets(storageZoneTable, { ...decode(storageZoneTable, wire), pullZones: [] });
    assert.deepEqual(secretProperties(state), []);
  });

  it("are marked in a copy: the state itself is left as it was", () => {
    const state = pullZoneState(decode(pullZoneTable, filledPullZone()), true);
    const text = JSON.stringify(state);
    withSecrets(pullZoneTable, state);
    assert.equal(JSON.stringify(state), text);
  });
});
