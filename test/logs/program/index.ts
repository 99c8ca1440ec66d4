import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";

// Zone 7 has an entry with an Authorization header, zone 8 has none.
const anHourAgo = new Date(Date.now() - 3_600_000);
const withHeader = cdn.getAccessLogsOutput({ pullZoneId: pulumi.output(7), from: anHourAgo, limit: 1_000 });
const without = cdn.getAccessLogsOutput({ pullZoneId: 8, from: pulumi.output("2h"), to: Promise.resolve(new Date()) });
const asked = cdn.getAccessLogsOutput({ pullZoneId: 8, search: pulumi.secret("quiet") });

export const secretEntries = withHeader.entries;
export const secretPath = withHeader.entries.apply(([first]) => first?.path);
export const plainCount = withHeader.pagination.returned;
export const plainFrom = withHeader.query.from;
export const plainEntries = without.entries;
export const secretQuery = asked.pagination.returned;

// The plain form's values are plain, so what they come to can be shown.
async function statuses() {
  const { entries } = await cdn.getAccessLogs({ pullZoneId: 7 });
  let iterated = 0;
  for await (const { statusCode } of cdn.accessLogs({ pullZoneId: 7 })) iterated += statusCode ?? 0;
  return { first: entries[0]?.statusCode, iterated };
}
export const plainStatuses = statuses();
