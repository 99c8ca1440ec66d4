import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";

const root = path.join(__dirname, "..", "..");
const textOf = (file: string): string => readFileSync(path.join(root, file), "utf8");

/** What only the file of an answer does, and where else it is done for another reason. */
interface Fence {
  readonly word: string;
  readonly does: string;
  readonly pattern: RegExp;
  readonly files: string;
  readonly allowed: readonly (readonly [place: string, why: string])[];
}

const fences: readonly Fence[] = [
  {
    word: "remember",
    does: "keeps something longer than a call",
    // At the top of a file, or as a field of a class.
    pattern:
      /^((export )?(const|let) \w+|  ((private|readonly|static) )+#?\w+|  #\w+)(: [^=\n]+)? = new (Weak)?(Map|Set)(<[^;\n]*>)?\(\)/m,
    files: "provider/{run,lifecycle,serve,declared,files,components}/**/*.ts",
    allowed: [
      ["provider/run/memory.ts", "the memory"],
      ["provider/run/entries.ts", "its entries"],
      ["provider/run/deletions.ts", "its deletions that are running"],
      ["provider/run/purges.ts", "caches that are emptied"],
      ["provider/run/runFolder.ts", "files of the run that were read"],
      ["provider/run/turns.ts", "who is next"],
      ["provider/serve/context.ts", "guarded zones and last states, which memories of several kinds share"],
      ["provider/serve/servedKinds.ts", "the kinds with their memories, and notices"],
      ["provider/serve/dynamic/importedIds.ts", "ids of the option import, which a creation does not get"],
      ["provider/serve/dynamic/dynamicV1.ts", "modules that are loaded"],
      ["provider/serve/native/construct.ts", "components that are being made"],
      ["provider/serve/native/log.ts", "messages on their way"],
      ["provider/lifecycle/wholeOfRun.ts", "parts that a run adds to a zone, of which each look must know"],
      ["provider/lifecycle/dnsRecord/declaredRecords.ts", "declared records, which checks compare"],
      ["provider/lifecycle/shieldRateLimit/check.ts", "see memory.test.ts"],
      ["provider/lifecycle/storageFolder/deliver.ts", "see memory.test.ts"],
      ["provider/lifecycle/edgeScript/names.ts", "see memory.test.ts"],
      ["provider/files/source.ts", "one walk through a folder"],
      ["provider/files/listing.ts", "one look at files"],
    ],
  },
  {
    word: "confirm",
    does: "looks again and again",
    pattern: /\beventually\(/,
    files: "{provider,cli,drift}/**/*.ts",
    allowed: [
      ["provider/api/confirm.ts", "the answer"],
      ["provider/lifecycle/readBack.ts", "the same for responses that prove nothing, after which a read decides alone"],
      ["provider/api/reads.ts", "finds what the service may show late"],
      ["provider/lifecycle/objectLifeCycle.ts", "whether a deleted object is gone"],
      ["provider/lifecycle/create.ts", "whether a new object belongs to the account"],
      ["provider/lifecycle/adopt.ts", "an object that the service is making"],
      ["provider/lifecycle/byName.ts", "a new object, by its name"],
      ["provider/lifecycle/nameless.ts", "a new part"],
      ["provider/lifecycle/wholeOfRun.ts", "a new part"],
      ["provider/lifecycle/pullZoneHostname/index.ts", "a new hostname"],
      ["provider/lifecycle/pullZoneShield/identity.ts", "a new shield"],
      ["provider/lifecycle/shieldAccessList/index.ts", "a list whose addition was refused"],
      ["provider/lifecycle/shieldRateLimit/index.ts", "a rate limit whose addition was refused"],
      ["provider/lifecycle/dnsRecord/acceleration.ts", "a pull zone that the service is making"],
      ["provider/lifecycle/pullZoneHostname/apply.ts", "a certificate that was requested before"],
      ["provider/lifecycle/dnsZone.ts", "whether records are gone before their zone"],
      ["provider/lifecycle/storageZone/index.ts", "whether files are gone before their zone"],
      ["provider/lifecycle/edgeScript/", "code and releases, whose hash decides"],
      ["provider/files/", "whether releases are in no rule, before they are deleted"],
      ["cli/rollback/script.ts", "the release of a script, whose hash decides"],
    ],
  },
  {
    word: "purge",
    does: "empties a cache",
    pattern: /\b(purgePullZone|purgeUrl|noteRuleChange)\(|changes\.purge|"\/purge(Cache)?"/,
    files: "{provider,cli,drift}/**/*.ts",
    allowed: [
      ["provider/run/purges.ts", "the answer"],
      ["provider/api/client.ts", "the operations"],
      ["provider/api/changes.ts", "their requests"],
      ["provider/files/pointers.ts", "tells Purges that a rule has changed"],
      ["provider/serve/context.ts", "the service of a run's Purges"],
      ["cli/client.ts", "the service of a command's Purges"],
      ["cli/purge/", "the command that empties a cache once"],
      ["cli/verify/", "asks whether the service has the operations"],
    ],
  },
  {
    word: "adopt",
    does: "takes an existing object into a state",
    pattern: /\btakeOver\(id|entries\.takeOver\(/,
    files: "provider/**/*.ts",
    allowed: [
      ["provider/lifecycle/adopt.ts", "the answer"],
      ["provider/run/entries.ts", "the mark of the new entry"],
      ["provider/lifecycle/objectLifeCycle.ts", "an import by the engine, which sends nothing"],
      [
        "provider/lifecycle/pullZoneHostname/index.ts",
        "a hostname that its pull zone already has: no setting identifies it",
      ],
      ["provider/lifecycle/storageFolder/index.ts", "a folder, whose files are compared one by one"],
    ],
  },
  {
    word: "print",
    does: "writes to a stream, or handles control characters",
    pattern: /u0000-|\bconsole\.\w+\((?!.*\*)|std(out|err)\.write\(|stream\.write\(/,
    files: "{provider,cli,drift,terminal}/**/*.ts",
    allowed: [
      ["terminal/text.ts", "the answer"],
      ["cli/print.ts", "writes what terminal/text.ts returns"],
      ["provider/api/keyedErrors.ts", "text of the service in an error"],
      ["provider/files/names.ts", "refuses names of files"],
      ["provider/serve/dynamic/dynamicProvider.ts", "messages to the engine, which prints them"],
      ["provider/serve/native/main.ts", "the port of the plugin, for the engine"],
      ["provider/client.ts", "an example"],
      ["drift/detect.ts", "an example"],
    ],
  },
  {
    word: "name",
    does: "looks for an object by its name, or sends a creation again",
    pattern: /\b(findNamed|createOnce)[(<]/,
    files: "{provider,cli,drift}/**/*.ts",
    allowed: [
      ["provider/lifecycle/byName.ts", "the answer"],
      ["provider/api/find.ts", "compares names"],
      ["provider/lifecycle/requests.ts", "sends a creation again only if nothing was created"],
      ["provider/lifecycle/nameless.ts", "parts without a name"],
      ["provider/lifecycle/pullZoneHostname/index.ts", "a name that its pull zone registers once"],
      ["provider/lifecycle/pullZoneShield/identity.ts", "the shield of a pull zone"],
      ["provider/api/lookUp.ts", "functions, which create nothing"],
      ["cli/accountZones.ts", "commands, which create nothing"],
      ["cli/deploy/create.ts", "finds before it creates; the service refuses a name twice"],
    ],
  },
];

/** Fences in other files, by the question. */
const others: Readonly<Record<string, string>> = {
  compare: "test/structure/comparison.test.ts",
  read: "test/structure/reads.test.ts",
  key: "test/wire/stateKeys.test.ts",
  "count as gone": "test/structure/oneAnswer.test.ts",
};

describe("A question that has one answer", () => {
  const rows = [...textOf("CONTRIBUTING.md").matchAll(/^\| ([a-z ]+): [^|]*\| `([^`]+)` *\|$/gm)];

  it("names the file of the answer, and a test that no other file answers it", () => {
    assert.deepEqual(
      rows.map(([, word]) => word).sort(),
      [...fences.map(({ word }) => word), ...Object.keys(others)].sort(),
    );
    for (const [, word = "", file = ""] of rows) {
      const fence = fences.find((one) => one.word === word);
      const files = fence === undefined ? [file, others[word] ?? ""] : [file];
      for (const one of files) assert.ok(existsSync(path.join(root, one)), one);
      if (fence !== undefined) assert.equal(fence.allowed[0]?.[0], file);
    }
  });

  for (const { word, does, pattern, files, allowed } of fences) {
    it(`is "${word}": whatever else ${does} gives its reason`, () => {
      const all = globSync(files, { cwd: root });
      const found = all.filter((file) => pattern.test(textOf(file)));
      const isAllowed = (file: string): boolean => allowed.some(([place]) => file.startsWith(place));
      assert.deepEqual(
        found.filter((file) => !isAllowed(file)),
        [],
      );
      const unneeded = allowed.filter(([place]) => !found.some((file) => file.startsWith(place)));
      assert.deepEqual(unneeded, []);
    });
  }
});
