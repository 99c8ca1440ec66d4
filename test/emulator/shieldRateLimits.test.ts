import assert from "node:assert/strict";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call } from "./call";

type Facts = Readonly<Record<string, unknown>>;

const login = {
  actionType: 1,
  variableTypes: { REQUEST_URI: "" },
  operatorType: 0,
  value: "/login",
  transformationTypes: [8],
  chainedRuleConditions: [
    { variableTypes: { REQUEST_METHOD: "" }, operatorType: 15, value: "POST" },
    { variableTypes: { REQUEST_HEADERS: "X-Test" }, operatorType: 2, value: "1", isNegated: true },
  ],
  requestCount: 20,
  counterKeyType: 0,
  timeframe: 10,
  blockTime: 60,
};
const noRule = {
  statusCode: 202,
  success: false,
  message: "Rule not found.",
  errorKey: "not_found_or_unauthorised_access.waf_rule",
};

describe("Rate limits of the emulator", () => {
  let emulator: Emulator;
  before(async () => {
    const pullZones = [{ Id: 7 }, { Id: 8 }];
    const pullZoneShields = [
      { Id: 70, pullZoneId: 7 },
      { Id: 71, pullZoneId: 8, planType: 1 },
    ];
    emulator = await startEmulator({ seed: { pullZones, pullZoneShields } });
  });
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  const send = async (method: string, path: string, body?: object): Promise<readonly [number, Facts]> => {
    const { status, json } = await call(emulator, method, `/shield/${path}`, body);
    return [status, json as Facts];
  };
  const add = (configuration: object = {}, more: object = {}) =>
    send("POST", "rate-limit", {
      ...{
        shieldZoneId: 70,
        ruleName: "Login",
        ruleDescription: "",
        ruleConfiguration: { ...login, ...configuration },
      },
      ...more,
    });
  const keyOf = ([status, body]: readonly [number, Facts]) => {
    const { errorKey = body["errorKey"] } = (body["errorResponse"] ?? body["error"] ?? {}) as Facts;
    return [status, errorKey];
  };
  const listed = async (shield = 70, query = "?page=1&perPage=100"): Promise<readonly Facts[]> =>
    (await send("GET", `rate-limits/${String(shield)}${query}`))[1]["data"] as Facts[];

  it("are answered whole and without an envelope, beside an error that is none", async () => {
    const [status, made] = await add();
    assert.deepEqual([status, made["id"], made["ruleName"]], [200, 1, "Login"]);
    assert.deepEqual(made["errorResponse"], { statusCode: 0, success: false, message: null, errorKey: null });
    assert.deepEqual(
      { ...(made["ruleConfiguration"] as object), ...login },
      {
        ...(made["ruleConfiguration"] as object),
        ...login,
      },
    );
    assert.deepEqual((await send("GET", "rate-limit/1"))[1], made);
    assert.deepEqual(await listed(), [made]);
  });

  it("are two at most on the plan Basic, with a timeframe of 1 or 10 seconds, by address", async () => {
    const refusal = [202, "plan_limit_restriction.rate_limit"];
    for (const configuration of [{ timeframe: 60 }, { counterKeyType: 4 }, { actionType: 3 }]) {
      assert.deepEqual(keyOf(await add(configuration)), refusal);
    }
    assert.equal((await add({ timeframe: 1 }))[0], 200);
    assert.equal((await add())[0], 200);
    assert.deepEqual(keyOf(await add()), refusal);
    assert.deepEqual(
      (await listed()).map(({ id }) => id),
      [1, 2],
    );
    const paid = { timeframe: 300, counterKeyType: 4, actionType: 3 };
    assert.equal((await add(paid, { shieldZoneId: 71 }))[0], 200);
  });

  it("are replaced by the configuration of an update", async () => {
    await add();
    const single = { ...login, chainedRuleConditions: null };
    const body = { ruleName: "Sign in", ruleDescription: "x", ruleConfiguration: { ...single, requestCount: 5 } };
    const [status, changed] = await send("PATCH", "rate-limit/1", body);
    const { requestCount, chainedRuleConditions } = changed["ruleConfiguration"] as Facts;
    assert.deepEqual([status, changed["ruleName"], requestCount, chainedRuleConditions], [200, "Sign in", 5, []]);
    assert.deepEqual((await send("GET", "rate-limit/1"))[1], changed);
    assert.deepEqual(
      keyOf(await send("PATCH", "rate-limit/1", { ...body, ruleConfiguration: { ...single, timeframe: 60 } })),
      [202, "plan_limit_restriction.rate_limit"],
    );
    assert.deepEqual((await send("GET", "rate-limit/1"))[1], changed);
  });

  it("are deleted, and then unknown: 202 with the key of firewall rules", async () => {
    await add();
    assert.deepEqual(await send("DELETE", "rate-limit/1"), [
      200,
      { statusCode: 200, success: true, message: null, errorKey: null },
    ]);
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const body = method === "PATCH" ? { ruleName: "a", ruleConfiguration: login } : undefined;
      assert.deepEqual(await send(method, "rate-limit/1", body), [202, { id: 0, errorResponse: noRule }]);
    }
    assert.deepEqual((await send("GET", "rate-limits/70"))[1], { data: [], page: null });
  });

  it("need a shield, a name of letters, digits and spaces, and a variable", async () => {
    const unknown = [202, "not_found_or_unauthorised_access.shieldzone"];
    assert.deepEqual(keyOf(await add({}, { shieldZoneId: 99 })), unknown);
    assert.deepEqual(keyOf(await send("GET", "rate-limits/99")), unknown);
    const invalid = [400, { statusCode: 400, success: false, message: "Invalid rule.", errorKey: null }];
    assert.deepEqual(await add({}, { ruleName: "block-bots" }), invalid);
    assert.deepEqual(await add({ variableTypes: {} }), invalid);
    assert.deepEqual(keyOf(await add({ requestCount: 0 })), [400, "model_validation_error.rate_limit"]);
    assert.deepEqual(await listed(), []);
  });

  it("are listed in pages of 10, unless the request asks for more", async () => {
    for (let count = 0; count < 11; count++) emulator.shieldRateLimits.add({ shieldZoneId: 70 });
    assert.equal((await listed(70, "")).length, 10);
    assert.deepEqual(
      (await listed(70, "?page=2")).map(({ id }) => id),
      [11],
    );
    assert.equal((await listed()).length, 11);
  });

  it("have their further conditions in another order, if a fault says so", async () => {
    await add();
    emulator.setFaults([{ method: "GET", fault: { kind: "reorder", list: "chainedRuleConditions" } }]);
    const values = ([limit]: readonly Facts[]) => {
      const { chainedRuleConditions, value } = limit?.["ruleConfiguration"] as Facts;
      return [value, ...(chainedRuleConditions as Facts[]).map((one) => one["value"])];
    };
    assert.deepEqual(values(await listed()), ["/login", "1", "POST"]);
    emulator.setFaults([]);
    assert.deepEqual(values(await listed()), ["/login", "POST", "1"]);
  });

  it("can be lost or refused although they were written, as a fault says", async () => {
    const path = "/shield/rate-limit";
    const refusal = { id: 0, errorResponse: { ...noRule, errorKey: "limit_reached.rate_limit" } };
    emulator.setFaults([
      { method: "POST", path, nth: 1, fault: { kind: "status", status: 202, body: refusal } },
      { method: "POST", path, nth: 2, fault: { kind: "status", status: 503, applied: true } },
      { method: "POST", path, nth: 3, fault: { kind: "lag", listMs: 60_000 } },
    ]);
    assert.deepEqual([(await add())[0], emulator.shieldRateLimits.list().length], [202, 0]);
    assert.deepEqual([(await add())[0], (await listed()).length], [503, 1]);
    assert.deepEqual([(await add())[0], (await listed()).length], [200, 1]);
    assert.equal(emulator.shieldRateLimits.list().length, 2);
  });
});
