// The least that finding no change could cost: listings, 4 at a time. node listFolders.cjs PREFIX
const { Agent, get } = require("node:http");

const [prefix] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

async function main() {
  const headers = { AccessKey: process.env.CDN_ACCESS_KEY };
  const zone = await (await fetch(`${process.env.CDN_BASE_URL}/storagezone/1`, { headers })).json();
  const root = await list(zone, "");
  await Promise.all(root.filter((one) => one.IsDirectory).map((one) => list(zone, `${one.ObjectName}/`)));
}

function list(zone, folder) {
  const url = `http://${zone.StorageHostname}/${zone.Name}/${prefix}/${folder}`;
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, headers: { AccessKey: zone.Password } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece) => (text += piece));
      response.once("end", () => resolve(JSON.parse(text)));
    });
    sent.once("error", reject);
  });
}

main();
