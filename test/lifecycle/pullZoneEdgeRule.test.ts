import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { EmulatorOptions, FaultRule } from "../../emulator";
import { ConflictError, NotFoundError, UnavailableError, UnexpectedResponseError } from "../../provider/api/errors";
import { CdnClient } from "../../provider/api/client";
import { kinds } from "../../provider/kinds";
import { pullZoneEdgeRuleLifeCycle as rules } from "../../provider/lifecycle/pullZoneEdgeRule";
import type { CheckResult, CreateResult, LifeCycleContext } from "../../provider/lifecycle/lifeCycle";
import type { Properties } from "../../provider/declared/properties";
import { IncompleteError } from "../../provider/declared/failures";
import { unknownValue } from "../../provider/declared/properties";
import { withSecretsApart } from "../../provider/wire/secrets";
import { ImportedIds } from "../../provider/serve/dynamic/importedIds";
import { packageSchema } from "../../provider/serve/native/schema";
import { failureOf, settings } from "../api/support";
import type { Bench } from "./support";
import { bench, contextOf, holdsUndefined, newMemory } from "./support";
import { serviceKey } from "../../provider/wire/stateKeys";

const header = {
  pullZoneId: 8,
  actionType: 5,
  actionParameter1: "X-Content-Type-Options",
  actionParameter2: "nosniff",
  triggers: [{ type: 0, patternMatches: ["*"] }],
};
const zone = { Id: 8, Name: "web", UserId: "u1" };
const seed = { pullZones: [zone, { Id: 9, Name: "other", UserId: "u1" }] };
const path = "/pullzone/8/edgerules/addOrUpdate";

const check = (news: Properties, olds: Properties = {}): CheckResult => rules.check({ extraRegions: [] }, olds, news);

function checked(news: Properties, olds: Properties = {}): Properties {
  const { inputs, failures } = check(news, olds);
  assert.deepEqual(failures, []);
  return inputs;
}

const create = ({ context }: Bench, news: Properties): Promise<CreateResult> => rules.create(context, checked(news));
const live = ({ emulator }: Bench, id = 8): Properties[] =>
  (emulator.pullZones.get(id)?.EdgeRules ?? []) as object as Properties[];

/** Runs a test with one rule as the only one. */
async function withRule(
  news: Properties,
  test: (on: Bench, rule: CreateResult) => Promise<void>,
  options: EmulatorOptions = {},
): Promise<void> {
  await bench({ seed, ...options }, async (on) => test(on, await create(on, news)));
}

const read = ({ context }: { context: LifeCycleContext }, { id, state }: CreateResult) =>
  rules.read(context, id, state);
const change = ({ emulator }: Bench, rule: Properties): void =>
  void emulator.pullZones.change(8, { EdgeRules: [{ ...live({ emulator } as Bench)[0], ...rule }] });

describe("Checking an edge rule", () => {
  const failing: [what: string, news: Properties, property: string, reason: RegExp][] = [
    ["without triggers", { triggers: [] }, "triggers", /at least one trigger, but got: \[\]/],
    ["without a trigger's type", { triggers: [{}] }, "triggers[0].type", /is required/],
    ["with a trigger that is none", { triggers: ["*"] }, "triggers[0]", /must be an object/],
    ["with an unknown property", { triggers: [{ type: 0, kind: 1 }] }, "triggers[0].kind", /not a property of an edge/],
    ["with a fraction as action", { actionType: 1.5 }, "actionType", /must be an integer, but got: 1\.5/],
    ["without a pull zone", { pullZoneId: null }, "pullZoneId", /is required, .*add --target "\*\*:PullZone::NAME"/],
    [
      "with a parameter of another type",
      { actionParameter2: { key: "canary" } },
      "actionParameter2",
      /must be a string/,
    ],
    ["with an action that is none", { extraActions: ["canary"] }, "extraActions[0]", /must be an object$/],
    [
      "with six triggers",
      { triggers: Array(6).fill({ type: 0 }) },
      "triggers",
      /^must have at most 5 triggers, but got: 6\. Combine triggers of the same type, each with at most 5 patterns/,
    ],
    [
      "with six patterns in a trigger",
      { triggers: [{ type: 0 }, { type: 3, patternMatches: Array(6).fill("canary") }] },
      "triggers[1].patternMatches",
      /^must have at most 5 patterns, but got: 6\. Divide them among up to 5 triggers with .* MatchAny, or among several/,
    ],
    [
      "with a redirect to a path",
      { actionType: 1, actionParameter1: "/canary", actionParameter2: "302" },
      "actionParameter1",
      /must be the absolute URL to redirect to.*example\/new$/,
    ],
    [
      "with a redirect to nothing",
      { actionType: 1, actionParameter1: null, actionParameter2: "302" },
      "actionParameter1",
      /got: nothing$/,
    ],
    [
      "with a redirect to a path as an extra action",
      { extraActions: [{ actionType: 1, actionParameter1: "www.canary.example" }] },
      "extraActions[0].actionParameter1",
      /must be the absolute URL/,
    ],
    [
      "with a storage zone by its ID alone",
      { actionType: 17, actionParameter1: "7", actionParameter2: null },
      "actionParameter2",
      /must be the name of the storage zone, but got: nothing/,
    ],
    [
      "with the ID of a storage zone as YAML prints a large number",
      { actionType: 17, actionParameter1: "4.711001e+06 ", actionParameter2: "canary" },
      "actionParameter1",
      /must be the ID of the storage zone, as a string of digits\. Pass the resource's id, \$\{zone\.id\} in YAML/,
    ],
    [
      "with a redirect whose status has more than digits",
      { actionType: 1, actionParameter1: "https://www.canary.example/", actionParameter2: "301 canaries" },
      "actionParameter2",
      /must be the status of the redirect, three digits such as 301$/,
    ],
    [
      "with a status of the response that is no number",
      { actionType: 14, actionParameter1: "4.04e+02" },
      "actionParameter1",
      /must be the status of the response, three digits such as 404$/,
    ],
    [
      "with a cache time that has a unit",
      { actionType: 3, actionParameter1: "10 canaries" },
      "actionParameter1",
      /must be the cache time in seconds, a whole number$/,
    ],
    [
      "with a redirect that has a variable for its scheme",
      { actionType: 1, actionParameter1: "%{Url.Scheme}://www.canary.example/", actionParameter2: "302" },
      "actionParameter1",
      /must begin with https:\/\/ or http:\/\/: the service prepends http:\/\/ to a variable/,
    ],
    [
      "with a redirect in another notation of variables",
      { actionType: 1, actionParameter1: "https://{{hostname}}/canary", actionParameter2: "302" },
      "actionParameter1",
      /must name variables as %\{Name\}.*the service refuses \{\{…\}\}$/,
    ],
    ...["pattern:^/canary/%d+", "pattern:^https?://[^/]+/canary", "pattern:canary.*$"].map(
      (pattern): (typeof failing)[number] => [
        `with the Lua pattern ${pattern} of a URL`,
        { triggers: [{ type: 0, patternMatches: ["*", pattern] }] },
        "triggers[0].patternMatches",
        /^\[1\] must match the whole URL: a Lua pattern begins with pattern:\^https\?:\/\/\[\^\/\]\+\/ and ends in \$/,
      ],
    ),
    [
      "with the name of a country",
      { triggers: [{ type: 4, patternMatches: ["de", "canary"] }] },
      "triggers[0].patternMatches",
      /^\[1\] must be a two-letter ISO country code, such as DE$/,
    ],
  ];
  for (const [what, news, property, reason] of failing) {
    it(`refuses one ${what}`, () => {
      const { failures } = rules.check({ extraRegions: [] }, {}, { ...header, ...news });
      assert.deepEqual(
        failures.map((failure) => failure.property),
        [property],
      );
      assert.match(failures[0]?.reason ?? "", reason);
      assert.ok(!JSON.stringify(failures).includes("canary"));
    });
  }

  it("passes unknown values at any depth, and integers without a name", () => {
    const [unknown, triggers] = [unknownValue, [{ type: 99, patternMatches: [unknownValue] }]];
    checked({ ...header, pullZoneId: unknown, actionParameter1: unknown, triggers, actionType: 99 });
    checked({ ...header, triggers: unknown, extraActions: [unknown] });
    checked({ ...header, triggers: [unknown], extraActions: [{ actionType: unknown, actionParameter1: unknown }] });
    for (const actionType of [1, 3, 17]) {
      checked({ ...header, actionType, actionParameter1: unknown, actionParameter2: unknown });
    }
    checked({ ...header, triggers: [{ type: 4, patternMatches: [unknown] }] });
    checked({ ...header, triggers: [{ type: 3, patternMatches: unknown }] });
  });

  it("leaves alone what does not change: a rule that the service has, or that an earlier version declared", () => {
    const live = {
      ...header,
      actionType: 1,
      actionParameter1: "/new",
      actionParameter2: "302",
      triggers: Array(6).fill({ type: 0 }) as object[],
    };
    assert.deepEqual(checked({ ...live, description: "x" }, live)["actionParameter1"], "/new");
    const { failures } = rules.check({ extraRegions: [] }, live, { ...live, actionParameter1: "/newer" });
    assert.equal(failures.length, 1);
    const many = { type: 3, patternMatches: ["a", "b", "c", "d", "e", "f"] };
    checked({ ...header, triggers: [many, { type: 0, patternMatches: ["*"] }] }, { ...header, triggers: [many] });
  });

  it("takes variables for what they may stand for", () => {
    for (const url of ["https://%{Url.Hostname}/about/", "https://acme.example"]) {
      const { failures, notices } = check({ ...header, actionType: 1, actionParameter1: url, actionParameter2: "" });
      assert.deepEqual([failures, notices], [[], []]);
    }
    const whole = "pattern:^https?://[^/]+/v%d+/.*$";
    assert.deepEqual(check({ ...header, triggers: [{ type: 0, patternMatches: [whole, "/images/*"] }] }).notices, []);
    for (const pattern of ["DE", "pattern:^[DA].$", "*"]) {
      checked({ ...header, triggers: [{ type: 4, patternMatches: [pattern] }] });
    }
    checked({ ...header, actionType: 16, actionParameter1: "0" });
  });

  it("warns of what the service is not known to take, without its value", () => {
    const pattern = "pattern:^https://canary%.example/.*$";
    const news = {
      ...header,
      actionType: 1,
      actionParameter1: "%{canary}",
      actionParameter2: "302",
      triggers: [{ type: 0, patternMatches: [pattern] }],
    };
    const { failures, notices = [] } = check(news);
    assert.deepEqual(failures, []);
    assert.match(
      notices[0] ?? "",
      /^triggers\[0\]\.patternMatches\[0\]: the service was seen to accept only Lua patterns/,
    );
    assert.match(notices[1] ?? "", /^actionParameter1: the service may prepend http:\/\/ to a URL/);
    assert.ok(!JSON.stringify(notices).includes("canary"));
    assert.deepEqual(check({ ...news, description: "x" }, news).notices, []);
  });

  it("leaves alone a pattern that the rule has, while another one is added", () => {
    const [old, fresh] = ["pattern:^/v%d+/", "pattern:^/w%d+/"];
    const rule = (...patternMatches: string[]): Properties => ({ ...header, triggers: [{ type: 0, patternMatches }] });
    assert.deepEqual(check(rule("*", old), rule(old)).failures, []);
    assert.equal(check(rule(old, fresh), rule(old)).failures.length, 1);
  });

  it("is replaced for another pull zone, even an unknown one, and for nothing else", () => {
    const replaced = (news: Properties): readonly string[] => rules.diff(header, { ...header, ...news }).replaces;
    assert.deepEqual(replaced({ pullZoneId: 9 }), ["pullZoneId"]);
    assert.deepEqual(replaced({ pullZoneId: unknownValue }), ["pullZoneId"]);
    assert.deepEqual(replaced({ actionType: 1, triggers: [{ type: 2 }], description: "x" }), []);
  });
});

describe("Creating an edge rule", () => {
  const faults: [what: string, options: EmulatorOptions, requests: number][] = [
    ["answered with its GUID", {}, 1],
    ["answered without", { emptyAnswers: ["addOrUpdateEdgeRule"] }, 1],
    ["lost after it was applied", { faults: [{ path, times: 1, fault: { kind: "reset", when: "after" } }] }, 1],
    ["lost before it was applied", { faults: [{ path, times: 1, fault: { kind: "reset", when: "before" } }] }, 2],
    [
      "failed after it was applied",
      { faults: [{ path, nth: 1, fault: { kind: "status", status: 502, applied: true } }] },
      1,
    ],
    ["answered with broken JSON", { faults: [{ path, nth: 1, fault: { kind: "invalidJson" } }] }, 1],
  ];
  for (const [what, options, requests] of faults) {
    it(`makes one rule if the request is ${what}`, async () => {
      await withRule(
        header,
        async (on, { id, state }) => {
          assert.deepEqual(
            live(on).map(({ Guid }) => `8/${String(Guid)}`),
            [id],
          );
          assert.equal(on.sent().filter((request) => request === `POST ${path}`).length, requests);
          assert.ok(!holdsUndefined(state));
          assert.deepEqual([state["enabled"], state["orderIndex"], state["__owner"]], [true, 0, "u1"]);
        },
        options,
      );
    });
  }

  it("leaves an equal rule alone that appears meanwhile, and reports it", async () => {
    const faults = [{ path, nth: 1, fault: { kind: "duplicate", answer: "first" } }] as const;
    await bench({ seed, faults }, async (on) => {
      const told: string[] = [];
      const context = { ...on.context, tell: (text: string) => void told.push(text) };
      const { id } = await rules.create(context, checked(header));
      const [first, second] = live(on).map(({ Guid }) => `8/${String(Guid)}`);
      assert.deepEqual([live(on).length, id], [2, first]);
      assert.match(
        told.join("\n"),
        new RegExp(`got another edge rule that equals \\S+: ${String(second)}\\. It was left unchanged`),
      );
    });
  });

  it("makes two of equal rules that are declared at once, and names equal ones of an earlier run", async () => {
    await bench({ seed, latencyMs: 20 }, async (on) => {
      const told: string[] = [];
      const tell = (text: string): unknown => text.includes("an equal edge rule") && told.push(text);
      const context = { ...on.context, tell };
      const made = await Promise.all([1, 2, 3].map(() => rules.create(context, checked(header))));
      const ids = new Set(made.map(({ id }) => id));
      assert.deepEqual([ids.size, live(on).length, told], [3, 3, []]);
      // Another run does not know whose it is.
      const next = { ...context, memory: newMemory() };
      await rules.create(next, checked(header));
      assert.equal(told.length, 3);
      assert.match(
        told[0] ?? "",
        /^warning: Pull zone web has an equal edge rule, 8\/.*\. If this run does not delete it.*: curl -X DELETE .*\/pullzone\/8\/edgerules\//,
      );
    });
  });

  it("keeps the id if the zone can't be read afterwards", async () => {
    const broken = { method: "GET", path: "/pullzone/8", skip: 1, fault: { kind: "status", status: 500 } } as const;
    await bench({ seed, faults: [broken] }, async (on) => {
      const { id, state } = await failureOf(create(on, header), IncompleteError);
      assert.equal(id, `8/${String(live(on)[0]?.["Guid"])}`);
      on.emulator.setFaults([]);
      assert.deepEqual((await read(on, { id, state }))?.inputs, checked(header));
    });
  });

  it("that stays in doubt says how to take it over", async () => {
    const lost = { path, fault: { kind: "reset", when: "after" } } as const;
    const down = { method: "GET", path: "/pullzone/8", skip: 1, fault: { kind: "status", status: 500 } } as const;
    await bench({ seed, faults: [lost, down] }, async (on) => {
      const { message } = await failureOf(create(on, header), UnavailableError);
      assert.match(message, /did not confirm that an edge rule was added to pull zone 8.*option import: "8\/GUID"/s);
      assert.equal(live(on).length, 1);
    });
  });

  it("fails in a zone that is not there", async () => {
    await bench({ seed }, async (on) => {
      const { message } = await failureOf(create(on, { ...header, pullZoneId: 7 }), NotFoundError);
      assert.match(message, /The edge rule was not added: there is no pull zone 7/);
    });
  });
});

describe("Adopting an equal edge rule", () => {
  const adopting = { ...header, adopt: true };
  /** Adds an equal rule, as an interrupted run does. */
  const addEqual = (on: Bench): Promise<CreateResult> =>
    rules.create({ ...on.context, memory: newMemory() }, checked(header));

  it("takes over a single one, and changes nothing live", async () => {
    await bench({ seed }, async (on) => {
      const { id } = await addEqual(on);
      const before = live(on);
      const adopted = await create(on, adopting);
      assert.deepEqual([adopted.id, adopted.state["adopt"]], [id, true]);
      assert.deepEqual((await read(on, adopted))?.inputs, checked(adopting));
      assert.deepEqual(live(on), before);
      const { id: other } = await create(on, adopting);
      assert.deepEqual([other === id, live(on).length], [false, 2]);
    });
  });

  const described = { ...header, description: "headers" };
  const byDescription = { ...described, actionParameter2: "changed", adopt: true, adoptByDescription: true };

  it("adds a rule if only the description is the same", async () => {
    await bench({ seed }, async (on) => {
      await rules.create({ ...on.context, memory: newMemory() }, checked(described));
      await create(on, { ...described, actionParameter2: "changed", adopt: true });
      assert.deepEqual(
        live(on)
          .map(({ ActionParameter2 }) => ActionParameter2)
          .sort(),
        ["changed", header.actionParameter2].sort(),
      );
    });
  });

  it("with adoptByDescription refuses to choose among several rules of that description", async () => {
    await bench({ seed }, async (on) => {
      for (const actionParameter2 of ["1", "2"]) {
        await rules.create({ ...on.context, memory: newMemory() }, checked({ ...described, actionParameter2 }));
      }
      const { message } = await failureOf(create(on, byDescription), ConflictError);
      assert.match(message, /has several equal or matching edge rules .* none was adopted or added/);
      assert.deepEqual(
        live(on).map(({ ActionParameter2 }) => ActionParameter2),
        ["1", "2"],
      );
    });
  });

  it("reports once what else the pull zone has", async () => {
    await bench({ seed }, async (on) => {
      const told: string[] = [];
      const context = { ...on.context, tell: (text: string): unknown => told.push(text) };
      const { id } = await rules.create(
        { ...on.context, memory: newMemory() },
        checked({ ...described, description: "by hand" }),
      );
      const { id: own } = await rules.create({ ...on.context, memory: newMemory() }, checked(described));
      const inputs = checked({ ...byDescription, reportOthers: [] });
      const { id: adopted, state } = await rules.create(context, inputs);
      assert.equal(adopted, own);
      const others = told.filter((text) => text.includes("matches nothing"));
      assert.equal(others.length, 1);
      assert.match(others[0] ?? "", new RegExp(`edge rule ${id.slice(2)} \\("by hand"\\)`));
      assert.ok(!others[0]?.includes(own.slice(2)));
      told.length = 0;
      await rules.update(
        context,
        own,
        state,
        checked({ ...byDescription, actionParameter2: "again", reportOthers: [] }),
      );
      assert.deepEqual(told, []);
    });
  });

  it("with adoptByDescription changes the rule of that description, or the one that chooses the files of every address", async () => {
    await bench({ seed }, async (on) => {
      const { id } = await rules.create({ ...on.context, memory: newMemory() }, checked(described));
      const adopted = await create(on, byDescription);
      assert.deepEqual([adopted.id, live(on).length, live(on)[0]?.ActionParameter2], [id, 1, "changed"]);
      const release = { pullZoneId: 8, actionType: 17, actionParameter1: "7", actionParameter2: "site" };
      const everywhere = { ...release, triggers: [{ type: 0, patternMatches: ["*"] }] };
      const byHand = { ...everywhere, description: "by hand", actionParameter3: "/releases/a/" };
      const { id: old } = await rules.create({ ...on.context, memory: newMemory() }, checked(byHand));
      const pointer = { ...everywhere, description: "release", actionParameter3: "/releases/b/" };
      const pointed = await create(on, { ...pointer, adopt: true, adoptByDescription: true });
      assert.deepEqual([pointed.id, live(on).length, live(on)[1]?.ActionParameter3], [old, 2, "/releases/b/"]);
      const said: string[] = [];
      const tell = (text: string): unknown => said.push(text);
      await rules.create({ ...on.context, tell }, checked({ ...pointer, actionParameter3: "/releases/c/" }));
      assert.match(
        said.join("\n"),
        /^warning: Several enabled edge rules of pull zone web choose the files of every address, and visitors get those of only one rule: .*releases\/c\/.*releases\/b\//m,
      );
    });
  });

  it("refuses to choose among several, and names them", async () => {
    await bench({ seed }, async (on) => {
      const { id } = await addEqual(on);
      const { id: other } = await addEqual(on);
      const { message } = await failureOf(create(on, adopting), ConflictError);
      assert.match(
        message,
        new RegExp(
          `^Pull zone web has several equal or matching edge rules .*: ${id} and ${other}\\. .*import: "${id}"`,
        ),
      );
      assert.equal(live(on).length, 2);
    });
  });
});

describe("An edge rule that an interrupted run left in the zone", () => {
  const placed = { ...header, orderIndex: 3 };
  /** Adds a rule in a run that does not get to note it in a state. */
  const leave = (on: Bench, rule: Properties = placed): Promise<CreateResult> =>
    rules.create(contextOf(new CdnClient(settings(on.emulator.url))), checked(rule));
  const places = (on: Bench): unknown[] => live(on).map((rule) => rule["OrderIndex"]);

  it("is adopted by an equal declaration, which says so in one line, and empties the cache", async () => {
    await bench({ seed }, async (on) => {
      const declared = { ...placed, purgeOnChange: true };
      const { id } = await leave(on);
      const told: string[] = [];
      const context = { ...on.context, tell: (text: string) => void told.push(text) };
      const adopted = await create({ ...on, context }, declared);
      assert.deepEqual([adopted.id, places(on)], [id, [3]]);
      assert.deepEqual(told, [`Adopted edge rule ${id}. All declared settings match`]);
      assert.equal(on.emulator.pullZones.get(8)?.CacheVersion, 1);
      assert.deepEqual((await read(on, adopted))?.inputs, checked(declared));
    });
  });

  for (const [what, difference] of [
    ["another description", { Description: "other" }],
    ["another matching of triggers, which is not declared", { TriggerMatchingType: 1 }],
    ["an extra action", { ExtraActions: [{ ActionType: 4 }] }],
    ["another trigger", { Triggers: [{ Type: 0, PatternMatches: ["/a"] }] }],
  ] as const) {
    it(`but has ${what} is moved away as before`, async () => {
      await bench({ seed }, async (on) => {
        const { id } = await leave(on);
        change(on, difference);
        const created = await create(on, placed);
        assert.notEqual(created.id, id);
        assert.deepEqual(places(on), [4, 3]);
      });
    });
  }

  it("is not adopted in the place 0, without a place, or beside an equal one of that place", async () => {
    for (const [declared, options, count] of [
      [{ ...header, orderIndex: 0 }, {}, 2],
      [header, {}, 2],
      [placed, { contract: true }, 3],
    ] as const) {
      await bench({ seed, ...options }, async (on) => {
        const { id } = await leave(on, declared);
        const [rule] = live(on);
        if (count === 3) on.emulator.pullZones.change(8, { EdgeRules: [rule, { ...rule, Guid: "other" }] as never });
        const created = await create(on, declared);
        assert.deepEqual([created.id === id, live(on).length], [false, count]);
      });
    }
  });

  it("is not adopted while an entry of the stack has it, as in a replacement", async () => {
    await bench({ seed }, async (on) => {
      const { id } = await create(on, placed);
      assert.notEqual((await create(on, placed)).id, id);
      assert.deepEqual(places(on), [4, 3]);
    });
  });
});

describe("Edge rules beyond the usual limit of a pull zone", () => {
  it("are reported once in a run, for the pull zone whose id is known", () => {
    const memory = newMemory();
    const notices = (inputs: Properties): readonly string[] =>
      rules.check({ extraRegions: [], memory }, {}, inputs).notices ?? [];
    const all = Array.from({ length: 53 }, (_, at) => ({ ...header, description: `rule ${String(at)}` }));
    const told = all.flatMap((rule) => [
      ...notices(rule),
      ...notices(rule),
      ...notices({ ...rule, pullZoneId: unknownValue }),
    ]);
    assert.deepEqual(told, [
      "The program declares at least 51 edge rules for pull zone 8. By default, the service allows 50, and raises this limit on request",
    ]);
  });
});

describe("An edge rule with an orderIndex that another rule has", () => {
  const at = (orderIndex: number, description: string): Properties => ({ ...header, description, orderIndex });
  const order = (on: Bench): unknown[] => live(on).map((rule) => [rule["Description"], rule["OrderIndex"]]);

  it("is refused if another resource declares that too, or if that rule is read-only", async () => {
    await bench({ seed }, async (on) => {
      await create(on, at(1, "first"));
      const twice = /taken by edge rule 8\/\S+ \("first"\), which another resource of this program declares there/;
      await assert.rejects(create(on, at(1, "second")), twice);
      const context = { ...on.context, memory: newMemory() };
      change(on, { ReadOnly: true });
      await assert.rejects(create({ ...on, context }, at(1, "second")), /which is read-only/);
      assert.deepEqual(order(on), [["first", 1]]);
    });
  });

  it("moves a rule that the program does not declare behind all others, and says so", async () => {
    await bench({ seed }, async (on) => {
      const told: string[] = [];
      const context = { ...on.context, tell: (text: string) => void told.push(text) };
      await create(on, at(1, "first"));
      await create(on, at(2, "second"));
      await create({ ...on, context: { ...context, memory: newMemory() } }, at(1, "third"));
      assert.deepEqual(order(on), [
        ["first", 3],
        ["second", 2],
        ["third", 1],
      ]);
      assert.match(told.at(-1) ?? "", /^Edge rule 8\/\S+ is moved from orderIndex 1 to 3, because another rule/);
    });
  });

  it("leaves that rule in its place if its own update fails, and otherwise says what to do if the run fails", async () => {
    await bench({ seed }, async (on) => {
      const told: string[] = [];
      const context = { ...on.context, tell: (text: string) => void told.push(text) };
      const first = await create({ ...on, context }, at(1, "first"));
      const second = await create({ ...on, context }, at(2, "second"));
      const next = { ...context, memory: newMemory() };
      const swapped = { first: checked(at(2, "first")), second: checked(at(1, "second")) };
      next.memory.keeps(second.id, swapped.second);
      const refused: FaultRule = { method: "POST", path, nth: 3, fault: { kind: "status", status: 400, body: {} } };
      on.emulator.setFaults([refused]);
      await assert.rejects(rules.update(next, first.id, first.state, swapped.first));
      assert.deepEqual(order(on), [
        ["first", 1],
        ["second", 2],
      ]);
      on.emulator.setFaults([]);
      await rules.update(next, first.id, first.state, swapped.first);
      assert.deepEqual(order(on), [
        ["first", 2],
        ["second", 3],
      ]);
      assert.match(
        told.at(-1) ?? "",
        /from orderIndex 2 to 3, .* later in this run\. If the run fails .* up --refresh/,
      );
    });
  });

  it("says what to do if the run fails, also before the run knows the declaration of the rule in the way", async () => {
    await bench({ seed }, async (on) => {
      const told: string[] = [];
      await create(on, at(1, "first"));
      const context = { ...on.context, memory: newMemory(), tell: (text: string) => void told.push(text) };
      await create({ ...on, context }, at(1, "inserted"));
      assert.deepEqual(order(on), [
        ["first", 2],
        ["inserted", 1],
      ]);
      assert.match(
        told.at(-1) ?? "",
        /from orderIndex 1 to 2, .*\. If the program declares that rule, .* later in this run; if the run fails .* up --refresh/,
      );
    });
  });

  it("leaves every rule in its place if one of those in the way can't be moved", async () => {
    await bench({ seed }, async (on) => {
      await create(on, at(1, "first"));
      await create(on, at(2, "second"));
      const [first, second] = on.emulator.pullZones.get(8)?.EdgeRules ?? [];
      assert.ok(first && second);
      on.emulator.pullZones.change(8, { EdgeRules: [first, { ...second, OrderIndex: 1, ReadOnly: true }] });
      const context = { ...on.context, memory: newMemory() };
      await assert.rejects(create({ ...on, context }, at(1, "third")), /\("second"\), which is read-only/);
      assert.deepEqual(order(on), [
        ["first", 1],
        ["second", 1],
      ]);
    });
  });

  describe("whose move is applied, but without a response,", () => {
    const lost = { method: "POST", path, body: { OrderIndex: 3 }, fault: { kind: "reset", when: "after" } } as const;
    const body = { Description: "second", OrderIndex: 2 };
    const refused = { method: "POST", path, body, fault: { kind: "status", status: 400, body: {} } } as const;
    for (const [what, faults, place, isDeclared, text] of [
      ["moves that rule back", [lost], 2, true, undefined],
      ["says if it can't move that rule back", [lost, refused], 3, true, /moved back\. Run pulumi up --refresh/],
      ["says that also of a rule without a resource", [lost, refused], 3, false, /moved back\. Check its place/],
    ] as const) {
      it(what, async () => {
        await bench({ seed }, async (on) => {
          const told: string[] = [];
          const { id, state } = await create(on, at(1, "first"));
          const second = await create(on, at(2, "second"));
          const next = { ...on.context, memory: newMemory(), tell: (one: string) => void told.push(one) };
          if (isDeclared) next.memory.keeps(second.id, checked(at(1, "second")));
          on.emulator.setFaults(faults);
          await assert.rejects(rules.update(next, id, state, checked(at(2, "first"))), UnavailableError);
          assert.deepEqual(order(on), [
            ["first", 1],
            ["second", place],
          ]);
          assert.match(told[0] ?? "", /^Edge rule 8\/\S+ is moved from orderIndex 2 to 3/);
          assert.equal(told.length, text === undefined ? 1 : 2);
          if (text !== undefined) assert.match(told[1] ?? "", text);
        });
      });
    }
  });

  it("stays beside that rule where the service accepts it", async () => {
    await bench({ seed, contract: true }, async (on) => {
      for (const description of ["first", "second"]) await create(on, at(1, description));
      assert.deepEqual(order(on), [
        ["first", 1],
        ["second", 1],
      ]);
    });
  });

  it("takes the place of the rule that it replaces, and of one that declares none", async () => {
    await bench({ seed }, async (on) => {
      const told: string[] = [];
      const context = { ...on.context, tell: (text: string) => void told.push(text) };
      const rule = await create({ ...on, context }, at(1, "rule"));
      await create({ ...on, context }, at(1, "rule"));
      assert.deepEqual(order(on), [
        ["rule", 2],
        ["rule", 1],
      ]);
      await rules.delete(context, rule.id, rule.state);
      const other = await create({ ...on, context }, { ...header, description: "other" });
      const { EdgeRules } = on.emulator.pullZones.get(8) ?? assert.fail();
      const moved = EdgeRules?.map((one) => (other.id.endsWith(one.Guid) ? { ...one, OrderIndex: 2 } : one));
      on.emulator.pullZones.change(8, { EdgeRules: moved ?? [] });
      await create({ ...on, context }, at(2, "third"));
      assert.match(
        told.at(-1) ?? "",
        /^Edge rule 8\/\S+ is moved from orderIndex 2 to 3, because another rule is declared there$/,
      );
    });
  });

  const taken = [2, 4].map((nth): FaultRule => {
    const body = { ErrorKey: "edgerule.invalid", Field: "", Message: "Order index must be unique" };
    return { method: "POST", path, nth, fault: { kind: "status", status: 400, body } };
  });
  for (const [what, options, places] of [
    ["0 for each", {}, [0, 0, 0]],
    ["the next free one", { contract: true }, [0, 1, 2]],
    ["0, and refuses that of another", { faults: taken }, [0, 1, 2]],
  ] as const) {
    it(`need not be declared at a service that gives a rule ${what}`, async () => {
      await bench({ seed, ...options }, async (on) => {
        const inputs = (description: string): Properties => ({ ...header, description });
        const created: CreateResult[] = [];
        for (const description of ["a", "b", "c"]) created.push(await create(on, inputs(description)));
        assert.deepEqual(order(on), [
          ["a", places[0]],
          ["b", places[1]],
          ["c", places[2]],
        ]);
        for (const rule of created) {
          const { inputs: found } = (await read({ context: contextOf(on.context.client) }, rule)) ?? assert.fail();
          assert.deepEqual(found, inputs(String(rule.state["description"])));
        }
        const [, { id, state }] = created as [CreateResult, CreateResult];
        const updated = await rules.update(on.context, id, state, checked(inputs("changed")));
        assert.deepEqual(order(on)[1], ["changed", places[1]]);
        await rules.delete(on.context, id, updated);
        await create(on, at(places[1], "placed"));
        assert.deepEqual(order(on), [
          ["a", places[0]],
          ["c", places[2]],
          ["placed", places[1]],
        ]);
      });
    });
  }

  it("takes over no equal rule that appeared in its place, and names it", async () => {
    // A proxy that delivers a request twice can't be told from another stack.
    const faults = [{ method: "POST", path, fault: { kind: "duplicate", answer: "second" } }] as const;
    await bench({ seed, faults }, async (on) => {
      const named = /must be unique.*, but meanwhile an equal edge rule appeared: 8\/\S+\. .*option import/;
      await assert.rejects(create(on, at(1, "rule")), named);
      assert.deepEqual(order(on), [["rule", 1]]);
    });
  });

  it("and without one is told of once", async () => {
    await bench({ seed }, async (on) => {
      const told: string[] = [];
      const context = { ...on.context, tell: (text: string) => void told.push(text) };
      for (const description of ["a", "b", "c"]) await create({ ...on, context }, { ...header, description });
      assert.equal(told.length, 1);
      assert.match(
        told[0] ?? "",
        /^warning: Pull zone 8 has several edge rules, and not all of them declare an orderIndex.*Declare orderIndex/,
      );
      await create({ ...on, context: { ...context, memory: newMemory() } }, at(9, "d"));
      assert.equal(told.length, 1);
    });
  });

  it("is not told of when the only rule of the zone is adopted", async () => {
    await bench({ seed }, async (on) => {
      await create(on, header);
      const told: string[] = [];
      const context = { ...on.context, memory: newMemory(), tell: (text: string) => void told.push(text) };
      await create({ ...on, context }, { ...header, adopt: true });
      assert.deepEqual([live(on).length, told.length, told[0]?.startsWith("Adopted edge rule 8/")], [1, 1, true]);
    });
  });
});

describe("An edge rule with a storage zone as origin", () => {
  it("takes the prefix of paths in it as third parameter", async () => {
    const parameters = { actionParameter1: "7", actionParameter2: "acme-site", actionParameter3: "/releases/12" };
    const inputs = { ...header, actionType: 17, ...parameters };
    await withRule(inputs, async (on, rule) => {
      const { ActionType, ActionParameter1, ActionParameter2, ActionParameter3 } = live(on)[0] ?? {};
      assert.deepEqual(
        [ActionType, ActionParameter1, ActionParameter2, ActionParameter3],
        [17, "7", "acme-site", "/releases/12"],
      );
      assert.deepEqual((await read(on, rule))?.inputs, inputs);
    });
  });
});

describe("Reading an edge rule", () => {
  const changes: [what: string, wire: Properties, drift: Properties][] = [
    ["nothing but what means the same", { ActionParameter3: "", Description: null, ExtraActions: null }, {}],
    ["its order and matching, which are not declared", { OrderIndex: 7, TriggerMatchingType: 1 }, {}],
    ["a parameter", { ActionParameter2: "x" }, { actionParameter2: "x" }],
    ["a declared parameter to none", { ActionParameter2: null }, { actionParameter2: "" }],
    ["what is not declared", { Description: "by hand", Enabled: false }, { description: "by hand", enabled: false }],
    [
      "a trigger",
      { Triggers: [{ Type: 0, PatternMatches: ["b", "a"], PatternMatchingType: 0, Parameter1: null }] },
      { triggers: [{ type: 0, patternMatches: ["b", "a"] }] },
    ],
  ];
  for (const [what, wire, drift] of changes) {
    it(`shows if somebody changed ${what}`, async () => {
      await withRule(header, async (on, rule) => {
        change(on, wire);
        const inputs = checked(header);
        const found = (await read(on, rule)) ?? assert.fail("it must be found");
        assert.deepEqual(found.inputs, { ...inputs, ...drift });
        // An update after the refresh mends it, and sends nothing if there is nothing to mend.
        const posts = on.sent().length;
        const state = await rules.update(on.context, rule.id, found.state, inputs);
        const isSent = on.sent().slice(posts).includes(`POST ${path}`);
        assert.equal(isSent, Object.keys(drift).length > 0);
        assert.deepEqual((await read(on, { ...rule, state }))?.inputs, inputs);
        assert.equal(live(on)[0]?.["OrderIndex"], wire["OrderIndex"] ?? 0);
      });
    });
  }

  it("of a service in whatever spelling shows what was sent, whatever it is", async () => {
    const text = fc.option(fc.string({ maxLength: 5 }), { nil: undefined });
    // Without a meaning, hence without a check.
    const integer = fc.integer({ min: 40, max: 80 });
    const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    const parameters = { actionParameter1: text, actionParameter2: text, actionParameter3: text };
    const trigger = fc.record({
      type: integer,
      patternMatches: some(fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 })),
      ...{ parameter1: text, parameter2: text },
      patternMatchingType: some(integer),
    });
    const rule = fc.record({
      ...{ pullZoneId: fc.constant(8), actionType: integer, description: text, enabled: some(fc.boolean()) },
      ...{ ...parameters, orderIndex: some(integer), triggerMatchingType: some(integer) },
      triggers: fc.array(trigger, { minLength: 1, maxLength: 3 }),
      extraActions: some(fc.array(fc.record({ actionType: integer, ...parameters }), { maxLength: 2 })),
    });
    await bench({ seed }, async (on) => {
      await fc.assert(
        fc.asyncProperty(rule, rule, async (first, second) => {
          const made = await create(on, first);
          assert.deepEqual((await read(on, made))?.inputs, checked(first));
          const inputs = checked(second, checked(first));
          const state = await rules.update(on.context, made.id, made.state, inputs);
          const found = await read(on, { id: made.id, state });
          assert.deepEqual(found?.inputs, inputs);
          assert.deepEqual(found?.state, state);
          await rules.delete(on.context, made.id, state);
        }),
        { numRuns: 50 },
      );
      assert.deepEqual(live(on), []);
    });
  }).timeout(60_000);

  it("is left to a refresh by an update of something else, which sends the live rest", async () => {
    const declared = { ...header, description: "a", enabled: true };
    await withRule(declared, async (on, rule) => {
      const told: string[] = [];
      const context = { ...on.context, tell: (text: string) => void told.push(text) };
      change(on, { Enabled: false, ActionParameter3: "by hand" });
      const inputs = checked({ ...declared, description: "b" });
      const state = await rules.update(context, rule.id, rule.state, inputs);
      const { Description, Enabled, ActionParameter3 } = live(on)[0] ?? {};
      assert.deepEqual([Description, Enabled, ActionParameter3], ["b", false, "by hand"]);
      assert.match(
        told.join(),
        /was changed outside, and this update does not revert that: enabled and actionParameter3/,
      );
      assert.deepEqual([state["enabled"], state["actionParameter3"]], [true, undefined]);
      const found = (await read(on, { ...rule, state })) ?? assert.fail("it must be found");
      assert.deepEqual(found.inputs, { ...inputs, enabled: false, actionParameter3: "by hand" });
      await rules.update(context, rule.id, found.state, inputs);
      assert.deepEqual((await read(on, rule))?.inputs, inputs);
    });
  });

  const lost: [what: string, faults: object[]][] = [
    ["is applied, and whose answer is lost", [{ method: "POST", path, fault: { kind: "reset", when: "after" } }]],
    [
      "is applied, and shown neither by the answer nor after it",
      [
        { method: "POST", path, fault: { kind: "invalidJson", body: "{}" } },
        { method: "GET", path: "/pullzone/8", skip: 1, fault: { kind: "status", status: 500 } },
      ],
    ],
  ];
  for (const [what, faults] of lost) {
    it(`that ${what} leaves what it reached: the former program is sent again`, async () => {
      const declared = { ...header, description: "a" };
      for (const [news, former] of [
        [{ ...header, description: "b" }, declared],
        [header, declared],
        [declared, header],
      ] as const) {
        await withRule(former, async (on, rule) => {
          on.emulator.setFaults(faults as never);
          const update = rules.update(on.context, rule.id, rule.state, checked(news));
          const { state } = await failureOf(update, IncompleteError);
          assert.ok(!holdsUndefined(state));
          on.emulator.setFaults([]);
          const next = await rules.update(on.context, rule.id, state, checked(former));
          assert.deepEqual((await read(on, { ...rule, state: next }))?.inputs, checked(former));
          assert.equal(live(on)[0]?.["Description"] ?? "", former === declared ? "a" : "");
        });
      }
    }).timeout(60_000);
  }

  for (const [what, fault] of [
    ["200", { kind: "status", status: 200 }],
    ["202", { kind: "status", status: 202 }],
    ["200 with an error in the body", { kind: "status", status: 200, body: { ErrorKey: "rule.failed" } }],
  ] as const) {
    it(`whose update is answered with ${what} and does nothing is an error, and the next plain update sends it again`, async () => {
      await withRule(header, async (on, { id, state }) => {
        const news = checked({ ...header, actionParameter2: "other", description: "new" });
        on.emulator.setFaults([{ method: "POST", path, times: 1, fault }]);
        const failed = await failureOf(rules.update(on.context, id, state, news), IncompleteError);
        assert.match(
          failed.message,
          /(still shows the former values\. Run the same|with an error in the body: \(rule)/,
        );
        const next = await rules.update(on.context, id, failed.state, news);
        assert.deepEqual([next["actionParameter2"], live(on)[0]?.["ActionParameter2"]], ["other", "other"]);
      });
    }).timeout(20_000);
  }

  it("that is updated costs one read and one write", async () => {
    await withRule({ ...header, description: "a" }, async (on, rule) => {
      const before = on.sent().length;
      const { description } = await rules.update(
        on.context,
        rule.id,
        rule.state,
        checked({ ...header, description: "b" }),
      );
      assert.equal(description, "b");
      assert.deepEqual(on.sent().slice(before), ["GET /pullzone/8", `POST ${path}`]);
    });
  });

  const answers: [what: string, body: unknown][] = [
    ["nothing about the rule", {}],
    ["the zone", { ...zone, EdgeRules: [] }],
    ["an array", []],
    ["a part of the rule", { Guid: "GUID", Description: "b" }],
  ];
  for (const [what, body] of answers) {
    it(`that is answered with ${what} is read`, async () => {
      await withRule({ ...header, description: "a" }, async (on, { id, state }) => {
        const answer = JSON.stringify(body).replace("GUID", String(state["guid"]));
        on.emulator.setFaults([{ method: "POST", path, fault: { kind: "invalidJson", body: answer } }]);
        const told: string[] = [];
        const context = { ...on.context, tell: (text: string) => void told.push(text) };
        const before = on.sent().length;
        const updated = await rules.update(context, id, state, checked({ ...header, description: "b" }));
        assert.deepEqual(updated, {
          ...state,
          description: "b",
          __declared: updated["__declared"],
        });
        assert.deepEqual(told, []);
        assert.deepEqual(on.sent().slice(before), ["GET /pullzone/8", `POST ${path}`, "GET /pullzone/8"]);
      });
    });
  }

  it("that redirects to a variable scheme takes what the service puts in front for nothing", async () => {
    const url = "%{Url.Scheme}://www.acme.example/%{Url.Path}";
    const redirect = { ...header, actionType: 1, actionParameter1: url, actionParameter2: "302" };
    // As an earlier version accepted it.
    const known = checked(redirect, redirect);
    await bench({ seed }, async (on) => {
      const rule = await rules.create(on.context, known);
      assert.equal(live(on)[0]?.["ActionParameter1"], `http://${url}`);
      assert.deepEqual((await read(on, rule))?.inputs, known);
      const posts = on.sent().length;
      await rules.update(on.context, rule.id, rule.state, known);
      assert.ok(!on.sent().slice(posts).includes(`POST ${path}`));
      assert.equal(
        checked(redirect, { ...redirect, actionParameter1: `http://${url}` })["actionParameter1"],
        `http://${url}`,
      );
    });
  });

  it("keeps the second parameter of a trigger in an update", async () => {
    const triggers = [{ type: 11, patternMatches: ["CA"], parameter1: "US", parameter2: "x" }];
    await withRule({ ...header, triggers }, async (on, rule) => {
      await rules.update(on.context, rule.id, rule.state, checked({ ...header, triggers, description: "new" }));
      const [trigger] = live(on)[0]?.["Triggers"] as Properties[];
      assert.deepEqual([trigger?.["Parameter1"], trigger?.["Parameter2"]], ["US", "x"]);
    });
  });

  it("that the service marks as read-only changes nothing of it", async () => {
    await withRule(header, async (on, rule) => {
      change(on, { ReadOnly: true });
      const before = on.sent().filter((request) => !request.startsWith("GET")).length;
      const news = checked({ ...header, description: "new" });
      const refused: [act: Promise<unknown>, text: RegExp][] = [
        [rules.update(on.context, rule.id, rule.state, news), /^Edge rule 8\/.* was not updated: it is read-only/],
        [rules.delete(on.context, rule.id, rule.state), /was not deleted: it is read-only.*retainOnDelete: true/],
        [rules.create(on.context, news, rule.id), /was not imported: it is read-only.*PullZoneEdgeRule\.get/],
        [rules.import(on.context, rule.id), /was not imported: it is read-only/],
      ];
      for (const [act, text] of refused) assert.match((await failureOf(act, ConflictError)).message, text);
      assert.equal(on.sent().filter((request) => !request.startsWith("GET")).length, before);
      assert.equal((await read(on, rule))?.state["readOnly"], true);
    });
  });

  it("that is gone finds nothing, and fails the first time", async () => {
    await withRule(header, async (on, rule) => {
      assert.ok(await rules.read(on.context, rule.id.toUpperCase(), {}));
      on.emulator.pullZones.change(8, { EdgeRules: [] });
      assert.equal(await read(on, rule), undefined);
      const { message } = await failureOf(rules.read(on.context, rule.id, {}), NotFoundError);
      assert.match(message, /There is no edge rule 8\/.* in this account/);
      const update = rules.update(on.context, rule.id, rule.state, checked(header));
      assert.match((await failureOf(update, NotFoundError)).message, /no longer exists.*pulumi refresh/s);
      await rules.delete(on.context, rule.id, rule.state);
      const elsewhere = { ...rule.state, [serviceKey]: "https://other.example" };
      await assert.rejects(rules.delete(on.context, rule.id, elsewhere), /last seen at https:\/\/other\.example/);
      on.emulator.pullZones.change(8, { UserId: "u2" });
      await failureOf(rules.delete(on.context, rule.id, rule.state), ConflictError);
    });
  });

  it("that is not managed has secret parameters", async () => {
    await withRule(
      { ...header, extraActions: [{ actionType: 6, actionParameter2: "nosniff" }] },
      async (on, { id }) => {
        const found = (await rules.read(on.context, id, {})) ?? assert.fail("it must be found");
        assert.deepEqual([found.inputs, found.state["__declared"]], [undefined, undefined]);
        const marked = withSecretsApart(kinds.PullZoneEdgeRule.readTable, found.state);
        const open = JSON.stringify({ ...marked, actionParameter1: 0, actionParameter2: 0, __extraActionsSecrets: 0 });
        assert.ok(!open.includes("nosniff"));
        assert.deepEqual(Object.keys(marked["__extraActionsSecrets"] as object), ["0.actionParameter2"]);
        assert.ok(JSON.stringify(marked["actionParameter2"]).includes("1b47061264138c4ac30d75fd1eb44270"));
      },
    );
  });
});

describe("An edge rule at a service without an operation", () => {
  const missing: [operation: string, act: (on: Bench, rule: CreateResult) => Promise<unknown>, text: RegExp][] = [
    [
      "addOrUpdateEdgeRule",
      (on) => create(on, header),
      /not added to pull zone 8: this service has no operation that adds/,
    ],
    [
      "addOrUpdateEdgeRule",
      (on, { id, state }) => rules.update(on.context, id, state, checked({ ...header, description: "x" })),
      /not updated: this service has no operation that updates/,
    ],
    [
      "deleteEdgeRule",
      (on, { id, state }) => rules.delete(on.context, id, state),
      /not deleted: (this service has no operation that deletes|the service responds with 404, but still shows it)/,
    ],
  ];
  for (const unservedStatus of [404, 405] as const) {
    for (const [operation, act, text] of missing) {
      it(`says so (${String(unservedStatus)}): ${text.source}`, async () => {
        const rule = { Guid: "G1", ActionType: 5, Triggers: [{ Type: 0 }], Enabled: true };
        const options = {
          seed: { pullZones: [{ ...zone, EdgeRules: [rule] }] },
          unserved: [operation],
          unservedStatus,
        };
        await bench(options, async (on) => {
          const state = { pullZoneId: 8, __declared: [], __owner: "u1" };
          const { message } = await failureOf(act(on, { id: "8/G1", state }), UnexpectedResponseError);
          assert.match(message, text);
          assert.equal(live(on).length, 1);
        });
      });
    }
  }
});

describe("Importing an edge rule", () => {
  const trigger = { Type: 0, PatternMatches: ["/api/*"] };
  const EdgeRules = [
    { Guid: "G1", ActionType: 6, ActionParameter1: "Authorization", ActionParameter2: "canary", Triggers: [trigger] },
    { Guid: "G2", ActionType: 4, Description: "block", Triggers: [trigger], Enabled: false, OrderIndex: 1 },
    { Guid: "G3", ActionType: 4, Description: "block", Triggers: [trigger], Enabled: true, TriggerMatchingType: 1 },
    { Guid: "G4", ActionType: 4, Triggers: [trigger], ReadOnly: true },
  ].map((rule) => ({ Enabled: true, ...rule }));
  const imported = { seed: { pullZones: [{ ...zone, EdgeRules }] } };
  const triggers = [{ patternMatches: ["/api/*"], type: 0 }];

  it("by the command takes over every rule of a zone that can be changed, without credentials", async () => {
    await bench(imported, async ({ context }) => {
      const found = rules.importable(await context.client.getPullZone(8));
      assert.deepEqual(
        found.map(({ name, id, inputs, secrets }) => ({ name, id, inputs, secrets })),
        [
          {
            ...{ name: "web-rule-1", id: "8/G1", secrets: ["actionParameter2"] },
            inputs: { pullZoneId: 8, actionType: 6, actionParameter1: "Authorization", triggers, orderIndex: 0 },
          },
          {
            ...{ name: "web-block", id: "8/G2", secrets: [] },
            inputs: {
              ...{ pullZoneId: 8, description: "block", enabled: false, actionType: 4 },
              triggers,
              orderIndex: 1,
            },
          },
          {
            ...{ name: "web-block-3", id: "8/G3", secrets: [] },
            inputs: {
              ...{ pullZoneId: 8, description: "block", actionType: 4, triggers, triggerMatchingType: 1 },
              orderIndex: 0,
            },
          },
        ],
      );
      assert.ok(!JSON.stringify(found).includes("canary"));
    });
  });

  it("by the engine, or by the resource option, changes nothing, and marks the entry", async () => {
    await bench(imported, async (on) => {
      const { inputs, state, secrets } = await rules.import(on.context, "8/G1");
      assert.deepEqual([checked(inputs), secrets], [inputs, ["actionParameter2"]]);
      assert.deepEqual((await read(on, { id: "8/G1", state }))?.inputs, inputs);
      await assert.rejects(
        rules.create(on.context, inputs, "8/G1"),
        /Another resource of this program has 8\/G1\. An object/,
      );
      const next = { ...on.context, memory: newMemory() };
      next.memory.entries.note("8/G1", state);
      const adopted = await rules.create(next, inputs, "8/G1");
      assert.deepEqual(
        [adopted.id, live(on).length, on.sent().some((one) => one.startsWith("POST"))],
        ["8/G1", 4, false],
      );
      assert.notEqual(adopted.state["__mark"], state["__mark"]);
      assert.equal(next.memory.entries.release("8/G1", state), true);
      assert.equal(next.memory.entries.release("8/G1", adopted.state), false);
      await failureOf(rules.create(on.context, { ...inputs, pullZoneId: 9 }, "8/G1"), ConflictError);
      await failureOf(rules.import(on.context, "8/G9"), NotFoundError);
      await assert.rejects(rules.import(on.context, "8/g1"), /The id of this edge rule is 8\/G1/);
    });
  });

  it("by the resource option gives equal rules an id each, in whatever order the engine passes inputs", () => {
    const ids = new ImportedIds(kinds.PullZoneEdgeRule);
    const given = { ...header, description: null, __provider: "p" };
    const [first, second] = [checked(given), checked(given)];
    for (const id of ["8/G1", "8/G2"]) ids.note({}, first, id);
    const reversed = Object.fromEntries(Object.entries(first).reverse());
    assert.deepEqual([ids.of(reversed), ids.of(second), ids.of(second)], ["8/G1", "8/G2", undefined]);
  });

  it("by the resource option fails for inputs that were not checked, while an id is left", () => {
    const ids = new ImportedIds(kinds.PullZoneEdgeRule);
    ids.note({}, checked(header), "8/G1");
    ids.note({}, checked({ ...header, description: "new" }), undefined);
    assert.equal(ids.of(checked({ ...header, description: "new" })), undefined);
    assert.throws(() => ids.of(checked({ ...header, enabled: false })), /was not created.*the object to import, 8\/G1/);
    assert.equal(ids.of(checked(header)), "8/G1");
  });
});

describe("Edge rules in the plugin's schema", () => {
  it("are declared with one type for inputs and outputs, with constants that are open", () => {
    const { types, resources } = packageSchema() as Record<"types" | "resources", Record<string, never>>;
    const { properties, required } = types["cdn:index:EdgeRuleTrigger"] as unknown as {
      properties: Record<string, { oneOf?: object[] }>;
      required: string[];
    };
    assert.deepEqual(
      [Object.keys(properties).sort(), required],
      [["parameter1", "parameter2", "patternMatches", "patternMatchingType", "type"], ["type"]],
    );
    const token = "#/types/cdn:index:EdgeRuleTriggerType";
    assert.deepEqual(properties["type"]?.oneOf, [{ type: "integer" }, { $ref: token }]);
    const constants = types["cdn:index:EdgeRuleTriggerType"] as unknown as { enum: object[] };
    assert.deepEqual(constants.enum[1], {
      ...{ name: "RequestHeader", value: 1 },
      description: "A header of the request. Parameter 1: name of the header. Patterns: values of the header.",
    });
    const { inputProperties } = resources["cdn:index:PullZoneEdgeRule"] as unknown as { inputProperties: Properties };
    const { extraActions } = inputProperties as Record<string, { items: object }>;
    assert.deepEqual(extraActions?.items, { $ref: "#/types/cdn:index:EdgeRuleExtraAction" });
  });
});
