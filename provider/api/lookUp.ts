import type { CallOptions, CdnClient } from "./client";
import type { RequestInfo } from "./errors";
import { InvalidInputError, NotFoundError, UnsupportedError } from "./errors";
import { checkArguments } from "./input";
import { inMessage } from "../wire/words";
import type { Readable, WholeKind } from "../kinds";
import { kinds, showsParts, wholeKinds } from "../kinds";
import type { GetDnsZoneResult } from "../types/dnsZone";
import type { FoundEdgeScript } from "../types/edgeScript";
import type {
  GetDnsZoneArgs,
  GetEdgeScriptArgs,
  GetPullZoneArgs,
  GetStorageZoneArgs,
  ListDnsZonesArgs,
  ListEdgeScriptsArgs,
  ListPullZonesArgs,
  ListStorageZonesArgs,
} from "../types/functions";
import type { GetPullZoneResult } from "../types/pullZone";
import type { GetStorageZoneResult } from "../types/storageZone";
import { findNamed } from "./find";
import { nounOf, requestOf } from "./messages";

// Results of the functions, for programs and for the plugin.

/** Returns the storage zone with the id or name. */
export async function lookUpStorageZone(
  client: CdnClient,
  { id, ...args }: GetStorageZoneArgs,
  options: CallOptions = {},
): Promise<GetStorageZoneResult> {
  const name = checkedName("getStorageZone", id, args.name);
  if (id === undefined) {
    const list = (search: string) => client.listStorageZones({ search }, options);
    const [named] = await findNamed(kinds.StorageZone, name, list);
    if (named === undefined) throw notNamedError("StorageZone", name);
    // The list may leave fields out.
    return client.getStorageZone(named.id, options);
  }
  const zone = await client.getStorageZone(id, options);
  if (!zone.deleted) return zone;
  throw notFoundError(`Storage zone ${String(zone.id)} was deleted`, requestOf("get", "StorageZone", zone.id));
}

/** Returns the pull zone with the id or name. Assumption: there is a list. Only the id is taken from it, because a list may omit fields. */
export async function lookUpPullZone(
  client: CdnClient,
  { id, name: given, ...how }: GetPullZoneArgs,
  options: CallOptions = {},
): Promise<GetPullZoneResult> {
  const name = checkedName("getPullZone", id, given);
  if (id !== undefined) return client.getPullZone(id, how, options);
  checkArguments(how, { includeCertificate: "boolean" });
  const [zone] = await findNamed(kinds.PullZone, name, (search) => client.listPullZones({ search }, options));
  if (zone === undefined) throw notNamedError("PullZone", name);
  return client.getPullZone(zone.id, how, options);
}

/** Returns all storage zones. @param listPullZones lists the pull zones, if the list of storage zones omits those that are linked */
export async function lookUpStorageZones(
  client: CdnClient,
  args: ListStorageZonesArgs,
  options: CallOptions = {},
  listPullZones: PullZonesOf = () => client.listPullZones({}, options),
) {
  const listed = await client.listKnownStorageZones(args, options);
  const isWhole = listed.every(({ pullZones }) => pullZones !== undefined);
  const pullZones = isWhole ? [] : await pullZonesFor(listPullZones);
  const linked = new Map<number | undefined, GetPullZoneResult[]>();
  for (const zone of pullZones ?? []) {
    if (zone.originType !== 2) continue;
    const others = linked.get(zone.storageZoneId);
    if (others === undefined) linked.set(zone.storageZoneId, [zone]);
    else others.push(zone);
  }
  const completed = listed.map(async (zone): Promise<GetStorageZoneResult> => {
    // The service may not return a deleted zone by its id.
    const isRead = zone.pullZones === undefined && pullZones === undefined && !zone.deleted;
    return isRead
      ? client.getStorageZone(zone.id, options)
      : { ...zone, pullZones: zone.pullZones ?? linked.get(zone.id) ?? [] };
  });
  return withNames(await Promise.all(completed));
}

/**
 * Lists of an account with all linked objects. Each kind is listed once: the list of the pull zones may also complete the list of the storage zones,
 * which may omit them.
 */
export class WholeLists {
  readonly #lists = new Map<WholeKind, Promise<Readable[]>>();

  /** @param onlyKnown whether parts that a list omits are absent instead of empty */
  constructor(
    private readonly client: CdnClient,
    private readonly onlyKnown = false,
  ) {}

  of<Kind extends WholeKind>(kind: Kind): Promise<Readable<Kind>[]>;
  of(kind: WholeKind): Promise<Readable[]> {
    const list = this.#lists.get(kind) ?? this.#list(kind);
    this.#lists.set(kind, list);
    return list;
  }

  async #list(kind: WholeKind): Promise<Readable[]> {
    if (kind !== "StorageZone") return this.client.objects.list<Readable>(wholeKinds[kind], {}, {}, this.onlyKnown);
    return (await lookUpStorageZones(this.client, {}, {}, () => this.of("PullZone"))).zones;
  }
}

/** Returns a zone of a list with its parts, which the list may omit. */
export async function withParts<Kind extends WholeKind>(
  client: CdnClient,
  kind: Kind,
  whole: Readable<Kind>,
): Promise<Readable<Kind>> {
  return showsParts(kinds[kind], whole) ? whole : client.reads.read(kind, whole.id);
}

type PullZonesOf = () => Promise<readonly GetPullZoneResult[]>;

/** Returns the pull zones that a list of storage zones may omit; undefined if the service has no list of pull zones. */
async function pullZonesFor(listPullZones: PullZonesOf): Promise<readonly GetPullZoneResult[] | undefined> {
  try {
    return await listPullZones();
  } catch (error) {
    if (error instanceof UnsupportedError) return undefined;
    throw error;
  }
}

/** Returns the DNS zone with the id or domain. Assumption: the service has DNS zones. */
export async function lookUpDnsZone(
  client: CdnClient,
  { id, domain }: GetDnsZoneArgs,
  options: CallOptions = {},
): Promise<GetDnsZoneResult> {
  const name = checkedName("getDnsZone", id, domain, { name: "domain" });
  if (id !== undefined) return client.getDnsZone(id, options);
  const [zone] = await findNamed(kinds.DnsZone, name, (search) => client.listDnsZones({ search }, options));
  if (zone === undefined) throw notNamedError("DnsZone", name);
  return client.getDnsZone(zone.id, options);
}

/** Returns all DNS zones without their records, ordered by id. */
export async function lookUpDnsZones(client: CdnClient, args: ListDnsZonesArgs, options: CallOptions = {}) {
  // The service does not sort zones.
  const zones = (await client.listDnsZones(args, options)).sort((a, b) => a.id - b.id);
  return { ids: zones.map(({ id }) => id), domains: zones.map(({ domain }) => domain ?? ""), zones };
}

/** Returns the edge script with the id or name. A deleted one is not found. Assumption: the service has edge scripts. */
export async function lookUpEdgeScript(
  client: CdnClient,
  { edgeScriptId, name: given }: GetEdgeScriptArgs,
  options: CallOptions = {},
): Promise<FoundEdgeScript> {
  const name = checkedName("getEdgeScript", edgeScriptId, given, { id: "edgeScriptId" });
  // The list may leave fields out.
  const script = await client.getEdgeScript(edgeScriptId ?? (await edgeScriptNamed(client, name, options)), options);
  if (!script.deleted) return { ...script, edgeScriptId: script.id };
  throw notFoundError(`Edge script ${String(script.id)} was deleted`, requestOf("get", "EdgeScript", script.id));
}

/** Returns the id of the only script with that name. @throws {InvalidInputError} if there are several */
async function edgeScriptNamed(client: CdnClient, name: string, options: CallOptions): Promise<number> {
  const named = await findNamed(kinds.EdgeScript, name, (search) => client.listEdgeScripts({ search }, options));
  const [first, ...others] = named;
  if (first === undefined) throw notNamedError("EdgeScript", name);
  if (others.length === 0) return first.id;
  const ids = named.map((script) => String(script.id)).join(", ");
  throw new InvalidInputError(
    `There are ${String(named.length)} edge scripts named ${inMessage(name)}, with the ids ${ids}. Pass edgeScriptId instead of the name`,
    "name",
  );
}

/** Returns all edge scripts except deleted ones. */
export async function lookUpEdgeScripts(client: CdnClient, args: ListEdgeScriptsArgs, options: CallOptions = {}) {
  const scripts = (await client.listEdgeScripts(args, options)).filter(({ deleted }) => !deleted);
  scripts.sort((a, b) => a.id - b.id);
  return { ids: scripts.map(({ id }) => id), names: scripts.map(({ name }) => name ?? ""), scripts };
}

/** Returns all pull zones. */
export async function lookUpPullZones(client: CdnClient, args: ListPullZonesArgs, options: CallOptions = {}) {
  return withNames(await client.listPullZones(args, options));
}

function withNames<Zone extends { id: number; name?: string }>(zones: Zone[]) {
  return { ids: zones.map(({ id }) => id), names: zones.map(({ name }) => name ?? ""), zones };
}

/**
 * Returns the name to look up; "" if an id is given.
 *
 * @param called names of the two arguments
 * @throws {InvalidInputError} unless exactly one of them is given
 */
function checkedName(
  lookUp: string,
  id: unknown,
  name: unknown,
  called: { readonly id?: string; readonly name?: string } = {},
): string {
  const { id: idArgument = "id", name: nameArgument = "name" } = called;
  if ((id === undefined) === (name === undefined)) {
    const got = inMessage({ [idArgument]: id, [nameArgument]: name });
    throw new InvalidInputError(
      `${lookUp} takes either an ${idArgument} or a ${nameArgument}, but got: ${got}`,
      id === undefined ? idArgument : nameArgument,
    );
  }
  if (id !== undefined) return "";
  if (typeof name === "string" && name !== "") return name;
  throw new InvalidInputError(
    `The ${nameArgument} must be a non-empty string, but got: ${inMessage(name)}`,
    nameArgument,
  );
}

function notNamedError(kind: WholeKind, name: unknown): NotFoundError {
  return notFoundError(`There is no ${nounOf(kind)} named ${inMessage(name)} in this account`, requestOf("list", kind));
}

function notFoundError(fact: string, request: RequestInfo): NotFoundError {
  return new NotFoundError(
    `${fact}. Check the id or name, and that the access key belongs to the account that owns it`,
    {
      request,
    },
  );
}
