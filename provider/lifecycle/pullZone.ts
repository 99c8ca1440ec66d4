import type { CdnClient, PullZoneBody } from "../api/client";
import { hasNoOperation, UnsupportedError } from "../api/errors";
import { inMessage, sentence, warning } from "../wire/words";
import { pullZone } from "../kinds/pullZone";
import type { GetPullZoneResult } from "../types/pullZone";
import { decode } from "../wire/codec";
import type { Field, InputField } from "../wire/fields";
import { pullZoneTable } from "../wire/pullZone";
import { isImpliedBy, plainOrigins, pullZoneDefaultsOf, impliedOrigin } from "../wire/pullZoneDefaults";
import { noLongerReplaced } from "../wire/replaced";
import { byName } from "./byName";
import { alone } from "./locate";
import { objectLifeCycle } from "./objectLifeCycle";
import type { ApplyContext, Change, Operations } from "./operations";
import { sendSettings } from "./sendSettings";
import type { Report } from "../declared/checkInputs";
import { alignInputs, checkInputs, reportTo } from "../declared/checkInputs";
import { declaring } from "../declared/declaring";
import { existingIdIn } from "../declared/existing";
import { isSameValue, unapplied } from "../declared/compare";
import type { CheckResult } from "./lifeCycle";
import type { Properties } from "../declared/properties";
import { canonical, isUnknown, picked, stableSince, stringsIn } from "../declared/properties";
import { listedOrNone, unsupportedError } from "./requests";
import { declaredIn, emptyValue } from "../declared/state";

/**
 * Returns the declared origin if the zone does not use it because it has another origin type. The service may keep the former URL or storage zone in
 * addition to the new origin.
 *
 * @param declaredNames names of the declared inputs
 */
function unusedOrigin(
  { originType }: { readonly originType?: number },
  declaredNames: readonly string[],
): string | undefined {
  if (originType === undefined || declaredNames.includes("originType")) return undefined;
  const origin = impliedOrigin(declaredNames);
  return origin?.type === originType ? undefined : origin?.name;
}

/** Settings that the service accepts but ignores while log forwarding is disabled. Assumption. */
const forwarding = ["logForwardingHostname", "logForwardingPort", "logForwardingToken"];

/** Returns the declared settings that the service ignores and therefore does not show. They are not drift. */
function ignoredSettings(zone: GetPullZoneResult, declaredNames: readonly string[]): string[] {
  const live = zone as unknown as Properties;
  if (live["logForwardingEnabled"] !== false) return [];
  return forwarding.filter((name) => declaredNames.includes(name) && !live[name]);
}

/** Returns the declared settings that the service has ignored until now, because this update enables log forwarding. */
function noLongerIgnored(state: Properties, inputs: Properties): string[] {
  const isEnabled = state["logForwardingEnabled"] === false && inputs["logForwardingEnabled"] === true;
  return isEnabled ? forwarding.filter((name) => inputs[name] !== undefined) : [];
}

/** Returns the fields of a pull zone, by default without volatile ones, so that every difference is a real change. */
export function pullZoneState(
  zone: GetPullZoneResult,
  includeCertificate: boolean,
  keep?: (field: Field) => boolean,
): Properties {
  const { id, ...state } = canonical(pullZoneTable, zone, keep);
  return { ...state, pullZoneId: id, ...(includeCertificate ? { includeCertificate } : {}) };
}

/** Returns the state of a zone that is only read. */
function externalState(zone: GetPullZoneResult, prior: Properties): Properties {
  return pullZoneState(zone, prior["includeCertificate"] === true, stableSince("pullZoneId", prior));
}

export const { managedState, liveInputs, importInputs } = declaring<GetPullZoneResult>({
  kind: pullZone,
  // A refresh keeps declared settings that the service ignores and does not show.
  outputs: (zone, known) => ({
    ...pullZoneState(zone, known["includeCertificate"] === true),
    ...picked(known, ignoredSettings(zone, Object.keys(known))),
  }),
  shown: (zone, known, declaredNames) => {
    const unused = unusedOrigin(zone, declaredNames);
    const shown: Properties = { ...zone, ...picked(known, ignoredSettings(zone, declaredNames)) };
    return unused === undefined ? shown : { ...shown, [unused]: unused === "originUrl" ? "" : 0 };
  },
  // An import declares the origin if it determines the origin type, and otherwise the type.
  has: (name, { originType }) => {
    if (name !== "originType") return plainOrigins[name] === undefined || plainOrigins[name] === originType;
    return !pullZone.settings.some((field) => isImpliedBy(field.name, originType));
  },
  initial: (field, { originType }) => {
    const { name, scalar } = field;
    if (isImpliedBy(name, originType)) return undefined;
    const defaults = decode(pullZoneTable, pullZoneDefaultsOf(originType as number)) as object as Properties;
    return defaults[name] ?? emptyValue(field) ?? (scalar === "boolean" ? false : 0);
  },
});

/** Input that each origin type requires. For other types, none is known. Assumption. */
const originInputs: Readonly<Record<number, string>> = {
  0: "originUrl",
  2: "storageZoneId",
  4: "edgeScriptId",
  5: "containerAppId",
};

/** Validates the inputs of a pull zone and normalises them; see {@link checkInputs}. */
export function checkPullZone(olds: Properties, news: Properties): CheckResult {
  const { inputs, failures } = checkInputs(pullZone, news);
  checkOrigin(olds, inputs, reportTo(failures));
  const notices = scriptNotices(inputs);
  return { inputs: alignInputs(pullZone, olds, inputs), failures, ...(notices.length > 0 ? { notices } : {}) };
}

/** Returns warnings about combinations with scripts that the service accepts but that were seen to fail. Assumption. */
function scriptNotices(inputs: Properties): string[] {
  const { name = existingIdIn(inputs), routingFilters, middlewareScriptId, edgeScriptId } = inputs;
  const what = `Pull zone ${inMessage(name)}`;
  const isStorage = isLinked(inputs["storageZoneId"]) || inputs["originType"] === plainOrigins["storageZoneId"];
  // In the phase before the cache, middleware runs for each request.
  const runsForEach = inputs["edgeScriptExecutionPhase"] === preCache;
  const maxAge = inputs["cacheControlMaxAgeOverride"];
  const notices: string[] = [];
  if (stringsIn(routingFilters).includes("all") && [edgeScriptId, middlewareScriptId].some(isLinked)) {
    notices.push(
      `${what} declares routingFilters: ["all"] beside a script. The service was seen to return other filters in this case: omit it, or declare ["scripting"]`,
    );
  }
  if (isLinked(middlewareScriptId) && isStorage && !runsForEach && maxAge !== -1 && !isUnknown(maxAge)) {
    notices.push(
      `${what}: without cacheControlMaxAgeOverride: -1, the service caches every response of the middleware for 30 days, and was seen to show private pages to other visitors. Declare it`,
    );
  }
  return notices;
}

const preCache = 2;

/** Whether an id links an object; 0 links none. */
function isLinked(id: unknown): boolean {
  return id !== undefined && id !== 0;
}

/** Checks that exactly one origin is declared, and that it has a value. */
function checkOrigin(olds: Properties, inputs: Properties, report: Report): void {
  const declaredNames = Object.keys(plainOrigins).filter((name) => inputs[name] !== undefined);
  const type = inputs["originType"];
  if (isUnknown(type)) return;
  // A refresh may have emptied the declared origin, or found another type, which `ignoreChanges` then keeps; see `namesIn`.
  const isKept = (name: string): boolean => inputs[name] !== undefined && inputs[name] === olds[name];
  const isNamed = (name: string): boolean =>
    (isLinked(inputs[name]) && inputs[name] !== "") || isKept(name) || existingIdIn(inputs) !== undefined;
  if (typeof type !== "number") {
    const [name = "edgeScriptId", second] = declaredNames;
    const origins = "declare one of originUrl, storageZoneId and edgeScriptId, or originType with its own id";
    if (second !== undefined) report(second, `must be the only origin: ${origins}`, sentence(declaredNames));
    else if (!isNamed(name)) {
      const got = inputs[name] === undefined ? "none of them" : `${name} ${inMessage(inputs[name])}`;
      report("originUrl", `or another origin is required: ${origins}`, got);
    }
    return;
  }
  const isUnchanged = ["originType", ...Object.values(originInputs)].every((name) => inputs[name] === olds[name]);
  if (isUnchanged) return;
  const needed = originInputs[type];
  for (const name of declaredNames.filter((one) => one !== needed)) {
    report(name, `must not be declared with originType ${String(type)}`, inMessage(inputs[name]), "Remove one of them");
  }
  if (needed !== undefined && !isNamed(needed)) {
    const got = inputs[needed] === undefined ? "nothing" : inMessage(inputs[needed]);
    report(needed, `must be declared with originType ${String(type)}`, got);
  }
}

/** See {@link Operations.apply}. */
async function apply(
  context: ApplyContext,
  live: GetPullZoneResult,
  inputs: Properties,
  change: Change,
): Promise<GetPullZoneResult> {
  if (change.target === "new") context.purges.noteCreated(live.id);
  const among = change.changed.filter(({ name }) => !isEmptyOrigin(name, inputs));
  // A program that changes a value sends it, even if the service presumably stores the same instead of both.
  const isOther = (field: InputField): boolean =>
    change.target === "managed" && !isSameValue(field, inputs[field.name], (live as object as Properties)[field.name]);
  const missing = [...missingIn(live, inputs, among), ...among.filter(isOther)];
  // Write-only settings can't be compared.
  const isWriteOnly = ({ name, writeOnly }: InputField): boolean => writeOnly === true && inputs[name] !== undefined;
  const settings = among.filter((field) => isWriteOnly(field) || missing.includes(field));
  if (settings.length === 0) return live;
  const { client, tell } = context;
  const ignoredIn = (zone: GetPullZoneResult): string[] => ignoredSettings(zone, declaredIn(pullZone, inputs));
  const names = (fields: readonly InputField[]): string[] => fields.map(({ name }) => name);
  const values = picked(inputs, names(settings));
  const sending = {
    values,
    send: () => send(client, live, values, inputs),
    unshown: (zone: GetPullZoneResult) => {
      const ignored = ignoredIn(zone);
      return names(missingIn(zone, inputs, settings)).filter((name) => !ignored.includes(name));
    },
  };
  const zone = await sendSettings(context, "PullZone", live.id, sending, change);
  const ignored = ignoredIn(zone);
  if (ignored.length > 0) {
    tell(
      warning(
        `Pull zone ${String(live.id)}: the service ignores ${sentence(ignored)} while logForwardingEnabled is false`,
      ),
    );
  }
  return zone;
}

/**
 * Returns the names of the declared inputs. A refresh that finds another type of origin empties the declared origin, which `ignoreChanges` then keeps: an
 * empty one is not declared.
 */
function namesIn(inputs: Properties): string[] {
  return declaredIn(pullZone, inputs).filter((name) => !isEmptyOrigin(name, inputs));
}

/** Whether an input would be the origin if it had a value. The id 0 of a script beside another origin is a value: it unlinks the script. */
function isEmptyOrigin(name: string, inputs: Properties): boolean {
  const value = inputs[name];
  if (value !== undefined && value !== "" && value !== 0) return false;
  const isImplied = inputs["originType"] === undefined && impliedOrigin(declaredIn(pullZone, inputs))?.name === name;
  return isImplied || plainOrigins[name] !== undefined;
}

/** Returns the declared settings that a zone does not show. */
function missingIn(
  zone: GetPullZoneResult,
  inputs: Properties,
  among: readonly InputField[] = pullZone.settings,
): InputField[] {
  const unused = unusedOrigin(zone, namesIn(inputs));
  const missing = unapplied(zone, inputs, among);
  return among.filter((field) => field.name === unused || missing.includes(field));
}

async function send(
  client: CdnClient,
  zone: GetPullZoneResult,
  values: Properties,
  inputs: Properties,
): Promise<GetPullZoneResult | undefined> {
  const { id, hostnames, edgeRules } = zone;
  // If the origin type changes, the new origin takes effect only together with its type.
  const unused = unusedOrigin(zone, namesIn(inputs));
  const type = unused !== undefined && unused in values ? { originType: impliedOrigin([unused])?.type } : {};
  const body: Properties = { ...values, ...type };
  try {
    const answered = await client.updatePullZone(id, body);
    // Parts may be missing or outdated in the response.
    return answered && { ...answered, hostnames, edgeRules };
  } catch (error) {
    const advice =
      `Pull zone ${String(id)} was not updated: this service has no operation that updates one. Set ${Object.keys(body).join(", ")} ` +
      `in the service's dashboard, and remove them from the program or add them to ignoreChanges`;
    throw (await unsupportedError(client, "PullZone", id, error, advice)) ?? error;
  }
}

/** Operations of pull zones. Assumption: all of them except reading a zone. */
const pullZones: Operations<GetPullZoneResult> = {
  locate: alone("PullZone", {
    guardsReads: false,
    query: ({ includeCertificate }) => (includeCertificate === true ? { includeCertificate } : undefined),
  }),
  identity: byName({
    // If the service has no list, no zone is found by name. A creation then fails if the name is taken.
    list: (client, search) => listedOrNone(client.listPullZones({ search })),
    add: (client, inputs) =>
      client.addPullZone(bodyOf(inputs)).catch((error: unknown) => {
        if (!hasNoOperation(error)) throw error;
        throw new UnsupportedError(
          "The pull zone was not created: this service has no operation that adds one. Create it in the service's dashboard, and read it by its id with PullZone.get, or declare it with its id in the resource option import",
          error.evidence,
        );
      }),
    presumed: (id, inputs) => ({ hostnames: [], edgeRules: [], ...inputs, id }) as object as GetPullZoneResult,
    // A pull zone has no creation date. A new one has not been used.
    isOurs: (zone, inputs) =>
      isAsRequested(zone, inputs) &&
      zone.hostnames.every(({ isSystemHostname }) => isSystemHostname) &&
      zone.edgeRules.length === 0,
  }),
  check: checkPullZone,
  apply,
  // A refresh may have found that the zone uses another origin, although it still has the declared URL.
  resent: (state, inputs) => [
    ...unusedIn(state, inputs),
    ...noLongerIgnored(state, inputs),
    ...noLongerReplaced(pullZone.settings, state, inputs),
  ],
  left: (zone, inputs, changed) => {
    const isSent = unusedIn(zone, inputs).every((name) => changed.some((field) => field.name === name));
    return isSent ? [] : ["originType"];
  },
  delete: ({ client }, { id }) => client.deletePullZone(id),
  externalState,
  managedState,
  liveInputs,
  importInputs,
  importable: (zone: GetPullZoneResult) => [{ live: zone, name: zone.name ?? String(zone.id) }],
  contents: ({ hostnames, edgeRules }) =>
    `hostnames: ${String(hostnames.length)}, edge rules: ${String(edgeRules.length)}`,
};

export const pullZoneLifeCycle = objectLifeCycle(pullZones);

function unusedIn(zone: Parameters<typeof unusedOrigin>[0], inputs: Properties): string[] {
  const unused = unusedOrigin(zone, namesIn(inputs));
  return unused === undefined ? [] : [unused];
}

/**
 * Whether a zone has the settings that its creation requested. The origin type is not compared: it follows from the origin, and may be shown
 * differently.
 */
function isAsRequested(zone: GetPullZoneResult, inputs: Properties): boolean {
  const originType = impliedOrigin(declaredIn(pullZone, inputs))?.type ?? zone.originType;
  const shown = inputs["originType"] === undefined ? { ...zone, originType } : zone;
  const ignored = ignoredSettings(zone, declaredIn(pullZone, inputs));
  return missingIn(shown, inputs).every(({ name }) => ignored.includes(name));
}

/** Returns the body that adds a zone. Its table drops options. */
function bodyOf(inputs: Properties): PullZoneBody {
  const origin = impliedOrigin(declaredIn(pullZone, inputs));
  // A URL needs no origin type.
  const derived = origin === undefined || origin.name === "originUrl" ? {} : { originType: origin.type };
  return { ...derived, ...inputs };
}
