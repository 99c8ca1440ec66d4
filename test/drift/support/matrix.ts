import type { PartialPullZone, PartialStorageZone, Seed } from "../../../emulator";

/** A zone of the matrix: its live values, how a program declares or reads it, and what changes outside of Pulumi. */
export interface MatrixCase {
  readonly name: string;
  readonly kind: "managed" | "managedPull" | "externalStorage" | "pullZone";
  /** What the program declares besides name and region. */
  readonly declared?: Readonly<Record<string, unknown>>;
  /** The resource option. */
  readonly ignoreChanges?: readonly string[];
  /** Live values of a zone that is only read. */
  readonly live?: PartialStorageZone & PartialPullZone;
  readonly change: (PartialStorageZone & PartialPullZone) | "delete";
  /** The properties that differ and count; "missing" where the zone is gone. Empty for clean. */
  readonly expected: readonly string[] | "missing";
}

const whole = {
  replicationRegions: ["SYD", "NY"],
  rewrite404To200: true,
  custom404FilePath: "/404.html",
  zoneTier: 0,
  storageZoneType: 0,
};

type Row = readonly [what: string, change: MatrixCase["change"], expected: MatrixCase["expected"]];

/** Storage zones that declare everything, something, or nothing. */
const managed: MatrixCase[] = [
  ...rows("managed", { declared: whole }, [
    ["flag changed", { Rewrite404To200: false }, ["rewrite404To200"]],
    ["text changed", { Custom404FilePath: "/other.html" }, ["custom404FilePath"]],
    ["text removed", { Custom404FilePath: null }, ["custom404FilePath"]],
    ["text emptied", { Custom404FilePath: "" }, ["custom404FilePath"]],
    ["set changed", { ReplicationRegions: ["SYD", "LA"] }, ["replicationRegions"]],
    ["set element added", { ReplicationRegions: ["SYD", "NY", "LA"] }, ["replicationRegions"]],
    ["set element removed", { ReplicationRegions: ["NY"] }, ["replicationRegions"]],
    ["set reordered", { ReplicationRegions: ["NY", "SYD"] }, []],
    ["set null", { ReplicationRegions: null }, ["replicationRegions"]],
    ["name changed", { Name: "renamed" }, ["name"]],
    ["region changed", { Region: "LA" }, ["region"]],
    ["regions in small letters", { Region: "de", ReplicationRegions: ["syd", "ny", "NY"] }, []],
    ["tier changed", { ZoneTier: 1 }, ["zoneTier"]],
    ["tier unknown", { ZoneTier: 7 }, ["zoneTier"]],
    ["type changed", { StorageZoneType: 1 }, ["storageZoneType"]],
    [
      "several changed",
      { Rewrite404To200: false, ReplicationRegions: ["NY"] },
      ["replicationRegions", "rewrite404To200"],
    ],
    ["undeclared number changed", { Discount: 5, PriceOverride: 1.5 }, []],
    ["undeclared text changed", { StorageHostname: "elsewhere.example" }, []],
    ["undeclared secret changed", { Password: "PLANTED-ROTATED" }, []],
    ["volatile changed", { StorageUsed: 7, FilesStored: 8, ReplicationChangeInProgress: true }, []],
    ["volatile date changed", { DateModified: "2031-01-01T00:00:00Z" }, []],
  ]),
  ...rows("managed", { declared: { custom404FilePath: "", replicationRegions: [] } }, [
    ["empty, text null", { Custom404FilePath: null }, []],
    ["empty, text empty", { Custom404FilePath: "" }, []],
    ["empty, text added", { Custom404FilePath: "/new.html" }, ["custom404FilePath"]],
    ["empty, set null", { ReplicationRegions: null }, []],
    ["empty, set added", { ReplicationRegions: ["LA"] }, []],
  ]),
  ...rows("managed", {}, [
    [
      "minimal, settings added",
      { Rewrite404To200: true, Custom404FilePath: "/new.html", ReplicationRegions: ["NY"] },
      [],
    ],
    ["minimal, untouched", {}, []],
    ["deleted", "delete", "missing"],
    ["soft-deleted", { Deleted: true }, "missing"],
  ]),
];

/** With `ignoreChanges` in the program. */
const ignored: MatrixCase[] = [
  ...rows("managed", { declared: whole, ignoreChanges: ["rewrite404To200", "replicationRegions"] }, [
    ["ignored flag changed", { Rewrite404To200: false }, []],
    ["ignored set changed", { ReplicationRegions: ["LA"] }, []],
    ["beside what is ignored", { Rewrite404To200: false, Custom404FilePath: null }, ["custom404FilePath"]],
  ]),
  ...rows("managed", { declared: whole, ignoreChanges: ["*"] }, [["everything ignored", { ZoneTier: 1 }, []]]),
  ...rows("managed", { declared: whole, ignoreChanges: ["replicationRegions[0]"] }, [
    ["ignored element changed", { ReplicationRegions: ["LA", "SYD"] }, ["replicationRegions"]],
  ]),
  ...rows("managed", { declared: { replicationRegions: ["SYD"] }, ignoreChanges: ["replicationRegions[0]"] }, [
    ["only element ignored, changed", { ReplicationRegions: ["LA"] }, []],
  ]),
  ...rows("managed", { declared: whole, ignoreChanges: ["replicationRegions[*]"] }, [
    ["every element ignored, one changed", { ReplicationRegions: ["SYD", "LA"] }, []],
    ["every element ignored, one added", { ReplicationRegions: ["SYD", "NY", "LA"] }, ["replicationRegions"]],
    ["every element ignored, one removed", { ReplicationRegions: ["NY"] }, ["replicationRegions"]],
    ["every element ignored, set null", { ReplicationRegions: null }, ["replicationRegions"]],
  ]),
  ...rows("managed", { declared: whole, ignoreChanges: ['["replicationRegions"]'] }, [
    ["ignored by a quoted name", { ReplicationRegions: ["LA"] }, []],
  ]),
];

/** Storage zones that are only read. */
const externalStorage: MatrixCase[] = rows(
  "externalStorage",
  { live: { Custom404FilePath: "/404.html", ReplicationRegions: ["SYD", "NY"] } },
  [
    ["flag changed", { Rewrite404To200: true }, ["rewrite404To200"]],
    ["number changed", { Discount: 5 }, ["discount"]],
    ["text changed", { Custom404FilePath: "/other.html" }, ["custom404FilePath"]],
    ["text removed", { Custom404FilePath: null }, ["custom404FilePath"]],
    ["text emptied", { Custom404FilePath: "" }, ["custom404FilePath"]],
    ["secret changed", { Password: "PLANTED-ROTATED" }, ["password"]],
    ["secret removed", { ReadOnlyPassword: null }, ["readOnlyPassword"]],
    ["set element added", { ReplicationRegions: ["SYD", "NY", "LA"] }, ["replicationRegions"]],
    ["set reordered", { ReplicationRegions: ["NY", "SYD"] }, []],
    ["set null", { ReplicationRegions: null }, ["replicationRegions"]],
    ["volatile changed", { StorageUsed: 7, FilesStored: 8, DateModified: "2031-01-01T00:00:00Z" }, []],
    ["deleted", "delete", "missing"],
    ["soft-deleted", { Deleted: true }, "missing"],
  ],
);

const hostnames = [
  { Id: 1, Value: "a.example", ForceSSL: true, CertificateKey: "PLANTED-CERTIFICATE-KEY" },
  { Id: 2, Value: "b.example" },
];
const edgeRules = [
  {
    Guid: "g1",
    OrderIndex: 1,
    Description: "first",
    ActionParameter1: "PLANTED-PARAMETER",
    Triggers: [{ PatternMatches: ["*", "/x"], Parameter1: "p" }],
  },
  { Guid: "g2", OrderIndex: 2, Description: "second", ExtraActions: [{ ActionParameter2: "PLANTED-EXTRA" }] },
];
const classes = [
  { Name: "small", Properties: { width: "100" } },
  { Name: "large", Properties: { width: "900" } },
];

const storagePullZones: MatrixCase[] = rows(
  "pullZone",
  { live: { OriginType: 2, StorageZoneId: 9, OriginUrl: null, CacheKeyHeaders: null } },
  [
    ["address of a storage zone null to empty", { OriginUrl: "" }, []],
    ["header list empty", { CacheKeyHeaders: "" }, []],
    ["header list added", { CacheKeyHeaders: "Accept" }, ["cacheKeyHeaders"]],
  ],
);

const pullZones: MatrixCase[] = rows(
  "pullZone",
  {
    live: {
      OriginUrl: "https://origin.example",
      BlockedCountries: ["RU", "CN"],
      ZoneSecurityKey: "PLANTED-ZONE-KEY",
      Hostnames: hostnames,
      EdgeRules: edgeRules,
      OptimizerClasses: classes,
    },
  },
  [
    ["text changed", { OriginUrl: "https://evil.example" }, ["originUrl"]],
    ["text removed", { OriginUrl: null }, ["originUrl"]],
    ["text emptied", { OriginUrl: "" }, ["originUrl"]],
    ["text added", { OriginHostHeader: "h.example" }, ["originHostHeader"]],
    ["text null to empty", { OriginHostHeader: "" }, []],
    ["flag changed", { EnableLogging: true }, ["enableLogging"]],
    ["integer changed", { BurstSize: 5 }, ["burstSize"]],
    ["decimal changed", { LimitRatePerSecond: 1.5 }, ["limitRatePerSecond"]],
    ["optional integer added", { MiddlewareScriptId: 9 }, ["middlewareScriptId"]],
    ["enum changed", { LogFormat: 1 }, ["logFormat"]],
    ["enum unknown", { OriginType: 99 }, ["originType"]],
    ["suspended", { Suspended: true }, ["suspended"]],
    ["not enabled", { Enabled: false }, ["enabled"]],
    ["secret changed", { ZoneSecurityKey: "PLANTED-OTHER-KEY" }, ["zoneSecurityKey"]],
    ["secret removed", { ZoneSecurityKey: null }, ["zoneSecurityKey"]],
    ["secret added", { LogForwardingToken: "PLANTED-TOKEN" }, ["logForwardingToken"]],
    ["set element changed", { BlockedCountries: ["RU", "KP"] }, ["blockedCountries"]],
    ["set element added", { BlockedCountries: ["RU", "AA", "CN"] }, ["blockedCountries"]],
    ["set element removed", { BlockedCountries: ["CN"] }, ["blockedCountries"]],
    ["set reordered", { BlockedCountries: ["CN", "RU"] }, []],
    ["set null", { BlockedCountries: null }, ["blockedCountries"]],
    ["empty set null", { RoutingFilters: null }, []],
    ["object changed", { Hostnames: [{ ...hostnames[0], ForceSSL: false }, hostnames[1] ?? {}] }, ["hostnames"]],
    ["object added", { Hostnames: [{ Id: 0, Value: "new.example" }, ...hostnames] }, ["hostnames"]],
    ["object removed", { Hostnames: hostnames.slice(1) }, ["hostnames"]],
    ["objects reordered", { Hostnames: [...hostnames].reverse() }, []],
    ["objects null", { Hostnames: null }, ["hostnames"]],
    ["rule changed", { EdgeRules: [edgeRules[0] ?? {}, { ...edgeRules[1], Description: "other" }] }, ["edgeRules"]],
    [
      "rule's secret changed",
      { EdgeRules: [edgeRules[0] ?? {}, { ...edgeRules[1], ExtraActions: [{ ActionParameter2: "PLANTED-OTHER" }] }] },
      ["edgeRules"],
    ],
    ["rule added", { EdgeRules: [...edgeRules, { Guid: "g0", OrderIndex: 0 }] }, ["edgeRules"]],
    ["rule removed", { EdgeRules: edgeRules.slice(0, 1) }, ["edgeRules"]],
    ["rules answered in another order", { EdgeRules: [...edgeRules].reverse() }, []],
    [
      "ordered list reordered",
      {
        EdgeRules: [
          { ...edgeRules[0], Triggers: [{ PatternMatches: ["/x", "*"], Parameter1: "p" }] },
          edgeRules[1] ?? {},
        ],
      },
      ["edgeRules"],
    ],
    [
      "class changed",
      { OptimizerClasses: [classes[1] ?? {}, { Name: "small", Properties: { width: "1" } }] },
      ["optimizerClasses"],
    ],
    ["classes reordered", { OptimizerClasses: [...classes].reverse() }, []],
    [
      "volatile changed",
      { MonthlyBandwidthUsed: 9, MonthlyCharges: 1.5, CacheVersion: 3, DnsRecordValue: "1.2.3.4" },
      [],
    ],
    ["unknown field added", { NotInTheContract: "x" }, []],
    ["deleted", "delete", "missing"],
  ],
);

/** Pull zones that declare some of their settings. */
const managedPull: MatrixCase[] = rows(
  "managedPull",
  {
    declared: {
      originUrl: "https://origin.example",
      originHostHeader: "",
      enableSmartCache: true,
      burstSize: 5,
      limitRatePerSecond: 1.5,
      logFormat: 1,
      blockedIps: ["203.0.113.9", "198.51.100.7"],
      routingFilters: [],
      cloudSigningSecret: "PLANTED-SIGNING",
      optimizerClasses: [{ name: "small", properties: { width: "100" } }],
    },
  },
  [
    ["address changed", { OriginUrl: "https://evil.example" }, ["originUrl"]],
    ["address written differently", { OriginUrl: "https://origin.example:443/" }, []],
    ["address removed", { OriginUrl: null }, ["originUrl"]],
    ["other type of origin, beside the address", { OriginType: 2, StorageZoneId: 9 }, ["originUrl"]],
    ["text added", { OriginHostHeader: "h.example" }, ["originHostHeader"]],
    ["text null", { OriginHostHeader: null }, []],
    ["flag changed", { EnableSmartCache: false }, ["enableSmartCache"]],
    ["integer changed", { BurstSize: 6 }, ["burstSize"]],
    ["decimal changed", { LimitRatePerSecond: 2 }, ["limitRatePerSecond"]],
    ["enum unknown", { LogFormat: 9 }, ["logFormat"]],
    ["set changed", { BlockedIps: ["203.0.113.9"] }, ["blockedIps"]],
    ["set reordered", { BlockedIps: ["198.51.100.7", "203.0.113.9"] }, []],
    ["set null", { BlockedIps: null }, ["blockedIps"]],
    ["empty set null", { RoutingFilters: null }, []],
    ["empty set added", { RoutingFilters: ["all"] }, ["routingFilters"]],
    ["secret changed", { CloudSigningSecret: "PLANTED-OTHER" }, ["cloudSigningSecret"]],
    ["class changed", { OptimizerClasses: [{ Name: "small", Properties: { width: "1" } }] }, ["optimizerClasses"]],
    ["name changed", { Name: "renamed-pull" }, ["name"]],
    ["undeclared", { BurstSize: 5, RequestLimit: 9, EnableLogging: true, LogForwardingToken: "PLANTED-TOKEN" }, []],
    ["hostname and rule added", { Hostnames: hostnames, EdgeRules: edgeRules }, []],
    ["volatile changed", { MonthlyBandwidthUsed: 9, CacheVersion: 3 }, []],
    ["deleted", "delete", "missing"],
  ],
);

export const matrix: readonly MatrixCase[] = [
  ...managed,
  ...ignored,
  ...externalStorage,
  ...storagePullZones,
  ...pullZones,
  ...managedPull,
];

function rows(
  kind: MatrixCase["kind"],
  as: Pick<MatrixCase, "declared" | "ignoreChanges" | "live">,
  of: readonly Row[],
): MatrixCase[] {
  return of.map(([what, change, expected]) => ({ name: `${kind}: ${what}`, kind, ...as, change, expected }));
}

/** Ids of zones that are read; the service gives those of the others. */
const firstId = 5000;

/** Returns the zones that exist before the program runs. */
export function matrixSeed(): Seed {
  const existing = (kind: MatrixCase["kind"]) =>
    matrix.flatMap((row, index) =>
      row.kind === kind ? [{ ...row.live, Id: firstId + index, Name: zoneName(row) }] : [],
    );
  return { storageZones: existing("externalStorage"), pullZones: existing("pullZone") };
}

/** The name that a case's zone has in the service. */
export function zoneName(row: MatrixCase): string {
  return `zone-${String(matrix.indexOf(row))}`;
}

/** The id of a case's zone, where the seed gives it. */
export function seededId(row: MatrixCase): number {
  return firstId + matrix.indexOf(row);
}

/** The body of the program that declares or reads each zone. */
export function matrixProgram(rows: readonly MatrixCase[]): string {
  const lines = rows.map((row) => {
    const name = JSON.stringify(row.name);
    const id = JSON.stringify(String(seededId(row)));
    if (row.kind === "pullZone") return `cdn.PullZone.get(${name}, ${id}, { includeCertificate: true });`;
    if (row.kind === "managedPull")
      return `new cdn.PullZone(${name}, ${JSON.stringify({ name: zoneName(row), ...row.declared })});`;
    if (row.kind === "externalStorage") return `cdn.StorageZone.get(${name}, ${id});`;
    return `new cdn.StorageZone(${name}, ${JSON.stringify({ name: zoneName(row), region: "DE", ...row.declared })}, ${JSON.stringify({ ignoreChanges: row.ignoreChanges ?? [] })});`;
  });
  return lines.join("\n");
}
