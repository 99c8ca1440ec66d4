import assert from "node:assert/strict";
import type { FaultRule } from "../../emulator";
import { CdnClient } from "../../provider/api/client";
import { PlanError, RefusedError, UnauthorizedError } from "../../provider/api/errors";
import { Reads } from "../../provider/api/reads";
import type { Properties } from "../../provider/declared/properties";
import { without } from "../../provider/declared/properties";
import { pullZoneShield } from "../../provider/kinds/pullZoneShield";
import { shieldPlans } from "../../provider/wire/shieldConstants";
import { settings } from "../api/support";
import type { Shielded } from "./shieldFixture";
import { incomplete, shielded } from "./shieldFixture";

const path = "/shield/shield-zone";
const shield = { pullZoneId: 7, wafEnabled: true, wafExecutionMode: 0, ddosShieldSensitivity: 1 };
const seeded = {
  ...{ Id: 70, pullZoneId: 7, planType: 0, wafEnabled: true, wafExecutionMode: 0 },
  ...{ dDoSShieldSensitivity: 1, learningMode: false },
};
const basic = { seed: { pullZoneShields: [seeded] } };
const advanced = { seed: { pullZoneShields: [{ ...seeded, planType: shieldPlans.Advanced }] } };
const refusal = {
  data: null,
  error: { statusCode: 202, success: false, message: "Not now.", errorKey: "busy.shield" },
};
const refused = (applied: boolean) =>
  ({ path, method: "PATCH", times: 1, fault: { kind: "status", status: 202, body: refusal, applied } }) as const;

const missing = {
  data: null,
  error: { success: false, errorKey: "not_found_or_unauthorised_access.shieldzone" },
};
/** Responses without the shield of a pull zone. */
const hidden = (times: number, pullZoneId = 7): FaultRule => ({
  ...{ path: `${path}/get-by-pullzone/${String(pullZoneId)}`, times },
  fault: { kind: "status", status: 202, body: missing },
});

describe("A new shield", () => {
  it("is created on the plan Basic and without learning, in one write, and records the owner of its pull zone", async () => {
    await shielded("PullZoneShield", {}, async ({ made, writes, shield: live, read }) => {
      const { id, state } = await made(shield);
      assert.deepEqual(writes(), [`POST ${path}`]);
      const { Id, planType, learningMode, wafExecutionMode } = live();
      assert.deepEqual([String(Id), planType, learningMode, wafExecutionMode], [id, 0, false, 0]);
      assert.equal(state["shieldZoneId"], Id);
      assert.equal(state["__owner"], "alice");
      const again = await read(id, state);
      assert.deepEqual(again?.inputs, shield);
      assert.deepEqual(again.state, state);
    });
  });

  it("gets every declared setting with its creation", async () => {
    const declared = {
      ...{ ...shield, planType: 0, learningMode: true, wafDisabledRules: ["952100"], ddosChallengeWindow: 3600 },
      wafEngineConfig: { detection_paranoia_level: "2" },
    };
    await shielded("PullZoneShield", {}, async ({ made, writes, shield: live }) => {
      const { state } = await made(declared);
      assert.deepEqual(writes(), [`POST ${path}`]);
      const { learningMode, wafDisabledRules, wafEngineConfig, dDoSChallengeWindow } = live();
      assert.deepEqual(
        [learningMode, wafDisabledRules, wafEngineConfig, dDoSChallengeWindow],
        [true, ["952100"], [{ name: "detection_paranoia_level", valueEncoded: "2" }], 3600],
      );
      assert.deepEqual(state["wafEngineConfig"], { detection_paranoia_level: "2" });
    });
  });

  it("is not requested for a pull zone that this account does not have", async () => {
    await shielded("PullZoneShield", {}, async ({ made, writes }) => {
      await assert.rejects(made({ ...shield, pullZoneId: 8 }), /no pull zone 8 in this account/);
      assert.deepEqual(writes(), []);
    });
  });

  it("is refused if the pull zone has one, with its plan and the ways to adopt it", async () => {
    await shielded("PullZoneShield", advanced, async ({ made, writes }) => {
      await assert.rejects(made(shield), /already has shield 70, on the plan Advanced[^]*adopt: true/);
      assert.deepEqual(writes(), []);
    });
  });

  it("is not an existing one that one response does not show, although the response to the creation is lost", async () => {
    await shielded("PullZoneShield", basic, async ({ made, writes, emulator }) => {
      emulator.setFaults([hidden(1), { path, method: "POST", fault: { kind: "reset", when: "before" } }]);
      await assert.rejects(made(shield), /Nothing was created: pull zone 7 already has shield 70/);
      assert.deepEqual(writes(), []);
    });
  });

  it("is refused if somebody was faster", async () => {
    await shielded("PullZoneShield", basic, async ({ made, writes, emulator }) => {
      emulator.setFaults([hidden(2)]);
      await assert.rejects(made(shield), /Somebody created it in the meantime: pull zone 7 already has shield 70/);
      assert.deepEqual(writes(), [`POST ${path}`]);
    });
  });

  for (const [what, fault] of [
    ["a cut connection", { kind: "reset", when: "after" }],
    ["a 503", { kind: "status", status: 503, applied: true }],
    ["a refusal that was applied", { kind: "status", status: 202, body: refusal, applied: true }],
    ["a response without an id", { kind: "status", status: 200, body: { data: {} }, applied: true }],
  ] as const) {
    it(`is found after ${what}, and not requested again`, async () => {
      const faults = [{ path, method: "POST", times: 1, fault }] as const;
      await shielded("PullZoneShield", { faults }, async ({ made, writes, shield: live, emulator }) => {
        const { id, state } = await made(shield);
        assert.equal(id, String(live().Id));
        assert.deepEqual(state["__declared"], Object.keys(shield));
        assert.deepEqual(writes(), [`POST ${path}`]);
        assert.equal(emulator.pullZoneShields.list().length, 1);
      });
    });
  }

  it("is not in the state if the service answers with the shield of another pull zone", async () => {
    const body = { data: { shieldZoneId: 70, pullZoneId: 7 } };
    const faults = [{ path, method: "POST", fault: { kind: "status", status: 200, body } }] as const;
    const pullZones = [
      { Id: 7, Name: "web" },
      { Id: 8, Name: "other" },
    ];
    await shielded(
      "PullZoneShield",
      { seed: { ...basic.seed, pullZones }, faults },
      async ({ made, writes, shield: live }) => {
        await assert.rejects(made({ ...shield, pullZoneId: 8, wafEnabled: false }), /it is the shield of pull zone 7/);
        assert.deepEqual(writes(), [`POST ${path}`]);
        assert.equal(live().wafEnabled, true);
      },
    );
  });

  it("is an error, and in the state, if it got another plan than the declared one", async () => {
    await shielded("PullZoneShield", {}, async ({ made, writes, emulator, updated }) => {
      emulator.setFaults([
        { path: `${path}/1`, method: "GET", fault: { kind: "status", status: 200, body: { data: shown(1) } } },
      ]);
      const error = await incomplete(made(shield));
      assert.match(error.message, /was created on the plan Advanced instead of Basic/);
      assert.equal(error.id, "1");
      assert.deepEqual(writes(), [`POST ${path}`]);
      // Without a declared plan, the next update accepts the plan that there is.
      assert.equal((await updated("1", error.state, shield))["planType"], 1);
      assert.deepEqual(writes(), []);
    });
  });
});

/** A shield as the service shows it. */
function shown(planType: number): object {
  return { ...without(seeded, ["Id"]), shieldZoneId: 1, planType, wafEngineConfig: [] };
}

describe("An existing shield", () => {
  it("is adopted on request: only what differs is sent, and the plan stays", async () => {
    await shielded("PullZoneShield", advanced, async ({ made, writes, shield: live, texts }) => {
      const { id, state } = await made({ ...shield, ddosShieldSensitivity: 3, adopt: true });
      assert.equal(id, "70");
      assert.deepEqual(writes(), [`PATCH ${path}`]);
      assert.deepEqual([live().planType, live().dDoSShieldSensitivity], [1, 3]);
      assert.equal(state["__owner"], "alice");
      assert.match(texts.join(), /Adopted shield 70. Updated: ddosShieldSensitivity/);
    });
  });

  it("is not adopted with another plan than the declared one, unless the program allows the change", async () => {
    await shielded("PullZoneShield", advanced, async ({ made, writes, shield: live }) => {
      const declared = { ...shield, planType: 0, adopt: true };
      await assert.rejects(
        made({ ...declared, wafEnabled: false }),
        planError(/plan is Advanced, and the program declares Basic/),
      );
      assert.deepEqual([writes(), live().planType, live().wafEnabled], [[], 1, true]);
      await made({ ...declared, allowPlanChange: true });
      assert.deepEqual([writes(), live().planType], [[`PATCH ${path}`], 0]);
    });
  });

  for (const [what, arrange] of [
    ["", () => undefined],
    [", also if one response does not show it", ({ emulator }) => emulator.setFaults([hidden(1, 8)])],
    [
      ", also if another resource gives it up",
      ({ context: { memory } }) => {
        const [former, next] = [8, 7].map((pullZoneId) => pullZoneShield.claim({ pullZoneId })) as [string, string];
        memory.replaces("80", [former, next], {}, false);
      },
    ],
  ] as readonly (readonly [what: string, arrange: (of: Shielded) => void])[]) {
    it(`on another plan is not adopted by a replacement, which changes nothing${what}`, async () => {
      const pullZones = [
        { Id: 7, Name: "acme", UserId: "alice" },
        { Id: 8, Name: "other", UserId: "alice" },
      ];
      const paid = { ...seeded, Id: 80, pullZoneId: 8, planType: 1 };
      const seed = { pullZones, pullZoneShields: [seeded, paid] };
      await shielded("PullZoneShield", { seed }, async (of) => {
        const { made, lifeCycle, context, writes } = of;
        const declared = { ...shield, planType: 0, adopt: true };
        const { id, state } = await made(declared);
        writes();
        arrange(of);
        await assert.rejects(
          async () => lifeCycle.checkReplacement?.(context, id, state, { ...declared, pullZoneId: 8 }),
          planError(/Shield 80 was not changed: its plan is Advanced/),
        );
        assert.deepEqual(writes(), []);
      });
    });
  }

  it("is taken again by the resource that replaces its own", async () => {
    await shielded("PullZoneShield", basic, async ({ made, deleted, writes, texts, context }) => {
      const { id, state } = await made({ ...shield, adopt: true });
      await deleted(id, state);
      // The first creation belongs to an earlier run, and the deletion releases the entry.
      context.memory.claims.clear();
      context.memory.entries.release(id, state);
      const again = await made(shield);
      assert.deepEqual([again.id, writes()], ["70", []]);
      assert.match(texts.join("\n"), /Kept shield 70 of pull zone 7, on the plan Basic/);
    });
  });
});

function planError(text: RegExp): (error: Error) => boolean {
  return (error) => error instanceof PlanError && text.test(error.message);
}

describe("An update of a shield", () => {
  const adopted = (more: Properties = {}): Properties => ({ ...shield, ...more, adopt: true });

  it("sends only the settings that changed", async () => {
    await shielded("PullZoneShield", basic, async ({ made, updated, emulator, shield: live }) => {
      const { id, state } = await made(adopted());
      emulator.pullZoneShields.change(70, { wafProfileId: 1, wafEnabled: false });
      const now = await updated(id, state, adopted({ ddosShieldSensitivity: 2 }));
      assert.equal(now["ddosShieldSensitivity"], 2);
      assert.deepEqual(live(), { ...live(), wafEnabled: false, wafProfileId: 1, dDoSShieldSensitivity: 2 });
    });
  });

  it("sends nothing for a setting that leaves the program", async () => {
    await shielded("PullZoneShield", basic, async ({ made, updated, writes, shield: live }) => {
      const { id, state } = await made(adopted());
      await updated(id, state, without(adopted(), ["wafEnabled"]));
      assert.deepEqual([writes(), live().wafEnabled], [[], true]);
    });
  });

  it("sends the mode and a set of rules in one request, and keeps another set that somebody else changed", async () => {
    await shielded("PullZoneShield", basic, async ({ made, updated, writes, emulator, shield: live }) => {
      const { id, state } = await made(adopted({ wafLogOnlyRules: ["1"], wafDisabledRules: ["4"] }));
      emulator.pullZoneShields.change(70, { wafDisabledRules: ["3"] });
      writes();
      await updated(id, state, adopted({ wafLogOnlyRules: ["2"], wafDisabledRules: ["4"], wafExecutionMode: 1 }));
      assert.deepEqual(writes(), [`PATCH ${path}`]);
      const { wafExecutionMode, wafLogOnlyRules, wafDisabledRules } = live();
      assert.deepEqual([wafExecutionMode, wafLogOnlyRules, wafDisabledRules], [1, ["2"], ["3"]]);
    });
  });

  it("does not block again if somebody switched to logging in an emergency", async () => {
    await shielded("PullZoneShield", basic, async ({ made, updated, emulator, shield: live }) => {
      const { id, state } = await made(adopted({ wafExecutionMode: 1 }));
      emulator.pullZoneShields.change(70, { wafExecutionMode: 0 });
      await updated(id, state, adopted({ wafExecutionMode: 1, wafLogOnlyRules: ["2"] }));
      const { wafExecutionMode, wafLogOnlyRules } = live();
      assert.deepEqual([wafExecutionMode, wafLogOnlyRules], [0, ["2"]]);
    });
  });

  it("keeps settings of the engine that the program does not declare", async () => {
    const wafEngineConfig = [
      { name: "allowed_methods", valueEncoded: "GET" },
      { name: "blocking_paranoia_level", valueEncoded: "1" },
    ];
    const seed = { pullZoneShields: [{ ...seeded, wafEngineConfig }] };
    await shielded("PullZoneShield", { seed }, async ({ made, shield: live, read }) => {
      const declared = { blocking_paranoia_level: "3" };
      const { id, state } = await made(adopted({ wafEngineConfig: declared }));
      assert.deepEqual(live().wafEngineConfig, [
        { name: "allowed_methods", valueEncoded: "GET" },
        { name: "blocking_paranoia_level", valueEncoded: "3" },
      ]);
      assert.deepEqual((await read(id, state))?.inputs?.["wafEngineConfig"], declared);
    });
  });

  it("does not believe a success that changed nothing, and sends only what stayed with the next run", async () => {
    await shielded("PullZoneShield", basic, async ({ made, updated, writes, emulator, shield: live }) => {
      const { id, state } = await made(adopted());
      const body = { data: { shieldZoneId: 70, shieldZone: { wafEnabled: false } } };
      emulator.setFaults([{ path, method: "PATCH", times: 1, fault: { kind: "status", status: 200, body } }]);
      const news = adopted({ wafEnabled: false, ddosShieldSensitivity: 2 });
      const error = await updated(id, state, news).catch((failure: unknown) => failure);
      assert.ok(error instanceof RefusedError);
      assert.match(error.message, /Shield 70 was not updated: wafEnabled and ddosShieldSensitivity keep their values/);
      // One of them takes effect late.
      emulator.pullZoneShields.change(70, { wafEnabled: false });
      writes();
      await updated(id, state, news);
      assert.deepEqual(writes(), [`PATCH ${path}`]);
      assert.deepEqual([live().wafEnabled, live().dDoSShieldSensitivity], [false, 2]);
    });
  });

  it("succeeds if a refused request was applied, and quotes the refusal", async () => {
    await shielded("PullZoneShield", basic, async ({ made, updated, writes, emulator, texts }) => {
      const { id, state } = await made(adopted());
      emulator.setFaults([refused(true)]);
      const now = await updated(id, state, adopted({ wafEnabled: false }));
      assert.equal(now["wafEnabled"], false);
      assert.deepEqual(writes(), [`PATCH ${path}`]);
      assert.match(
        texts.join(),
        /Shield 70 was updated, although the service answered otherwise: .*Not now \(busy.shield\)/,
      );
    });
  });

  it("fails if a request was refused, with the setting and the service's key and message", async () => {
    await shielded("PullZoneShield", basic, async ({ made, updated, emulator }) => {
      const { id, state } = await made(adopted());
      emulator.setFaults([refused(false)]);
      const failed = updated(id, state, adopted({ wafEnabled: false }));
      await assert.rejects(failed, /wafEnabled keeps its value.*Not now \(busy.shield\)/);
    });
  });

  it("succeeds after a lost response", async () => {
    await shielded("PullZoneShield", basic, async ({ made, updated, emulator, shield: live }) => {
      const { id, state } = await made(adopted());
      emulator.setFaults([{ path, method: "PATCH", fault: { kind: "reset", when: "after" } }]);
      await updated(id, state, adopted({ wafEnabled: false }));
      assert.equal(live().wafEnabled, false);
    });
  });
});

describe("The plan of a shield", () => {
  const adopted = (more: Properties = {}): Properties => ({ ...shield, ...more, adopt: true });

  it("does not change with an update, whose preview names both plans, and nothing else is sent", async () => {
    await shielded("PullZoneShield", basic, async ({ made, updated, writes, lifeCycle, context, shield: live }) => {
      const { id, state } = await made(adopted({ planType: 0 }));
      const news = adopted({ planType: 1, wafEnabled: false });
      const text = /its plan is Basic, and the program declares Advanced[^]*remove planType[^]*allowPlanChange: true/;
      await assert.rejects(async () => lifeCycle.lookAhead?.(context, id, state, news), planError(text));
      await assert.rejects(updated(id, state, news), planError(text));
      assert.deepEqual([writes(), live().planType, live().wafEnabled], [[], 0, true]);
    });
  });

  it("changes with allowPlanChange: up before, and down after the other settings", async () => {
    await shielded("PullZoneShield", basic, async ({ made, updated, emulator, shield: live }) => {
      const { id, state } = await made(adopted({ planType: 0 }));
      const up = adopted({ planType: 1, allowPlanChange: true, whitelabelResponsePages: true });
      const raised = await updated(id, state, up);
      assert.deepEqual([live().planType, live().whitelabelResponsePages], [1, true]);
      await updated(id, raised, adopted({ planType: 0, allowPlanChange: true, whitelabelResponsePages: false }));
      assert.deepEqual([live().planType, live().whitelabelResponsePages], [0, false]);
      assert.equal(emulator.journal.filter(({ method }) => method === "PATCH").length, 4);
    });
  });

  it("is raised first: a refusal sends no other setting, and after a later failure the next run sends what is left", async () => {
    await shielded("PullZoneShield", basic, async ({ made, updated, emulator, writes, shield: live }) => {
      const { id, state } = await made(adopted({ planType: 0 }));
      const news = adopted({ planType: 1, allowPlanChange: true, whitelabelResponsePages: true });
      const values = (): unknown[] => [live().planType, live().whitelabelResponsePages];
      emulator.setFaults([refused(false)]);
      await assert.rejects(updated(id, state, news), /planType[^]*busy\.shield/);
      assert.deepEqual([values(), writes().length], [[0, false], 1]);
      emulator.setFaults([{ ...refused(false), skip: 1 }]);
      await assert.rejects(updated(id, state, news), /whitelabelResponsePages[^]*busy\.shield/);
      assert.deepEqual([values(), writes().length], [[1, false], 2]);
      emulator.setFaults([]);
      await updated(id, state, news);
      assert.deepEqual([values(), writes().length], [[1, true], 1]);
    });
  });

  it("stays if the service refuses a lower one, and the error says what to remove", async () => {
    const seed = { pullZoneShields: [{ ...seeded, planType: 1, whitelabelResponsePages: true }] };
    await shielded("PullZoneShield", { seed }, async ({ made, updated, shield: live }) => {
      const { id, state } = await made(adopted());
      const text = /planType keeps its value.*plan_change_blocked.*First remove what that plan does not have/;
      await assert.rejects(updated(id, state, adopted({ planType: 0, allowPlanChange: true })), planError(text));
      assert.equal(live().planType, 1);
    });
  });

  it("is no drift if the program does not declare it, and is drift with both names if it does", async () => {
    await shielded("PullZoneShield", basic, async ({ made, read, emulator }) => {
      const undeclared = await made(adopted());
      const declared = {
        ...undeclared.state,
        __declared: [...(undeclared.state["__declared"] as string[]), "planType"],
      };
      emulator.pullZoneShields.change(70, { planType: 1 });
      const open = await read("70", undeclared.state);
      assert.deepEqual([open?.inputs?.["planType"], open?.notices], [undefined, undefined]);
      const found = await read("70", declared);
      assert.equal(found?.inputs?.["planType"], 1);
      assert.match(String(found.notices), /the account pays for the plan Advanced, and the program declares Basic/);
    });
  });

  it("is not part of an imported program", async () => {
    await shielded("PullZoneShield", advanced, async ({ lifeCycle, context }) => {
      const { inputs, state } = await lifeCycle.import(context, "70");
      assert.deepEqual([inputs["planType"], inputs["pullZoneId"], state["planType"]], [undefined, 7, 1]);
    });
  });
});

describe("The deletion of a shield", () => {
  const adopted = { ...shield, adopt: true };

  it("sends nothing, and says what stays and what the account pays for", async () => {
    await shielded("PullZoneShield", advanced, async ({ made, deleted, writes, texts }) => {
      const { id, state } = await made(adopted);
      await deleted(id, state);
      assert.deepEqual(writes(), []);
      assert.match(texts.join("\n"), /Kept shield 70 of pull zone 7, on the plan Advanced, which the account pays for/);
    });
  });

  it("with onDelete: off switches off what was declared in one write, and keeps the plan", async () => {
    await shielded("PullZoneShield", advanced, async ({ made, deleted, writes, shield: live, texts }) => {
      const { id, state } = await made({ ...adopted, onDelete: "off" });
      await deleted(id, state);
      assert.deepEqual(writes(), [`PATCH ${path}`]);
      assert.deepEqual([live().wafEnabled, live().dDoSShieldSensitivity, live().planType], [false, 0, 1]);
      assert.match(texts.join("\n"), /, and switched off wafEnabled and ddosShieldSensitivity\. Its entry/);
    });
  });

  it("with onDelete: off leaves what was not declared", async () => {
    await shielded("PullZoneShield", basic, async ({ made, deleted, writes, shield: live }) => {
      const { id, state } = await made({ pullZoneId: 7, wafEnabled: true, adopt: true, onDelete: "off" });
      await deleted(id, state);
      assert.deepEqual([writes(), live().dDoSShieldSensitivity], [[`PATCH ${path}`], 1]);
    });
  });

  it("is no error once the pull zone is gone, and a new pull zone gets a new shield", async () => {
    await shielded("PullZoneShield", basic, async ({ made, deleted, writes, emulator, read }) => {
      const { id, state } = await made(adopted);
      emulator.pullZones.add({ Name: "next" });
      emulator.pullZones.delete(7);
      assert.equal(await read(id, state), undefined);
      await deleted(id, state);
      assert.deepEqual(writes(), []);
      const [next] = emulator.pullZones.list();
      const { id: other } = await made({ ...shield, pullZoneId: next?.Id });
      assert.notEqual(other, id);
    });
  });
});

describe("A shield that is not found", () => {
  const gone = (times?: number) => {
    const error = {
      statusCode: 202,
      success: false,
      errorKey: "not_found_or_unauthorised_access.shieldzone",
      message: "No.",
    };
    const fault = { kind: "status", status: 202, body: { data: null, error } } as const;
    const list = { data: [], page: null };
    return [
      { path: `${path}/70`, ...(times === undefined ? {} : { times }), fault },
      { path: "/shield/shield-zones", fault: { kind: "status", status: 200, body: list } },
    ] as const;
  };

  it("is gone if the pull zone is there", async () => {
    await shielded("PullZoneShield", basic, async ({ made, read, emulator }) => {
      const { id, state } = await made({ ...shield, adopt: true });
      emulator.setFaults(gone());
      assert.equal(await read(id, state), undefined);
    });
  });

  it("is in another account if the key is that of another one, so it stays in the state and is not deleted", async () => {
    await shielded("PullZoneShield", basic, async ({ made, lifeCycle, context }) => {
      const { id, state } = await made({ ...shield, adopt: true });
      const other = { pullZones: [{ Id: 9, Name: "other", UserId: "bob" }], storageZones: [], pullZoneShields: [] };
      await shielded("PullZoneShield", { seed: other }, async ({ emulator, writes }) => {
        const client = new CdnClient(settings(emulator.url, { maxRetries: 1 }));
        const reader = new Reads(client.objects, { lists: true });
        const elsewhere = { ...state, __service: client.reads.service.name };
        await assert.rejects(lifeCycle.read({ reader }, id, elsewhere), UnauthorizedError);
        await assert.rejects(lifeCycle.delete({ ...context, client }, id, elsewhere), UnauthorizedError);
        // Without a known owner, the pull zone alone decides.
        await assert.rejects(
          lifeCycle.read({ reader }, id, without(elsewhere, ["__owner"])),
          /both may be in another account/,
        );
        assert.deepEqual(writes(), []);
      });
    });
  });

  it("is not gone because one response says so", async () => {
    await shielded("PullZoneShield", basic, async ({ made, read, emulator }) => {
      const { id, state } = await made({ ...shield, adopt: true });
      emulator.setFaults([gone(1)[0]]);
      assert.notEqual(await read(id, state), undefined);
    });
  });
});

describe("Learning of a shield", () => {
  it("that ended is no drift, and a notice says that the firewall still only logs", async () => {
    const seed = { pullZoneShields: [{ ...seeded, learningMode: true, learningModeUntil: "2026-01-01T00:00:00" }] };
    await shielded("PullZoneShield", { seed }, async ({ made, read, updated, emulator, writes }) => {
      const declared = { ...shield, learningMode: true, adopt: true };
      const { id, state } = await made(declared);
      emulator.pullZoneShields.change(70, { learningMode: false, learningModeUntil: null });
      const found = await read(id, state);
      assert.equal(found?.inputs?.["learningMode"], true);
      const ended = /learning has ended, but the firewall still only logs/;
      assert.match(String(found.notices), ended);
      assert.match(String((await read(id, found.state))?.notices), ended);
      emulator.pullZoneShields.change(70, { learningMode: true });
      assert.equal((await read(id, found.state))?.notices, undefined);
      emulator.pullZoneShields.change(70, { learningMode: false });
      emulator.pullZoneShields.change(70, { learningModeUntil: "2026-01-01T00:00:00" });
      assert.match(String((await read(id, state))?.notices), ended);
      writes();
      emulator.pullZoneShields.change(70, { learningModeUntil: null });
      const now = await updated(id, found.state, { ...declared, ddosShieldSensitivity: 2 });
      assert.equal(emulator.pullZoneShields.get(70)?.learningMode, false);
      assert.equal((await read(id, now))?.inputs?.["learningMode"], true);
    });
  });
});

describe("The check of a shield", () => {
  const faultsOf = (news: Properties, olds?: Properties) =>
    new Promise<string[]>((resolve, reject) => {
      shielded("PullZoneShield", {}, ({ check }) => {
        const { failures, notices = [] } = check({ ...shield, ...news }, olds);
        resolve([...failures.map(({ property, reason }) => `${property} ${reason}`), ...notices]);
        return Promise.resolve();
      }).catch(reject);
    });

  for (const [what, news, fault] of [
    [
      "a rule in both sets",
      { wafDisabledRules: ["1"], wafLogOnlyRules: ["1", "2"] },
      /^wafLogOnlyRules must not have a rule/,
    ],
    ["a paranoia level beyond 4", { wafEngineConfig: { blocking_paranoia_level: "5" } }, /must be from 1 to 4/],
    [
      "no content type at all",
      { wafEngineConfig: { allowed_request_content_type: "" } },
      /must name at least one type/,
    ],
    ["a setting of the engine that is no string", { wafEngineConfig: { allowed_methods: 1 } }, /must be a string/],
    ["a paid setting on Basic", { planType: 0, whitelabelResponsePages: true }, /is not a setting of the plan Basic/],
    ["another onDelete", { onDelete: "delete" }, /must be "keep" or "off"/],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const found = await faultsOf(news);
      assert.ok(
        found.some((text) => fault.test(text)),
        found.join("\n"),
      );
    });
  }

  for (const [what, news, olds, notice] of [
    [
      "a new shield that the account pays for",
      { planType: 1 },
      {},
      /is created on the plan Advanced, which the account pays for/,
    ],
    [
      "learning beside the mode Block",
      { learningMode: true, wafExecutionMode: 1 },
      {},
      /does not block before the end of learning/,
    ],
    [
      "the change to Block without exclusions",
      { wafExecutionMode: 1 },
      shield,
      /now blocks what the managed rules match/,
    ],
    ["an unknown window", { ddosChallengeWindow: 5 }, {}, /Known values are 900/],
    [
      "an unknown setting of the engine",
      { wafEngineConfig: { other: "1" } },
      {},
      /declares wafEngineConfig with other/,
    ],
  ] as const) {
    it(`warns of ${what}`, async () => {
      const found = await faultsOf(news, olds);
      assert.ok(
        found.some((text) => notice.test(text)),
        found.join("\n"),
      );
    });
  }

  it("accepts a correct shield without a word, and unknown values", async () => {
    assert.deepEqual(await faultsOf({}), []);
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    assert.deepEqual(await faultsOf({ pullZoneId: unknown, planType: unknown, wafEngineConfig: unknown }), []);
  });
});
