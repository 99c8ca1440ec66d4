import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import type { CdnError } from "../../provider/api/errors";
import {
  ConflictError,
  InvalidInputError,
  NotFoundError,
  RateLimitedError,
  ServiceError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
} from "../../provider/api/errors";
import type { SettingsOwner } from "../../provider/api/settingsOwner";
import { commandOwner, optionsOwner, providerOwner } from "../../provider/api/settingsOwner";
import { createClient } from "../../provider/client";
import { beingDeleted, nameTaken } from "../fixtures/recorded/zones";
import { canaryKey, client, everything, failureOf, json, serve } from "./support";

/** The error of a read with the given response. The list of storage zones works, so a 404 means a missing zone. */
async function errorOf(answer: (response: ServerResponse) => void): Promise<CdnError> {
  const service = await serve(({ url }, response) =>
    url.startsWith("/storagezone?") ? json(response, 200, []) : answer(response),
  );
  try {
    return await failureOf(client(service.url).getStorageZone(1), Error as never);
  } finally {
    await service.close();
  }
}

describe("Errors by response status", () => {
  it("map each status to one class", async () => {
    for (const [status, expected] of [
      [400, InvalidInputError],
      [403, UnauthorizedError],
      [404, NotFoundError],
      [409, ConflictError],
      [418, UnexpectedResponseError],
      [422, InvalidInputError],
      [429, RateLimitedError],
      [500, UnavailableError],
      [501, UnavailableError],
      [503, UnavailableError],
    ] as const) {
      const error = await errorOf((response) => response.writeHead(status).end());
      assert.equal(error.constructor, expected, String(status));
      assert.equal(error.name, expected.name);
      if (error instanceof ServiceError) assert.equal(error.evidence.status, status);
    }
  });

  const refusals: [boolean, { ErrorKey?: string; Field?: string; Message?: string }][] = [
    ...Object.values(nameTaken).map(({ body }): [boolean, object] => [true, body]),
    [true, beingDeleted.body],
    [true, { ErrorKey: "storagezone.already_exists" }],
    [true, { Field: "Name", Message: "Already in use." }],
    [true, { ErrorKey: "dnszone.name_taken", Message: "The domain is used by another account.\r" }],
    [true, { ErrorKey: "dnszone.name_taken", Field: "DnsZone", Message: "This is not available.\r" }],
    [true, { ErrorKey: "dnsZone.domain_taken", Field: "Domain" }],
    [true, { ErrorKey: "dnszone.already_exists", Field: "Domain" }],
    [true, { Field: "Domain", Message: "The domain is already added.\r" }],
    [false, { ErrorKey: "validation_error", Field: "Domain", Message: "The domain is not valid.\r" }],
    [true, { Message: "A storage zone with this name already exists." }],
    [false, { ErrorKey: "storagezone.name_invalid", Field: "Name", Message: "A name like existing ones is required." }],
    [false, { ErrorKey: "storagezone.region_taken", Field: "Region", Message: "The name is already taken." }],
    [false, { ErrorKey: "storagezone.replication.duplicate", Message: "The name is already taken." }],
    [false, { ErrorKey: "quota.exceeded", Message: "Your quota is taken up by zones of this name." }],
    [false, { Message: "Your quota of storage zones is taken up." }],
  ];
  it("make a 400 a ConflictError only if it says that the name is taken", async () => {
    for (const [isConflict, body] of refusals) {
      const error = await errorOf((response) => json(response, 400, body));
      assert.equal(error instanceof ConflictError, isConflict, String(error));
    }
  });

  it("make a 200 whose body is not the requested zone an UnexpectedResponseError", async () => {
    for (const body of ["", "<html>", "[]", "null", "7", '{"Id":1,"Deleted":"no"}', '{"Id":2}', "{}"]) {
      const error = await errorOf((response) => response.writeHead(200).end(body));
      assert.ok(error instanceof UnexpectedResponseError, body);
    }
  });
});

describe("Error messages", () => {
  it("state operation, method, path, status, the service's reason and what to do", async () => {
    const body = { ErrorKey: "zone.invalid", Field: "Region", Message: "No such region." };
    const error = await errorOf((response) => json(response, 400, body, { "CDN-RequestId": "req-7" }));
    assert.equal(
      error.message,
      "Get storage zone (GET /storagezone/1) failed with 400: No such region (zone.invalid, field Region)",
    );
    assert.ok(error instanceof InvalidInputError);
    assert.equal(error.property, "Region");
    assert.equal(error.evidence?.requestId, "req-7");
    const refused = await Promise.all(
      [
        { Message: "Authorization has been denied for this request." },
        { ErrorKey: "authentication.failed", Field: "", Message: "The request authorization failed" },
      ].map((said) => errorOf((response) => json(response, 401, said))),
    );
    for (const { message, name } of refused) {
      assert.match(
        message,
        /failed with 401\. The access key was refused\. Set a valid key in the variable CDN_ACCESS_KEY if that is set, otherwise with: pulumi config set/,
      );
      assert.equal(name, "UnauthorizedError");
    }
    const page = await errorOf((response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>"));
    assert.match(
      page.message,
      /a body that is not JSON \(text\/html, 6 characters\)\. Check that cdn:baseUrl is the base URL/,
    );
  });

  it("name what can be changed: a provider's argument and variable, a client's option, or what a command reads", async () => {
    const service = await serve(({ method }, response) => response.writeHead(method === "GET" ? 401 : 302).end());
    const errorsOf = async (owner: SettingsOwner): Promise<string> => {
      const of = client(service.url, { owner });
      const refused = await failureOf(of.getStorageZone(1), UnauthorizedError);
      const redirected = await failureOf(of.deleteStorageZone("1"), UnexpectedResponseError);
      return `${refused.message}\n${redirected.message}`;
    };
    try {
      assert.match(
        await errorsOf(providerOwner("b")),
        /variable CDN_ACCESS_KEY_B if that is set, otherwise as the argument accessKey of the provider "b"\..*\n.*Check baseUrl of the provider "b"$/,
      );
      assert.match(await errorsOf(optionsOwner), /Pass a valid key as the option accessKey\n.*Check baseUrl$/);
      assert.match(await errorsOf(commandOwner("b")), /Set a valid key in the variable CDN_ACCESS_KEY_B\n/);
      assert.match(
        await errorsOf(commandOwner()),
        /variable CDN_ACCESS_KEY, or if that is not set, for the stack: pulumi config set --secret cdn:accessKey YOUR-KEY\n/,
      );
    } finally {
      await service.close();
    }
  });

  it("ignore an error body of another shape", async () => {
    for (const body of [
      "null",
      "[1]",
      '"text"',
      '{"ErrorKey":7,"Message":null}',
      "<html>",
      '{"__proto__":{"Message":"x"}}',
    ]) {
      const error = await errorOf((response) => response.writeHead(500).end(body));
      assert.match(error.message, /failed with 500\. The service failed; try again later$/);
    }
  });

  const otherShapes: [string, RegExp][] = [
    ['{"errors":["The region is unknown."]}', /failed with 400: \["The region is unknown\."\]$/],
    ['{"title":"Invalid","errors":{"Region":["Unknown."]}}', /400: \{"Region":\["Unknown\."\]\}$/],
    ['{"error":{"code":"bad","message":"No.","details":[{"in":"Region"}]}}', /400: No \(bad\): \[\{"in":"Region"\}\]$/],
    ['{"Message":"No.","errors":[],"traceId":"x"}', /failed with 400: No$/],
    ['{"detail":"Quota exceeded."}', /400: \{"detail":"Quota exceeded\."\}$/],
    ['"Quota exceeded."', /400: Quota exceeded\.$/],
    ["Quota\nexceeded.", /400: Quota exceeded\.$/],
    ["<html>Bad Request</html>", /failed with 400$/],
    ["{}", /failed with 400$/],
    [`The key ${canaryKey} is blocked`, /400: The key \[access key\] is blocked$/],
    [
      '{"errors":{"Password":["hunter2"],"Name":[{"ReadOnlyPassword":"hunter3","is":"short"}]}}',
      /400: \{"Name":\[\{"is":"short"\}\]\}$/,
    ],
    [JSON.stringify({ errors: ["x".repeat(100_000)] }), /400: \["x{400,500}$/],
    ["[".repeat(100_000) + "]".repeat(100_000), /failed with 400$/],
  ];
  it("show a refusal of another shape, short and without secrets", async () => {
    for (const [body, message] of otherShapes) {
      const error = await errorOf((response) => response.writeHead(400).end(body));
      assert.match(error.message, message);
      assert.ok(error instanceof InvalidInputError);
    }
    const error = await errorOf((response) => json(response, 422, { errors: ["No."] }));
    assert.equal((error as InvalidInputError).evidence?.said?.details, '["No."]');
  });

  it("are one short line whatever the service sends", async () => {
    const Message = `Done.\nResources: 5 created\u001b[2K\r${"x".repeat(100_000)}`;
    const { message } = await errorOf((response) => json(response, 400, { Message }));

    assert.doesNotMatch(message, /[\u0000-\u001f]/);
    assert.ok(message.length < 1000);
  });
});

describe("A client", () => {
  it("never prints its access key", async () => {
    const service = await serve((_, response) => json(response, 200, []));
    try {
      const made = createClient({ baseUrl: service.url, accessKey: canaryKey });
      assert.ok(!everything(made).includes(canaryKey));
      await made.listStorageZones();
      assert.ok(!everything(made).includes(canaryKey));
      assert.equal(service.received[0]?.headers["accesskey"], canaryKey);
      assert.ok(!service.received[0]?.url.includes(canaryKey));
    } finally {
      await service.close();
    }
  });
});
