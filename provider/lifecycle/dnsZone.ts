import type { CdnClient } from "../api/client";
import { confirmed } from "../api/confirm";
import { ConflictError, hasNoOperation, ReadOnlyError, UnsupportedError } from "../api/errors";
import { inMessage, warning, waysText } from "../wire/words";
import { wholeKey } from "../kinds";
import { dnsZone } from "../kinds/dnsZone";
import type { DnsSecDetails, DnsZoneDetails, GetDnsZoneResult } from "../types/dnsZone";
import { asciiName, labelFault, sentHost, withoutDot } from "../wire/dnsName";
import type { Field, InputField } from "../wire/fields";
import { fieldNames } from "../wire/fields";
import { utcTime } from "../wire/utcTime";
import { byName, clockToleranceMs } from "./byName";
import { deletionAdvice, namedRecords } from "./dnsRecord/foreign";
import { alone, findKnown } from "./locate";
import { objectLifeCycle } from "./objectLifeCycle";
import type { ApplyContext, Change, Operations } from "./operations";
import { withReplacementCheck } from "./wrappers";
import { sendSettings } from "./sendSettings";
import type { Report } from "../declared/checkInputs";
import { alignInputs, checkInputs, reportTo } from "../declared/checkInputs";
import { declaring } from "../declared/declaring";
import { eventually, isRecent } from "../api/waits";
import type { CheckResult, LifeCycleContext } from "./lifeCycle";
import type { Properties } from "../declared/properties";
import { requestOf } from "../api/messages";
import { canonical, isStable, isUnknown, picked } from "../declared/properties";
import { listedOrNone, unchangedError, unsupportedError } from "./requests";
import { isSameValue, unapplied } from "../declared/compare";

/** Zone with its DNSSEC data, if they were requested. */
type LiveDnsZone = GetDnsZoneResult & Partial<DnsSecOutputs>;

type DnsSecOutputs = Pick<
  DnsZoneDetails,
  "dsRecord" | "dsDigest" | "dsDigestType" | "dsAlgorithm" | "dsKeyTag" | "dsFlags" | "dsPublicKey"
>;

function dnsSecOutputs(info: DnsSecDetails): Partial<DnsSecOutputs> {
  const { enabled }: Partial<DnsSecDetails> = info;
  // The numbers of an unsigned zone are 0.
  if (enabled === false) return {};
  const { dsRecord, digest, digestType, algorithm, keyTag, flags, publicKey } = info;
  const all = { dsRecord, dsDigest: digest, dsDigestType: digestType, dsAlgorithm: algorithm };
  return picked({ ...all, dsKeyTag: keyTag, dsFlags: flags, dsPublicKey: publicKey }, dnsSecNames);
}

const dnsSecNames = ["dsRecord", "dsDigest", "dsDigestType", "dsAlgorithm", "dsKeyTag", "dsFlags", "dsPublicKey"];

/** Whether a state has the DNSSEC data for the registrar. */
function knowsDnsSec(state: object): boolean {
  return Object.keys(picked(state, dnsSecNames)).length > 0;
}

/** Returns the state of a zone that is only read. It has no volatile outputs, because the engine compares them. */
function externalState(zone: LiveDnsZone): Properties {
  return stateOf(zone, isStable);
}

/** Returns the fields of a zone for a state, without records: these are separate resources, and too many for this state. */
function stateOf(zone: LiveDnsZone, keep: (field: Field) => boolean): Properties {
  const isOutput = (field: Field): boolean => field.name !== "id" && field.name !== "records" && keep(field);
  return { ...canonical(dnsZone.table, zone, isOutput), dnsZoneId: zone.id };
}

const { managedState, liveInputs, importInputs } = declaring<LiveDnsZone>({
  kind: dnsZone,
  // The service returns the DNSSEC data only in response to a request that signs the zone.
  outputs: (zone, known) => ({
    ...stateOf(zone, () => true),
    ...(zone.dnsSecEnabled && !knowsDnsSec(zone) ? picked(known, dnsSecNames) : {}),
  }),
  shown: (zone) => ({ ...zone, ...withoutDots(zone) }),
  has: (name, { customNameserversEnabled }) => customNameserversEnabled === true || !name.startsWith("nameserver"),
});

/** Returns the nameservers without a trailing dot, which a response may have. */
function withoutDots(zone: LiveDnsZone): Properties {
  const hosts = Object.entries(
    picked(
      zone,
      fieldNames(dnsZone.table, ({ host }) => host === true),
    ),
  );
  return Object.fromEntries(
    hosts.map(([name, value]) => [name, typeof value === "string" ? withoutDot(value) : value]),
  );
}

/** Validates the inputs of a DNS zone and normalises them; see {@link checkInputs}. */
function checkDnsZone(olds: Properties, news: Properties): CheckResult {
  const { inputs, failures } = checkInputs(dnsZone, news);
  const report = reportTo(failures);
  if (!failures.some(({ property }) => property === "domain")) checkDomain(inputs["domain"], report);
  checkNameservers(inputs, report);
  return { inputs: alignInputs(dnsZone, olds, inputs), failures };
}

/** Matches at least two labels of letters of any script, digits, hyphens and underscores, or labels as in RFC 2317 (`0/25`). */
const domainShape = /^(([\p{L}\p{M}\p{N}_-]+|[0-9]{1,3}\/[0-9]{1,3})\.)+[\p{L}\p{M}\p{N}-]+$/u;

function checkDomain(domain: unknown, report: Report): void {
  if (typeof domain !== "string" || isUnknown(domain)) return;
  const rule = domainShape.test(domain)
    ? labelFault(domain)
    : "must be a domain such as acme.example, without scheme, path and trailing dot";
  if (rule !== undefined) report("domain", rule, inMessage(domain));
}

/** Checks the custom nameservers, which take effect only if they are enabled. */
function checkNameservers(inputs: Properties, report: Report): void {
  for (const name of ["nameserver1", "nameserver2"]) {
    const host = inputs[name];
    if (host === undefined || isUnknown(host)) continue;
    if (typeof host === "string") {
      inputs[name] = withoutDot(host);
      const rule = domainShape.test(withoutDot(host))
        ? labelFault(host)
        : "must be a hostname such as ns1.acme.example";
      if (rule !== undefined) report(name, rule, inMessage(host));
    }
    const isEnabled = inputs["customNameserversEnabled"];
    if (isEnabled !== true && !isUnknown(isEnabled)) {
      const got = `customNameserversEnabled ${inMessage(isEnabled)}`;
      report(name, "must be declared with customNameserversEnabled: true", got);
    }
  }
}

/** See {@link Operations.apply}. */
async function apply(
  context: ApplyContext,
  live: LiveDnsZone,
  inputs: Properties,
  change: Change,
): Promise<LiveDnsZone> {
  const { client } = context;
  const { changed: among } = change;
  const settings = unapplied(live, inputs, among).filter(({ name }) => name !== "dnsSecEnabled");
  const isAmong = among.some(({ name }) => name === "dnsSecEnabled");
  const names = (fields: readonly InputField[]): string[] => fields.map(({ name }) => name);
  const values = picked(inputs, names(settings));
  const sent = Object.fromEntries(settings.map((field) => [field.name, sentValue(field, values[field.name])]));
  const sending = {
    values,
    send: () => send(client, live, sent),
    unshown: (zone: LiveDnsZone) => names(unapplied(zone, inputs, settings)),
  };
  const zone = settings.length === 0 ? live : await sendSettings(context, "DnsZone", live.id, sending, change);
  return isAmong ? withDnsSec(client, zone, inputs["dnsSecEnabled"], change) : zone;
}

function sentValue({ host }: InputField, value: unknown): unknown {
  return host === true && typeof value === "string" ? sentHost(value) : value;
}

async function send(
  client: CdnClient,
  { id, records, dateCreated }: LiveDnsZone,
  values: Properties,
): Promise<LiveDnsZone | undefined> {
  try {
    const answered = await client.updateDnsZone(id, values);
    // A response may have other records, and dates in another format.
    return answered && { ...answered, records, dateCreated };
  } catch (error) {
    const advice = `DNS zone ${String(id)} was not updated: this service has no operation that updates one`;
    throw (await unsupportedError(client, "DnsZone", id, error, advice)) ?? error;
  }
}

/** Enables or disables DNSSEC. If the DNSSEC data of a signed zone are needed, it is signed again: the service returns them only then. */
async function withDnsSec(
  client: CdnClient,
  zone: LiveDnsZone,
  dnsSecEnabled: unknown,
  change: Change,
): Promise<LiveDnsZone> {
  const find = (): Promise<LiveDnsZone | undefined> => client.reads.find("DnsZone", zone.id);
  const isAsDeclared = (shown: LiveDnsZone): boolean => !shown.dnsSecEnabled === !dnsSecEnabled;
  /** @param request returns the zone if the response shows whether it is signed */
  const send = (request: () => Promise<LiveDnsZone | undefined>): Promise<void> =>
    change.send({ dnsSecEnabled }, async () => {
      const shown = await confirmed(request, find, isAsDeclared);
      if (shown === undefined || isAsDeclared(shown)) return;
      throw unchangedError(`DNSSEC of DNS zone ${String(zone.id)}`, requestOf("get", "DnsZone", zone.id));
    });
  if (dnsSecEnabled === true) {
    let signed: LiveDnsZone = { ...zone, dnsSecEnabled };
    await send(async () => {
      const info = await client.enableDnsSec(zone.id);
      signed = { ...signed, ...dnsSecOutputs(info) };
      return { ...zone, dnsSecEnabled: info.enabled };
    });
    return signed;
  }
  if (dnsSecEnabled === false && zone.dnsSecEnabled) {
    await send(async () => void (await client.disableDnsSec(zone.id)));
    return { ...zone, dnsSecEnabled };
  }
  return zone;
}

/** Assumption: every operation. */
const dnsZones: Operations<LiveDnsZone> = {
  locate: alone("DnsZone"),
  identity: byName<LiveDnsZone>({
    list: (client, search) => listedOrNone(client.listDnsZones({ search })) as Promise<LiveDnsZone[]>,
    add: (client, inputs) =>
      client.addDnsZone({ domain: asciiName(String(inputs["domain"])) }).catch((error: unknown) => {
        if (!hasNoOperation(error)) throw error;
        throw new UnsupportedError(
          "The DNS zone was not created: this service has no operation that adds one",
          error.evidence,
        );
      }),
    presumed: (id, inputs) => ({ ...inputs, id }) as unknown as LiveDnsZone,
    isOurs,
  }),
  check: checkDnsZone,
  withDetails: async (reader, zone, known, isManaged) => {
    // Reading the DNSSEC data takes a request that signs the zone. It is sent only if the zone is signed already.
    const isAsked = isManaged && known["dnsSecEnabled"] === true && zone.dnsSecEnabled && !knowsDnsSec(known);
    const info = isAsked ? await reader.details("DnsZone", zone.id, "dnsSec").catch(noneIfReadOnly) : undefined;
    return info === undefined ? zone : { ...zone, ...dnsSecOutputs(info) };
  },
  apply,
  resent: (state, inputs) => (inputs["dnsSecEnabled"] === true && !knowsDnsSec(state) ? ["dnsSecEnabled"] : []),
  refuseDeletion: async ({ client }, zone, state) => {
    if (state["forceDestroy"] !== true) await refuseWithRecords(client, zone);
  },
  delete: ({ client }, { id }) => client.deleteDnsZone(id),
  externalState,
  managedState,
  liveInputs,
  importInputs,
  importable: (zone: LiveDnsZone) => [{ live: zone, name: zone.domain ?? String(zone.id) }],
  contents: ({ records }) => `records: ${String(records.length)}`,
};

export const dnsZoneLifeCycle = withReplacementCheck(objectLifeCycle(dnsZones), checkReplacement);

/** Keeps the DNSSEC data of the state: read-only settings refuse the request that would return them. */
function noneIfReadOnly(error: unknown): undefined {
  if (!(error instanceof ReadOnlyError)) throw error;
}

/** Whether our request created a zone. A new zone has no records and default settings. */
function isOurs(zone: LiveDnsZone, _inputs: Properties, began: number): boolean {
  const live = zone as Partial<LiveDnsZone> & Properties;
  const isNew = live.dateCreated !== undefined && utcTime(live.dateCreated) >= began - clockToleranceMs;
  const settings = dnsZone.settings.filter(({ input }) => input.onlyUpdate === true);
  return (
    isNew &&
    live.records?.length === 0 &&
    settings.every(
      (field) => live[field.name] === undefined || isSameValue(field, live[field.name], field.input.initial),
    )
  );
}

/**
 * Reports what a replacement deletes. Whether all records belong to the program is not known yet, because the engine asks about them after their
 * zone.
 */
async function checkReplacement(
  { client, guardedZones, memory, tell }: LifeCycleContext,
  id: string,
  state: Properties,
): Promise<void> {
  const zone = await findKnown(client.reads, "DnsZone", id, state);
  if (zone === undefined) return;
  const isForced = state["forceDestroy"] === true;
  if (!isForced) guardedZones.add(wholeKey("DnsZone", id));
  const { length } = zone.records;
  if (length === 0 || memory.once.has(`replaced ${id}`)) return;
  memory.once.add(`replaced ${id}`);
  tell(
    warning(
      `DNS zone ${inMessage(zone.domain)} (id ${id}) is replaced by another one, which deletes its ${length === 1 ? "record" : `${String(length)} records`}` +
        (isForced
          ? ""
          : `. The run stops before the deletion if a record of the zone belongs to no resource of this program`),
    ),
  );
}

/** Refuses to delete a zone that has records. The engine deletes records of resources before their zone, but the service may still show them. */
async function refuseWithRecords(client: CdnClient, live: LiveDnsZone): Promise<void> {
  const { id } = live;
  const look = (): Promise<LiveDnsZone | undefined> => client.reads.find("DnsZone", id);
  const isEmpty = ({ records }: LiveDnsZone): boolean => records.length === 0;
  let zone: LiveDnsZone | undefined = live;
  if (!isEmpty(live) && isRecent(live.dateModified, client)) zone = await eventually(look, isEmpty);
  // A second response must confirm that the zone has no records.
  if (zone !== undefined && isEmpty(zone)) zone = await look();
  if (zone === undefined || isEmpty(zone)) return;
  const { length } = zone.records;
  throw new ConflictError(
    `DNS zone ${inMessage(zone.domain)} (id ${String(id)}) was not deleted: it has ${String(length)} ${length === 1 ? "record" : "records"} that this run did not delete: ${namedRecords(zone, zone.records)}. ` +
      `They belong to no resource of this program, or have the option deletedWith. Until one of these steps, pulumi up restores the records that this run has deleted:` +
      waysText([
        deletionAdvice(client, zone, zone.records),
        "Declare forceDestroy: true, and run pulumi up --target URN-OF-THE-ZONE before deleting the zone",
      ]),
    { request: requestOf("delete", "DnsZone", id) },
  );
}
