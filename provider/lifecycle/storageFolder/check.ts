import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { InvalidInputError } from "../../api/errors";
import { shown } from "../../api/input";
import { prefixOf } from "../../files/names";
import type { Source } from "../../files/source";
import { excluder, readSource } from "../../files/source";
import { storageFolder } from "../../kinds/storageFolder";
import type { StorageFolderInputs } from "../../types/storageFolder";
import type { Report } from "../shared/checkInputs";
import { checkInputs, reportTo } from "../shared/checkInputs";
import type { CheckResult, LifeCycleContext, Properties } from "../shared/lifeCycle";
import { CheckFailure, messageOf } from "../shared/lifeCycle";
import { isUnknown, unknownValue, without } from "../shared/properties";

/** Checked inputs. */
export function folderInputs(inputs: Properties): StorageFolderInputs {
  return inputs as object as StorageFolderInputs;
}

export function check(_context: unknown, _olds: Properties, news: Properties): CheckResult {
  // An engine may pass the files of the state: for ignoreChanges, and after an import.
  const { inputs, failures } = checkInputs(storageFolder, without(news, ["files"]), []);
  const report = reportTo(failures);
  const { prefix, removed } = inputs;
  if (typeof prefix === "string" && !isUnknown(prefix)) checkPrefix(prefix, inputs, report);
  if (removed !== undefined && !isUnknown(removed) && removed !== "delete" && removed !== "keep") {
    report("removed", `must be "delete" or "keep"`, shown(removed));
  }
  checkContentTypes(inputs["contentTypes"], report);
  return { inputs, failures };
}

/** One folder has one text: with a slash at its end, and absent for the root. */
function checkPrefix(prefix: string, inputs: Properties, report: Report): void {
  try {
    inputs["prefix"] = prefixOf(prefix);
    if (inputs["prefix"] === "") delete inputs["prefix"];
  } catch (error) {
    report("prefix", messageOf(error));
  }
}

function checkContentTypes(types: unknown, report: Report): void {
  if (types === undefined || isUnknown(types)) return;
  if (typeof types !== "object" || types === null || Array.isArray(types)) {
    report("contentTypes", `must be an object such as { "*.data": "application/json" }`, shown(types));
    return;
  }
  for (const [glob, type] of Object.entries(types)) {
    if (isUnknown(type) || (typeof type === "string" && /^[\w.+-]+\/[\w.+-]+(;[\x20-\x7e]*)?$/.test(type))) continue;
    report(`contentTypes[${JSON.stringify(glob)}]`, `must be a content type such as "text/html"`, shown(type));
  }
}

/** Adds the files of the source with their checksums. They are unknown while there is no source yet. */
export async function computed(
  { memory, tell }: Pick<LifeCycleContext, "memory" | "tell">,
  inputs: Properties,
): Promise<CheckResult> {
  const claim = storageFolder.claim(inputs);
  const isKnown = !isUnknown(inputs["storageZoneId"]) && !isUnknown(inputs["prefix"]);
  const other = isKnown ? overlapping(claim, memory.declared) : undefined;
  if (other !== undefined) {
    const rule = `overlaps with another storage folder of this program: ${claim} with ${other}. Both would own the same files: give them folders beside each other`;
    return { inputs, failures: [new CheckFailure("prefix", rule)] };
  }
  const { source, exclude = [], prefix } = folderInputs(inputs);
  const isOpen = [source, prefix, exclude, ...exclude].some(isUnknown);
  if (isOpen || (await isMissing(source))) {
    if (!isOpen) {
      tell(
        `The source ${source} does not exist. A preview goes on, with unknown files; pulumi up fails ("unexpected unknown property")`,
      );
    }
    return { inputs: { ...inputs, files: unknownValue }, failures: [] };
  }
  try {
    const { files, skippedLinks } = await readFolder(inputs);
    if (skippedLinks.length > 0 && !memory.once.has(source)) {
      memory.once.add(source);
      tell(`Left out of ${source}, as symbolic links out of it, in a circle or to nothing: ${skippedLinks.join(", ")}`);
    }
    return { inputs: { ...inputs, files: checksums(files) }, failures: [] };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return { inputs, failures: [new CheckFailure("source", error.message)] };
  }
}

async function isMissing(source: string): Promise<boolean> {
  return stat(resolve(source)).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === "ENOENT",
  );
}

/** Another claim that shares files with this one: one of both is in the other. */
export function overlapping(claim: string, claims: Iterable<string>): string | undefined {
  return [...claims].find((other) => other !== claim && (other.startsWith(claim) || claim.startsWith(other)));
}

/** The files of the source. A relative one is below the folder that the engine runs providers in: the project's. @throws {InvalidInputError} */
export async function readFolder(inputs: Properties): Promise<Source> {
  const { source, exclude = [], prefix = "" } = folderInputs(inputs);
  const found = await readSource(resolve(source), excluder(exclude), prefix);
  if (found.files.length > 0) return found;
  throw new InvalidInputError(`The source ${source} has no files: all that was sent would be deleted`, "source");
}

export function checksums(files: Source["files"]): Record<string, string> {
  return Object.fromEntries(files.map(({ path, checksum }) => [path, checksum]));
}
