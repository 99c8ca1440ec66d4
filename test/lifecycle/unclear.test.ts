import assert from "node:assert/strict";
import type { FaultRule } from "../../emulator";
import { UnavailableError } from "../../provider/api/errors";
import type { Bench } from "./support";
import { failureOf } from "../api/support";
import { bench } from "./support";

const zone = { name: "assets", region: "DE" };
const post = { method: "POST", path: "/storagezone" };

const standing = ({ emulator }: Bench): number[] => emulator.storageZones.list().map(({ Id }) => Id);

describe("A creation whose outcome stays unknown", () => {
  const first: FaultRule = { ...post, nth: 1, fault: { kind: "reset", when: "after" } };

  it("is reported as such if a second request is refused while the service lists the zone late", async () => {
    const second: FaultRule = { ...post, nth: 2, fault: { kind: "status", status: 403 } };
    await bench({ faults: [first, second], lag: { listMs: 15_000 } }, async (on) => {
      const { message } = await failureOf(on.create(zone), UnavailableError);
      assert.match(
        message,
        /^It is unknown whether storage zone "assets" was created \(.*, and then: .*403.*Run the same/,
      );
    });
  });

  it("is never reported as another account's zone if further responses say that the name is taken", async () => {
    await bench({ faults: [first], lag: { listMs: 60_000 } }, async (on) => {
      const { message } = await failureOf(on.create(zone), UnavailableError);
      assert.match(message, /^It is unknown whether storage zone "assets" was created .*Run the same command again/);
      assert.equal(standing(on).length, 1);
    });
  });
});
