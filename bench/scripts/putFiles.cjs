// The least that an upload of a folder could cost: PUTs, 16 at a time. node putFiles.cjs FOLDER PREFIX [axios]
const { createHash } = require("node:crypto");
const { readFileSync, readdirSync } = require("node:fs");
const { Agent, request } = require("node:http");
const path = require("node:path");

const [folder, prefix, client] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

async function main() {
  const headers = { AccessKey: process.env.CDN_ACCESS_KEY };
  const zone = await (await fetch(`${process.env.CDN_BASE_URL}/storagezone/1`, { headers })).json();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  const put = client === "axios" ? putWithAxios : putWithHttp;
  const worker = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) await put(...requestFor(zone, file));
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

function requestFor(zone, file) {
  const content = readFileSync(file);
  const headers = {
    AccessKey: zone.Password,
    Checksum: createHash("sha256").update(content).digest("hex").toUpperCase(),
    "Content-Length": content.length,
  };
  const url = `http://${zone.StorageHostname}/${zone.Name}/${prefix}/${path.relative(folder, file)}`;
  return [url, headers, content];
}

function putWithHttp(url, headers, content) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: "PUT", headers }, (response) => {
      response.resume().once("end", () => (response.statusCode === 201 ? resolve() : reject(new Error(url))));
    });
    sent.once("error", reject).end(content);
  });
}

function putWithAxios(url, headers, content) {
  return require("axios").put(url, content, { httpAgent: agent, headers });
}

main();
