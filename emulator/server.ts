import type { IncomingMessage, ServerResponse } from "node:http";
import type { AuditLog } from "./audit";
import { auditEntryOf } from "./audit";
import { answerControl, controlPrefix } from "./control";
import type { Core, EmulatorOptions, JournalEntry, OpenEntry } from "./core";
import { arrived, coreOf, lowerCase, sourced } from "./core";
import { DataFolder, kept } from "./data";
import { DnsResolver } from "./dns/delegation";
import { answerVisitor } from "./edge/site";
import type { Visit } from "./edge/visit";
import { visit } from "./edge/visit";
import { act } from "./faults/act";
import { noFault } from "./faults/decide";
import { parseFaultRules } from "./faults/rules";
import type { FaultRule } from "./faults/fault";
import type { Answer, Incoming } from "./http";
import { failed, readBody, Refusal, send } from "./http";
import type { AccessLogs } from "./logs/store";
import { refusedRequest, withoutAssumed } from "./onlyRecorded";
import { profileOf } from "./profiles";
import type { Match, Purge, Route } from "./router";
import { Parameters } from "./parameters";
import type { DnsAnswers, Lag } from "./settings";
import { noted } from "./sources";
import type { KindName, State } from "./state/kinds";
import { kindNames, kinds } from "./state/kinds";
import type { FileAccess } from "./storage/access";
import { fileAccess } from "./storage/access";
import { StorageHost } from "./storage/host";

/** Objects of each kind, for checks and for changes that bypass the API. */
export type Objects = {
  readonly [Name in KindName]: Pick<State[Name], "list" | "get" | "named" | "add" | "change" | "delete">;
};

/** Access logs, for checks and for additions that bypass the API. */
export type AccessLogAccess = Pick<AccessLogs, "list" | "add">;

/** Audit log of the account, which records changes by requests. */
export type AuditAccess = Pick<AuditLog, "list" | "add">;

/** A running emulator. */
export interface Emulator extends Objects {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Access key that requests must currently send. */
  readonly accessKey: string;
  /** Value of the header `Emulator-Control` for the control path `/__emulator__/`. Each start generates a new one. */
  readonly controlToken: string;
  readonly accessLogs: AccessLogAccess;
  readonly audit: AuditAccess;
  /** Requests so far, oldest first. The array grows with each request. */
  readonly journal: readonly JournalEntry[];
  /** Empties the journal and restarts its sequence. */
  clearJournal(): void;
  /** Purges of caches so far, oldest first. The array grows with each purge. */
  readonly purges: readonly Purge[];
  /** Host and port that serve files of storage zones, as in `StorageHostname`. */
  readonly storageHostname: string;
  /** Files of storage zones, by the id of the zone. */
  readonly files: FileAccess;
  /** Returns the response that a visitor of a pull zone gets. @param path below the pull zone, percent-encoded, optionally with a query @param edge index in the option `edges`, by default the first one */
  visit(pullZoneId: number, path: string, edge?: number): Visit;
  /** Sets the hostnames whose DNS records point to the CDN. Only these can get a free certificate. */
  setPointedHostnames(hostnames: readonly string[]): void;
  /** Host and port of a DNS resolver that answers queries for nameservers, for the setting `resolver`. */
  readonly resolver: string;
  /** Sets the domains that are not delegated to their DNS zones, `*` for all. Certificates ignore the records of these zones. */
  setUndelegatedDomains(domains: readonly string[]): void;
  /** Sets other answers of the resolver: the nameservers of a domain, an empty list if it does not exist, null for no answer. */
  setDnsAnswers(answers: DnsAnswers): void;
  /** Replaces the fault rules and restarts their counts. An empty list ends all faults. */
  setFaults(rules: readonly FaultRule[]): void;
  /** Changes the required access key, as a rotation does. */
  setAccessKey(accessKey: string): void;
  /** Restores the initial state: seed, faults and access key of the options, empty journal and rate limits. */
  reset(): void;
  /** Closes all connections and frees the port. */
  close(): Promise<void>;
}

/**
 * Starts an emulator of the service, with its own port and state.
 *
 * @throws {TypeError} if the seed, the fault rules or the state in `data` are malformed
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const core = coreOf(options);
  const { listener, storageListener } = core;
  const storageHost = new StorageHost(core);
  const resolver = new DnsResolver(core);
  core.data = options.data === undefined ? undefined : new DataFolder(options.data, core);
  try {
    // If a request ends early, because the client hung up or the emulator closes, no response is needed.
    await listener.open(core.settings.port, (request, response) => {
      void serve(core, request, response).catch(() => response.destroy());
    });
    await storageListener.open(core.settings.storagePort, (request, response) => {
      void storageHost.serve(request, response).catch(() => response.destroy());
    });
    await resolver.open();
  } catch (error) {
    await Promise.all([listener.close(), storageListener.close(), resolver.close()]);
    core.data?.close();
    throw error;
  }
  const storageHostname = new URL(storageListener.url).host;
  core.files.hostname = storageHostname;
  return {
    url: listener.url,
    port: listener.port,
    get accessKey() {
      return core.accessKey;
    },
    controlToken: core.controlToken,
    ...(Object.fromEntries(kindNames.map((name) => [name, core[name]])) as object as Objects),
    accessLogs: core.accessLogs,
    audit: core.audit,
    journal: core.journal.entries,
    clearJournal: () => core.journal.clear(),
    purges: core.purges,
    storageHostname,
    files: fileAccess(core),
    visit: (pullZoneId, path, edge) => visit(core, pullZoneId, path, edge),
    setPointedHostnames: (hostnames) => {
      core.pointedHostnames = lowerCase(hostnames);
    },
    resolver: resolver.address,
    setUndelegatedDomains: (domains) => {
      core.undelegatedDomains = lowerCase(domains);
    },
    setDnsAnswers: (answers) => {
      core.dnsAnswers = answers;
    },
    setFaults: (rules) => core.faults.set(parseFaultRules(rules)),
    setAccessKey: (accessKey) => {
      core.accessKey = accessKey;
    },
    reset: core.reset,
    close: async () => {
      core.closing.abort();
      await Promise.all([listener.close(), storageListener.close(), resolver.close()]);
      core.data?.close();
    },
  };
}

/** Serves one request from its first byte to the last of its answer. */
async function serve(core: Core, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const visitorAnswer = answerVisitor(core, request);
  if (visitorAnswer !== undefined) return send(response, visitorAnswer);
  const { method = "GET", url = "/", headers } = request;
  const record = arrived(core, response);
  // The URL is split by hand, because a parser would resolve dots and repeated slashes, which the service does not.
  const [path = "", ...search] = url.split("?");
  const query = new URLSearchParams(search.join("?"));
  if (!core.listener.admits(headers.host)) return send(response, otherHost);
  const match = core.router.match(method, path);
  const { maxBodyBytes } = routeOf(match) ?? {};
  const incoming: Incoming = { method, path, query, headers, body: await readBody(request, maxBodyBytes) };
  if (path.startsWith(controlPrefix)) {
    return send(response, await kept(core, method === "GET", () => answerControl(core, incoming), notKept));
  }
  const body = parsedOrNothing(incoming.body);
  const entry = record({ method, path, query, body });
  response.setHeader("cdn-requestid", entry.requestId);
  await answer(core, incoming, match, body, entry, response);
}

const otherHost = failed("emulator", 421, {
  ErrorKey: "other_host",
  Field: "Host",
  Message:
    "The emulator responds only to names of this machine. To reach it from other machines, start it with --host and the address to listen on.",
});

async function answer(
  core: Core,
  incoming: Incoming,
  match: Match,
  body: unknown,
  entry: OpenEntry,
  response: ServerResponse,
): Promise<void> {
  const { faults, listener, rateLimiter, settings } = core;
  const exchange = { core, listener, response, entry };
  const waitSeconds = rateLimiter.admit();
  if (waitSeconds > 0) {
    const isPurge = incoming.path === "/purge";
    const limited = isPurge
      ? profileOf(settings).purgeLimited(waitSeconds)
      : failed("assumed", 429, undefined, { "retry-after": String(waitSeconds) });
    return act(noFault, { ...exchange, apply: () => Promise.resolve(sourced(entry, () => limited)) });
  }
  const decision = faults.decide({ method: incoming.method, path: incoming.path, query: incoming.query, body });
  const lag = decision.fault?.kind === "lag" ? decision.fault : settings.lag;
  const reads = incoming.method === "GET" && routeOf(match)?.changes !== true;
  const applied = (): Promise<Answer> =>
    kept(core, reads, () => sourced(entry, () => apply(core, incoming, match, lag, entry)), notKept);
  await act(decision, { ...exchange, apply: applied });
}

function notKept(message: string): Answer {
  return failed("emulator", 507, { ErrorKey: "not_kept", Field: null, Message: message });
}

/** Carries out a request once. */
function apply(core: Core, incoming: Incoming, match: Match, lag: Lag, entry: OpenEntry): Answer {
  const { query, headers, body } = incoming;
  const route = routeOf(match);
  entry.operation = route?.operation;
  const { accesskey } = headers;
  const isAdmitted =
    match !== undefined && "route" in match && match.route.admits?.(core, headers, match.path) === true;
  if (accesskey !== core.accessKey && !isAdmitted) {
    return route?.unauthorized?.(core, accesskey !== undefined) ?? profileOf(core.settings).unauthorized;
  }
  if (match === undefined) return failed("assumed", 404);
  if (!("route" in match)) return failed("assumed", 405, undefined, { allow: match.allow });
  if (body === undefined) return failed("emulator", 413);
  const unrecorded = refusedRequest(core.settings, match.route, incoming);
  if (unrecorded !== undefined) return unrecorded;
  entry.applied += 1;
  try {
    noted(match.route.source, undefined);
    const result = match.route.handle(core, {
      path: new Parameters(match.path, match.route.refuse),
      query: new Parameters(query, match.route.refuse),
      contentType: headers["content-type"],
      body,
      lag,
    });
    const change = auditEntryOf(incoming, result);
    if (change !== undefined) core.audit.add(change);
    return core.settings.decimalPoint ? withDecimalPoints(result) : result;
  } catch (error) {
    if (error instanceof Refusal) return withoutAssumed(core.settings, error.answer);
    // The error is a defect of the emulator, which a bare 500 would hide.
    return failed("emulator", 500, { ErrorKey: "emulator_error", Field: null, Message: String(error) });
  }
}

function routeOf(match: Match): Route | undefined {
  return match !== undefined && "route" in match ? match.route : undefined;
}

const decimalNames = kindNames
  .flatMap((name) => kinds[name].table.fields)
  .filter(({ scalar }) => scalar === "decimal" || scalar === "double")
  .map(({ wire }) => wire);

// Only keys match, because quotes inside a JSON string are escaped.
const wholeDecimal = new RegExp(`("(?:${decimalNames.join("|")})":-?\\d+)(?=[,}])`, "g");

/** Writes the whole numbers of decimal fields with a decimal point: `0.0` instead of `0`. */
function withDecimalPoints(answer: Answer): Answer {
  const { body } = answer;
  return typeof body === "string" ? { ...answer, body: body.replace(wholeDecimal, "$1.0") } : answer;
}

function parsedOrNothing(body = ""): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
