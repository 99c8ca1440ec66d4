import { createHash, randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { InvalidInputError, messageOf, ReadOnlyError } from "../api/errors";
import { absoluteUrl } from "../api/input";
import { inputsText } from "../kinds";
import { cachePurge } from "../kinds/cachePurge";
import type { Report } from "../declared/checkInputs";
import { checkInputs, reportTo } from "../declared/checkInputs";
import { IncompleteError } from "../declared/failures";
import type { Properties } from "../declared/properties";
import { isUnknown, picked, stringsIn, unknownValue, without } from "../declared/properties";
import { isManaged, lastDeclaredNames, managed } from "../declared/state";
import { inMessage, warning } from "../wire/words";
import type { CheckResult, LifeCycle, LifeCycleContext } from "./lifeCycle";

/** Life cycle of a cache purge, for which the service has no object: its state is what the program declared last. */
export const cachePurgeLifeCycle: LifeCycle = {
  check,
  diff: () => ({ replaces: [], deleteBeforeReplace: false }),
  isSameObject: () => Promise.resolve(true),
  async create(context, inputs) {
    const id = randomBytes(8).toString("hex");
    if (inputs["purgeOnCreate"] === true) await purge(context, inputs);
    return { id, state: managed(cachePurge, inputs, inputs, {}) };
  },
  read: (_, __, prior, lastInputs) => {
    if (!isManaged(prior)) return Promise.reject(noObjectError());
    const inputs = picked(prior, lastDeclaredNames(cachePurge, prior, lastInputs));
    return Promise.resolve({ state: managed(cachePurge, inputs, inputs, prior), inputs });
  },
  import: () => Promise.reject(noObjectError()),
  importable: () => [],
  withDetails: (_, live) => Promise.resolve(live),
  async update(context, id, state, inputs) {
    if (!isDeepStrictEqual(state["triggers"], inputs["triggers"])) {
      await purge(context, inputs).catch((error: unknown) => {
        throw error instanceof ReadOnlyError ? error : incompleteError(id, state, inputs, error);
      });
    }
    return managed(cachePurge, inputs, inputs, state);
  },
  delete: () => Promise.resolve(),
};

/** Returns the error for a failed purge. Its state has no triggers, so that the next run purges even if the program has the former ones again. */
function incompleteError(id: string, state: Properties, inputs: Properties, error: unknown): IncompleteError {
  const others = without(inputs, ["triggers"]);
  return new IncompleteError(id, managed(cachePurge, others, others, state), messageOf(error), error);
}

function noObjectError(): InvalidInputError {
  return new InvalidInputError(cachePurge.noImport?.("") ?? "");
}

function check(_: unknown, __: Properties, news: Properties): CheckResult {
  const { inputs, failures } = checkInputs(cachePurge, news);
  if (failures.length === 0) checkTarget(inputs, reportTo(failures));
  const { triggers } = inputs;
  // A preview of a changed hash shows the change; the values may be secret or large.
  if (Array.isArray(triggers)) inputs["triggers"] = triggers.map(hashOf);
  return { inputs, failures };
}

function checkTarget({ pullZoneId, tag, urls }: Properties, report: Report): void {
  if (pullZoneId === undefined && urls === undefined) {
    report("pullZoneId", "or urls is required, to say what is emptied", "neither");
  } else if (pullZoneId !== undefined && urls !== undefined) {
    report("urls", "can't be declared together with pullZoneId", "both", "Declare a cache purge for each");
  } else if (tag !== undefined && urls !== undefined) {
    report("tag", "can't be declared together with urls: it needs pullZoneId", inMessage(tag));
  }
  if (pullZoneId === 0) report("pullZoneId", "must be an integer of at least 1", "0");
  // An empty tag, for example from a variable that is not set, would empty the whole cache.
  if (tag === "") report("tag", "must not be empty", '""', "Omit it to empty the whole cache");
  if (Array.isArray(urls) && urls.length === 0) report("urls", "must have at least one URL", "[]");
  for (const [index, url] of (Array.isArray(urls) ? (urls as unknown[]) : []).entries()) {
    if (!isUnknown(url) && !isUrl(url)) {
      const rule = "must be an absolute URL, such as https://www.acme.example/style.css";
      report(`urls[${String(index)}]`, rule, inMessage(url));
    }
  }
}

function isUrl(url: unknown): boolean {
  try {
    return absoluteUrl(url) === url;
  } catch {
    return false;
  }
}

const hashShape = /^sha256:[0-9a-f]{64}$/;

/** Returns what a state keeps of a trigger. With `ignoreChanges`, an engine passes the hash of the last run, which stays as it is. */
function hashOf(trigger: unknown): unknown {
  if (holdsUnknown(trigger)) return unknownValue;
  if (typeof trigger === "string" && hashShape.test(trigger)) return trigger;
  return `sha256:${createHash("sha256").update(inputsText({ trigger })).digest("hex")}`;
}

function holdsUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsUnknown);
}

/** Empties what is declared, together with the other purges of the run. The next run repeats what failed. */
async function purge({ purges, status, tell }: LifeCycleContext, inputs: Properties): Promise<void> {
  const { pullZoneId, tag, urls } = inputs;
  try {
    if (urls !== undefined) await purges.urlsEverywhere(stringsIn(urls), status);
    else if (typeof tag === "string") await purges.tagEverywhere(Number(pullZoneId), tag, status);
    else await purges.everywhere(Number(pullZoneId), status);
  } catch (error) {
    if (error instanceof ReadOnlyError) throw error;
    const what = urls === undefined ? `The cache of pull zone ${String(pullZoneId)}` : stringsIn(urls).join(", ");
    tell(warning(`${what}: the purge failed, or only its second part did. The next pulumi up repeats it`));
    throw error;
  }
}
