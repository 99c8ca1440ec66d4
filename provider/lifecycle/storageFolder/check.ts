import { lstat, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { InvalidInputError, messageOf } from "../../api/errors";
import { inMessage, firstOf, warning } from "../../wire/words";
import { prefixOf } from "../../files/names";
import type { Source, SourceFile } from "../../files/source";
import { globFault, matcher, rootMatcher, Selection } from "../../files/globs";
import { releasesFolder } from "../../files/releasePaths";
import { errorPagesNotice } from "../../files/rootFiles";
import { forEach } from "../../files/parallel";
import { checksumOf, findFiles, readsAtOnce, readSource, unmatchedNotice, unreadableError } from "../../files/source";
import { storageFolder } from "../../kinds/storageFolder";
import type { StorageFolderInputs } from "../../types/storageFolder";
import type { Report } from "../../declared/checkInputs";
import { checkInputs, reportTo } from "../../declared/checkInputs";
import type { CheckResult, LifeCycle } from "../lifeCycle";
import type { Properties } from "../../declared/properties";
import { CheckFailure } from "../../declared/failures";
import type { RunMemory } from "../../run/memory";
import { isUnknown, unknownValue, without } from "../../declared/properties";
import { filesIn, filesProperty, isAtPrefix, noteDeclared, releaseProperties } from "./manifest";

/** Key that notes for the run that `ignoreChanges` keeps the files of a folder: the source may have others. */
export function keptInRun(id: string): string {
  return `kept files of ${id}`;
}

/** Returns checked inputs with their types. */
export function folderInputs(inputs: Properties): StorageFolderInputs {
  return inputs as object as StorageFolderInputs;
}

export function check(_context: unknown, olds: Properties, news: Properties): CheckResult {
  const { inputs, failures: found } = checkInputs(storageFolder, without(news, storageFolder.computed ?? []));
  // For ignoreChanges, the engine passes the files of the last inputs, and they stay. In an import, there is no source yet.
  const keepsFiles = news["files"] !== undefined && isDeepStrictEqual(news["files"], olds["files"]);
  if (keepsFiles) inputs["files"] = news["files"];
  const isImport = keepsFiles && olds["source"] === undefined;
  const isObject = typeof inputs["source"] === "object" && inputs["source"] !== null;
  const failures = found.filter(({ property }) => property !== "source" || !(isImport || isObject));
  if (isObject) failures.push(sourceFailure());
  const report = reportTo(failures);
  const { prefix, removed } = inputs;
  if (typeof prefix === "string" && !isUnknown(prefix)) checkPrefix(prefix, inputs, report);
  if (removed !== undefined && !isUnknown(removed) && removed !== "delete" && removed !== "keep") {
    report("removed", `must be "delete" or "keep"`, inMessage(removed));
  }
  checkContentTypes(inputs["contentTypes"], report);
  for (const property of ["exclude", "include", "rootFiles"]) {
    const globs = inputs[property];
    if (Array.isArray(globs)) globs.forEach((glob, index) => checkGlob(`${property}[${String(index)}]`, glob, report));
  }
  return { inputs, failures };
}

/** Checks and normalises the prefix, so that equal folders have equal texts: with a trailing slash, and absent for the root. */
function checkPrefix(prefix: string, inputs: Properties, report: Report): void {
  try {
    inputs["prefix"] = prefixOf(prefix);
    if (inputs["prefix"] === "") delete inputs["prefix"];
  } catch (error) {
    report("prefix", messageOf(error));
  }
}

/** Returns the failure for a source that is one of Pulumi's archives or assets: the source must be a path. */
function sourceFailure(): CheckFailure {
  const advice = `Give the path as text, such as "./public"`;
  return new CheckFailure("source", "must be the path of a folder", "an archive, an asset or another object", advice);
}

function checkGlob(property: string, glob: unknown, report: Report): void {
  const fault = typeof glob === "string" && !isUnknown(glob) ? globFault(glob) : undefined;
  if (fault !== undefined) report(property, fault, inMessage(glob));
}

function checkContentTypes(types: unknown, report: Report): void {
  if (types === undefined || isUnknown(types)) return;
  if (typeof types !== "object" || types === null || Array.isArray(types)) {
    report("contentTypes", `must be an object such as { "*.data": "application/json" }`, inMessage(types));
    return;
  }
  for (const [glob, type] of Object.entries(types)) {
    checkGlob("contentTypes", glob, report);
    if (isUnknown(type) || (typeof type === "string" && /^[\w.+-]+\/[\w.+-]+(;[\x20-\x7e]*)?$/.test(type))) continue;
    report(`contentTypes[${JSON.stringify(glob)}]`, `must be a content type such as "text/html"`, inMessage(type));
  }
}

/** Adds the files of the source with their checksums. In a preview, they are unknown if the source does not exist yet. */
export async function computed(
  { memory, tell, isUpdate = false, olds = {} }: Parameters<NonNullable<LifeCycle["computed"]>>[0],
  inputs: Properties,
): Promise<CheckResult> {
  const claim = storageFolder.claim(inputs);
  const isKnown = !isUnknown(inputs["storageZoneId"]) && !isUnknown(inputs["prefix"]);
  const other = isKnown ? overlapping(claim, memory.declaredClaims()) : undefined;
  if (other !== undefined) {
    const rule = `overlaps with another storage folder of this program: ${claim} with ${other}. Both would own the same files: give them separate folders`;
    return { inputs, failures: [new CheckFailure("prefix", rule)] };
  }
  const isKept = inputs["files"] !== undefined;
  if (isKept && olds["source"] !== undefined) memory.once.add(keptInRun(claim));
  else memory.once.delete(keptInRun(claim));
  if (isKept) return noted(memory, { ...inputs, ...releaseProperties(inputs) });
  const { source, exclude = [], include = [], prefix } = folderInputs(inputs);
  const isOpen = [source, prefix, exclude, ...exclude, include, ...include].some(isUnknown);
  if (isOpen || (!isUpdate && (await isMissing(source)))) {
    if (!isOpen) {
      tell(
        warning(`The source ${source} does not exist. In a preview its files are unknown; pulumi up fails without it`),
      );
    }
    const open = { ...inputs, files: unknownValue };
    return { inputs: { ...open, ...releaseProperties(open) }, failures: [] };
  }
  try {
    const { files, notices } = await readFolder(inputs);
    for (const notice of notices.filter((text) => !memory.once.has(text))) {
      memory.once.add(notice);
      tell(warning(notice));
    }
    const found = { ...inputs, files: filesProperty(files.map(({ path, checksum }) => [path, checksum])) };
    const { inputs: whole, failures } = noted(memory, { ...found, ...releaseProperties(found) });
    // The path of equal files may differ from machine to machine. That is not a change.
    const isSame = typeof olds["source"] === "string" && isDeepStrictEqual(olds["files"], found.files);
    return { inputs: isSame ? { ...whole, source: olds["source"] } : whole, failures };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return { inputs, failures: [new CheckFailure("source", error.message)] };
  }
}

function noted(memory: RunMemory, inputs: Properties): CheckResult {
  noteDeclared(memory, storageFolder.claim(inputs), inputs);
  return { inputs, failures: [] };
}

async function isMissing(source: string): Promise<boolean> {
  return stat(resolve(source)).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === "ENOENT",
  );
}

/** Returns another claim that shares files with this one, because one folder contains the other. */
export function overlapping(claim: string, claims: Iterable<string>): string | undefined {
  return [...claims].find((other) => other !== claim && (other.startsWith(claim) || claim.startsWith(other)));
}

/** Reads the source. @throws {InvalidInputError} */
async function readFolder(inputs: Properties): Promise<Source> {
  const { source, prefix = "", contentTypes = {}, rootFiles = [] } = folderInputs(inputs);
  const selection = selectionOf(inputs);
  const { files, notices } = await readSource(resolve(source), selection, prefix);
  if (files.length === 0) {
    throw new InvalidInputError(`The source ${source} has no files: all uploaded files would be deleted`, "source");
  }
  const paths = files.map(({ path }) => path);
  const unused = (argument: string, globs: readonly string[], matcherOf: typeof matcher): string[] =>
    globs.filter((glob) => !paths.some(matcherOf([glob]))).map((glob) => `${argument} ${JSON.stringify(glob)}`);
  const unmatched = [
    ...selection.unmatched,
    ...unused("contentTypes", Object.keys(contentTypes), matcher),
    ...unused("rootFiles", rootFiles, rootMatcher),
  ];
  const isRootFile = isAtPrefix(inputs);
  const inReleases = files.filter(({ path }) => isRootFile(path) && path.startsWith(releasesFolder));
  if (inputs["releases"] !== undefined && inReleases.length > 0) {
    throw new InvalidInputError(
      `rootFiles must not name files in ${releasesFolder}, which holds the releases`,
      "rootFiles",
    );
  }
  const ignored = errorPagesNotice(paths, { prefix, rootFiles, argument: "rootFiles" });
  return { files, notices: [...notices, ...ignored, ...unmatchedNotice(source, unmatched)] };
}

function selectionOf(inputs: Properties): Selection {
  return new Selection(folderInputs(inputs));
}

/**
 * Returns the files to send, which are those that the check found. Files that were added since then wait for the next run, whose preview shows them.
 *
 * @param areKept whether `ignoreChanges` keeps the files; see {@link changedInSource}
 * @throws {InvalidInputError} if one of them no longer exists, unless they are kept
 */
export async function checkedFiles(inputs: Properties, areKept: boolean): Promise<SourceFile[]> {
  const { source, prefix = "" } = folderInputs(inputs);
  const { located } = await findFiles(resolve(source), selectionOf(inputs), prefix);
  const checked = [...filesIn(inputs)];
  const gone = checked.map(([path]) => path).filter((path) => !located.has(path));
  if (gone.length > 0 && !areKept) {
    const advice = "Run pulumi up again once the source no longer changes";
    throw new InvalidInputError(
      `Nothing was uploaded: files of the source ${source} have disappeared since the check: ${firstOf(gone)}. ${advice}`,
      "source",
    );
  }
  const files: SourceFile[] = [];
  await forEach(checked.entries(), readsAtOnce, async ([index, [path, checksum]]) => {
    const file = located.get(path) ?? "";
    const { size: bytes } =
      file === ""
        ? { size: 0 }
        : await lstat(file).catch((error: unknown) => {
            throw unreadableError(file, error);
          });
    files[index] = { path, file, bytes, checksum };
  });
  return files;
}

/** Returns the paths of files that the source no longer has with the content of their checksums. */
export async function changedInSource(files: readonly SourceFile[]): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  await forEach(files, readsAtOnce, async ({ path, file, checksum }) => {
    const found = file === "" ? undefined : await checksumOf(file);
    if (found?.checksum !== checksum) changed.add(path);
  });
  return changed;
}
