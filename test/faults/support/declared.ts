import type { KindName } from "../../../provider/kinds";

export type Properties = Record<string, unknown>;

/** An object that a program declares, by a name of its own, and the parts of a pull zone. */
export interface Declared {
  readonly kind: KindName;
  readonly name: string;
  readonly inputs: Properties;
  readonly parts?: readonly Declared[];
}

export function storageZone(inputs: Properties & { readonly name: string }): Declared {
  return { kind: "StorageZone", name: inputs.name, inputs };
}

const pem = (label: string, body: string): string => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;

/** A pull zone with two hostnames and three edge rules. @param changed whether every setting has its second value */
export function site(index: number, changed = false): Declared {
  const name = `site-${String(index)}`;
  const part = (kind: KindName, of: string, inputs: Properties): Declared => ({ kind, name: `${name}/${of}`, inputs });
  const certificate = pem("CERTIFICATE", changed ? "AAAA" : "BBBB");
  const own = { certificate, certificateKey: pem("PRIVATE KEY", "CCCC") };
  const rules = [0, 1, 2].map((nth) =>
    part("PullZoneEdgeRule", `rule-${String(nth)}`, {
      description: `rule ${String(nth)}`,
      actionType: 5,
      actionParameter1: "X-Site",
      actionParameter2: changed ? "new" : "old",
      triggers: [{ type: 0, patternMatches: [`/${String(nth)}/*`] }],
      enabled: !changed,
    }),
  );
  return {
    kind: "PullZone",
    name,
    inputs: { name, originUrl: `https://${changed ? "new" : "old"}.example`, enableLogging: changed },
    parts: [
      part("PullZoneHostname", "a", { hostname: `a.${name}.example`, forceSSL: changed, ...own }),
      part("PullZoneHostname", "b", { hostname: `b.${name}.example`, managedCertificate: true }),
      ...rules,
    ],
  };
}

/** The hostnames of so many sites that can have a free certificate. */
export function pointedHostnames(sites: number): string[] {
  return Array.from({ length: sites }, (_, index) => `b.site-${String(index)}.example`);
}
