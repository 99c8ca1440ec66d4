import assert from "node:assert/strict";
import { withSecretsApart } from "../../provider/wire/secrets";
import { decode, encode } from "../../provider/wire/codec";
import { typedName } from "../../provider/wire/fields";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { publicNames, pullZoneSecrets } from "../fixtures/contract/secrets";
import { filledPullZone, without } from "../fixtures/objects";
import type { WireObject } from "../fixtures/objects";

const read = (wire: WireObject): Record<string, unknown> => decode(pullZoneTable, wire) as never;

function underPublicNames(zone: WireObject): WireObject {
  const names = new Map(publicNames);
  return Object.fromEntries(Object.entries(zone).map(([name, value]) => [names.get(name) ?? name, value]));
}

describe("The public names of 13 pull zone fields", () => {
  it("are never sent", () => {
    const sent = encode(pullZoneTable, decode(pullZoneTable, underPublicNames(filledPullZone())));
    for (const [contract, alias] of publicNames) {
      assert.ok(contract in sent && !(alias in sent), `${contract} must be sent, not ${alias}`);
    }
  });

  it("are overridden by the contract's names, and then kept in extraFields", () => {
    for (const [contract, alias] of publicNames) {
      const zone = filledPullZone();
      const typed = read({ ...zone, [alias]: "other" });
      assert.deepEqual(typed[typedName(contract)], read(zone)[typedName(contract)]);
      assert.deepEqual(typed["extraFields"], { [alias]: "other" });
    }
  });

  it("are kept in extraFields if their value has another type", () => {
    const zone = without(filledPullZone(), "DisableCertIssuer");
    const typed = read({ ...zone, DisableLetsEncrypt: "yes" });
    assert.equal(typed["disableCertIssuer"], undefined);
    assert.deepEqual(typed["extraFields"], { DisableLetsEncrypt: "yes" });
  });

  it("keep secret fields secret", () => {
    const marked = withSecretsApart(pullZoneTable, read(underPublicNames(filledPullZone())));
    for (const name of pullZoneSecrets) {
      const value = marked[typedName(name)] as Record<string, unknown>;
      assert.equal(value["4dabf18193072939515e22adb298388d"], "1b47061264138c4ac30d75fd1eb44270", name);
    }
  });
});
