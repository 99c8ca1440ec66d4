import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";
import ts from "typescript";

const root = path.join(__dirname, "..", "..");

type Allowed = readonly (readonly [place: string, why: string])[];

/** Where a list or a listing is requested, and why its gaps do no harm. Everything else calls `Reads.everyone`, `Reads.find` or `FolderSync`. */
const lists: Allowed = [
  ["provider/api/", "the lists themselves: everyone, find and the client's operations"],
  ["provider/files/listing.ts", "listings: a known file that one lacks is looked for in a second one"],
  ["provider/files/sync.ts", "folders of known files, for their life cycle"],
  ["provider/files/releases.ts", "releases: listed twice before any is deleted"],
  ["provider/lifecycle/storageFolder/index.ts", "a read or an import: deletes nothing"],
  ["provider/files/sendRelease.ts", "a release that a listing lacks stays until a later run"],
  ["provider/lifecycle/byName.ts", "the service refuses a name twice; otherwise it is looked for twice"],
  ["provider/lifecycle/edgeScript/index.ts", "by a name, for byName"],
  ["provider/lifecycle/edgeScript/applyEnvironment.ts", "secrets: one that a list lacks is written again"],
  ["provider/lifecycle/pullZone.ts", "by a name, for byName"],
  ["provider/lifecycle/dnsZone.ts", "by a name, for byName"],
  ["provider/lifecycle/storageZone/index.ts", "by a name, for byName"],
  ["provider/lifecycle/pullZoneHostname/certificate.ts", "names a zone, for a message"],
  ["provider/serve/native/list.ts", "answers the engine's list; nothing follows from none"],
  ["drift/detect.ts", "tries a key; nothing follows from the list"],
  ["drift/shadowed.ts", "reports"],
  ["drift/unmanaged.ts", "reports"],
  ["cli/accountZones.ts", "finds an object by its name; nothing follows from none"],
  ["cli/deploy/create.ts", "by a name; the service refuses the creation of one that exists"],
  ["cli/purge/", "reports"],
  ["cli/releases/", "shows releases"],
  ["cli/rollback/", "chooses a release; one that a listing lacks is not chosen"],
];

/** Where something is deleted, and what confirms it. */
const deletions: Allowed = [
  ["provider/api/", "the client's operations"],
  ["provider/files/sync.ts", "files: listings show that they are gone; after a 404, a listing decides"],
  ["provider/files/releases.ts", "releases: a listing shows that the files are gone, before the manifest goes"],
  ["provider/lifecycle/pullZone.ts", "for objectLifeCycle, which looks afterwards"],
  ["provider/lifecycle/dnsZone.ts", "for objectLifeCycle, which looks afterwards"],
  ["provider/lifecycle/storageZone/index.ts", "for objectLifeCycle, which looks afterwards"],
  ["provider/lifecycle/edgeScript/index.ts", "for objectLifeCycle, which looks afterwards"],
  ["provider/lifecycle/edgeScript/applyEnvironment.ts", "values of a script: the script is read afterwards"],
  ["provider/lifecycle/pullZoneHostname/index.ts", "for objectLifeCycle, which looks afterwards"],
  ["provider/lifecycle/pullZoneEdgeRule/index.ts", "for objectLifeCycle, which looks afterwards"],
  ["provider/lifecycle/dnsRecord/index.ts", "for objectLifeCycle, which looks afterwards"],
];

/** Where a text says what visitors get, and what it knows that from. */
const claims: Allowed = [
  ["provider/wire/", "documentation"],
  ["provider/components/", "documentation"],
  ["provider/serve/native/schema/", "documentation"],
  ["provider/files/replicas.ts", "warns of what is not known"],
  ["provider/files/source.ts", "files of the source that visitors would see"],
  ["provider/files/origins.ts", "rules that were read"],
  ["provider/files/pointers.ts", "a rule that the service shows"],
  ["provider/lifecycle/pullZoneEdgeRule/faults.ts", "rules that were read"],
  ["provider/lifecycle/edgeScript/state.ts", "the live release, as it was read"],
  ["cli/rollback/rollback.ts", "after movePointer, which confirms the rule"],
  ["cli/deploy/", "rules that were read; an upload that failed moves no rule"],
  ["cli/releases/", "a rule that was read"],
];

const listNames =
  /^(list|listed|readAll|listPage|listBelow|all|list(PullZones|DnsZones|StorageZones|EdgeScripts|StorageZonePage|EdgeScriptSecrets|EdgeScriptReleases))$/;
const deletionNames =
  /^(delete(EdgeRule|DnsRecord|StorageZone|PullZone|DnsZone|EdgeScript|EdgeScriptSecret|EdgeScriptVariable|Folder)|removeHostname)$/;
/** A deletion of files or of an object; other calls of that name concern maps and sets. */
const deletes = /((^|\.)(storage|objects)|^this\.files)\.delete$/;

type Found = Record<"list" | "deletion" | "claim", boolean>;

/** What a file does. */
function foundIn(file: string): Found {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.ES2022, true);
  const found: Found = { list: false, deletion: false, claim: false };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression: of } = node.expression;
      const isPromise = /^(Promise|pulumi)$/.test(of.getText());
      if (listNames.test(name.text) && !isPromise) found.list = true;
      if (deletionNames.test(name.text) || deletes.test(node.expression.getText())) found.deletion = true;
    }
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && /\bvisitors\b.*\bgets?\b/i.test(node.text)) found.claim = true;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe("One answer of the service", () => {
  const files = globSync("{provider,drift,cli}/**/*.ts", { cwd: root });
  const found = new Map(files.map((file) => [file, foundIn(file)]));

  for (const [what, key, allowed] of [
    ["requests a list", "list", lists],
    ["deletes", "deletion", deletions],
    ["says what visitors get", "claim", claims],
  ] as const) {
    it(`decides nothing: whatever ${what} is one of the places that confirm it, or gives a reason`, () => {
      const does = files.filter((file) => found.get(file)?.[key] === true);
      const isAllowed = (file: string): boolean => allowed.some(([place]) => file.startsWith(place));
      assert.deepEqual(
        does.filter((file) => !isAllowed(file)),
        [],
      );
      const unneeded = allowed.filter(([place]) => !does.some((file) => file.startsWith(place)));
      assert.deepEqual(unneeded, []);
    });
  }
});
