import type { Answer } from "../http";
import { json } from "../http";
import type { Service } from "../router";
import { isBroken, liveRelease, scriptsOf } from "../state/edgeScripts";
import type { EdgeScript, PullZone } from "../state/objects";

/**
 * Responds to a visitor of a pull zone with scripts. No code is run: a script as origin responds with 200 and the release that runs, middleware
 * adds the header `cdn-script` to the response of the origin, and a script that can't start responds with 400.
 *
 * @param origin returns the response of the pull zone's other origin
 */
export function throughScripts(
  service: Pick<Service, "edgeScripts">,
  pullZone: PullZone,
  origin: () => Answer,
): Answer {
  const { origin: script, middleware } = scriptsOf(service, pullZone);
  if ([script, middleware].some((one) => one !== undefined && isBroken(one))) return { status: 400 };
  const answer = script === undefined ? origin() : json(200, runningIn(script));
  if (middleware === undefined) return answer;
  const { Id, Release } = runningIn(middleware);
  return { ...answer, headers: { ...answer.headers, "cdn-script": `${String(Id)} ${Release ?? "unpublished"}` } };
}

/** Whether the scripts of a pull zone run for every request, not only on a cache miss. */
export function runsForEach({ CacheControlMaxAgeOverride, EdgeScriptExecutionPhase }: PullZone): boolean {
  return EdgeScriptExecutionPhase === preCache || CacheControlMaxAgeOverride < 0;
}

const preCache = 2;

/** Returns the code that runs: the live release or, before the first publication, the saved code. */
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
