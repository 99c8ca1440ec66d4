import assert from "node:assert/strict";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call, stoppedClock, withEmulator } from "./call";

type Facts = Readonly<Record<string, unknown>>;

const unknown = {
  statusCode: 202,
  success: false,
  message: "Shield Zone not found or Unauthorized access.",
  errorKey: "not_found_or_unauthorised_access.shieldzone",
};

describe("Shields of the emulator", () => {
  const clock = stoppedClock();
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({
      now: clock.now,
      seed: {
        pullZones: [
          { Id: 7, Name: "web" },
          { Id: 8, Name: "shop" },
        ],
        pullZoneShields: [{ Id: 70, pullZoneId: 8 }],
      },
    });
  });
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  const send = (method: string, path: string, body?: object) => call(emulator, method, `/shield/${path}`, body);
  const answer = async (method: string, path: string, body?: object): Promise<readonly [number, Facts]> => {
    const { status, json } = await send(method, path, body);
    return [status, json as Facts];
  };
  const read = async (id: number): Promise<Facts> =>
    (await answer("GET", `shield-zone/${String(id)}`))[1]["data"] as Facts;
  const keyOf = async (method: string, path: string, body?: object): Promise<readonly [number, unknown]> => {
    const [status, { error }] = await answer(method, path, body);
    return [status, (error as Facts)["errorKey"]];
  };

  it("are refused with 202 if they are unknown, also by their pull zone", async () => {
    const refusal = [202, { data: null, error: unknown }];
    assert.deepEqual(await answer("GET", "shield-zone/999"), refusal);
    assert.deepEqual(await answer("GET", "shield-zone/get-by-pullzone/7"), refusal);
    assert.deepEqual(await answer("PATCH", "shield-zone", { shieldZoneId: 999, shieldZone: {} }), refusal);
    assert.equal((await send("GET", "shield-zone/999")).headers.get("emulator-source"), "R13.2");
  });

  it("are created with the settings of the request, and found by both ids", async () => {
    const shieldZone = { planType: 0, wafEnabled: true, wafExecutionMode: 1, learningMode: false };
    const [status, { data }] = await answer("POST", "shield-zone", { pullZoneId: 7, shieldZone });
    const made = (data as Facts)["shieldZone"] as Facts;
    assert.deepEqual([status, (data as Facts)["pullZoneId"], made["shieldZoneId"]], [200, 7, 71]);
    const found = await read(71);
    assert.deepEqual({ ...found, ...shieldZone }, found);
    const { pullZoneId, learningModeUntil, rateLimitRulesLimit, customWafRulesLimit, dDoSExecutionMode } = found;
    assert.deepEqual(
      [pullZoneId, learningModeUntil, rateLimitRulesLimit, customWafRulesLimit, dDoSExecutionMode],
      [7, null, 2, 0, 1],
    );
    const [, byPullZone] = await answer("GET", "shield-zone/get-by-pullzone/7");
    assert.deepEqual(byPullZone["data"], found);
    assert.deepEqual(
      Object.keys(found).filter((name) => /^[A-Z]/.test(name)),
      [],
    );
  });

  it("learn for some days unless the creation says otherwise, and do not block afterwards", async () => {
    await send("POST", "shield-zone", { pullZoneId: 7, shieldZone: { planType: 0 } });
    const made = await read(71);
    assert.deepEqual([made["learningMode"], made["learningModeUntil"]], [true, "2026-03-06T12:00:00"]);
    clock.advance(10 * 24 * 3_600_000);
    assert.deepEqual([(await read(71))["learningMode"], (await read(71))["wafExecutionMode"]], [true, 0]);
    await send("PATCH", "shield-zone", { shieldZoneId: 71, shieldZone: { learningMode: false } });
    assert.deepEqual([(await read(71))["learningMode"], (await read(71))["learningModeUntil"]], [false, null]);
  });

  it("are one for each pull zone, which must exist", async () => {
    const add = (pullZoneId: number) => keyOf("POST", "shield-zone", { pullZoneId, shieldZone: { planType: 0 } });
    assert.deepEqual(await add(8), [409, "already_exists.shieldzone"]);
    assert.deepEqual(await add(99), [400, "model_validation_error.shieldzone"]);
    assert.equal(emulator.pullZoneShields.list().length, 1);
  });

  it("are updated by what the request has, and the answer repeats only that", async () => {
    const before = await read(70);
    const body = { shieldZoneId: 70, shieldZone: { dDoSShieldSensitivity: 2, wafDisabledRules: ["942100"] } };
    const [status, { data }] = await answer("PATCH", "shield-zone", body);
    assert.deepEqual([status, data], [200, body]);
    assert.deepEqual(await read(70), { ...before, ...body.shieldZone });
  });

  it("keep their settings if a request has these at the top", async () => {
    const before = await read(70);
    assert.deepEqual(await keyOf("PATCH", "shield-zone", { shieldZoneId: 70, wafEnabled: false }), [
      202,
      "model_validation_error.shieldzone",
    ]);
    assert.deepEqual(await read(70), before);
    const wrong = { shieldZoneId: 70, shieldZone: { wafEnabled: "no" } };
    assert.deepEqual(await keyOf("PATCH", "shield-zone", wrong), [400, "model_validation_error.shieldzone"]);
    assert.deepEqual(await read(70), before);
  });

  it("have limits that follow from the plan, which can't be lowered while its features are on", async () => {
    const change = (shieldZone: object) => send("PATCH", "shield-zone", { shieldZoneId: 70, shieldZone });
    await change({ planType: 1, whitelabelResponsePages: true });
    assert.ok(Number((await read(70))["rateLimitRulesLimit"]) > 2);
    const lower = { shieldZoneId: 70, shieldZone: { planType: 0 } };
    assert.deepEqual(await keyOf("PATCH", "shield-zone", lower), [202, "plan_change_blocked.shieldzone"]);
    assert.equal((await read(70))["planType"], 1);
    await change({ whitelabelResponsePages: false });
    const { Id } = emulator.shieldRateLimits.add({ shieldZoneId: 70, ruleConfiguration: { timeframe: 60 } });
    assert.deepEqual(await keyOf("PATCH", "shield-zone", lower), [202, "plan_change_blocked.shieldzone"]);
    emulator.shieldRateLimits.delete(Id);
    await change({ planType: 0 });
    assert.deepEqual([(await read(70))["planType"], (await read(70))["rateLimitRulesLimit"]], [0, 2]);
  });

  it("are listed whole, in pages, and without a page if there are none", async () => {
    await send("POST", "shield-zone", { pullZoneId: 7, shieldZone: { planType: 0 } });
    const [, whole] = await answer("GET", "shield-zones?page=1&perPage=1000");
    assert.deepEqual(whole["data"], [await read(70), await read(71)]);
    assert.deepEqual(whole["page"], { totalCount: 2, totalPages: 1, currentPage: 1, nextPage: 2, pageSize: 1000 });
    const [, second] = await answer("GET", "shield-zones?page=2&perPage=1");
    assert.deepEqual(second["data"], [await read(71)]);
    for (const perPage of [0, 1001]) {
      assert.equal((await send("GET", `shield-zones?page=1&perPage=${String(perPage)}`)).status, 400);
    }
    const pairs = [8, 7].map((pullZoneId, at) => ({ shieldZoneId: 70 + at, pullZoneId }));
    assert.deepEqual(await answer("GET", "shield-zones/pullzone-mapping"), [200, { data: pairs }]);
    await withEmulator({ contract: false }, async (empty) => {
      const { json } = await call(empty, "GET", "/shield/shield-zones?page=1&perPage=1000");
      assert.deepEqual(json, { data: [], page: null });
    });
  });

  it("have an error that is none beside good data", async () => {
    const [status, { error }] = await answer("GET", "shield-zone/70");
    assert.deepEqual([status, error], [200, { statusCode: 0, success: false, message: null, errorKey: null }]);
  });

  it("stay without their pull zone when it is deleted, and can't be deleted", async () => {
    await call(emulator, "DELETE", "/pullzone/8");
    assert.equal((await read(70))["pullZoneId"], null);
    assert.equal(emulator.pullZoneShields.get(70)?.pullZoneId, null);
    assert.equal((await answer("GET", "shield-zone/get-by-pullzone/8"))[0], 202);
    assert.equal((await send("DELETE", "shield-zone/70")).status, 404);
    assert.equal(emulator.pullZoneShields.list().length, 1);
  });

  it("are unknown to an emulator that follows only the contract", () =>
    withEmulator({}, async (contract) => {
      assert.equal((await call(contract, "GET", "/shield/shield-zones")).status, 404);
    }));

  it("need the access key, and are refused in the account's form", async () => {
    const { status, json } = await call(emulator, "GET", "/shield/shield-zones", undefined, {
      headers: { AccessKey: "wrong" },
    });
    assert.deepEqual([status, (json as Facts)["errorKey"]], [401, undefined]);
  });

  it("appear late, and take 202 that were applied and 200 that were not, if a fault says so", async () => {
    const path = "/shield/shield-zone";
    const refusal = { data: null, error: { ...unknown, errorKey: "unexpected.shieldzone" } };
    emulator.setFaults([
      { method: "POST", path, fault: { kind: "lag", listMs: 1000 } },
      { method: "PATCH", path, nth: 1, fault: { kind: "status", status: 202, body: refusal, applied: true } },
      { method: "PATCH", path, nth: 2, fault: { kind: "status", status: 200, body: { data: {} } } },
    ]);
    await send("POST", "shield-zone", { pullZoneId: 7, shieldZone: { planType: 0 } });
    const ids = (): number[] => emulator.pullZoneShields.list().map(({ Id }) => Id);
    const [, { data }] = await answer("GET", "shield-zones?page=1&perPage=1000");
    assert.deepEqual([(data as Facts[]).map(({ shieldZoneId }) => shieldZoneId), ids()], [[70], [70, 71]]);
    const change = (wafProfileId: number) =>
      answer("PATCH", "shield-zone", { shieldZoneId: 71, shieldZone: { wafProfileId } });
    assert.deepEqual(await change(4), [202, refusal]);
    assert.equal((await read(71))["wafProfileId"], 4);
    assert.equal((await change(5))[0], 200);
    assert.equal((await read(71))["wafProfileId"], 4);
  });
});
