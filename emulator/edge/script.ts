import type { Answer } from "../http";
import { empty, json } from "../http";
import type { Service } from "../router";
import { isBroken, liveRelease, scriptsOf } from "../state/edgeScripts";
import type { EdgeScript, PullZone } from "../state/objects";

/**
 * Answers a visitor of a pull zone that has scripts. No code is run: a script as origin answers 200 with what runs, middleware adds
 * the header `cdn-script` to the answer of the origin, and a script that can't start answers 400 to everything.
 *
 * @param origin the answer of the pull zone's other origin
 */
export function throughScripts(
  service: Pick<Service, "edgeScripts">,
  pullZone: PullZone,
  origin: () => Answer,
): Answer {
  const { origin: script, middleware } = scriptsOf(service, pullZone);
  if ([script, middleware].some((one) => one !== undefined && isBroken(one))) return empty(400);
  const answer = script === undefined ? origin() : json(200, runningIn(script));
  if (middleware === undefined) return answer;
  const { Id, Release } = runningIn(middleware);
  return { ...answer, headers: { ...answer.headers, "cdn-script": `${String(Id)} ${Release ?? "unpublished"}` } };
}

/** Whether the scripts of a pull zone run for every request, and not only for those that its cache can't answer. */
export function runsForEach({ CacheControlMaxAgeOverride, EdgeScriptExecutionPhase }: PullZone): boolean {
  return EdgeScriptExecutionPhase === preCache || CacheControlMaxAgeOverride < 0;
}

const preCache = 2;

/** What runs: the live release, and until the first one the saved code. */
function runningIn(script: EdgeScript) {
  const { Id, EdgeScriptVariables, Secrets } = script;
  const live = liveRelease(script);
  return {
    Id,
    Release: live?.Uuid ?? null,
    Code: live === undefined ? script.Code : live.Code,
    Variables: (EdgeScriptVariables ?? []).map(({ Name }) => Name),
    Secrets: (Secrets ?? []).map(({ Name }) => Name),
  };
}
