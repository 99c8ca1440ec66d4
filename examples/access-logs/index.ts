import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";

const config = new pulumi.Config();
const pullZoneId = config.require("pullZoneId");
const since = config.get("since") ?? "1h";

// One pass over the log, entry by entry, in constant memory.
async function count() {
  let requests = 0;
  let serverErrors = 0;
  for await (const { statusCode = 0 } of cdn.accessLogs({ pullZoneId, from: since })) {
    requests++;
    if (statusCode >= 500) serverErrors++;
  }
  return { requests, serverErrors, rate: requests === 0 ? 0 : serverErrors / requests };
}

const counted = pulumi.output(count());

export const requests = counted.requests;
export const serverErrors = counted.serverErrors;
export const serverErrorRate = counted.rate;
