import type { DnsZoneRecord } from "../../types/dnsRecord";
import { UnavailableError } from "../../api/errors";
import { requestOf } from "../../api/messages";
import { eventually, minuteDelays, secondsOf } from "../../api/waits";
import type { Properties } from "../../declared/properties";
import { idOf } from "./state";
import type { LiveRecord } from "./state";

/** Delays before each attempt to see an accelerated record, in milliseconds. */
export const accelerationDelays = [...minuteDelays];

/** Whether a record is declared as accelerated, and the service does not show its pull zone yet. Other resources of the run may need the id. */
export function lacksPullZone({ acceleratedPullZoneId = 0 }: DnsZoneRecord, inputs: Properties): boolean {
  return inputs["accelerated"] === true && acceleratedPullZoneId <= 0;
}

/** Whether the service gave up creating the pull zone. */
function hasFailed({ accelerationStatus }: DnsZoneRecord): boolean {
  return (accelerationStatus as unknown) === "Failed";
}

/** Whether an accelerated record has no pull zone, and the service gave up creating it. Assumption: the record then needs another request. */
export function hasLostPullZone(record: DnsZoneRecord): boolean {
  return hasFailed(record) && lacksPullZone(record, { accelerated: record.accelerated });
}

/** Returns a record as it works: without its pull zone, it is not accelerated. */
export function asItWorks(live: LiveRecord): LiveRecord {
  return hasLostPullZone(live.part) ? { ...live, part: { ...live.part, accelerated: false } } : live;
}

/** Returns a state with the pull zone that a record shows, which is another one if somebody accelerated the record anew. */
export function withShownPullZone(state: Properties, { acceleratedPullZoneId = 0 }: DnsZoneRecord): Properties {
  return acceleratedPullZoneId > 0 ? { ...state, acceleratedPullZoneId } : state;
}

/**
 * Waits until an accelerated record shows its pull zone.
 *
 * @param delays delays before each look; none if that was already waited for
 * @throws {UnavailableError} if the service does not show it
 */
export async function withPullZone(
  live: LiveRecord,
  inputs: Properties,
  look: () => Promise<LiveRecord | undefined>,
  delays: number[],
): Promise<LiveRecord> {
  const found = await eventually(look, ({ part }) => !lacksPullZone(part, inputs), delays);
  const last = found ?? live;
  if (!lacksPullZone(last.part, inputs)) return last;
  const why = hasFailed(last.part)
    ? "the service says that the acceleration failed. Check that the domain is delegated to the DNS zone, and that no other pull zone has the hostname. Then run the same command again"
    : `the service did not show the pull zone of the accelerated record within ${secondsOf(accelerationDelays)} s. Run the same command again: it waits for the pull zone`;
  throw new UnavailableError(
    `DNS record ${idOf(live)}: ${why}`,
    { request: requestOf("get", "DnsZone", live.whole.id), status: 200 },
    true,
  );
}
