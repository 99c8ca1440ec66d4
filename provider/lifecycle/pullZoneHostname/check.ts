import { inMessage } from "../../wire/words";
import { pullZoneHostname } from "../../kinds/pullZoneHostname";
import type { Report } from "../../declared/checkInputs";
import { alignInputs, checkInputs } from "../../declared/checkInputs";
import { labelFault } from "../../wire/dnsName";
import type { CheckContext, CheckResult } from "../lifeCycle";
import { limitNotices } from "../zoneLimits";
import type { Properties } from "../../declared/properties";
import { CheckFailure } from "../../declared/failures";
import { isUnknown } from "../../declared/properties";

const pem = {
  certificate: { label: "CERTIFICATE", begin: /-----BEGIN CERTIFICATE-----/ },
  certificateKey: { label: "… PRIVATE KEY", begin: /-----BEGIN ([A-Z]+ )*PRIVATE KEY-----/ },
};

/** Validates and normalises the inputs of a hostname; see {@link checkInputs}. No failure quotes a certificate: it may be the private key. */
export function checkHostname(olds: Properties, news: Properties, { memory }: CheckContext): CheckResult {
  const { inputs, failures } = checkInputs(pullZoneHostname, news);
  const report: Report = (property, ...failure) => {
    if (!failures.some((one) => one.property === property)) failures.push(new CheckFailure(property, ...failure));
  };
  const { hostname, managedCertificate, certificate } = inputs;
  if (typeof hostname === "string" && !isUnknown(hostname)) {
    const isShaped = !/[\s/:]/.test(hostname);
    const rule = isShaped
      ? labelFault(hostname)
      : "must be a hostname without scheme, port, slashes and spaces, such as www.acme.example";
    if (rule !== undefined) report("hostname", rule, inMessage(hostname));
  }
  for (const [property, { label, begin }] of Object.entries(pem)) {
    const value = inputs[property];
    if (typeof value !== "string" || isUnknown(value) || begin.test(value)) continue;
    report(property, `must be PEM (-----BEGIN ${label}-----)`, "another text");
  }
  if (managedCertificate === true && certificate !== undefined && !isUnknown(certificate)) {
    report("certificate", "must not be declared with managedCertificate: true, but got both. Remove one of them");
  }
  for (const [one, other] of [
    ["certificate", "certificateKey"],
    ["certificateKey", "certificate"],
  ] as const) {
    if (inputs[one] === undefined || isUnknown(inputs[one]) || inputs[other] !== undefined) continue;
    report(other, `must be declared with ${one}`, "nothing");
  }
  const aligned = alignInputs(pullZoneHostname, olds, inputs);
  return { inputs: aligned, failures, notices: limitNotices(memory, pullZoneHostname, "hostnames", aligned) };
}
