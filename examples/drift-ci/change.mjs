// Changes zones without Pulumi, as in the service's dashboard, through the emulator's control path.
const { CDN_BASE_URL: url, CDN_EMULATOR_CONTROL_TOKEN: token } = process.env;

async function call(method, path, fields) {
  const response = await fetch(`${url}/__emulator__/${path}`, {
    method,
    headers: { "Emulator-Control": token, "Content-Type": "application/json" },
    ...(fields && { body: JSON.stringify(fields) }),
  });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
  return response.json();
}

await call("PATCH", "storagezone/903", { Rewrite404To200: false, StorageUsed: 123456 });
await call("PATCH", "pullzone/7", { OriginUrl: "https://elsewhere.example" });

// A redirect that no program declares.
const { EdgeRules: rules } = await call("GET", "pullzone/8");
const rogue = {
  Guid: "c0ffee00-0000-4000-8000-000000000001",
  ActionType: 1,
  ActionParameter1: "https://shop-pay.example/",
  ActionParameter2: "302",
  Description: "",
  Enabled: true,
  OrderIndex: rules.length,
  Triggers: [{ Type: 0, PatternMatches: ["/checkout/*"] }],
};
await call("PATCH", "pullzone/8", { EdgeRules: [...rules, rogue] });
