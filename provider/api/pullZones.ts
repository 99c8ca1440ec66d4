import type { CallOptions, Operation } from "./operation";

// Assumptions, all of them.
const operations = {
  addHostname: { operation: "add hostname", method: "POST", path: "/addHostname", repeatable: false },
  removeHostname: { operation: "remove hostname", method: "DELETE", path: "/removeHostname", repeatable: true },
  setForceSSL: { operation: "set the redirect to HTTPS", method: "POST", path: "/setForceSSL", repeatable: true },
  addCertificate: { operation: "add certificate", method: "POST", path: "/addCertificate", repeatable: true },
  removeCertificate: {
    operation: "remove certificate",
    method: "DELETE",
    path: "/removeCertificate",
    repeatable: true,
  },
  addEdgeRule: { operation: "add edge rule", method: "POST", path: "/edgerules/addOrUpdate", repeatable: false },
  updateEdgeRule: { operation: "update edge rule", method: "POST", path: "/edgerules/addOrUpdate", repeatable: true },
  deleteEdgeRule: { operation: "delete edge rule", method: "DELETE", path: "/edgerules", repeatable: true },
  purgeCache: { operation: "purge cache", method: "POST", path: "/purgeCache", repeatable: true },
} as const;

/** An operation on an existing pull zone. @param more what follows in the path, checked by the caller */
export function onPullZone(
  id: number,
  name: keyof typeof operations,
  body: object | undefined,
  options: CallOptions,
  more?: string,
): Operation {
  const { path, ...operation } = operations[name];
  const end = more === undefined ? "" : `/${encodeURIComponent(more)}`;
  return {
    ...operation,
    path: `/pullzone/${String(id)}${path}${end}`,
    ...(body === undefined ? {} : { body }),
    ...options,
  };
}

/** The request for a free certificate. The service finds the pull zone by the hostname. */
export function freeCertificate(hostname: string, options: CallOptions): Operation {
  const request = { operation: "load free certificate", path: "/pullzone/loadFreeCertificate", query: { hostname } };
  return { ...request, method: "GET", repeatable: true, ...options };
}
