import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";
import ts from "typescript";
import { kindNames, kinds } from "../../provider/kinds";
import { pluralOf } from "../../provider/wire/words";

const root = path.join(__dirname, "..", "..");

/** Where a kind may be called by its name or noun, and why. Everything else takes what it needs from the data of the kind. */
const allowed: readonly (readonly [place: string, why: string])[] = [
  ["provider/kinds/", "the kinds themselves"],
  ["provider/wire/", "their tables"],
  ["provider/types/", "generated from their tables"],
  ["provider/resources/", "their classes"],
  ["provider/functions/", "functions of single kinds"],
  ["provider/serve/native/functions.ts", "functions of single kinds"],
  ["provider/serve/native/schema/functions.ts", "functions of single kinds"],
  ["provider/api/lookUp.ts", "functions of single kinds"],
  ["provider/index.ts", "public"],
  ["provider/client.ts", "public"],
  ["provider/api/client.ts", "public: an operation each"],
  ["provider/api/changes.ts", "what single operations send"],
  ["provider/api/accessLogs/", "access logs are those of pull zones"],
  ["provider/api/httpErrors.ts", "access logs are those of pull zones"],
  ["provider/api/settingSpecs.ts", "help"],
  ["provider/files/", "files are those of storage zones"],
  ["provider/api/storageFiles.ts", "files are those of storage zones"],
  ["provider/lifecycle/index.ts", "the life cycle of each kind"],
  ["provider/components/", "a site is made of several kinds"],
  ["provider/serve/native/website.ts", "a site is made of several kinds"],
  ["provider/serve/native/schema/components.ts", "a site is made of several kinds"],
  ["provider/website.ts", "public"],
  ...kindNames.map(
    (name) => [`provider/lifecycle/${name[0]?.toLowerCase() ?? ""}${name.slice(1)}`, "its own"] as const,
  ),
  // Commands about one kind, and what help says to a person.
  ["cli/deploy/", "about storage zones"],
  ["cli/logs/", "about pull zones"],
  ["cli/purge/", "about pull zones"],
  ["cli/resetPassword/", "about storage zones"],
  ["cli/releases/", "about pull zones with their storage zones, and edge scripts"],
  ["cli/rollback/", "about pull zones with their storage zones, and edge scripts"],
  ["cli/import/terraform.ts", "the types of another tool"],
  ["cli/import/find.ts", "a pull zone comes with its origin"],
  ["cli/import/importFile.ts", "a pull zone comes with its origin"],
  ["cli/import/leftOut.ts", "a pull zone comes with its origin"],
  ["cli/import/command.ts", "help"],
  ["provider/run/purges.ts", "is about caches, which only pull zones have"],
  ["cli/verify/", "asks a service about each kind"],
  ["cli/emulator/", "help"],
  ["cli/drift/command.ts", "help"],
  ["cli/run.ts", "help"],
];

/** Words that only a kind has; "hostname" is also that of a URL. */
const words = new RegExp(
  `\\b(${[...kindNames, ...Object.values(kinds).flatMap(({ noun }) => (noun.includes(" ") ? [noun, pluralOf(noun)] : []))].join("|")})\\b`,
  "i",
);

/** The words of kinds in the code and texts of a file, without its comments and imports of types. */
function spelledIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText || ts.isIdentifier(node)) {
      const [word] = words.exec(node.text) ?? [];
      // A name such as lookUpStorageZone calls a function of another file, which is allowed or not itself.
      if (word !== undefined && (isText || word === node.text)) found.push(node.text.trim().slice(0, 60));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe("The name and noun of a kind", () => {
  const files = globSync("{provider,drift,cli,terminal}/**/*.ts", { cwd: root });
  const isAllowed = (file: string): boolean => allowed.some(([place]) => file.startsWith(place));

  it("are spelled only by the kind, what is about it alone, and help", () => {
    const spelled = files
      .filter((file) => !isAllowed(file))
      .flatMap((file) => spelledIn(file).map((text) => `${file}: ${text}`));
    assert.deepEqual(spelled, []);
  });

  it("are looked for in all files, and each exception is needed", () => {
    assert.ok(files.length > 200);
    const unneeded = allowed.filter(([place]) => !files.some((file) => file.startsWith(place)));
    assert.deepEqual(unneeded, []);
  });
});
