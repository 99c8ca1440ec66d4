import { painter, printableName, type Paint } from "../../terminal/text";
import type { WholeKind } from "../../provider/kinds";
import { kinds, listedKinds, nameIn } from "../../provider/kinds";
import type { GetDnsZoneResult } from "../../provider/types/dnsZone";
import type { GetPullZoneResult } from "../../provider/types/pullZone";
import type { GetStorageZoneResult } from "../../provider/types/storageZone";
import { kindCalled, listZones } from "../accountZones";
import { print, sizeText, tell, UsageError, wantsColor, type CommandIo } from "../command";
import { openClient } from "../client";

/** The arguments of `zones`. */
export interface ZonesArguments {
  /** In any spelling. @default all */
  readonly kind?: string;
  readonly format: "table" | "json";
}

/** How zones of a kind are shown: without their secrets. */
interface Format<Zone> {
  readonly head: readonly string[];
  /** The columns of numbers, which are aligned to the right. */
  readonly numeric: readonly string[];
  readonly row: (zone: Zone) => string[];
  readonly summary: (zone: Zone) => object;
}

const storageZones: Format<GetStorageZoneResult> = {
  head: ["ID", "STORAGE ZONE", "REGION", "REPLICAS", "FILES", "SIZE", "PULL ZONES"],
  numeric: ["ID", "FILES", "SIZE"],
  row: (zone) => [
    String(zone.id),
    zone.name ?? "",
    zone.region ?? "",
    zone.replicationRegions.join(","),
    shownNumber(zone.filesStored, (count) => count.toLocaleString("en-US")),
    shownNumber(zone.storageUsed, sizeText),
    zone.pullZones.map(({ name, id }) => name ?? String(id)).join(","),
  ],
  summary: ({
    id,
    name,
    region,
    replicationRegions,
    zoneTier,
    storageZoneType,
    filesStored,
    storageUsed,
    pullZones,
  }) => {
    const links = pullZones.map((pullZone) => ({ id: pullZone.id, name: pullZone.name }));
    const own = { id, name, region, replicationRegions, zoneTier, storageZoneType, filesStored, storageUsed };
    return { type: "StorageZone", ...own, pullZones: links };
  },
};

const pullZones: Format<GetPullZoneResult> = {
  head: ["ID", "PULL ZONE", "ORIGIN", "HOSTNAMES", "RULES"],
  numeric: ["ID", "RULES"],
  row: ({ id, name, originType, originUrl, storageZoneId, hostnames, edgeRules }) => [
    String(id),
    name ?? "",
    originType === 2 ? `storage zone ${String(storageZoneId)}` : (originUrl ?? ""),
    hostnames.map(({ value }) => value).join(","),
    String(edgeRules.length),
  ],
  summary: ({ id, name, originType, originUrl, storageZoneId, cnameDomain, enabled, hostnames, edgeRules }) => {
    const own = { id, name, originType, originUrl, storageZoneId, cnameDomain, enabled };
    return { type: "PullZone", ...own, hostnames: hostnames.map(({ value }) => value), edgeRules: edgeRules.length };
  },
};

const dnsZones: Format<GetDnsZoneResult> = {
  head: ["ID", "DNS ZONE", "NAMESERVERS", "DETECTED", "DNSSEC"],
  numeric: ["ID"],
  row: ({ id, domain, nameserversDetected, nameservers, dnsSecEnabled }) => [
    String(id),
    domain ?? "",
    nameservers.join(","),
    nameserversDetected ? "yes" : "no",
    dnsSecEnabled ? "on" : "off",
  ],
  summary: ({ id, domain, nameserversDetected, nameservers, dnsSecEnabled }) => {
    return { type: "DnsZone", id, domain, nameserversDetected, nameservers, dnsSecEnabled };
  },
};

const formats = { StorageZone: storageZones, PullZone: pullZones, DnsZone: dnsZones } as object as Readonly<
  Partial<Record<string, Format<Zone>>>
>;

interface Zone {
  readonly id: number;
}

function formatOf(kind: WholeKind): Format<Zone> {
  const { noun, nameField } = kinds[kind];
  return (
    formats[kind] ?? {
      head: ["ID", noun.toUpperCase()],
      numeric: ["ID"],
      row: (zone) => [String(zone.id), nameIn(kinds[kind], zone) ?? ""],
      summary: (zone) => ({ type: kind, id: zone.id, [nameField]: nameIn(kinds[kind], zone) }),
    }
  );
}

/** Prints the zones of the account, kind by kind, ascending by id. */
export async function printZones({ kind, format }: ZonesArguments, io: CommandIo): Promise<void> {
  const wanted = listedKinds.filter((one) => kind === undefined || one === kindCalled(kind));
  if (wanted.length === 0) {
    throw new UsageError(`--kind must be one of ${listedKinds.join(", ")}, but got: ${String(kind)}`);
  }
  const client = await openClient(io);
  const lists = await Promise.all(
    wanted.map(async (one) => ({ kind: one, zones: await listZones(client, one, io), ...formatOf(one) })),
  );
  for (const { zones } of lists) zones?.sort((a, b) => a.id - b.id);
  if (format === "json") {
    const summaries = lists.flatMap(({ zones = [], summary }) => zones.map(summary));
    print(io, `${JSON.stringify(summaries, undefined, 2)}\n`);
    return;
  }
  const paint = painter(wantsColor(io));
  for (const { kind: one, zones } of lists) {
    if (zones?.length === 0) tell(io, `This account has no ${kinds[one].noun}s.`);
  }
  const tables = lists.flatMap(({ zones = [], ...how }) => (zones.length === 0 ? [] : [tableOf(zones, how, paint)]));
  print(io, tables.join("\n"));
}

function tableOf<Zone>(
  zones: readonly Zone[],
  { head, numeric, row }: Omit<Format<Zone>, "summary">,
  paint: Paint,
): string {
  const rows = [head, ...zones.map((zone) => row(zone).map(printableName))];
  const widths = head.map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? "").length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return numeric.includes(head[column] ?? "") ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  const [title = "", ...lines] = rows.map(line);
  return [paint(title, "bold"), ...lines, ""].join("\n");
}

/** A service may omit a number that no life cycle needs. */
function shownNumber(value: number | undefined, show: (known: number) => string): string {
  return value === undefined ? "-" : show(value);
}
