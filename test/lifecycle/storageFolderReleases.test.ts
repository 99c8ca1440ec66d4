import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Properties } from "../../provider/declared/properties";
import { IncompleteError } from "../../provider/declared/failures";
import { unknownValue } from "../../provider/declared/properties";
import { storageFolderLifeCycle as lifeCycle } from "../../provider/lifecycle/storageFolder";
import { failureOf } from "../api/support";
import type { Release } from "../../provider/files/releases";
import { Releases } from "../../provider/files/releases";
import { openStorage } from "../../provider/lifecycle/storageFolder/zone";
import { releaseId } from "../../provider/files/releaseContent";
import { folderFixture, password } from "./folderFixture";
import type { Bench } from "./support";
import { contextOf } from "./support";
import { serviceKey } from "../../provider/wire/stateKeys";

const releases = { keep: 2 };
const rootFiles = ["404.html"];
const noRead = [{ path: "/pullzone", method: "GET", fault: { kind: "status", status: 403 } }] as const;

describe("Releases of a storage folder", () => {
  const { write, remove, checked, refused, create, update, there, files, sent, test } = folderFixture();

  const idOf = (state: Properties): string => String(state["release"]);
  const pathOf = (state: Properties): string => String(state["releasePath"]);
  /** Makes the pull zone's rule name a folder of the storage zone. */
  const point = ({ emulator }: Bench, folder: string, more: object = {}): void => {
    const rule = {
      ...emptyRule,
      ...more,
      ActionParameter1: "7",
      ActionParameter2: "acme-site",
      ActionParameter3: folder,
    };
    emulator.pullZones.change(8, { EdgeRules: [rule] });
  };
  /** Sends a release with another home page, and makes the rule name it. */
  const next = async (one: Bench, state: Properties, text: string, more: Properties = {}): Promise<Properties> => {
    write({ "index.html": text });
    const updated = await update(one, state, { releases, ...more });
    point(one, pathOf(updated));
    // Dates of the emulator are in milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 5));
    return updated;
  };
  const present = (one: Bench): string[] => [
    ...new Set(there(one).flatMap((path) => /^releases\/([0-9a-f]{12})\.json$/.exec(path)?.[1] ?? [])),
  ];
  const sentBy = async <Result>(one: Bench, act: () => Promise<Result>): Promise<[string[], Result]> => {
    const before = sent(one).length;
    const result = await act();
    return [sent(one).slice(before), result];
  };

  it("have an id that follows from files and types, whatever the source is called, and is known before anything is sent", () =>
    test(async (one) => {
      const of = async (more: Properties): Promise<Properties> => checked(contextOf(one.context.client), more);
      const inputs = await of({ releases, prefix: "v2", rootFiles });
      assert.match(pathOf(inputs), /^\/v2\/releases\/[0-9a-f]{12}\/$/);
      assert.equal(idOf(await of({ releases: {}, exclude: ["nothing"] })), idOf(inputs));
      assert.notEqual(idOf(await of({ releases, contentTypes: { "*.css": "text/x-own" } })), idOf(inputs));
      assert.equal((await of({ releases: false }))["release"], undefined);
      const early = await of({ releases, prefix: unknownValue });
      assert.deepEqual([early["release"], early["releasePath"]], [unknownValue, unknownValue]);
      assert.deepEqual(sent(one), []);
    }));

  it("refuse to keep fewer than two, other values, and root files among releases", () =>
    test(async (one) => {
      for (const [value, reason] of [
        [{ keep: 1 }, /^releases\.keep: must be a 32-bit integer of at least 2, but got: 1/],
        [true, /^releases: must be an object, but got: true/],
        [{ kept: 3 }, /^releases\.kept: is not a property of a setting of releases/],
      ] as const) {
        assert.match(await refused(one.context, { releases: value }), reason);
      }
      write({ "releases/a.txt": "a" });
      assert.match(
        await refused(one.context, { releases, rootFiles: ["releases"] }),
        /must not name files in releases\//,
      );
    }));

  it("are sent with the manifest first, then assets, HTML and root files, and sent again not at all", () =>
    test(async (one) => {
      write({ "404.html": "none" });
      const { state } = await create(one, { releases, rootFiles });
      const folder = `PUT /acme-site/releases/${idOf(state)}`;
      const requests = sent(one);
      assert.deepEqual(requests.slice(0, 2), [`${folder}.json`, `${folder}/docs/a b.css`]);
      assert.deepEqual(requests.slice(2, 4).sort(), [`${folder}/404.html`, `${folder}/index.html`]);
      assert.deepEqual(requests.slice(4), [`${folder}.complete.json`, "PUT /acme-site/404.html"]);
      assert.deepEqual(files(state), ["404.html", "docs/a b.css", "index.html"]);

      const second = await next(one, state, "changed", { rootFiles });
      write({ "index.html": "home" });
      const [again, third] = await sentBy(one, () => update(one, second, { releases, rootFiles }));
      assert.deepEqual([again, idOf(third)], [[], idOf(state)]);
    }));

  it("stay if they are among the newest, or an edge rule names them, or are the one before that", () =>
    test(async (one) => {
      let { state } = await create(one, { releases });
      point(one, pathOf(state));
      const ids = [idOf(state)];
      for (const text of ["2", "3", "4", "5"]) ids.push(idOf((state = await next(one, state, text))));
      // When the fifth was sent, the rule named the fourth.
      assert.deepEqual(present(one).sort(), ids.slice(2).sort());
      assert.deepEqual(
        there(one).filter((path) => path.includes(String(ids[0]))),
        [],
      );

      point(one, `/releases/${String(ids[2])}/`);
      for (const text of ["6", "7"]) {
        write({ "index.html": text });
        ids.push(idOf((state = await update(one, state, { releases }))));
      }
      assert.ok(present(one).includes(String(ids[2])));
      assert.ok(!present(one).includes(String(ids[3])));
    }));

  it("all stay if the pull zones can't be read, or no edge rule names one", () =>
    test(async (one) => {
      let { state } = await create(one, { releases });
      for (const text of ["2", "3", "4"]) {
        write({ "index.html": text });
        state = await update(one, state, { releases });
      }
      assert.equal(present(one).length, 4);
      point(one, pathOf(state));
      one.emulator.setFaults([...noRead]);
      state = await next(one, state, "5");
      assert.equal(present(one).length, 5);
      one.emulator.setFaults([]);
      await next(one, state, "6");
      assert.equal(present(one).length, 3);
    }));

  for (const spelled of [
    "//releases/ID/",
    "/releases//ID",
    "./releases/ID/docs/",
    "%2Freleases%2FID%2F",
    "/x/../releases/ID/",
    " /releases/ID/",
    "/releases/ID/releases/0123456789ab/",
  ]) {
    it(`stay if the rule of another pull zone names them as ${JSON.stringify(spelled)}`, () =>
      test(async (one) => {
        let { state } = await create(one, { releases });
        const id = idOf(state);
        const rule = { ...emptyRule, ActionParameter1: "7", ActionParameter2: "acme-site" };
        const EdgeRules = [{ ...rule, ActionParameter3: spelled.replace("ID", id) }];
        one.emulator.pullZones.add({ Id: 9, Name: "acme-other", StorageZoneId: 7, EdgeRules });
        point(one, pathOf(state));
        for (const text of ["2", "3", "4", "5"]) state = await next(one, state, text);
        assert.ok(present(one).includes(id));
        one.emulator.pullZones.change(8, { EdgeRules: [] });
        await lifeCycle.delete(contextOf(one.context.client), "7/", state);
        assert.deepEqual(present(one), [id]);
      }));
  }

  it("are deleted although rules name equal releases in another storage zone or at another prefix", () =>
    test(async (one) => {
      const { id, state } = await create(one, { releases });
      const rule = { ...emptyRule, ActionParameter1: "9", ActionParameter2: "acme-staging" };
      const EdgeRules = [
        { ...rule, ActionParameter3: pathOf(state) },
        { ...rule, ActionParameter1: "7", ActionParameter2: "acme-site", ActionParameter3: `/pr-12${pathOf(state)}` },
      ];
      one.emulator.pullZones.add({ Id: 9, Name: "acme-other", EdgeRules });
      await lifeCycle.delete(contextOf(one.context.client), id, state);
      assert.deepEqual(there(one), []);
    }));

  it("are deleted by their manifests, without what others have beside them", () =>
    test(async (one) => {
      write({ "404.html": "none" });
      const { id, state } = await create(one, { releases, rootFiles });
      const second = await next(one, state, "2", { rootFiles });
      const foreign = [
        "foreign.txt",
        "releases/0123456789ab.json",
        "releases/0123456789ab/index.html",
        `releases/${idOf(state)}/foreign.txt`,
        "releases/notes.txt",
      ];
      for (const path of foreign) one.emulator.files.write(7, path, "somebody's");
      one.emulator.pullZones.change(8, { EdgeRules: [] });
      await lifeCycle.delete(contextOf(one.context.client), id, second);
      assert.deepEqual(there(one), foreign);
    }));

  it("are deleted while their pull zone is deleted, as in a destroy of the whole site", () =>
    test(async (one) => {
      const { id, state } = await create(one, { releases });
      one.emulator.setFaults([{ method: "GET", path: "/pullzone", fault: { kind: "latency", ms: 300 }, times: 1 }]);
      const deletion = lifeCycle.delete(contextOf(one.context.client), id, state);
      while (!one.sent().includes("GET /pullzone")) await new Promise((resolve) => setTimeout(resolve, 5));
      one.emulator.pullZones.delete(8);
      await deletion;
      assert.deepEqual(there(one), []);
    }));

  it("are not deleted with the folder while an edge rule names them, also a folder inside one", () =>
    test(async (one) => {
      const { id, state } = await create(one, { releases });
      const second = await next(one, state, "2");
      point(one, `${pathOf(state)}docs/`);
      await lifeCycle.delete(contextOf(one.context.client), id, second);
      assert.deepEqual(present(one), [idOf(state)]);
    }));

  for (const [what, StorageZoneId, lacking] of [
    ["every list of the run lacks a linked pull zone", 7, {}],
    ["the first list lacks a pull zone", 0, { nth: 1 }],
    ["the last list lacks a pull zone", 0, { nth: 2 }],
    ["the last list shows a pull zone without its rules", 0, { nth: 2 }],
  ] as const) {
    const other = (one: Bench, folder: string): void => {
      const rule = { ...emptyRule, ActionParameter1: "7", ActionParameter2: "acme-site", ActionParameter3: folder };
      const origin = StorageZoneId === 0 ? { OriginUrl: "https://a.example" } : { OriginType: 2, StorageZoneId };
      one.emulator.pullZones.add({ Id: 9, Name: "acme-other", ...origin, EdgeRules: [rule] });
    };
    const lackIt = ({ emulator }: Bench): void => {
      const lacksRules = what.endsWith("without its rules");
      const Items = [
        emulator.pullZones.get(8),
        ...(lacksRules ? [{ ...emulator.pullZones.get(9), EdgeRules: [] }] : []),
      ];
      const body = { Items, CurrentPage: 1, TotalItems: Items.length, HasMoreItems: false };
      const fault = { kind: "status", status: 200, body } as const;
      emulator.setFaults([{ method: "GET", path: "/pullzone", ...lacking, fault }]);
    };

    it(`that the rule of a pull zone names stay although ${what}, in an update and a deletion`, () =>
      test(async (one) => {
        const { id, state: first } = await create(one, { releases });
        other(one, pathOf(first));
        let state = await next(one, await next(one, first, "2"), "3");
        write({ "index.html": "4" });
        lackIt(one);
        state = await update(one, state, { releases });
        assert.ok(present(one).includes(idOf(first)));
        one.emulator.pullZones.change(8, { EdgeRules: [] });
        lackIt(one);
        await lifeCycle.delete(contextOf(one.context.client), id, state);
        assert.deepEqual(present(one), [idOf(first)]);
      }));
  }

  it("are not deleted if a pull zone that a list lacks can't be read, and one line says so", () =>
    test(async (one) => {
      let { state } = await create(one, { releases });
      for (const text of ["2", "3", "4"]) {
        write({ "index.html": text });
        state = await update(one, state, { releases });
      }
      point(one, pathOf(state));
      one.emulator.setFaults([
        { method: "GET", path: "/pullzone", fault: { kind: "status", status: 200, body: [] } },
        { method: "GET", path: "/pullzone/8", fault: { kind: "status", status: 500 } },
      ]);
      write({ "index.html": "5" });
      const told: string[] = [];
      const context = { ...contextOf(one.context.client), tell: (text: string) => void told.push(text) };
      await lifeCycle.update(context, "7/", state, await checked(context, { releases }));
      assert.equal(present(one).length, 5);
      assert.match(told.join(), /no old file or release is deleted, because the pull zones can't be read/);
    }));

  it("leave files at the prefix as long as a linked pull zone serves them, also if only to some addresses", () =>
    test(async (one) => {
      const { state: plain } = await create(one);
      const first = await update(one, plain, { releases });
      one.emulator.pullZones.add({ Id: 9, Name: "acme-other", StorageZoneId: 7 });
      const third = await next(one, await next(one, first, "2"), "3");
      assert.ok(there(one).includes("index.html"));
      one.emulator.pullZones.delete(9);
      const ofBeta = { Type: 0, PatternMatches: ["https://beta.acme.example/*"], PatternMatchingType: 0 };
      point(one, pathOf(third), { Triggers: [ofBeta] });
      const fourth = await next(one, third, "4");
      assert.ok(there(one).includes("index.html"));
      await next(one, fourth, "5");
      assert.ok(!there(one).includes("index.html"));
    }));

  for (const [what, slow, changed] of [
    ["root files are delivered", "/acme-site/404.html", { "404.html": "none 4" }],
    ["the note is sent", "/acme-site/releases/*.complete.json", {}],
  ] as const) {
    it(`stay if a rollback goes back to them while ${what}`, () =>
      test(async (one) => {
        write({ "404.html": "none" });
        let { state } = await create(one, { releases, rootFiles });
        const oldest = state;
        for (const text of ["2", "3"]) state = await next(one, state, text, { rootFiles });
        assert.ok(present(one).includes(idOf(oldest)));
        one.emulator.setFaults([{ method: "PUT", path: slow, fault: { kind: "latency", ms: 500 } }]);
        write({ "index.html": "4", ...changed });
        const before = sent(one).length;
        const delivery = update(one, state, { releases, rootFiles });
        const [start = "", end = ""] = slow.split("*");
        const isSlow = (request: string): boolean => request.startsWith(`PUT ${start}`) && request.endsWith(end);
        while (!sent(one).slice(before).some(isSlow)) await new Promise((resolve) => setTimeout(resolve, 5));
        point(one, pathOf(oldest));
        await delivery;
        assert.ok(present(one).includes(idOf(oldest)));
      }));
  }

  it("leave what was sent to the prefix until the next release, and go when a delivery to the prefix follows", () =>
    test(async (one) => {
      const { state: plain } = await create(one);
      const [switchedOn, first] = await sentBy(one, () => update(one, plain, { releases }));
      assert.ok(switchedOn.every((request) => request.includes("/releases/")));
      assert.ok(there(one).includes("index.html"));
      // No rule names a release yet.
      write({ "index.html": "2" });
      const second = await update(one, first, { releases });
      assert.ok(there(one).includes("index.html"));
      point(one, pathOf(second));
      const third = await next(one, second, "3");
      assert.ok(there(one).every((path) => path.startsWith("releases/")));

      const off = await update(one, third);
      assert.deepEqual([off["release"], files(off)], [undefined, ["docs/a b.css", "index.html"]]);
      assert.ok(present(one).length >= 2);
      write({ "index.html": "4" });
      const still = await update(one, off);
      assert.deepEqual(present(one).sort(), [idOf(second), idOf(third)].sort());
      one.emulator.pullZones.change(8, { EdgeRules: [] });
      write({ "index.html": "5" });
      await update(one, still);
      assert.deepEqual(there(one), ["docs/a b.css", "index.html"]);
    }));

  for (const [what, fault] of [
    ["200 with HttpCode 401", { kind: "status", status: 200, body: { HttpCode: 401, Message: "Unauthorized" } }],
    ["202, and never stored", { kind: "status", status: 202 }],
  ] as const) {
    it(`are not complete if the upload of a file was answered with ${what}, and the next plain run completes them`, () =>
      test(async (one) => {
        const { state } = await create(one, { releases });
        point(one, pathOf(state));
        write({ "index.html": "2" });
        one.emulator.setFaults([{ method: "PUT", path: "/acme-site/releases/*/index.html", fault }]);
        const failed = await failureOf(update(one, state, { releases }), Error as never);
        assert.match(failed.message, /(refused to upload file|does not list them as they were sent: "index\.html")/);
        assert.equal(there(one).filter((path) => path.endsWith(".complete.json")).length, 1);
        one.emulator.setFaults([]);
        const next = await update(one, state, { releases });
        assert.ok(there(one).includes(`${pathOf(next).slice(1)}index.html`));
        assert.equal(there(one).filter((path) => path.endsWith(".complete.json")).length, 2);
      })).timeout(60_000);
  }

  it("are not complete if their manifest or their note was not stored although the service answered so", () =>
    test(async (one) => {
      for (const pathPattern of ["/releases/\\w+\\.complete\\.json$", "/releases/\\w+\\.json$"]) {
        const body = { HttpCode: 201, Message: "File uploaded." };
        one.emulator.setFaults([{ method: "PUT", pathPattern, fault: { kind: "status", status: 201, body } }]);
        const run = { ...one, context: contextOf(one.context.client) };
        write({ "index.html": pathPattern });
        await assert.rejects(create(run, { releases }), /was uploaded, but does not list it\. Run the same/);
      }
    })).timeout(60_000);

  for (const [what, lacking] of [
    ["its first listing shows nothing", { nth: 1, fault: { kind: "status", status: 200, body: [] } }],
    ["its first listing is answered with 404", { nth: 1, fault: { kind: "status", status: 404 } }],
  ] as const) {
    it(`leave no file when they are deleted although ${what}`, () =>
      test(async (one) => {
        let { state } = await create(one, { releases });
        const oldest = idOf(state);
        for (const text of ["2", "3"]) state = await next(one, state, text);
        write({ "index.html": "4" });
        one.emulator.setFaults([{ method: "GET", path: `/acme-site/releases/${oldest}/`, ...lacking }]);
        await update(one, state, { releases });
        assert.deepEqual(
          there(one).filter((path) => path.startsWith(`releases/${oldest}`)),
          [],
        );
      }));
  }

  it("leave no note although the listing just before their deletion shows nothing", () =>
    test(async (one) => {
      let { state } = await create(one, { releases });
      for (const text of ["2", "3"]) state = await next(one, state, text);
      const before = one.sent().length;
      state = await next(one, state, "4");
      const requests = one.sent().slice(before);
      const first = requests.findIndex((request) => request.startsWith("DELETE"));
      const nth = requests.slice(0, first).filter((request) => request === "GET /acme-site/releases/").length;
      const nothing = { kind: "status", status: 200, body: [] } as const;
      one.emulator.setFaults([{ method: "GET", path: "/acme-site/releases/", nth, fault: nothing }]);
      await next(one, state, "5");
      const ids = new Set(there(one).flatMap((file) => /^releases\/([0-9a-f]{12})/.exec(file)?.[1] ?? []));
      assert.deepEqual([...ids].sort(), present(one).sort());
    }));

  it("keep the manifest if a deletion was answered with 200 and did nothing, so that a later run deletes the files", () =>
    test(async (one) => {
      let { state } = await create(one, { releases });
      const oldest = idOf(state);
      for (const text of ["2", "3"]) state = await next(one, state, text);
      const body = { HttpCode: 200, Message: "File deleted successfully." };
      const path = `/acme-site/releases/${oldest}/`;
      one.emulator.setFaults([{ method: "DELETE", path, times: 1, fault: { kind: "status", status: 200, body } }]);
      state = await next(one, state, "4");
      assert.ok(present(one).includes(oldest));
      one.emulator.pullZones.change(8, { EdgeRules: [] });
      await lifeCycle.delete(contextOf(one.context.client), "7/", state);
      assert.deepEqual(there(one), []);
    })).timeout(60_000);

  it("are all deleted with the folder although one listing of them shows none", () =>
    test(async (one) => {
      const { id, state } = await create(one, { releases });
      const second = await next(one, state, "2");
      one.emulator.pullZones.change(8, { EdgeRules: [] });
      const nothing = { kind: "status", status: 200, body: [] } as const;
      one.emulator.setFaults([{ method: "GET", path: "/acme-site/releases/", nth: 1, fault: nothing }]);
      await lifeCycle.delete(contextOf(one.context.client), id, second);
      assert.deepEqual(there(one), []);
    }));

  for (const [what, fault] of [
    ["one answer says that a manifest does not exist", { nth: 1, fault: { kind: "status", status: 404 } }],
    ["several answers say so", { nth: [1, 2, 3], fault: { kind: "status", status: 404 } }],
  ] as const) {
    it(`are all deleted with the folder although ${what}`, () =>
      test(async (one) => {
        const { id, state } = await create(one, { releases });
        one.emulator.setFaults([{ method: "GET", path: `/acme-site/releases/${idOf(state)}.json`, ...fault }]);
        await lifeCycle.delete(contextOf(one.context.client), id, state);
        assert.deepEqual(there(one), []);
      }));
  }

  it("stay in the state, and are not deleted, as long as the service contradicts itself about a manifest", () =>
    test(async (one) => {
      const { id, state } = await create(one, { releases });
      const fault = { kind: "status", status: 404 } as const;
      one.emulator.setFaults([{ method: "GET", path: `/acme-site/releases/${idOf(state)}.json`, fault }]);
      await assert.rejects(
        lifeCycle.delete(contextOf(one.context.client), id, state),
        /answers 404 for \/acme-site\/releases\/[0-9a-f]{12}\.json, but its folder lists it\. Run the same command again/,
      );
      assert.equal(present(one).length, 1);
    }));

  it("keep their notes, which name root files, as long as a gateway answers instead of the service", () =>
    test(async (one) => {
      write({ "404.html": "none" });
      const { id, state } = await create(one, { releases, rootFiles });
      const fault = { kind: "contentType", body: "<html>Please sign in</html>" } as const;
      one.emulator.setFaults([{ method: "GET", pathPattern: "/releases/\\w+\\.complete\\.json$", fault }]);
      const before = there(one);
      await assert.rejects(
        lifeCycle.delete(contextOf(one.context.client), id, state),
        /sent other content for \/acme-site\/releases\/[0-9a-f]{12}\.complete\.json than its folder lists/,
      );
      assert.deepEqual(there(one), before);
    }));

  it("are deleted although lists still show the rule that was deleted just before", () =>
    test(async (one) => {
      const { id, state } = await create(one, { releases });
      point(one, pathOf(state));
      const body = [one.emulator.pullZones.get(8)];
      one.emulator.pullZones.change(8, { EdgeRules: [] });
      const fault = { kind: "status", status: 200, body } as const;
      one.emulator.setFaults([{ method: "GET", path: "/pullzone", nth: [1, 2, 3], fault }]);
      const told: string[] = [];
      const context = { ...contextOf(one.context.client), tell: (text: string) => void told.push(text) };
      await lifeCycle.delete(context, id, state);
      assert.deepEqual([there(one), told], [[], []]);
    }));

  it("are kept if only one listing lacks the note that they are complete", async () => {
    let passedMs = 0;
    const now = (): number => Date.now() + passedMs;
    await test(
      async (one) => {
        let { state } = await create(one, { releases: { keep: 4 } });
        for (const text of ["2", "3"]) {
          passedMs += 2 * 60 * 60 * 1000;
          state = await next(one, state, text, { releases: { keep: 4 } });
        }
        const ids = present(one);
        const second = there(one).find((path) => /\.after\.\w+\.complete\.json$/.test(path)) ?? "";
        const url = `http://${one.emulator.storageHostname}/acme-site/releases/`;
        const listed = (await (await fetch(url, { headers: { AccessKey: password } })).json()) as {
          ObjectName: string;
        }[];
        const body = listed.filter(({ ObjectName }) => `releases/${ObjectName}` !== second);
        assert.equal(body.length, listed.length - 1);
        // The first listing after the rules were read shows which releases there are.
        const fault = { kind: "status", status: 200, body } as const;
        one.emulator.setFaults([{ method: "GET", path: "/acme-site/releases/", nth: 3, fault }]);
        await next(one, state, "4", { releases: { keep: 4 } });
        assert.deepEqual(
          present(one)
            .filter((id) => ids.includes(id))
            .sort(),
          [...ids].sort(),
        );
      },
      { now },
    );
  });

  it("take along what they delivered to the prefix although no state knows it, but nothing that was changed", () =>
    test(async (one) => {
      const { id, state } = await create(one, { releases });
      const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
      // As `deploy --release` leaves it.
      const deployed = { "docs/404.html": "none", "404.html": "none", "500.html": "broken" };
      const checksums = Object.fromEntries(Object.entries(deployed).map(([path, text]) => [path, sha(text)]));
      const other = releaseId({ files: new Map(Object.entries(checksums)), typeOf: () => undefined });
      const put = (path: string, text: string): unknown => one.emulator.files.write(7, path, text);
      put(`releases/${other}.json`, JSON.stringify({ files: checksums }));
      put(`releases/${other}.after.${idOf(state)}.complete.json`, JSON.stringify(checksums));
      for (const [path, text] of Object.entries(deployed)) {
        put(`releases/${other}/${path}`, text);
        put(path, path === "500.html" ? "by hand" : text);
      }
      await lifeCycle.delete(contextOf(one.context.client), id, state);
      assert.deepEqual(there(one), ["500.html"]);
    }));

  it("leave what they delivered to the prefix if a release that an edge rule names has delivered it as well", () =>
    test(async (one) => {
      write({ "404.html": "none" });
      const { id, state } = await create(one, { releases, rootFiles });
      const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
      const put = (path: string, text: string): unknown => one.emulator.files.write(7, path, text);
      // As `deploy --release --root-file` leaves them.
      const deploy = (...paths: readonly string[]): string => {
        const deployed = Object.fromEntries(paths.map((path) => [path, sha("none")]));
        const other = releaseId({ files: new Map(Object.entries(deployed)), typeOf: () => undefined });
        put(`releases/${other}.json`, JSON.stringify({ files: deployed }));
        put(`releases/${other}.complete.json`, JSON.stringify(deployed));
        for (const path of paths) for (const at of [`releases/${other}/${path}`, path]) put(at, "none");
        return other;
      };
      deploy("promo.html", "old.html");
      const live = deploy("promo.html", "404.html");
      point(one, `/releases/${live}/`);
      await lifeCycle.delete(contextOf(one.context.client), id, state);
      assert.deepEqual([present(one), there(one).slice(0, 2)], [[live], ["404.html", "promo.html"]]);
      assert.ok(!there(one).includes("old.html"));
    }));

  it("leave known what they delivered to the prefix, and the next release takes it along", () =>
    test(async (one) => {
      let { state } = await create(one, { releases });
      const first = idOf(state);
      point(one, pathOf(state));
      const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
      const put = (path: string, text: string): unknown => one.emulator.files.write(7, path, text);
      // As `deploy --release --root-file` leaves them with the same content, by another rule than the program's.
      const deployed = { "promo.html": sha("promo"), "changed.html": sha("was") };
      one.emulator.files.delete(7, `releases/${first}.complete.json`);
      put(`releases/${first}.complete.json`, JSON.stringify(deployed));
      put("promo.html", "promo");
      put("changed.html", "by hand");
      for (const text of ["2", "3"]) state = await next(one, state, text);
      assert.deepEqual(state["__filesAtPrefix"], {});
      state = await next(one, state, "4");
      // Its note names the file until the state does.
      assert.ok(present(one).includes(first));
      assert.deepEqual(state["__filesAtPrefix"], { "promo.html": deployed["promo.html"] });
      state = await next(one, state, "5");
      assert.ok(!present(one).includes(first));
      assert.deepEqual([there(one).includes("promo.html"), there(one).includes("changed.html")], [false, true]);
    }));

  for (const [what, fault] of [
    ["a run is killed", undefined],
    [
      "the note of another one can't be read",
      { method: "GET", path: "/acme-site/releases/ID.complete.json", fault: { kind: "contentType", body: "<html>" } },
    ],
    [
      "a folder can't be deleted",
      { method: "DELETE", pathPattern: "/releases/[0-9a-f]{12}/$", fault: { kind: "status", status: 400 } },
    ],
  ] as const) {
    it(`leave nothing that they delivered to the prefix, also if ${what}`, () =>
      test(async (one) => {
        let { state } = await create(one, { releases });
        point(one, pathOf(state));
        const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
        const put = (path: string, text: string): unknown => one.emulator.files.write(7, path, text);
        // As `deploy --release --root-file` leaves them.
        const ids: string[] = [];
        for (const path of ["a.html", "b.html"]) {
          const deployed = { [path]: sha(path) };
          const id = releaseId({ files: new Map(Object.entries(deployed)), typeOf: () => undefined });
          put(`releases/${id}.json`, JSON.stringify({ files: deployed }));
          put(`releases/${id}/${path}`, path);
          put(`releases/${id}.complete.json`, JSON.stringify(deployed));
          put(path, path);
          ids.push(id);
          // Dates of the emulator are in milliseconds. The newest release is deleted first.
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        for (const text of ["2", "3"]) state = await next(one, state, text, { releases: { keep: 9 } });
        if (fault !== undefined) {
          const path = "path" in fault ? { path: fault.path.replace("ID", String(ids[0])) } : {};
          one.emulator.setFaults([{ ...fault, ...path }]);
        }
        // The state of a killed run is lost.
        if (fault === undefined) await next(one, state, "4");
        else for (const text of ["4", "5"]) state = await next(one, state, text);
        one.emulator.setFaults([]);
        for (const text of ["6", "7", "8"]) state = await next(one, state, text);
        const left = there(one).filter((path) => path === "a.html" || path === "b.html");
        assert.deepEqual([left, present(one).filter((id) => ids.includes(id))], [[], []]);
      })).timeout(30_000);
  }

  it("have files whose names are those of an object's prototype, also at the prefix", () =>
    test(async (one) => {
      const names = ["__proto__", "constructor", "toString"];
      write(Object.fromEntries(names.map((name) => [name, name])));
      const more = { releases, rootFiles: names };
      const { state } = await create(one, more);
      const inRelease = names.map((name) => `${pathOf(state).slice(1)}${name}`);
      for (const path of [...names, ...inRelease]) assert.ok(there(one).includes(path), path);
      // As states are stored.
      const stored = JSON.parse(JSON.stringify(state)) as Properties;
      const { client } = one.context;
      const ofState = new Releases(await openStorage(client.reads, await client.reads.read("StorageZone", 7)), "");
      const [listed] = await ofState.list();
      assert.deepEqual([...(await ofState.rootFiles(listed as Release)).keys()].sort(), names);
      assert.deepEqual((await ofState.find(idOf(state)))?.missing, []);
      const found = await lifeCycle.read(one.context, "7/", stored);
      assert.deepEqual(found?.inputs?.["files"], stored["files"]);
      remove("__proto__");
      point(one, pathOf(state));
      const next = await update(one, stored, { releases, rootFiles: ["constructor", "toString"] });
      assert.ok(!there(one).includes("__proto__"));
      one.emulator.pullZones.change(8, { EdgeRules: [] });
      await lifeCycle.delete(contextOf(one.context.client), "7/", JSON.parse(JSON.stringify(next)) as Properties);
      assert.deepEqual(there(one), []);
    }));

  it("leave the state as it was if an upload fails, and are completed by the next run", () =>
    test(async (one) => {
      const { state } = await create(one, { releases });
      write({ "index.html": "2", "a.css": "2" });
      one.emulator.setFaults([{ method: "PUT", path: "**/index.html", fault: { kind: "status", status: 400 } }]);
      const error = await failureOf(update(one, state, { releases }), Error);
      assert.ok(!(error instanceof IncompleteError));
      one.emulator.setFaults([]);
      const [rest, second] = await sentBy(one, () => update(one, state, { releases }));
      const folder = `PUT /acme-site/releases/${idOf(second)}`;
      assert.deepEqual(rest, [
        `${folder}.json`,
        `${folder}/index.html`,
        `${folder}.after.${idOf(state)}.complete.json`,
      ]);
    }));

  it("that failed in a creation can be deleted", () =>
    test(async (one) => {
      one.emulator.setFaults([{ method: "PUT", path: "**/index.html", fault: { kind: "status", status: 400 } }]);
      const { id, state } = await failureOf(create(one, { releases }), IncompleteError);
      assert.deepEqual([state["release"], state["files"]], [undefined, {}]);
      assert.equal(there(one).length, 2);
      await lifeCycle.delete(contextOf(one.context.client), id, state);
      assert.deepEqual(there(one), []);
    }));

  it("that failed when they were switched on can be deleted, and leave everything else as it was", () =>
    test(async (one) => {
      const { id, state: plain } = await create(one);
      write({ "index.html": "2" });
      one.emulator.setFaults([{ method: "PUT", path: "**/index.html", fault: { kind: "status", status: 400 } }]);
      const { state } = await failureOf(update(one, plain, { releases }), IncompleteError);
      assert.deepEqual([state["release"], state["files"]], [undefined, plain["files"]]);
      one.emulator.setFaults([]);
      assert.equal(idOf(await update(one, state, { releases })).length, 12);
      await lifeCycle.delete(contextOf(one.context.client), id, state);
      assert.deepEqual(there(one), []);
    }));

  it("that failed before they were switched off go with the folder", () =>
    test(async (one) => {
      const { id, state } = await create(one, { releases });
      write({ "index.html": "2" });
      one.emulator.setFaults([{ method: "PUT", path: "**/index.html", fault: { kind: "status", status: 400 } }]);
      await failureOf(update(one, state, { releases }), Error);
      one.emulator.setFaults([]);
      const off = await update(one, state);
      write({ "index.html": "3" });
      const last = await update(one, off);
      await lifeCycle.delete(contextOf(one.context.client), id, last);
      assert.deepEqual(there(one), []);
    }));

  it("bring their root files after a rollback, but leave alone what somebody else has changed", () =>
    test(async (one) => {
      const atRoot = (path: string) => one.emulator.files.read(7, path)?.toString();
      const globs = ["404.html", "50x.html"];
      write({ "404.html": "none 1", "50x.html": "broken 1" });
      const { state } = await create(one, { releases, rootFiles: globs });
      write({ "404.html": "none 2", "50x.html": "broken 2" });
      const second = await next(one, state, "2", { rootFiles: globs });
      // As a rollback does.
      one.emulator.files.write(7, "404.html", "none 1");
      one.emulator.files.write(7, "50x.html", "by hand");
      // Visitors get the former release until there is a new one.
      const [unsent, same] = await sentBy(one, () => update(one, second, { releases: { keep: 3 }, rootFiles: globs }));
      assert.deepEqual([unsent, atRoot("404.html")], [[], "none 1"]);
      await next(one, same, "3", { rootFiles: globs });
      assert.deepEqual([atRoot("404.html"), atRoot("50x.html")], ["none 2", "by hand"]);
    }));

  it("show what was changed or deleted outside by its path in the source, in either place", () =>
    test(async (one) => {
      write({ "404.html": "none" });
      const { id, state } = await create(one, { releases, rootFiles });
      const where = { ...state, [serviceKey]: one.context.client.reads.service.name };
      const read = async (prior: Properties) => lifeCycle.read(one.context, id, prior);
      assert.deepEqual((await read(where))?.inputs?.["files"], state["files"]);
      one.emulator.files.write(7, "404.html", "by hand");
      one.emulator.files.delete(7, `releases/${idOf(state)}/docs/a b.css`);
      const found = await read(where);
      assert.deepEqual(files(found?.inputs), ["404.html", "index.html"]);
      assert.equal(found?.inputs?.["release"], idOf(state));
      const [repair, repaired] = await sentBy(one, () => update(one, found?.state ?? {}, { releases, rootFiles }));
      assert.deepEqual(repair, [`PUT /acme-site/releases/${idOf(state)}/docs/a b.css`, "PUT /acme-site/404.html"]);
      assert.deepEqual((await read({ ...where, ...repaired }))?.inputs?.["files"], state["files"]);
    }));

  it("are not part of what an import takes over, and stay when another resource of the program has the folder", () =>
    test(async (one) => {
      const { id, state } = await create(one, { releases });
      one.emulator.files.write(7, "old.html", "old");
      const imported = await lifeCycle.import(contextOf(one.context.client), id);
      assert.deepEqual(files(imported.inputs), ["old.html"]);

      const context = contextOf(one.context.client);
      await lifeCycle.create(context, await checked(context, { releases }));
      await lifeCycle.delete(context, id, state);
      assert.ok(present(one).includes(idOf(state)));
      remove("docs/a b.css");
    }));
});

const emptyRule = {
  Guid: "9a1f6c0e-0000-0000-0000-000000000001",
  ActionType: 17,
  Triggers: [{ Type: 0, PatternMatches: ["*"] }],
  ExtraActions: [],
  TriggerMatchingType: 0,
  Description: "",
  Enabled: true,
  OrderIndex: 0,
  ReadOnly: false,
};
