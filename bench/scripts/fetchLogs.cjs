// The least that it takes to go through an access log: fetch page after page and parse it.
const base = `${process.env.CDN_BASE_URL}/v2/pullzones/1/logs?limit=5000`;
const headers = { AccessKey: process.env.CDN_ACCESS_KEY };

(async () => {
  const began = performance.now();
  let count = 0;
  for (let offset = 0; ; offset += 5000) {
    const { data, pagination } = await (await fetch(`${base}&offset=${offset}`, { headers })).json();
    for (const entry of data) if (entry.timestamp !== undefined) count++;
    if (!pagination.hasMore) break;
  }
  console.log(JSON.stringify({ count, ms: performance.now() - began }));
})();
