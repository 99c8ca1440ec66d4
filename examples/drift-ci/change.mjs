// Changes zones without Pulumi, as in the service's dashboard, through the emulator's control path.
const { CDN_BASE_URL: url, CDN_EMULATOR_CONTROL_TOKEN: token } = process.env;

async function change(path, fields) {
  const response = await fetch(`${url}/__emulator__/${path}`, {
    method: "PATCH",
    headers: { "Emulator-Control": token, "Content-Type": "application/json" },
    body: JSON.stringify(fields),
  });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
}

await change("storagezone/903", { Rewrite404To200: false, StorageUsed: 123456 });
await change("pullzone/7", { OriginUrl: "https://elsewhere.example" });
