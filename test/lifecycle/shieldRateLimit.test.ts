import assert from "node:assert/strict";
import { LimitError, PlanError } from "../../provider/api/errors";
import { lifeCycleOf } from "../../provider/lifecycle";
import type { Properties } from "../../provider/declared/properties";
import { shielded } from "./shieldFixture";

const list = "/shield/rate-limits/70";
const path = "/shield/rate-limit";
const login = {
  shieldZoneId: 70,
  name: "Login",
  conditions: [
    { variable: "REQUEST_URI", operator: 0, value: "/login" },
    { variable: "REQUEST_METHOD", operator: 15, value: "POST" },
    { variable: "REQUEST_HEADERS", part: "User-Agent", operator: 2, value: "bot", negated: true },
  ],
  requests: 20,
  timeframe: 10,
  blockTime: 60,
};
const shields = { pullZoneShields: [{ Id: 70, pullZoneId: 7, planType: 0 }] };
const basic = { seed: shields };
const refusal = {
  id: 0,
  errorResponse: { statusCode: 202, success: false, message: "No.", errorKey: "plan_limit_restriction.rate_limit" },
};

describe("A rate limit", () => {
  it("is added with one write, read from the list, and shows everything that was declared", async () => {
    await shielded("ShieldRateLimit", basic, async ({ made, writes, read, emulator }) => {
      const { id, state } = await made({ ...login, transformations: [8], description: "At the door" });
      assert.deepEqual(writes(), [`POST ${path}`]);
      const [limit] = emulator.shieldRateLimits.list();
      assert.equal(id, `70/${String(limit?.Id)}`);
      assert.equal(state["__owner"], "alice");
      const again = await read(id, state);
      assert.deepEqual(again?.inputs, { ...login, transformations: [8], description: "At the door" });
      assert.deepEqual(again.state, state);
    });
  });

  it("is compared regardless of the order of its conditions", async () => {
    await shielded("ShieldRateLimit", basic, async ({ made, read, emulator }) => {
      const { id, state } = await made(login);
      const [limit] = emulator.shieldRateLimits.list();
      assert.ok(limit);
      const { ruleConfiguration: rule } = limit;
      const chained = rule.chainedRuleConditions ?? [];
      const reversed = { ...rule, chainedRuleConditions: [...chained].reverse() };
      emulator.shieldRateLimits.change(limit.Id, { ruleConfiguration: reversed });
      assert.deepEqual((await read(id, state))?.inputs, login);
      const [method, agent] = chained;
      assert.ok(method && agent);
      // The service may sort them all.
      const { variableTypes, operatorType, value, isNegated } = rule;
      const last = { variableTypes, operatorType, value, ...(isNegated !== undefined && { isNegated }) };
      const sorted = { ...rule, ...method, chainedRuleConditions: [agent, last] };
      emulator.shieldRateLimits.change(limit.Id, { ruleConfiguration: sorted });
      assert.deepEqual((await read(id, state))?.inputs, login);
      const byHand = { ...rule, chainedRuleConditions: [agent, { ...method, value: "PUT" }] };
      emulator.shieldRateLimits.change(limit.Id, { ruleConfiguration: byHand });
      const found = (await read(id, state))?.inputs?.["conditions"] as { value: string }[];
      assert.deepEqual(
        found.map(({ value }) => value),
        ["/login", "PUT", "bot"],
      );
    });
  });

  it("is updated with one write that keeps what somebody else changed", async () => {
    await shielded("ShieldRateLimit", basic, async ({ made, updated, writes, emulator }) => {
      const { id, state } = await made(login);
      const [limit] = emulator.shieldRateLimits.list();
      assert.ok(limit);
      emulator.shieldRateLimits.change(limit.Id, { ruleConfiguration: { ...limit.ruleConfiguration, blockTime: 30 } });
      writes();
      const now = await updated(id, state, { ...login, requests: 50 });
      assert.deepEqual(writes(), [`PATCH ${path}/${String(limit.Id)}`]);
      const { requestCount, blockTime } = emulator.shieldRateLimits.list()[0]?.ruleConfiguration ?? {};
      assert.deepEqual([now["requests"], requestCount, blockTime], [50, 50, 30]);
    });
  });

  it("keeps conditions that a program can't declare if it changes something else, and shows them as drift", async () => {
    await shielded("ShieldRateLimit", basic, async ({ made, updated, read, emulator }) => {
      const { id, state } = await made(login);
      const [limit] = emulator.shieldRateLimits.list();
      assert.ok(limit);
      const byHand = {
        ...limit.ruleConfiguration,
        variableTypes: { REQUEST_URI: "", QUERY_STRING: "" },
        isRegexVariable: true,
        severityType: 2,
      };
      emulator.shieldRateLimits.change(limit.Id, { ruleConfiguration: byHand });
      await updated(id, state, { ...login, requests: 50 });
      const rule = emulator.shieldRateLimits.list()[0]?.ruleConfiguration;
      assert.deepEqual(rule, { ...byHand, requestCount: 50 });
      const found = (await read(id, state))?.inputs?.["conditions"] as { variable: string }[];
      assert.deepEqual(
        found.map(({ variable }) => variable),
        ["REQUEST_URI|QUERY_STRING (regular expression)", "REQUEST_METHOD", "REQUEST_HEADERS"],
      );
    });
  });

  it("keeps its severity if its conditions change", async () => {
    await shielded("ShieldRateLimit", basic, async ({ made, updated, emulator }) => {
      const { id, state } = await made(login);
      const [limit] = emulator.shieldRateLimits.list();
      assert.ok(limit);
      emulator.shieldRateLimits.change(limit.Id, {
        ruleConfiguration: { ...limit.ruleConfiguration, severityType: 2 },
      });
      await updated(id, state, { ...login, conditions: [{ variable: "REQUEST_URI", operator: 0, value: "/enter" }] });
      const { severityType, value, chainedRuleConditions } =
        emulator.shieldRateLimits.list()[0]?.ruleConfiguration ?? {};
      assert.deepEqual([severityType, value, chainedRuleConditions], [2, "/enter", []]);
    });
  });

  it("resets an omitted setting to its default", async () => {
    await shielded("ShieldRateLimit", basic, async ({ made, updated, emulator }) => {
      const { id, state } = await made({ ...login, action: 2, transformations: [8] });
      await updated(id, state, login);
      const { actionType, transformationTypes } = emulator.shieldRateLimits.list()[0]?.ruleConfiguration ?? {};
      assert.deepEqual([actionType, transformationTypes], [1, []]);
    });
  });

  it("is deleted, and gone only if two lists lack it", async () => {
    await shielded("ShieldRateLimit", basic, async ({ made, deleted, writes, read, emulator }) => {
      const { id, state } = await made(login);
      writes();
      emulator.setFaults([
        { path: list, times: 1, fault: { kind: "status", status: 200, body: { data: [], page: null } } },
      ]);
      assert.notEqual(await read(id, state), undefined);
      await deleted(id, state);
      assert.equal(writes().length, 1);
      assert.equal(await read(id, state), undefined);
      await deleted(id, state);
      assert.deepEqual(writes(), []);
    });
  });

  for (const applied of [true, false]) {
    it(`is ${applied ? "deleted" : "still there, which is an error,"} after a refusal that was ${applied ? "" : "not "}applied`, async () => {
      await shielded("ShieldRateLimit", basic, async ({ made, deleted, emulator }) => {
        const { id, state } = await made(login);
        const fault = { kind: "status", status: 202, body: refusal, applied } as const;
        emulator.setFaults([{ path: "/shield/rate-limit/*", method: "DELETE", fault }]);
        if (applied) await deleted(id, state);
        else await assert.rejects(async () => deleted(id, state), /refused|plan/i);
        assert.equal(emulator.shieldRateLimits.list().length, applied ? 0 : 1);
      });
    });
  }

  it("goes with its shield, which is no error", async () => {
    await shielded("ShieldRateLimit", basic, async ({ made, deleted, writes, read, emulator }) => {
      const { id, state } = await made(login);
      emulator.pullZoneShields.delete(70);
      assert.equal(await read(id, state), undefined);
      writes();
      await deleted(id, state);
      assert.deepEqual(writes(), []);
    });
  });

  it("of its name is adopted on request, and changed", async () => {
    await shielded("ShieldRateLimit", basic, async ({ made, writes, emulator, context, texts }) => {
      const first = await made(login);
      // A lost state: this run knows nothing of it.
      await shielded("ShieldRateLimit", basic, async (other) => {
        const lost = { ...context, memory: other.context.memory };
        const inputs = other.check({ ...login, requests: 5, adopt: true }).inputs;
        writes();
        const { id } = await lifeCycleOf("ShieldRateLimit").create(lost, inputs);
        assert.equal(id, first.id);
      });
      assert.deepEqual(writes(), [`PATCH ${path}/${first.id.slice(3)}`]);
      assert.equal(emulator.shieldRateLimits.list()[0]?.ruleConfiguration.requestCount, 5);
      assert.match(texts.join(), /Adopted rate limit 70\/\d+. Updated: requests/);
    });
  });
});

describe("A new rate limit whose response says little", () => {
  for (const [what, fault] of [
    ["a cut connection", { kind: "reset", when: "after" }],
    ["a 503", { kind: "status", status: 503, applied: true }],
    ["a refusal that was applied", { kind: "status", status: 202, body: refusal, applied: true }],
    ["a response without an id", { kind: "status", status: 200, body: { id: 0 }, applied: true }],
  ] as const) {
    it(`is found after ${what}, and not added twice`, async () => {
      const faults = [{ path, method: "POST", times: 1, fault }] as const;
      await shielded("ShieldRateLimit", { ...basic, faults }, async ({ made, writes, emulator }) => {
        const { id } = await made(login);
        assert.deepEqual(writes(), [`POST ${path}`]);
        assert.deepEqual(
          emulator.shieldRateLimits.list().map(({ Id }) => `70/${String(Id)}`),
          [id],
        );
      });
    });
  }

  it("is requested once more if it is refused although a place is free, and then the error has the places", async () => {
    const faults = [{ path, method: "POST", fault: { kind: "status", status: 202, body: refusal } }] as const;
    await shielded("ShieldRateLimit", { ...basic, faults }, async ({ made, writes }) => {
      const error = await made(login).catch((failure: unknown) => failure);
      assert.ok(error instanceof PlanError);
      assert.match(error.message, /plan_limit_restriction.rate_limit.*Shield 70 has 0 of 2 rate limits/);
      assert.deepEqual(writes(), [`POST ${path}`, `POST ${path}`]);
    });
  });

  it("is added by the second request if only the first one was refused", async () => {
    const faults = [{ path, method: "POST", times: 1, fault: { kind: "status", status: 202, body: refusal } }] as const;
    await shielded("ShieldRateLimit", { ...basic, faults }, async ({ made, emulator }) => {
      await made(login);
      assert.equal(emulator.shieldRateLimits.list().length, 1);
    });
  });

  it("is refused once if no place is free", async () => {
    await shielded("ShieldRateLimit", basic, async ({ made, writes }) => {
      await made(login);
      await made({ ...login, name: "Search" });
      writes();
      const error = await made({ ...login, name: "Third" }).catch((failure: unknown) => failure);
      assert.ok(error instanceof PlanError || error instanceof LimitError);
      assert.match((error as Error).message, /Shield 70 has 2 of 2 rate limits.*To exchange one, first delete it/);
      assert.deepEqual(writes(), [`POST ${path}`]);
    });
  });
});

describe("Writes to a shield and its parts", () => {
  it("take turns, and none is lost", async () => {
    const latency = [{ path: "/shield/**", fault: { kind: "latency", ms: 20 } }] as const;
    const seed = { pullZoneShields: [{ Id: 70, pullZoneId: 7, planType: 1 }] };
    await shielded("ShieldRateLimit", { seed, faults: latency }, async ({ made, emulator, context }) => {
      const shieldLifeCycle = lifeCycleOf("PullZoneShield");
      const declared = { pullZoneId: 7, wafProfileId: 1, adopt: true };
      const names = ["One", "Two", "Three", "Four", "Five"];
      await Promise.all([
        ...names.map((name) => made({ ...login, name })),
        shieldLifeCycle.create(context, shieldLifeCycle.check({}, {}, declared).inputs),
      ]);
      assert.equal(emulator.shieldRateLimits.list().length, 5);
      const isWrite = ({ method }: { method: string }): boolean => method !== "GET";
      const overlapping = emulator.journal.filter(isWrite).filter((one, index, all) => {
        const next = all[index + 1];
        return next !== undefined && Date.parse(one.when) + (one.durationMs ?? 0) > Date.parse(next.when) + 1;
      });
      assert.deepEqual(overlapping, []);
    });
  });
});

describe("The check of a rate limit", () => {
  const found = (news: Properties, state: Properties = {}, olds: Properties = {}): Promise<string[]> =>
    new Promise((resolve, reject) => {
      shielded("ShieldRateLimit", {}, ({ lifeCycle, context }) => {
        const lastStates = new Map([["PullZoneShield 70", state]]);
        const { memory } = context;
        const result = lifeCycle.check({ memory, lastStates }, olds, { ...login, ...news });
        const { failures, notices = [] } = result;
        resolve([...failures.map(({ property, reason }) => `${property} ${reason}`), ...notices]);
        return Promise.resolve();
      }).catch(reject);
    });
  const condition = { variable: "REQUEST_URI", operator: 0, value: "/" };

  for (const [what, news, text, state] of [
    ["no condition", { conditions: [] }, /^conditions must have at least one condition/],
    [
      "a condition without operator",
      { conditions: [{ variable: "REQUEST_URI" }] },
      /^conditions\[0\].operator is required/,
    ],
    ["a part where none is", { conditions: [{ ...condition, part: "x" }] }, /part can't be declared for REQUEST_URI/],
    ["two variables at once", { conditions: [{ ...condition, variable: "ARGS|GEO" }] }, /must be one variable/],
    ["a hyphen in a name", { name: "block-bots" }, /^name must consist of letters, digits and spaces/],
    ["a hyphen in a description", { description: "a-b" }, /^description must consist of/],
    [
      "an unknown timeframe on Basic",
      { timeframe: 7 },
      /^timeframe must be 1 or 10 on the plan Basic/,
      { planType: 0 },
    ],
    ["a long timeframe on Basic", { timeframe: 60 }, /^timeframe must be 1 or 10 on the plan Basic/, { planType: 0 }],
    [
      "an unknown variable",
      { conditions: [{ ...condition, variable: "REQUEST_URL" }] },
      /variable is REQUEST_URL, which is not known. The nearest known variables are REQUEST_URI/,
    ],
    ["an unknown time", { blockTime: 45 }, /blockTime is 45. Known values are 30/],
    ["a challenge on Basic", { action: 3 }, /may refuse the action Challenge/, { planType: 0 }],
    ["another counter on Basic", { counterKey: 4 }, /may refuse a counterKey other than Ip/, { planType: 0 }],
  ] as const) {
    it(`finds ${what}`, async () => {
      const texts = await found(news, state);
      assert.ok(
        texts.some((one) => text.test(one)),
        texts.join("\n"),
      );
    });
  }

  it("accepts a long timeframe on another plan, an unchanged one, and one of a shield that is not known", async () => {
    assert.deepEqual(await found({ timeframe: 60 }, { planType: 1 }), []);
    assert.deepEqual(await found({ timeframe: 60 }), []);
    assert.deepEqual(await found({ timeframe: 60 }, { planType: 0 }, { ...login, timeframe: 60 }), []);
  });

  it("refuses a name twice in a shield, and not in several shields or for one resource", async () => {
    await shielded("ShieldRateLimit", {}, ({ check }) => {
      const failures = (news: Properties, olds?: Properties): string[] =>
        check(news, olds).failures.map(({ reason }) => reason);
      assert.deepEqual(failures(login), []);
      assert.deepEqual(failures(login), []);
      assert.deepEqual(failures({ ...login, shieldZoneId: 71, requests: 1 }), []);
      assert.match(
        String(failures({ ...login, requests: 1 })),
        /must differ from that of another rate limit of shield 70/,
      );
      assert.deepEqual(failures({ ...login, shieldZoneId: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" }), []);
      return Promise.resolve();
    });
  });

  it("refuses a third rate limit on the plan Basic", async () => {
    await shielded("ShieldRateLimit", {}, ({ lifeCycle, context: { memory } }) => {
      const lastStates = new Map([["PullZoneShield 70", { planType: 0, rateLimitRulesLimit: 2 }]]);
      const failures = (name: string): string[] =>
        lifeCycle.check({ memory, lastStates }, {}, { ...login, name }).failures.map(({ reason }) => reason);
      assert.deepEqual([failures("One"), failures("Two"), failures("One")], [[], [], []]);
      assert.match(
        String(failures("Three")),
        /must be one of at most 2 rate limits, which the plan Basic of shield 70 allows/,
      );
      return Promise.resolve();
    });
  });
});
