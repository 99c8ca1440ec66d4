import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EdgeScript, Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import {
  acceptedCodeBytes,
  releaseFields,
  releaseName,
  scriptFields,
  scriptGone,
  scriptPullZone,
  secretFields,
  secretTime,
  variableBytes,
  variableFields,
  workingVariables,
} from "../fixtures/recorded/edgeScripts";
import { call, failure, withEmulator } from "./call";

type Facts = Readonly<Record<string, unknown>>;
type Release = Facts & { readonly Uuid: string; readonly Note: string | null; readonly Status: number };

describe("Edge scripts of the emulator", () => {
  let emulator: Emulator;
  let script = "";
  let id = 0;

  before(async () => {
    emulator = await startEmulator();
  });
  after(() => emulator.close());
  beforeEach(async () => {
    emulator.reset();
    const added = await send("POST", "/compute/script", { Name: "a", ScriptType: 1, CreateLinkedPullZone: false });
    assert.equal(added.status, 201);
    id = Number((added.json as Facts)["Id"]);
    script = `/compute/script/${String(id)}`;
  });

  const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    call(emulator, method, path, body, headers === undefined ? {} : { headers });
  /** The status and the text of an answer. */
  const answer = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const { status, text } = await send(method, path, body, headers);
    return [status, text] as const;
  };
  const read = async (path = script): Promise<Facts> => (await send("GET", path)).json as Facts;
  const save = (Code: string) => answer("POST", `${script}/code`, { Code });
  const publish = (Note?: string) => answer("POST", `${script}/publish`, Note === undefined ? undefined : { Note });
  const releases = async (): Promise<Release[]> => (await read(`${script}/releases`))["Items"] as Release[];
  const live = async (): Promise<Release> => (await read(`${script}/releases/active`)) as Release;
  const picked = (object: Facts, like: Facts): Facts =>
    Object.fromEntries(Object.keys(like).map((name) => [name, object[name]]));
  const addZone = async (body: object): Promise<Facts & { readonly Id: number }> => {
    const { status, json } = await send("POST", "/pullzone", { OriginType: 4, ...body });
    assert.equal(status, 201);
    return json as Facts & { readonly Id: number };
  };
  /** What a visitor gets of a pull zone that has the script as origin: what runs. */
  const running = (zone: number): Facts => JSON.parse(String(emulator.visit(zone, "/").body)) as Facts;

  describe("as a whole", () => {
    it("are added without code, and have all fields, also in the list", async () => {
      const added = await read();
      assert.deepEqual(Object.keys(added).sort(), [...scriptFields].sort());
      assert.deepEqual(
        [added["CurrentReleaseId"], added["EdgeScriptVariables"], added["Deleted"], added["LinkedPullZones"]],
        [0, [], false, []],
      );
      assert.match(String(added["DeploymentKey"]), /./);
      assert.equal((await read(`${script}/code`))["Code"], "");
      const { Items, ...page } = await read("/compute/script");
      assert.deepEqual([Items, page], [[added], { CurrentPage: 1, TotalItems: 1, HasMoreItems: false }]);
    });

    it("are listed by type and part of the name, and page 0 is answered with 500", async () => {
      await send("POST", "/compute/script", { Name: "Other", ScriptType: 2 });
      await send("POST", "/compute/script", { Name: "names", ScriptType: 0 });
      const names = async (query: string) =>
        ((await read(`/compute/script?${query}`))["Items"] as EdgeScript[]).map(({ Name }) => Name);
      assert.deepEqual(await names("type=0&type=1&page=1&perPage=1000"), ["a", "names"]);
      assert.deepEqual(await names("search=OTHER"), ["Other"]);
      assert.deepEqual(await answer("GET", "/compute/script?page=0"), [500, ""]);
    });

    it("can have one name twice, of at most 100 characters, and can bring their code", async () => {
      const again = await send("POST", "/compute/script", { Name: "a", ScriptType: 1, Code: "first" });
      assert.equal(again.status, 201);
      assert.equal((await read(`/compute/script/${String((again.json as Facts)["Id"])}/code`))["Code"], "first");
      for (const body of [{ Name: "" }, { Name: "x".repeat(101) }, { ScriptType: 1 }, { Name: "b", ScriptType: 3 }]) {
        assert.equal((await send("POST", "/compute/script", body)).status, 400);
      }
    });

    it("follow further rules if they are set: a name once, no deletion while in use, no release without a change", async () => {
      const edgeScriptRules = ["uniqueName", "keptInUse", "noUnchangedRelease"] as const;
      const pullZones = [{ Id: 6, Name: "middle", OriginUrl: "https://a.example", MiddlewareScriptId: 5 }];
      const seed = { edgeScripts: [{ Id: 5, Name: "a" }], pullZones };
      await withEmulator({ contract: false, edgeScriptRules, seed }, async (own) => {
        const refused = async (method: string, path: string, body?: unknown): Promise<unknown> => {
          const { status, json } = await call(own, method, path, body);
          return [status, (json as Facts)["ErrorKey"]];
        };
        assert.deepEqual(
          [await refused("POST", "/compute/script", { Name: "A" }), await refused("DELETE", "/compute/script/5")],
          [
            [400, "edgeScript.name_taken"],
            [400, "edgeScript.in_use"],
          ],
        );
        for (let time = 0; time < 2; time++) await call(own, "POST", "/compute/script/5/publish");
        assert.equal(own.edgeScripts.list()[0]?.Releases?.length, 1);
        own.pullZones.delete(6);
        assert.equal((await call(own, "DELETE", "/compute/script/5")).status, 204);
      });
    });

    it("can be renamed, and keep their type", async () => {
      const { status, json } = await send("POST", script, { Name: "b", ScriptType: 2 });
      assert.deepEqual([status, (json as Facts)["Name"], (json as Facts)["ScriptType"]], [200, "b", 1]);
    });

    it("are gone after their deletion: 404, or Deleted with softDelete", async () => {
      assert.deepEqual(await answer("DELETE", script), [204, ""]);
      const gone = await send("GET", script);
      assert.deepEqual([gone.status, picked(gone.json as Facts, scriptGone)], [404, scriptGone]);
      assert.equal((await send("GET", "/compute/script/999")).status, 404);
      assert.equal((await send("DELETE", script)).status, 404);
      assert.deepEqual((await read("/compute/script"))["Items"], []);
      await withEmulator({ contract: false, softDelete: true, seed: { edgeScripts: [{ Id: 5 }] } }, async (own) => {
        await call(own, "DELETE", "/compute/script/5");
        const { status, json } = await call(own, "GET", "/compute/script/5");
        assert.deepEqual([status, (json as EdgeScript).Deleted], [200, true]);
        assert.equal((await call(own, "POST", "/compute/script/5/code", { Code: "x" })).status, 404);
      });
    });

    it("show the pull zones that have them as origin, and none that have them as middleware", async () => {
      const { Id } = await addZone({ Name: "origin", EdgeScriptId: id });
      await addZone({ Name: "middle", OriginType: 0, OriginUrl: "https://a.example", MiddlewareScriptId: id });
      const linked = [{ Id, PullZoneName: "origin", DefaultHostname: "origin.pull.cdn.example" }];
      const listed = async (query: string) =>
        ((await read(`/compute/script${query}`))["Items"] as EdgeScript[])[0]?.LinkedPullZones;
      assert.deepEqual((await read())["LinkedPullZones"], linked);
      assert.deepEqual([await listed("?includeLinkedPullzones=true"), await listed("")], [linked, []]);
    });

    it("can be added with a pull zone, which their deletion leaves unless told otherwise", async () => {
      const names = () => emulator.pullZones.list().map(({ Name }) => Name);
      for (const [query, left] of [
        ["", ["linked"]],
        ["?deleteLinkedPullZones=true", []],
      ] as const) {
        const linked = { CreateLinkedPullZone: true, LinkedPullZoneName: "linked" };
        const { json } = await send("POST", "/compute/script", { Name: "b", ScriptType: 1, ...linked });
        const { Id, LinkedPullZones } = json as EdgeScript;
        assert.deepEqual([LinkedPullZones?.[0]?.PullZoneName, names()], ["linked", ["linked"]]);
        assert.equal((await send("DELETE", `/compute/script/${String(Id)}${query}`)).status, 204);
        assert.deepEqual(names(), left);
        for (const zone of emulator.pullZones.list()) emulator.pullZones.delete(zone.Id);
      }
    });

    it("are unknown paths with the option contract", async () => {
      await withEmulator({ contract: true }, async (own) => {
        assert.equal((await call(own, "GET", "/compute/script")).status, 404);
        assert.equal((await call(own, "POST", "/compute/script", { Name: "a", ScriptType: 1 })).status, 404);
      });
    });
  });

  describe("have code that", () => {
    it("runs as soon as it is saved while the script was never published, and only when published later", async () => {
      const { Id: zone } = await addZone({ Name: "web", EdgeScriptId: id });
      assert.deepEqual(await save("x"), [204, ""]);
      assert.deepEqual(await answer("GET", `${script}/releases/active`), [404, ""]);
      assert.deepEqual([await releases(), running(zone)["Code"], running(zone)["Release"]], [[], "x", null]);
      assert.deepEqual(await publish("n1"), [204, ""]);
      const first = await live();
      assert.deepEqual([first["Code"], first.Note, first.Status, (await releases()).length], ["x", "n1", 1, 1]);
      assert.equal((await read())["CurrentReleaseId"], first["Id"]);
      assert.deepEqual(await save("y"), [204, ""]);
      assert.deepEqual([running(zone)["Code"], (await read(`${script}/code`))["Code"]], ["x", "y"]);
      assert.deepEqual(await publish("n2"), [204, ""]);
      assert.deepEqual(
        (await releases()).map(({ Note, Status }) => [Note, Status]),
        [
          ["n2", 1],
          ["n1", 0],
        ],
      );
      assert.deepEqual([running(zone)["Code"], running(zone)["Release"]], ["y", (await live()).Uuid]);
    });

    it("has releases of eight letters, each with its whole code, and without a note if none was sent", async () => {
      await save("x");
      assert.deepEqual(await publish(), [204, ""]);
      const [release] = await releases();
      assert.deepEqual(Object.keys(release ?? {}).sort(), [...releaseFields].sort());
      assert.match(release?.Uuid ?? "", releaseName);
      assert.deepEqual([release?.["Code"], release?.Note, release?.["CommitSha"]], ["x", null, null]);
    });

    it("is published again as a further release if it has not changed", async () => {
      await save("x");
      await publish();
      await publish();
      assert.equal((await releases()).length, 2);
    });

    it("goes back to a release without a new one, which keeps its note", async () => {
      await save("x");
      await publish("n1");
      const first = await live();
      await save("y");
      await publish("n2");
      assert.deepEqual(await answer("POST", `${script}/publish/${first.Uuid}`, { Note: "n3" }), [204, ""]);
      const back = await live();
      assert.deepEqual([back.Uuid, back.Note, (await releases()).length], [first.Uuid, "n1", 2]);
      assert.equal((await read())["CurrentReleaseId"], first["Id"]);
      assert.equal((await read(`${script}/code`))["Code"], "y");
      assert.deepEqual(await answer("POST", `${script}/publish/nosuch`, {}), [404, ""]);
      assert.equal((await live()).Uuid, first.Uuid);
    });

    it("can have 12 MB, while other bodies have 1 MiB at most", async () => {
      const code = "x".repeat(acceptedCodeBytes);
      assert.deepEqual(await save(code), [204, ""]);
      assert.equal(emulator.edgeScripts.get(id)?.Code.length, code.length);
      assert.equal((await send("POST", script, { Name: code })).status, 413);
    });

    it("can't be read, written or published of a script that is not there", async () => {
      const none = "/compute/script/999";
      assert.equal((await send("GET", `${none}/code`)).status, 404);
      assert.equal((await send("POST", `${none}/code`, { Code: "x" })).status, 404);
      assert.equal((await send("GET", `${none}/releases`)).status, 404);
      for (const [method, path] of [
        ["POST", "/publish"],
        ["POST", "/publish/sjSMbTEz"],
        ["GET", "/releases/active"],
      ] as const) {
        assert.deepEqual(await answer(method, none + path), [404, ""]);
      }
    });

    it("can be saved and published with the deployment key alone, which opens nothing else", async () => {
      const key = String((await read())["DeploymentKey"]);
      const withKey = (method: string, path: string, body?: unknown, DeploymentKey = key) =>
        answer(method, path, body, { AccessKey: "", DeploymentKey });
      assert.deepEqual(await withKey("POST", `${script}/code`, { Code: "x" }), [204, ""]);
      assert.deepEqual(await withKey("POST", `${script}/publish`, { Note: "n" }), [204, ""]);
      const { Uuid } = await live();
      const other = await send("POST", "/compute/script", { Name: "b", ScriptType: 1 });
      for (const [method, path] of [
        ["GET", script],
        ["GET", `${script}/code`],
        ["POST", `${script}/publish/${Uuid}`],
        ["GET", "/compute/script"],
        ["POST", `/compute/script/${String((other.json as Facts)["Id"])}/code`],
      ] as const) {
        assert.equal((await withKey(method, path, method === "GET" ? undefined : { Code: "stolen" }))[0], 401, path);
      }
      assert.deepEqual(await answer("POST", `${script}/deploymentKey/rotate`), [204, ""]);
      assert.notEqual((await read())["DeploymentKey"], key);
      assert.equal((await withKey("POST", `${script}/code`, { Code: "y" }))[0], 401);
      const fresh = String((await read())["DeploymentKey"]);
      assert.equal((await withKey("POST", `${script}/code`, { Code: "y" }, fresh))[0], 204);
    });
  });

  describe("have variables and secrets that", () => {
    const variables = async () => (await read())["EdgeScriptVariables"] as Facts[];
    const secrets = async () => (await read(`${script}/secrets`))["Secrets"] as (Facts & { readonly Id: number })[];
    const put = (path: string, body: object) => send("PUT", script + path, body);

    it("PUT creates with 200 and a body, and updates with 204 and none", async () => {
      const created = await put("/variables", { Name: "A", DefaultValue: "1" });
      assert.deepEqual([created.status, Object.keys(created.json as Facts).sort()], [200, [...variableFields].sort()]);
      const updated = await put("/variables", { Name: "A", DefaultValue: "2" });
      assert.deepEqual([updated.status, updated.text], [204, ""]);
      assert.deepEqual(await variables(), [{ ...(created.json as Facts), DefaultValue: "2" }]);
    });

    it("show no value of a secret, and a later time after each write", async () => {
      const created = await put("/secrets", { Name: "S", Secret: "canary" });
      assert.deepEqual([created.status, Object.keys(created.json as Facts).sort()], [200, [...secretFields].sort()]);
      const [before] = await secrets();
      const updated = await put("/secrets", { Name: "S", Secret: "canary" });
      assert.deepEqual([updated.status, updated.text], [204, ""]);
      const [after] = await secrets();
      assert.deepEqual([before?.Id, before?.["Name"]], [after?.Id, "S"]);
      assert.match(String(after?.["LastModified"]), secretTime);
      assert.ok(String(after?.["LastModified"]) > String(before?.["LastModified"]));
      for (const path of ["", "/secrets", "/code"]) {
        assert.doesNotMatch((await send("GET", script + path)).text, /canary/);
      }
      assert.equal(emulator.edgeScripts.get(id)?.Secrets?.[0]?.Secret, "canary");
    });

    it("have operations of their own, by id", async () => {
      const { json, status } = await send("POST", `${script}/variables/add`, { Name: "A", DefaultValue: "1" });
      const variable = `${script}/variables/${String((json as Facts)["Id"])}`;
      assert.deepEqual([status, await read(variable)], [200, json]);
      const changed = await send("POST", variable, { DefaultValue: "2", Required: true });
      assert.deepEqual(
        [changed.status, changed.json],
        [200, { ...(json as Facts), DefaultValue: "2", Required: true }],
      );
      assert.deepEqual(await answer("DELETE", variable), [204, ""]);
      assert.equal((await send("GET", variable)).status, 404);
      await send("POST", `${script}/secrets`, { Name: "S", Secret: "v" });
      const secret = `${script}/secrets/${String((await secrets())[0]?.Id)}`;
      assert.equal((await send("POST", secret, { Secret: "w" })).status, 200);
      assert.equal(emulator.edgeScripts.get(id)?.Secrets?.[0]?.Secret, "w");
      assert.deepEqual([await answer("DELETE", secret), await secrets()], [[204, ""], []]);
      assert.equal((await send("DELETE", secret)).status, 404);
    });

    it("have another id when they are created again", async () => {
      const ids = [];
      for (let count = 0; count < 2; count += 1) {
        const { json } = await put("/variables", { Name: "A", DefaultValue: "1" });
        ids.push((json as Facts)["Id"]);
        await send("DELETE", `${script}/variables/${String((json as Facts)["Id"])}`);
      }
      assert.equal(new Set(ids).size, 2);
    });

    it("can't share a name, or be added twice, and refusals have no value", async () => {
      await put("/variables", { Name: "A", DefaultValue: "1" });
      await put("/secrets", { Name: "S", Secret: "v" });
      for (const [method, path, body] of [
        ["PUT", "/secrets", { Name: "A", Secret: "canary" }],
        ["PUT", "/variables", { Name: "S", DefaultValue: "canary" }],
        ["POST", "/variables/add", { Name: "A", DefaultValue: "canary" }],
        ["POST", "/secrets", { Name: "S", Secret: "canary" }],
        ["PUT", "/secrets", { Name: "T", Secret: "canary".repeat(1000) }],
        ["PUT", "/secrets", { Name: "x".repeat(257), Secret: "canary" }],
      ] as const) {
        const { status, text } = await send(method, script + path, body);
        assert.equal(status, 400, path);
        assert.doesNotMatch(text, /canary/);
      }
    });

    it("take effect without a publication, and a rollback leaves them", async () => {
      const { Id: zone } = await addZone({ Name: "web", EdgeScriptId: id });
      await publish();
      const { Uuid } = await live();
      await put("/variables", { Name: "A", DefaultValue: "1" });
      await put("/secrets", { Name: "S", Secret: "v" });
      assert.deepEqual([running(zone)["Variables"], running(zone)["Secrets"]], [["A"], ["S"]]);
      await send("POST", `${script}/publish/${Uuid}`);
      assert.deepEqual([running(zone)["Variables"], running(zone)["Secrets"]], [["A"], ["S"]]);
    });

    it("break the script where a value is too long: everything is answered with an empty 400", async () => {
      const { Id: zone } = await addZone({ Name: "web", EdgeScriptId: id });
      const seen = async (bytes: number) => {
        const { status } = await put("/variables", { Name: "A", DefaultValue: "é".repeat(bytes / 2) });
        return [status, emulator.visit(zone, "/").status];
      };
      assert.deepEqual(await seen(variableBytes.working), [200, 200]);
      assert.deepEqual(await seen(variableBytes.accepted), [204, 400]);
      assert.equal(emulator.visit(zone, "/").body, undefined);
      assert.deepEqual(await seen(variableBytes.accepted + 2), [400, 400]);
    });

    it("break the script where there are too many variables; secrets don't count", async () => {
      const { Id: zone } = await addZone({ Name: "web", EdgeScriptId: id });
      const variable = (index: number) => ({ Name: `V${String(index)}`, DefaultValue: "1" });
      const EdgeScriptVariables = Array.from({ length: workingVariables }, (_, index) => variable(index));
      emulator.edgeScripts.change(id, { EdgeScriptVariables });
      await put("/secrets", { Name: "S", Secret: "v" });
      assert.equal(emulator.visit(zone, "/").status, 200);
      assert.equal((await put("/variables", variable(workingVariables))).status, 200);
      assert.equal(emulator.visit(zone, "/").status, 400);
    });
  });

  describe("and pull zones", () => {
    it("give a zone with a script as origin its recorded settings, and its routing filters as they are sent", async () => {
      const zone = await addZone({ Name: "web", EdgeScriptId: id, RoutingFilters: ["scripting"] });
      assert.deepEqual(picked(zone, scriptPullZone), scriptPullZone);
      assert.deepEqual([zone["EdgeScriptId"], zone["RoutingFilters"]], [id, ["scripting"]]);
    });

    it("attach middleware in any phase and detach it with 0; null leaves it, and -1 is refused", async () => {
      const { Id } = await addZone({ Name: "web", OriginType: 0, OriginUrl: "https://a.example" });
      const set = async (body: object) => {
        const { status, json } = await send("POST", `/pullzone/${String(Id)}`, body);
        return [status, (json as Facts)["MiddlewareScriptId"], (json as Facts)["EdgeScriptExecutionPhase"]];
      };
      assert.deepEqual(await set({ MiddlewareScriptId: id, EdgeScriptExecutionPhase: 2 }), [200, id, 2]);
      assert.deepEqual(await set({ MiddlewareScriptId: null }), [200, id, 2]);
      const [status] = await set({ MiddlewareScriptId: -1 });
      assert.deepEqual([status, emulator.pullZones.get(Id)?.MiddlewareScriptId], [400, id]);
      assert.deepEqual(await set({ MiddlewareScriptId: 0 }), [200, null, 2]);
    });

    it("run middleware in front of files, which break with it, and cache its answers where the zone says so", async () => {
      emulator.storageZones.add({ Id: 7, Name: "acme-site" });
      emulator.files.write(7, "index.html", "home");
      const { Id, ...zone } = await addZone({ Name: "web", OriginType: 2, StorageZoneId: 7, MiddlewareScriptId: id });
      assert.equal(zone["CacheControlMaxAgeOverride"], 2_592_000);
      await publish();
      const release = () => emulator.visit(Id, "/").headers?.["cdn-script"];
      const first = release();
      assert.equal(first, `${String(id)} ${(await live()).Uuid}`);
      assert.equal(String(emulator.visit(Id, "/").body), "home");
      await publish();
      assert.equal(release(), first);
      emulator.pullZones.change(Id, { EdgeScriptExecutionPhase: 2 });
      assert.notEqual(release(), first);
      emulator.pullZones.change(Id, { EdgeScriptExecutionPhase: 0, CacheControlMaxAgeOverride: -1 });
      assert.notEqual(release(), first);
      emulator.edgeScripts.change(id, { EdgeScriptVariables: [{ Name: "A", DefaultValue: "x".repeat(2049) }] });
      assert.equal(emulator.visit(Id, "/index.html").status, 400);
    });
  });

  describe("with faults", () => {
    it("have what a lost answer was about", async () => {
      const lost = (path: string) =>
        emulator.setFaults([{ method: "POST", path, times: 1, fault: { kind: "reset", when: "after" } }]);
      lost("/compute/script");
      await failure(emulator, "POST", "/compute/script", { Name: "b", ScriptType: 1 });
      assert.equal(emulator.edgeScripts.list().length, 2);
      lost("/compute/script/*/code");
      await failure(emulator, "POST", `${script}/code`, { Code: "x" });
      assert.equal((await read(`${script}/code`))["Code"], "x");
      lost("/compute/script/*/publish");
      await failure(emulator, "POST", `${script}/publish`, {});
      assert.equal((await releases()).length, 1);
    });

    it("are published although the answer is 500", async () => {
      emulator.setFaults([
        { path: "/compute/script/*/publish", fault: { kind: "status", status: 500, applied: true } },
      ]);
      assert.equal((await publish())[0], 500);
      assert.equal((await releases()).length, 1);
    });

    it("show a new live release late, after a number of reads", async () => {
      await save("x");
      emulator.setFaults([{ path: "/compute/script/*/publish", fault: { kind: "lag", getRequests: 2 } }]);
      const seen = async () => (await send("GET", `${script}/releases/active`)).status;
      await publish("n1");
      assert.deepEqual([await seen(), await seen(), await seen()], [404, 404, 200]);
      await publish("n2");
      const notes = [];
      for (let reads = 0; reads < 3; reads += 1) notes.push((await live()).Note);
      assert.deepEqual(notes, ["n1", "n1", "n2"]);
    });
  });

  it("are kept in a data folder", async () => {
    const data = await mkdtemp(join(tmpdir(), "scripts-"));
    try {
      const first = await startEmulator({ data });
      await call(first, "POST", "/compute/script", { Name: "a", ScriptType: 1, Code: "x" });
      await call(first, "POST", "/compute/script/1/publish", { Note: "n" });
      await call(first, "PUT", "/compute/script/1/secrets", { Name: "S", Secret: "v" });
      const kept = first.edgeScripts.get(1);
      await first.close();
      const second = await startEmulator({ data });
      assert.deepEqual(second.edgeScripts.get(1), kept);
      await second.close();
    } finally {
      await rm(data, { recursive: true });
    }
  });

  it("come from a seed with their variables, secrets and releases, and can be changed without the API", async () => {
    const seed = {
      edgeScripts: [
        {
          ...{ Id: 9, Name: "seeded", Code: "new", EdgeScriptVariables: [{ Name: "A", DefaultValue: "1" }] },
          ...{ Secrets: [{ Name: "S", Secret: "v" }], Releases: [{ Code: "old" }, { Code: "live", Note: "n" }] },
        },
      ],
    };
    await withEmulator({ contract: false, seed }, async (own) => {
      const get = async (path: string) => (await call(own, "GET", `/compute/script/9${path}`)).json as Facts;
      const whole = await get("");
      const release = await get("/releases/active");
      assert.deepEqual([release["Code"], release["Id"]], ["live", whole["CurrentReleaseId"]]);
      const { Items } = (await get("/releases")) as { Items: Release[] };
      assert.deepEqual(
        Items.map(({ Status }) => Status),
        [1, 0],
      );
      assert.deepEqual((whole["EdgeScriptVariables"] as Facts[])[0]?.["Name"], "A");
      assert.match(String(((await get("/secrets"))["Secrets"] as Facts[])[0]?.["LastModified"]), secretTime);
      own.edgeScripts.change(9, { Code: "outside" });
      assert.equal((await get("/code"))["Code"], "outside");
      assert.ok(String((await get(""))["LastModified"]) > String(whole["LastModified"]));
      const headers = { "Emulator-Control": own.controlToken };
      const { json } = await call(own, "GET", "/__emulator__/edgescript/9", undefined, { headers });
      assert.equal((json as EdgeScript).Name, "seeded");
    });
  });
});
