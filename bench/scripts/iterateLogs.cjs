// The same as fetchLogs.cjs, through the package.
const { createClient } = require("../../dist/provider/client.js");

const client = createClient({ baseUrl: process.env.CDN_BASE_URL, accessKey: process.env.CDN_ACCESS_KEY });

(async () => {
  const began = performance.now();
  let count = 0;
  for await (const entry of client.accessLogs({ pullZoneId: 1 }, { rate: { requests: 1000, perSeconds: 1 } })) {
    if (entry.timestamp !== undefined) count++;
  }
  console.log(JSON.stringify({ count, ms: performance.now() - began, requests: client.counters.requests }));
})();
