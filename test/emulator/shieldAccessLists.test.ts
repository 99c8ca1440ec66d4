import assert from "node:assert/strict";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call } from "./call";

type Facts = Readonly<Record<string, unknown>>;

describe("Access lists of the emulator", () => {
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
    const { status, json } = await call(emulator, method, `/shield/shield-zone/${path}`, body);
    return [status, json as Facts];
  };
  const office = { name: "Office", type: 0, content: "203.0.113.9\n203.0.113.7\n" };
  const add = (more: object = {}, shield = 70) =>
    send("POST", `${String(shield)}/access-lists`, { ...office, ...more });
  const dataOf = ([, { data }]: readonly [number, Facts]): Facts => data as Facts;
  const keyOf = ([status, { error }]: readonly [number, Facts]) => [status, (error as Facts)["errorKey"]];
  const overview = async (shield = 70): Promise<Facts> => (await send("GET", `${String(shield)}/access-lists`))[1];
  const own = async (): Promise<readonly Facts[]> => (await overview())["customLists"] as Facts[];

  it("are created with their entries, off and without an action, under two ids", async () => {
    const made = await add();
    const { id, name, type, entryCount } = dataOf(made);
    assert.deepEqual([made[0], id, name, type, entryCount], [200, 1, "Office", 0, 2]);
    const [list] = await own();
    assert.deepEqual(
      [list?.["listId"], list?.["isEnabled"], list?.["action"], list?.["requiredPlan"], list?.["content"]],
      [1, false, 0, 0, undefined],
    );
    assert.ok(Number(list?.["configurationId"]) > 1);
    const { customListCount, customEntryCount, data } = await overview();
    assert.deepEqual([customListCount, customEntryCount, data], [1, 2, undefined]);
  });

  it("can show their entries in another order", async () => {
    await add();
    const { status, json, headers } = await call(emulator, "GET", "/shield/shield-zone/70/access-lists/1");
    const { data } = json as { data: Facts };
    assert.deepEqual([status, data["content"], data["entryCount"]], [200, "203.0.113.7\n203.0.113.9", 2]);
    assert.match(headers.get("emulator-source") ?? "", /R13\.22/);
  });

  it("are switched on by their configuration, of which null keeps a part", async () => {
    await add();
    const [list] = await own();
    const path = `70/access-lists/configurations/${String(list?.["configurationId"])}`;
    assert.equal((await send("PATCH", path, { isEnabled: true, action: 2 }))[0], 200);
    assert.equal((await send("PATCH", path, { isEnabled: null, action: 4 }))[0], 200);
    assert.deepEqual(await own(), [{ ...list, isEnabled: true, action: 4 }]);
    assert.equal((await send("PATCH", "70/access-lists/configurations/5", { action: 1 }))[0], 202);
  });

  it("take another name and other entries, and are deleted", async () => {
    await add();
    const changed = await send("PATCH", "70/access-lists/1", { name: "Offices", content: "203.0.113.8" });
    assert.deepEqual([changed[0], dataOf(changed)["name"], dataOf(changed)["entryCount"]], [200, "Offices", 1]);
    assert.deepEqual(dataOf(await send("GET", "70/access-lists/1")), dataOf(changed));
    assert.equal((await send("DELETE", "70/access-lists/1"))[0], 200);
    assert.deepEqual(await own(), []);
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const body = method === "PATCH" ? { name: "a" } : undefined;
      assert.deepEqual(keyOf(await send(method, "70/access-lists/1", body)), [
        202,
        "not_found_or_unauthorised_access.access_list",
      ]);
    }
  });

  it("belong to one shield, and have entries of their type within the plan's limits", async () => {
    await add();
    assert.equal((await send("GET", "71/access-lists/1"))[0], 202);
    assert.deepEqual(keyOf(await add({}, 99)), [202, "not_found_or_unauthorised_access.shieldzone"]);
    const invalid = [400, "model_validation_error.access_list"];
    assert.deepEqual(keyOf(await add({ content: "203.0.113.0/24" })), invalid);
    assert.deepEqual(keyOf(await add({ type: 1 })), invalid);
    assert.deepEqual(keyOf(await add({ type: 2, content: "AS64500\n64501" })), [200, null]);
    const { customListLimit, customEntryLimit } = await overview();
    const many = Array.from({ length: Number(customEntryLimit) }, (_, at) => String(64_500 + at)).join("\n");
    const reached = [202, "limit_reached.access_list"];
    assert.deepEqual(keyOf(await add({ type: 2, content: many })), reached);
    for (let count = 2; count < Number(customListLimit); count++) await add();
    assert.deepEqual(keyOf(await add()), reached);
  });

  it("of the service need a plan", async () => {
    const path = (shield: number, id: number) => `${String(shield)}/access-lists/configurations/${String(id)}`;
    const on = { isEnabled: true, action: 2 };
    assert.deepEqual(keyOf(await send("PATCH", path(70, 901), on)), [202, "not_available.access_list"]);
    assert.equal((await send("PATCH", path(71, 901), on))[0], 200);
    assert.deepEqual(keyOf(await send("PATCH", path(71, 903), on)), [202, "not_available.access_list"]);
    const listed = (await overview(71))["managedLists"] as Facts[];
    assert.deepEqual(
      listed.map((list) => [list["listId"], list["requiredPlan"], list["isEnabled"]]),
      [
        [1, 1, true],
        [2, 1, false],
        [3, 2, false],
      ],
    );
  });

  describe("and other features of a shield", () => {
    const keyAt = async (method: string, path: string, body?: object): Promise<unknown[]> => {
      const { status, json } = await call(emulator, method, `/shield/${path}`, body);
      const { error, errorResponse, errorKey } = json as Record<"error" | "errorResponse", Facts | undefined> & Facts;
      return [status, (error ?? errorResponse)?.["errorKey"] ?? errorKey];
    };

    it("are refused on the plan Basic: bot detection, pages and firewall rules", async () => {
      for (const method of ["GET", "PATCH"]) {
        const key = await keyAt(method, "shield-zone/70/bot-detection", method === "GET" ? undefined : {});
        assert.deepEqual(key, [202, "invalid_plan_type.bot_detection"]);
      }
      for (const method of ["GET", "PUT", "DELETE"]) {
        const key = await keyAt(method, "shield-zone/70/custom-page/block");
        assert.deepEqual(key, [400, "feature_not_available_on_plan"]);
      }
      assert.deepEqual(await keyAt("POST", "waf/custom-rule", { shieldZoneId: 70 }), [202, "limit_reached.waf"]);
      for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
        const key = await keyAt(method, "waf/custom-rule/999");
        assert.deepEqual(key, [202, "not_found_or_unauthorised_access.waf_rule"]);
      }
    });

    it("are read on every plan: firewall rules, bots and upload scanning", async () => {
      const read = async (path: string) => (await call(emulator, "GET", `/shield/${path}`)).json as Facts;
      assert.deepEqual(await read("waf/custom-rules/70"), { data: [], page: null });
      assert.deepEqual((await read("shield-zone/70/upload-scanning"))["data"], {
        isEnabled: false,
        csamScanningMode: 0,
        antivirusScanningMode: 0,
      });
      const { categories } = (await read("shield-zone/70/bot-categorization")) as { categories: Facts[] };
      assert.ok(categories.every(({ categoryAction }) => categoryAction === 2));
    });

    it("can be refused with 401 although the access key is right", async () => {
      const key = await keyAt("GET", "event-logs/70/01-01-2020/x");
      assert.deepEqual(key, [401, "invalid_datetime_window.event_logs"]);
    });

    it("are not emulated on other plans", async () => {
      assert.equal((await keyAt("GET", "shield-zone/71/bot-detection"))[0], 501);
      assert.equal((await keyAt("POST", "waf/custom-rule", { shieldZoneId: 71 }))[0], 501);
    });
  });
});
