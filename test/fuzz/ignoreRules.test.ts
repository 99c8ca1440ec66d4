import assert from "node:assert/strict";
import fc from "fast-check";
import { IgnoreFileError } from "../../drift/errors";
import { parseIgnoreFile } from "../../drift/ignore/file";
import { IgnoreRules, type IgnoreRule } from "../../drift/ignore/rules";
import { size } from "../faults/support/size";
import { assertUnpolluted, hostileJson, hostileText, mutated } from "./hostile";

const rule = fc.record(
  {
    resource: fc.oneof(hostileText, fc.string({ unit: fc.constantFrom("a", "*", "?", ":"), maxLength: 40 })),
    property: fc.oneof(hostileText, fc.constantFrom("hostnames[*].forceSSL", "a[", "a.b", "[*]", "*")),
    reason: fc.string({ minLength: 1 }),
    expires: fc.oneof(fc.constantFrom("2026-12-31", "2026-02-30", "2026-12-31T12:00:00Z"), hostileText),
  },
  { requiredKeys: ["resource", "reason"] },
);
const file = fc.record({ rules: fc.array(rule, { maxLength: 3 }) });
const word = fc.constantFrom(
  "rules",
  ":",
  "-",
  " ",
  "\n",
  "  ",
  "*",
  "&a",
  "*a",
  "{",
  "}",
  "[",
  "]",
  '"',
  "|",
  ">",
  "!!js",
  "#",
  "? ",
  "resource",
  "<<",
);
const text = fc.oneof(
  file.map((value) => JSON.stringify(value)),
  mutated(file).map((value) => JSON.stringify(value)),
  hostileJson.map((value) => JSON.stringify(value) ?? ""),
  fc.array(word, { maxLength: 30 }).map((words) => words.join("")),
  hostileText,
);

describe("Ignore files, fuzzed", () => {
  it("are read, or refused with an error that names the line, and no rule takes long to match", function () {
    this.timeout(120_000);
    let accepted = 0;
    const holds = (given: string, subject: string): void => {
      let rules: IgnoreRule[];
      try {
        rules = parseIgnoreFile(given, "rules.yaml");
      } catch (error) {
        assert.ok(error instanceof IgnoreFileError, String(error));
        assert.match(error.message, /^rules\.yaml:\d+:\d+: /);
        return;
      }
      accepted += rules.length;
      const ignore = new IgnoreRules(rules, new Date(0));
      const began = performance.now();
      for (const name of [subject, "a".repeat(200)]) {
        ignore.ignored({ urn: `urn:pulumi:s::p::t::${name}`, name }, "hostnames[id=2].forceSSL");
        ignore.ignored({ urn: `File::${name}`, name });
      }
      ignore.report([{ urn: subject, name: subject }], true, false);
      assert.ok(performance.now() - began < 5_000, `${JSON.stringify(rules)} took too long`);
      assertUnpolluted();
    };
    fc.assert(fc.property(text, hostileText, holds), { numRuns: size.fuzzCases });
    assert.ok(accepted > 0);
  });

  it("match a glob with many stars quickly", () => {
    const began = performance.now();
    const ignore = new IgnoreRules([{ resource: `${"*a".repeat(20)}*b`, reason: "many stars" }], new Date(0));
    assert.equal(ignore.ignored({ name: "a".repeat(100), urn: "a".repeat(300) }), undefined);
    assert.ok(performance.now() - began < 5_000);
  });
});
