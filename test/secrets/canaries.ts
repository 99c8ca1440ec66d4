import type { EmulatorOptions, FaultRule } from "../../emulator";

/** A value that occurs nowhere by chance: finding it means a leak. */
const canary = (name: string): string => `PLANTED-${name}-7c1f09`;

export const accessKey = canary("AccessKey");

/** One for each secret of the contract: of storage zones, pull zones, hostnames, edge rules and access logs; and of edge scripts. */
export const canaries = {
  AccessKey: accessKey,
  Password: canary("Password"),
  ReadOnlyPassword: canary("ReadOnlyPassword"),
  ZoneSecurityKey: canary("ZoneSecurityKey"),
  CloudSigningKey: canary("CloudSigningKey"),
  CloudSigningSecret: canary("CloudSigningSecret"),
  LogForwardingToken: canary("LogForwardingToken"),
  CertificateKey: canary("CertificateKey"),
  ActionParameter1: canary("ActionParameter1"),
  ActionParameter2: canary("ActionParameter2"),
  ActionParameter3: canary("ActionParameter3"),
  ExtraActionParameter: canary("ExtraActionParameter"),
  authorizationHeader: canary("authorizationHeader"),
  DeploymentKey: canary("DeploymentKey"),
  ScriptSecret: canary("ScriptSecret"),
} as const;

const pem = `-----BEGIN PRIVATE KEY-----\n${canaries.CertificateKey}\n-----END PRIVATE KEY-----\n`;
const { Password, ReadOnlyPassword, authorizationHeader, DeploymentKey } = canaries;
const actions = {
  ActionParameter1: canaries.ActionParameter1,
  ActionParameter2: canaries.ActionParameter2,
  ActionParameter3: canaries.ActionParameter3,
};

/** An emulator whose secrets are all canaries. */
export function plantedService(): EmulatorOptions {
  return {
    accessKey,
    // Created zones get them too.
    serverDefaults: { Password, ReadOnlyPassword },
    seed: {
      storageZones: [{ Id: 1, Name: "standing", Password, ReadOnlyPassword }],
      pullZones: [
        {
          Id: 3,
          Name: "web",
          StorageZoneId: 1,
          EnableLogging: true,
          ZoneSecurityKey: canaries.ZoneSecurityKey,
          CloudSigningKey: canaries.CloudSigningKey,
          CloudSigningSecret: canaries.CloudSigningSecret,
          LogForwardingToken: canaries.LogForwardingToken,
          Hostnames: [hostname(1), hostname(2)],
          EdgeRules: [edgeRule("one"), edgeRule("two")],
        },
      ],
      edgeScripts: [
        {
          ...{ Id: 5, Name: "edge", ScriptType: 1, Code: "live", CurrentReleaseId: 8, DeploymentKey },
          Releases: [{ Id: 8, Uuid: "abcdefgh", Code: "live", Status: 1 }],
          Secrets: [{ Id: 9, Name: "TOKEN", Secret: canaries.ScriptSecret }],
        },
      ],
      accessLogs: [1, 2].map((n) => ({
        pullZoneId: 3,
        timestamp: new Date(Date.now() - n * 60_000).toISOString(),
        statusCode: 200,
        authorizationHeader,
      })),
    },
  };
}

function hostname(Id: number) {
  return { Id, Value: `h${String(Id)}.example`, HasCertificate: true, CertificateKey: canaries.CertificateKey };
}

function edgeRule(Guid: string) {
  const extra = canaries.ExtraActionParameter;
  const ExtraActions = [{ ActionParameter1: extra, ActionParameter2: extra, ActionParameter3: extra }];
  return { Guid, ...actions, ExtraActions };
}

/**
 * The body of a program that reads or creates every kind of object with secrets, and returns all of them. Its text, which is written to a
 * file, holds no canary.
 */
export const plantedProgram = `
  const planted = (name) => ["PLANTED", name, "7c1f09"].join("-");
  const pem = (label, body) => "-----BEGIN " + label + "-----\\n" + body + "\\n-----END " + label + "-----\\n";
  const site = new cdn.PullZone("site", {
    name: "site", originUrl: "https://origin.example", logForwardingToken: planted("LogForwardingToken"),
    cloudSigningKey: planted("CloudSigningKey"), cloudSigningSecret: planted("CloudSigningSecret"),
  });
  const host = new cdn.PullZoneHostname("host", {
    pullZoneId: 3, hostname: "www.acme.example",
    certificate: pem("CERTIFICATE", "AAAA"), certificateKey: pem("PRIVATE KEY", planted("CertificateKey")),
  });
  const rule = new cdn.PullZoneEdgeRule("rule", {
    pullZoneId: 3, actionType: 6, actionParameter1: "Authorization", triggers: [{ type: 0, patternMatches: ["*"] }],
    actionParameter2: pulumi.secret(planted("ActionParameter2")),
  });
  const script = new cdn.EdgeScript("script", {
    name: "script", type: "middleware", code: "one", secrets: { TOKEN: planted("ScriptSecret") },
  });
  const made = new cdn.StorageZone("made", { name: "made", region: "DE" });
  const read = cdn.StorageZone.get("read", 1);
  const web = cdn.PullZone.get("web", 3, { includeCertificate: true });
  const edge = cdn.EdgeScript.get("edge", 5);
  const config = new pulumi.Config("cdn");
  const own = new cdn.Provider("own", { baseUrl: config.require("baseUrl"), accessKey: config.requireSecret("accessKey") });
  const again = cdn.PullZone.get("again", 3, {}, { provider: own });
  return {
    made, read, web, again, site, host, rule, script, edge,
    password: made.password,
    zone: cdn.getStorageZoneOutput({ id: 1 }),
    zones: cdn.getStorageZonesOutput({}),
    pulls: cdn.getPullZonesOutput({}),
    pull: cdn.getPullZoneOutput({ id: 3, includeCertificate: true }),
    script5: cdn.getEdgeScriptOutput({ edgeScriptId: 5 }),
    scripts: cdn.getEdgeScriptsOutput({}),
    logs: cdn.getAccessLogsOutput({ pullZoneId: 3 }),
  };`;

/** Refuses the requests for the declared objects, with answers that echo their bodies. */
export const echoes: FaultRule[] = Object.entries({
  "PUT /compute/script/*/secrets": [canaries.ScriptSecret],
  "POST /pullzone": [canaries.CloudSigningKey, canaries.CloudSigningSecret, canaries.LogForwardingToken],
  "POST /pullzone/*/addCertificate": [pem, Buffer.from(pem).toString("base64")],
  "POST /pullzone/*/edgerules/addOrUpdate": [canaries.ActionParameter2],
}).map(([request, echoed]) => ({
  method: request.split(" ")[0],
  path: request.split(" ")[1],
  fault: { kind: "status", status: 400, body: { Message: `Refused: ${echoed.join(" ")}`, errors: echoed } },
}));

/** The canaries in a text: as they are, or encoded for a URL or in base64. */
export function leaksIn(bytes: string): string[] {
  return Object.entries(canaries)
    .filter(([, value]) => [value, encodeURIComponent(value), ...base64Of(value)].some((form) => bytes.includes(form)))
    .map(([name]) => name);
}

/** Base64 has three forms of a text, by its offset within three bytes; its ends depend on its neighbours. */
function base64Of(value: string): string[] {
  return [0, 1, 2].map((shift) =>
    Buffer.from(" ".repeat(shift) + value)
      .toString("base64")
      .slice(4, -4),
  );
}
