import { z } from "zod";
import { edgeScriptReleaseStatuses as status, edgeScriptReleaseTable } from "../../provider/wire/edgeScript";
import type { Answer } from "../http";
import { empty, failed, json, parseBody } from "../http";
import type { Random } from "../random";
import type { Route, Service, ServiceRequest } from "../router";
import { route } from "../router";
import { liveRelease, stampOf } from "../state/edgeScripts";
import type { EdgeScript, EdgeScriptRelease } from "../state/objects";
import { complete } from "../state/objects";
import type { Stored } from "../state/store";
import { pageFrom1, pageOf, scriptOf } from "./read";

/** Whether a script's deployment key admits a request. It allows only what a pipeline needs: saving the code and publishing it. */
const admits: NonNullable<Route["admits"]> = ({ edgeScripts }, { deploymentkey }, path) => {
  const script = edgeScripts.stored(Number(path.get("id")))?.object;
  return script?.Deleted === false && deploymentkey === script.DeploymentKey;
};

/** The maximum size of a body. Recorded: 12 MB of code are accepted, which may be longer in JSON. */
const maxBodyBytes = 32 * 2 ** 20;

/** The operations on the code of an edge script and its releases. */
export const edgeScriptCodeRoutes: readonly Route[] = [
  route("R9.1", "getEdgeScriptCode", "GET", "/compute/script/:id/code", (service, request) => {
    const { Code, CodeModified } = scriptOf(service, request);
    return json(200, { Code, LastModified: CodeModified });
  }),
  { ...route("R9.4", "setEdgeScriptCode", "POST", "/compute/script/:id/code", save), admits, maxBodyBytes },
  { ...route("R9.4", "publishEdgeScript", "POST", "/compute/script/:id/publish", publish), admits },
  route("R9.5", "rollBackEdgeScript", "POST", "/compute/script/:id/publish/:uuid", rollBack),
  route("R9.11", "listEdgeScriptReleases", "GET", "/compute/script/:id/releases", (service, request) => {
    const { Releases } = scriptOf(service, request);
    return pageOf(pageFrom1(request.query), [...(Releases ?? [])].reverse(), (release) => release);
  }),
  route("R9.6", "getActiveEdgeScriptRelease", "GET", "/compute/script/:id/releases/active", active),
];

function save(service: Service, request: ServiceRequest): Answer {
  const { Id, CodeModified: before } = scriptOf(service, request);
  const { Code } = parseBody(z.looseObject({ Code: z.string() }), request);
  service.edgeScripts.change(Id, { Code, CodeModified: stampOf(service.settings.now(), before) });
  return empty(204);
}

const publishSchema = z.looseObject({ Note: z.string().nullish() });

/** The release that a fault shows as live after a publication, for a number of reads and until a time. */
interface Late {
  readonly earlier: EdgeScriptRelease | undefined;
  reads: number;
  readonly until: number;
}

const lateReleases = new WeakMap<Stored<EdgeScript>, Late>();

/** Publishes the saved code. Assumption: code that is already live is published again, as another release, unless a rule is set. */
function publish(service: Service, request: ServiceRequest): Answer {
  const { edgeScripts, settings } = service;
  const script = scriptOf(service, request, failed("R9.6", 404));
  const { Note = null } = request.body === "" ? {} : parseBody(publishSchema, request);
  const isLive = liveRelease(script)?.Code === script.Code;
  if (settings.edgeScriptRules.includes("noUnchangedRelease") && isLive) return empty(204);
  const now = new Date(settings.now()).toISOString();
  const release = complete<EdgeScriptRelease>(edgeScriptReleaseTable, {
    Id: 1 + Math.floor(edgeScripts.random.next() * 2 ** 31),
    Uuid: uuid(edgeScripts.random),
    Code: script.Code,
    Note,
    DateReleased: now,
  });
  goLive(service, request, { ...script, Releases: [...(script.Releases ?? []), release] }, release);
  return empty(204);
}

/** Publishes an earlier release again. A note in the request is lost. Assumption: the saved code is unchanged. */
function rollBack(service: Service, request: ServiceRequest): Answer {
  const script = scriptOf(service, request, failed("R9.6", 404));
  const release = script.Releases?.find(({ Uuid }) => Uuid === decodeURIComponent(request.path.text("uuid") ?? ""));
  if (release === undefined) return failed("assumed", 404);
  goLive(service, request, script, release);
  return empty(204);
}

/** Makes a release of a script the live one. */
function goLive(service: Service, { lag }: ServiceRequest, script: EdgeScript, release: EdgeScriptRelease): void {
  const { edgeScripts, settings } = service;
  const { Id, Releases } = script;
  const { getRequests: reads = 0, getMs = 0 } = lag;
  lateReleases.set(edgeScripts.existing(Id), { earlier: liveRelease(script), reads, until: settings.now() + getMs });
  const DatePublished = new Date(settings.now()).toISOString();
  edgeScripts.change(Id, {
    CurrentReleaseId: release.Id,
    Releases: (Releases ?? []).map((one) =>
      one === release ? { ...one, Status: status.Live, DatePublished } : { ...one, Status: status.Archived },
    ),
  });
}

/** Responds with the live release. If there is none, the response is a 404 without a body, as for an unknown script. */
function active(service: Service, request: ServiceRequest): Answer {
  const script = scriptOf(service, request, failed("R9.6", 404));
  const late = lateReleases.get(service.edgeScripts.existing(script.Id));
  const isLate = late !== undefined && (late.reads > 0 || service.settings.now() < late.until);
  if (isLate && late.reads > 0) late.reads -= 1;
  const release = isLate ? late.earlier : liveRelease(script);
  return release === undefined ? failed("R9.6", 404) : json(200, release);
}

/** Returns an id of eight letters, although the field is called a UUID. */
function uuid(random: Random): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return Array.from({ length: 8 }, () => letters.charAt(Math.floor(random.next() * letters.length))).join("");
}
