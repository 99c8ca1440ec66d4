import assert from "node:assert/strict";
import type { Emulator, EmulatorOptions } from "../../emulator";
import { startEmulator } from "../../emulator";
import { CdnClient } from "../../provider/api/client";
import {
  InvalidInputError,
  isRefusal,
  LimitError,
  NotFoundError,
  PlanError,
  RefusedError,
  UnauthorizedError,
} from "../../provider/api/errors";
import { kinds } from "../../provider/kinds";
import { canaryKey, settings } from "./support";

const shield = { Id: 70, pullZoneId: 7 };
const path = "/shield/shield-zone/70";
const said = { success: false, message: "No.", errorKey: "busy.shield" };

describe("A response of Shield", () => {
  let emulator: Emulator | undefined;
  afterEach(() => emulator?.close());

  async function client(options: EmulatorOptions = {}): Promise<CdnClient> {
    const seed = { pullZones: [{ Id: 7, Name: "web" }], pullZoneShields: [shield], ...options.seed };
    emulator = await startEmulator({ accessKey: canaryKey, ...options, seed });
    return new CdnClient(settings(emulator.url, { maxRetries: 0 }));
  }

  /** The error of a read whose response has this status and body. */
  async function failure(status: number, body: object): Promise<Error> {
    const one = await client({ faults: [{ path, fault: { kind: "status", status, body } }] });
    return one.reads.read("PullZoneShield", 70).then(
      () => assert.fail("It did not fail"),
      (error: unknown) => error as Error,
    );
  }

  for (const [what, status, body, type] of [
    [
      "202 with a key in error",
      202,
      { data: null, error: { ...said, errorKey: "not_found_or_unauthorised_access.shieldzone" } },
      NotFoundError,
    ],
    [
      "202 with a key in errorResponse",
      202,
      { id: 0, errorResponse: { ...said, errorKey: "plan_limit_restriction.rate_limit" } },
      PlanError,
    ],
    ["202 with a key at the top", 202, { ...said, errorKey: "limit_reached.waf" }, LimitError],
    ["202 with another key", 202, said, RefusedError],
    ["202 without a key", 202, {}, RefusedError],
    ["200 with success: false and a message", 200, { data: {}, error: { ...said, errorKey: null } }, RefusedError],
    ["400 for a feature that the plan lacks", 400, { ...said, errorKey: "feature_not_available_on_plan" }, PlanError],
    [
      "403 for a feature that the plan lacks",
      403,
      { error: { ...said, errorKey: "invalid_plan_type.bot_detection" } },
      PlanError,
    ],
    ["400 for an invalid model", 400, { ...said, errorKey: "model_validation_error.shieldzone" }, InvalidInputError],
    ["401 with a key", 401, { ...said, errorKey: "invalid_datetime_window.event_logs" }, InvalidInputError],
  ] as const) {
    it(`with ${what} is a ${type.name} with what the service said`, async () => {
      const error = await failure(status, body);
      assert.equal(error.constructor, type);
      const key = JSON.stringify(body).match(/errorKey":"([^"]+)/)?.[1];
      assert.ok(error.message.includes(key ?? String(status)), error.message);
      assert.equal(isRefusal(error), status >= 400);
    });
  }

  it("with 401 and no key means that the key was refused", async () => {
    const error = await failure(401, { title: "Unauthorized", status: 401 });
    assert.ok(error instanceof UnauthorizedError);
  });

  it("with success: false beside good data, and neither message nor key, is a success", async () => {
    const one = await client();
    assert.equal((await one.reads.read("PullZoneShield", 70)).id, 70);
  });

  it("is read to the last page, although each page names a next one", async () => {
    const ids = Array.from({ length: 1200 }, (_, index) => index + 1);
    const one = await client({
      seed: {
        pullZones: ids.map((Id) => ({ Id, Name: `web-${String(Id)}` })),
        pullZoneShields: ids.map((Id) => ({ Id: 5000 + Id, pullZoneId: Id })),
      },
    });
    emulator?.clearJournal();
    assert.equal((await one.objects.list(kinds.PullZoneShield)).length, 1200);
    assert.equal(emulator?.journal.length, 2);
  });

  it("that is empty has null instead of a page", async () => {
    const one = await client({ seed: { pullZoneShields: [] } });
    assert.deepEqual(await one.objects.list(kinds.PullZoneShield), []);
  });

  it("is judged so for Shield alone: another kind's update that is answered with 202 has succeeded", async () => {
    const fault = { kind: "status", status: 202, body: said, applied: true } as const;
    const one = await client({ faults: [{ path: "/pullzone/7", method: "POST", fault }] });
    await one.objects.change(kinds.PullZone, 7, { operation: "update", method: "POST", body: {} });
  });
});
