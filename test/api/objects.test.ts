import assert from "node:assert/strict";
import { Objects } from "../../provider/api/objects";
import { NotFoundError } from "../../provider/api/errors";
import { defineKind } from "../../provider/kinds/kind";
import type { WholeKindOf } from "../../provider/kinds";
import { table } from "../../provider/wire/fields";
import type { Service } from "./support";
import { failureOf, json, serve, settings } from "./support";

interface Script {
  readonly id: number;
  readonly name: string;
  readonly variables: readonly { readonly id: number; readonly name: string }[];
}

const head = (object: string) => ({ object, type: "Script", doc: "A made-up object." });
const bodyTable = table({ ...head("new script"), sent: true }, { Name: { type: "string", doc: "Name." } });
const variableTable = table(head("variable"), {
  Id: { type: "int64", doc: "Id." },
  Name: { type: "string", doc: "Name." },
});
const scriptTable = table<Script>(head("script"), {
  Id: { type: "int64", doc: "Id." },
  Name: { type: "string", doc: "Name." },
  Variables: { type: "object[]?", doc: "Variables.", of: variableTable },
});

/** A kind that the service does not have: below a base path, with code and a release at paths of their own. */
const script = defineKind({
  name: "Script",
  noun: "script",
  description: "",
  class: { doc: [], example: "", get: "" },
  table: scriptTable,
  nameField: "name",
  path: "/compute/script",
  filters: { search: "string" },
  add: bodyTable,
  update: bodyTable,
  deleteQuery: { deleteLinkedPullZones: false },
  idOutput: "scriptId",
  options: table(head("script options"), {}),
  details: {
    code: {
      operation: "get code",
      path: "/code",
      table: table(head("code"), { Code: { type: "string", doc: "Code." } }),
    },
    release: {
      operation: "get release",
      path: "/releases/active",
      table: table(head("release"), { Uuid: { type: "string", doc: "Id." } }),
      isOptional: true,
    },
  },
}) satisfies WholeKindOf<Script>;

const answers: Readonly<Record<string, readonly [status: number, body?: unknown]>> = {
  "GET /compute/script?page=1&perPage=1000": [
    200,
    { Items: [{ Id: 7, Name: "a", Variables: [] }], HasMoreItems: false },
  ],
  "GET /compute/script/7": [200, { Id: 7, Name: "a", Variables: [{ Id: 9, Name: "A" }] }],
  "POST /compute/script": [201, { Id: 7, Name: "a", Variables: [] }],
  "POST /compute/script/7": [200, { Id: 7, Name: "b", Variables: [] }],
  "GET /compute/script/7/code": [200, { Code: "x" }],
  "POST /compute/script/7/publish": [204],
  "DELETE /compute/script/7/variables/9": [204],
  "DELETE /compute/script/7?deleteLinkedPullZones=false": [204],
  "GET /storagezone?page=1&perPage=5": [200, []],
};

describe("Objects of a kind that is only data", () => {
  let service: Service;
  let objects: Objects;
  beforeEach(async () => {
    service = await serve(({ method, url }, response) => {
      const [status, body] = answers[`${method} ${url}`] ?? [404];
      if (body === undefined) response.writeHead(status).end();
      else json(response, status, body);
    });
    objects = new Objects(settings(service.url));
  });
  afterEach(() => service.close());
  const sent = (): string[] => service.received.map(({ method, url }) => `${method} ${url}`);

  it("are listed, read, added, updated and deleted below its path", async () => {
    assert.deepEqual(
      (await objects.list(script)).map(({ id, name }) => [id, name]),
      [[7, "a"]],
    );
    assert.deepEqual(
      (await objects.get(script, 7)).variables.map(({ name }) => name),
      ["A"],
    );
    assert.equal((await objects.add(script, { name: "a" })).id, 7);
    assert.equal((await objects.update(script, 7, { name: "b" }))?.name, "b");
    await objects.delete(script, 7);
    assert.deepEqual(
      sent().sort(),
      Object.keys(answers)
        .filter((request) => sent().includes(request))
        .sort(),
    );
    assert.equal(sent().length, 5);
  });

  it("have what the service shows at paths of their own, or have none", async () => {
    assert.deepEqual(await objects.details(script, 7, "code"), { code: "x" });
    assert.equal(await objects.details(script, 7, "release"), undefined);
    const { message } = await failureOf(objects.details(script, 8, "code"), NotFoundError);
    assert.match(message, /^Get code \(GET \/compute\/script\/8\/code\) failed with 404/);
  });

  it("take actions, and have parts with ids of their own below them", async () => {
    await objects.change(script, 7, { operation: "publish script", method: "POST", below: "/publish" });
    await objects.change(script, 7, { operation: "delete variable", method: "DELETE", below: "/variables/9" });
    assert.deepEqual(sent(), ["POST /compute/script/7/publish", "DELETE /compute/script/7/variables/9"]);
    assert.ok(objects.writtenOf(script).has(7));
  });
});
