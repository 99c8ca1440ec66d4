import assert from "node:assert/strict";
import { inspect } from "node:util";
import * as fc from "fast-check";
import { deepEquals, detailedDiff, invert } from "../../engine/property/diff";
import { formatPath, ignoreChanges, parsePath, pathContains } from "../../engine/property/path";
import { annotateSecrets, reveal } from "../../engine/property/secrets";
import {
  containsUnknown,
  Secret,
  unknownValue,
  type PropertyMap,
  type PropertyValue,
} from "../../engine/property/value";
import { decodeMap, encodeForProgram, encodeForProvider } from "../../engine/property/wire";

const values: fc.Arbitrary<PropertyValue> = fc.letrec<{ value: PropertyValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string(),
    fc.boolean(),
    fc.integer(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.string({ minLength: 1 }), tie("value"), { maxKeys: 3, noNullPrototype: true }),
    tie("value").map((element) => new Secret(element)),
  ),
})).value;
const maps = fc.dictionary(fc.string({ minLength: 1 }), values, { maxKeys: 4, noNullPrototype: true });

describe("local engine: property values", () => {
  it("come back from the wire as they were sent, secrets included", () => {
    fc.assert(fc.property(maps, (map) => assert.deepEqual(decodeMap(encodeForProgram(map)), map)));
  });

  it("reach a provider without a mark, and a resource as its id", () => {
    const resource = { "4dabf18193072939515e22adb298388d": "5cf8f73096256a8f31e491e813e4eb8e", urn: "urn:x", id: "7" };
    const sent = encodeForProvider({ secret: new Secret({ deep: new Secret(1) }), resource });
    assert.deepEqual(sent.toJavaScript(), { secret: { deep: 1 }, resource: "7" });
  });

  it("do not show their secrets to whoever prints them", () => {
    const value = { password: new Secret("hunter2") };
    assert.doesNotMatch(inspect(value) + JSON.stringify(value) + String(value.password), /hunter2/);
  });

  it("take over the marks of what was sent, field by field, and for an array as a whole", () => {
    const outputs: PropertyMap = { a: { open: 1, hidden: 2 }, list: [1, 2], other: 3 };
    annotateSecrets(outputs, { a: { open: 1, hidden: new Secret(2) }, list: [new Secret(1)], gone: new Secret(4) });
    assert.deepEqual(outputs, { a: { open: 1, hidden: new Secret(2) }, list: new Secret([1, 2]), other: 3 });
    assert.ok((outputs["list"] as unknown) instanceof Secret);
  });

  it("are unknown at any depth", () => {
    assert.ok(containsUnknown({ a: [new Secret({ b: unknownValue })] }));
    assert.ok(!containsUnknown({ a: [new Secret({ b: "known" })] }));
  });
});

describe("local engine: property diffs", () => {
  it("name nested paths and what happened to them", () => {
    const before = { a: 1, list: [1, 2, 3], deep: { x: { y: true }, "odd key": 1 }, gone: null };
    const after = { list: [1, 5], deep: { x: { y: false } }, fresh: [], b: null };
    assert.deepEqual(detailedDiff(before, after), {
      a: "delete",
      "list[1]": "update",
      "list[2]": "delete",
      "deep.x.y": "update",
      'deep["odd key"]': "delete",
      fresh: "add",
    });
  });

  it("are empty exactly for equal values, and inverted are the diff the other way round", () => {
    const plain = maps.map((map) => reveal(map) as PropertyMap);
    fc.assert(
      fc.property(plain, plain, (left, right) => {
        assert.equal(Object.keys(detailedDiff(left, right)).length === 0, deepEquals(left, right));
        assert.deepEqual(invert(detailedDiff(left, right)), detailedDiff(right, left));
        assert.deepEqual(detailedDiff(left, left), {});
      }),
    );
  });
});

describe("local engine: property paths", () => {
  it("are read as they are written", () => {
    const keys = fc.oneof(
      fc.nat(20),
      fc.string({ minLength: 1 }).filter((key) => key !== "*" && !key.includes("\\")),
    );
    fc.assert(
      fc.property(fc.array(keys, { minLength: 1 }), (path) => assert.deepEqual(parsePath(formatPath(path)), path)),
    );
    assert.deepEqual(parsePath('a.b[0]["c.d"][*]'), ["a", "b", 0, "c.d", "*"]);
    assert.throws(() => parsePath("a[x]"), /must read like/);
  });

  it("contain what lies below them", () => {
    assert.ok(pathContains(parsePath("a.*.c"), parsePath("a.b.c[0]")));
    assert.ok(!pathContains(parsePath("a.b"), parsePath("a")));
  });

  it("set back what is to be ignored: changed, added and removed, but no elements of arrays", () => {
    const before = { a: 1, gone: 2, list: [{ n: 1, m: 1 }], deep: { x: 1 } };
    const after = {
      a: 9,
      fresh: 3,
      list: [
        { n: 2, m: 2 },
        { n: 3, m: 3 },
      ],
      deep: { x: 2, y: 2 },
    };
    const kept = ignoreChanges(after, before, ["a", "gone", "fresh", "list[*].n", "deep.*"]);
    assert.deepEqual(kept, {
      a: 1,
      gone: 2,
      list: [
        { n: 1, m: 2 },
        { n: 3, m: 3 },
      ],
      deep: { x: 1 },
    });
    assert.equal(after.a, 9, "the inputs themselves stay as they are");
  });
});
