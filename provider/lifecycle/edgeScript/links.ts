import type { CdnClient } from "../../api/client";
import { CdnError, ConflictError } from "../../api/errors";
import { inMessage, sentence } from "../../wire/words";
import type { GetDnsZoneResult } from "../../types/dnsZone";
import type { GetPullZoneResult } from "../../types/pullZone";
import type { LifeCycleContext } from "../lifeCycle";
import { requestOf } from "../../api/messages";
import { pause } from "../../api/waits";
import type { LiveScript } from "./live";

// Pull zones and DNS records that refer to a script. The script itself shows neither records nor pull zones that use it as middleware.

interface Lists {
  readonly pullZones: readonly GetPullZoneResult[];
  readonly dnsZones: readonly GetDnsZoneResult[];
}

async function readLists(client: CdnClient): Promise<Lists> {
  const [pullZones, dnsZones] = await Promise.all([
    client.reads.everyone("PullZone", {
      // The middleware is usually null. In the decoded zone, that looks as if the list omitted it.
      isWhole: ({ edgeScriptId }, shown) => edgeScriptId !== undefined && Object.hasOwn(shown, "MiddlewareScriptId"),
    }),
    client.reads.everyone("DnsZone", {
      // With their records.
      listQuery: { view: 0 },
      isWhole: (_, shown) => Array.isArray((shown as { readonly Records?: unknown }).Records),
    }),
  ]);
  return { pullZones, dnsZones };
}

/** Pause before a zone that does not show the link is read again, in milliseconds. */
const secondReadMs = 1000;

/** Reads a zone that something else shows to use a script. One read may be as old as a list, so a link is gone only if two reads lack it. */
async function zoneOf<Zone>(
  read: () => Promise<Zone | undefined>,
  isLinked: (zone: Zone) => boolean,
): Promise<Zone | undefined> {
  const zone = await read();
  if (zone === undefined || isLinked(zone)) return zone;
  await pause(secondReadMs);
  return read();
}

/** Returns the pull zones and records that name a script, for a message. A list may still show deleted ones, so each is read. */
async function linksOf(
  context: Pick<LifeCycleContext, "client">,
  { id, linkedPullZones = [] }: LiveScript,
): Promise<string[]> {
  const { client } = context;
  const { pullZones, dnsZones } = await client.reads.shared("links of scripts", "deletion", () => readLists(client));
  const names = (zone: GetPullZoneResult): boolean => zone.edgeScriptId === id || zone.middlewareScriptId === id;
  const recordsIn = ({ records }: GetDnsZoneResult): GetDnsZoneResult["records"] =>
    records.filter(({ scriptId }) => scriptId === id);
  // The script itself names the pull zones whose origin it is.
  const naming = new Set([...pullZones.filter(names), ...linkedPullZones].map((zone) => zone.id));
  const namesInDns = (zone: GetDnsZoneResult): boolean => recordsIn(zone).length > 0;
  const namingDns = new Set(dnsZones.filter(namesInDns).map((zone) => zone.id));
  const linkedZones = await Promise.all(
    [...naming].map((zone) => zoneOf(() => client.reads.find("PullZone", zone), names)),
  );
  const linkedDns = await Promise.all(
    [...namingDns].map((zone) => zoneOf(() => client.reads.find("DnsZone", zone), namesInDns)),
  );
  return [
    ...linkedZones.flatMap((zone) =>
      zone !== undefined && names(zone) ? [`pull zone ${inMessage(zone.name)} (id ${String(zone.id)})`] : [],
    ),
    ...linkedDns.flatMap((zone) =>
      zone === undefined
        ? []
        : recordsIn(zone).map(
            (record) =>
              `DNS record ${inMessage(record.name)} of ${inMessage(zone.domain)} (id ${String(zone.id)}/${String(record.id)})`,
          ),
    ),
  ];
}

/**
 * Refuses to delete a script that a pull zone or a record names: its visitors would get errors.
 *
 * @param step what is refused
 * @param advice the way out
 */
export async function refuseLinked(
  context: Pick<LifeCycleContext, "client">,
  script: LiveScript,
  step: "deleted" | "replaced",
  advice: string,
): Promise<void> {
  const what = `Edge script ${inMessage(script.name)} (id ${String(script.id)}) was not ${step}`;
  const request = { request: requestOf("delete", "EdgeScript", script.id) };
  let links: string[];
  try {
    links = await linksOf(context, script);
  } catch (error) {
    if (!(error instanceof CdnError)) throw error;
    throw new ConflictError(
      `${what}: the lists that show whether a pull zone or a DNS record uses it can't be read. ${error.message}`,
      request,
    );
  }
  if (links.length > 0) throw new ConflictError(`${what}: it is in use by ${sentence(links)}. ${advice}`, request);
}
