import { kinds, wholeKinds } from "../kinds";
import type { DnsRecordInputs } from "../types/dnsRecord";
import type { PullZoneEdgeRuleInputs } from "../types/pullZoneEdgeRule";
import { encode } from "../wire/codec";
import { dnsRecordBodyTable } from "../wire/dnsRecord";
import {
  edgeScriptCodeBodyTable,
  edgeScriptPublishTable,
  edgeScriptSecretBodyTable,
  edgeScriptVariableBodyTable,
} from "../wire/edgeScript";
import { edgeRuleBodyTable } from "../wire/pullZoneEdgeRule";
import { inMessage } from "../wire/words";
import { InvalidInputError } from "./errors";
import { absoluteUrl, checkBody } from "./input";
import { zoneId } from "./ids";
import type { ChangeRequest } from "./objects";
import { pathTo } from "./paths";

const { StorageZone: storageZone, PullZone: pullZone } = wholeKinds;

/** Body of a request that adds or updates a DNS record. */
export type DnsRecordBody = Omit<DnsRecordInputs, "dnsZoneId" | "adopt">;

/** Body of a request that adds or updates an edge rule. */
export type EdgeRuleBody = Omit<PullZoneEdgeRuleInputs, "pullZoneId" | "adopt" | "purgeOnChange"> & {
  readonly guid?: string;
};

function dnsRecordBody(record: Partial<DnsRecordBody> & { readonly id?: number }): Record<string, unknown> {
  checkBody(dnsRecordBodyTable, record);
  return encode(dnsRecordBodyTable, record);
}

/**
 * Validates the GUID of an edge rule before it becomes part of a path. With `..`, the request would reach the pull zone itself.
 *
 * @throws {InvalidInputError} unless it is letters, digits and hyphens
 */
function edgeRuleGuid(guid: unknown): string {
  if (typeof guid === "string" && kinds.PullZoneEdgeRule.partId.shape.test(guid)) return guid;
  throw new InvalidInputError(
    `The GUID of an edge rule must be letters, digits and hyphens, such as 5a3d6c1e-0b2f-4e71-9c4d-8f6a7b5c4d3e, but got: ${inMessage(guid)}. The pull zone's edgeRules have it`,
    "guid",
  );
}

/** Assumption: the service creates the pull zone of an accelerated record before it answers, which takes more than 30 s. */
function patience({ accelerated }: Partial<DnsRecordBody>): Pick<ChangeRequest, "minTimeoutSeconds"> {
  return accelerated === true ? { minTimeoutSeconds: 60 } : {};
}

type Rest = Omit<ChangeRequest, "operation" | "method">;

const request = (operation: string, method: ChangeRequest["method"], rest: Rest): ChangeRequest => ({
  ...{ operation, method },
  ...rest,
});
const post = (operation: string, rest: Rest): ChangeRequest => request(operation, "POST", rest);
const put = (operation: string, rest: Rest): ChangeRequest => request(operation, "PUT", rest);
const remove = (operation: string, rest: Rest): ChangeRequest => request(operation, "DELETE", rest);

/** What the client's operations send, except those that get, list, add, update and delete whole objects. {@link Objects.change} sends it. */
export const changes = {
  resetPassword: () => post("reset password", { below: "/resetPassword" }),
  resetReadOnlyPassword: (id: number | string) => {
    const query = { id: zoneId(storageZone.noun, id) };
    return post("reset read-only password", { path: pathTo(storageZone.path, "resetReadOnlyPassword"), query });
  },

  addHostname: (hostname: string) => {
    const body = { Hostname: hostname };
    return post("add hostname", { below: "/addHostname", body, repeatable: false });
  },
  removeHostname: (hostname: string) =>
    remove("remove hostname", { below: "/removeHostname", body: { Hostname: hostname } }),
  setForceSSL: (hostname: string, forceSSL: boolean) => {
    const body = { Hostname: hostname, ForceSSL: forceSSL };
    return post("set the redirect to HTTPS", { below: "/setForceSSL", body });
  },
  addCertificate: (hostname: string, certificate: string, certificateKey: string) => {
    const [Certificate, CertificateKey] = [certificate, certificateKey].map((pem) =>
      Buffer.from(pem).toString("base64"),
    );
    return post("add certificate", {
      below: "/addCertificate",
      body: { Hostname: hostname, Certificate, CertificateKey },
    });
  },
  removeCertificate: (hostname: string) =>
    remove("remove certificate", { below: "/removeCertificate", body: { Hostname: hostname } }),
  loadFreeCertificate: (hostname: string) => {
    const path = pathTo(pullZone.path, "loadFreeCertificate");
    return request("load free certificate", "GET", { path, query: { hostname } });
  },

  addEdgeRule: (rule: EdgeRuleBody) =>
    post("add edge rule", {
      below: "/edgerules/addOrUpdate",
      body: encode(edgeRuleBodyTable, rule),
      repeatable: false,
    }),
  updateEdgeRule: (rule: EdgeRuleBody) => {
    // Without a GUID, the same request would add a rule.
    edgeRuleGuid(rule.guid);
    return post("update edge rule", { below: "/edgerules/addOrUpdate", body: encode(edgeRuleBodyTable, rule) });
  },
  deleteEdgeRule: (guid: string) => remove("delete edge rule", { below: pathTo("/edgerules", edgeRuleGuid(guid)) }),

  purgeCache: (tag: string | undefined) =>
    post("purge cache", { below: "/purgeCache", ...(tag === undefined ? {} : { body: { CacheTag: tag } }) }),
  purgeUrl: (url: string) => {
    // Without `exactPath`, a slash at the end would purge everything below it.
    const query = { url: absoluteUrl(url), exactPath: url.endsWith("/") ? true : undefined };
    return post("purge URL", { path: "/purge", query });
  },

  disableDnsSec: () => remove("disable DNSSEC", { below: "/dnssec" }),
  addDnsRecord: (record: DnsRecordBody) => {
    const body = dnsRecordBody(record);
    return put("add DNS record", { below: "/records", body, repeatable: false, ...patience(record) });
  },
  updateDnsRecord: (id: number | string, record: Partial<DnsRecordBody>) => {
    const number = zoneId("DNS record", id);
    const body = dnsRecordBody({ ...record, id: number });
    return post("update DNS record", { below: pathTo("/records", number), body, ...patience(record) });
  },
  deleteDnsRecord: (id: number | string) =>
    remove("delete DNS record", { below: pathTo("/records", zoneId("DNS record", id)) }),

  saveCode: (code: string) =>
    post("save the code of an edge script", { below: "/code", body: encode(edgeScriptCodeBodyTable, { code }) }),
  publish: (note: string | undefined) => {
    const body = encode(edgeScriptPublishTable, note === undefined ? {} : { note });
    return post("publish an edge script", { below: "/publish", body, repeatable: false });
  },
  rollBack: (release: string) => {
    const body = encode(edgeScriptPublishTable, {});
    return post("publish a release of an edge script", { below: pathTo("/publish", release), body });
  },
  setVariable: (name: string, value: string) => {
    const body = encode(edgeScriptVariableBodyTable, { name, defaultValue: value });
    return put("set a variable of an edge script", { below: "/variables", body });
  },
  deleteVariable: (id: number | string) =>
    remove("delete a variable of an edge script", { below: pathTo("/variables", zoneId("variable", id)) }),
  setSecret: (name: string, secret: string) => {
    const body = encode(edgeScriptSecretBodyTable, { name, secret });
    return put("set a secret of an edge script", { below: "/secrets", body });
  },
  deleteSecret: (id: number | string) =>
    remove("delete a secret of an edge script", { below: pathTo("/secrets", zoneId("secret", id)) }),
};
