// The least that a drift check can do: read the state, ask for the list once, compare ids.
const { readFileSync } = require("node:fs");

const { resources } = JSON.parse(readFileSync(process.argv[2], "utf8")).deployment;
const zones = resources.filter(({ type }) => type.endsWith("StorageZone"));

fetch(`${process.env.CDN_BASE_URL}/storagezone?page=1&perPage=1000`, {
  headers: { AccessKey: process.env.CDN_ACCESS_KEY },
})
  .then((response) => response.json())
  .then(({ Items }) => {
    const live = new Set(Items.map(({ Id }) => String(Id)));
    const missing = zones.filter(({ id }) => !live.has(id));
    process.stdout.write(`${missing.length} missing\n`);
  });
