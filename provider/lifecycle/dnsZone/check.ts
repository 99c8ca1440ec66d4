import { shown } from "../../api/input";
import { dnsZone } from "../../kinds/dnsZone";
import { labelFault, withoutDot } from "../../wire/dnsName";
import type { Report } from "../shared/checkInputs";
import { alignInputs, checkInputs, reportTo } from "../shared/checkInputs";
import type { CheckResult, Properties } from "../shared/lifeCycle";
import { isUnknown } from "../shared/properties";

/** Validates the inputs of a DNS zone and normalises them; see {@link checkInputs}. */
export function checkDnsZone(olds: Properties, news: Properties): CheckResult {
  const { inputs, failures } = checkInputs(dnsZone, news);
  const report = reportTo(failures);
  if (!failures.some(({ property }) => property === "domain")) checkDomain(inputs["domain"], report);
  checkNameservers(inputs, report);
  return { inputs: alignInputs(dnsZone, olds, inputs), failures };
}

/** Labels of letters of any script, digits, hyphens and underscores, or as RFC 2317 has them (`0/25`): at least two. */
const domainShape = /^(([\p{L}\p{M}\p{N}_-]+|[0-9]{1,3}\/[0-9]{1,3})\.)+[\p{L}\p{M}\p{N}-]+$/u;

function checkDomain(domain: unknown, report: Report): void {
  if (typeof domain !== "string" || isUnknown(domain)) return;
  const rule = domainShape.test(domain)
    ? labelFault(domain)
    : "must be a domain such as acme.example, without a scheme, a path and a dot at its end";
  if (rule !== undefined) report("domain", rule, shown(domain));
}

/** Nameservers of one's own take effect only where they are enabled. */
function checkNameservers(inputs: Properties, report: Report): void {
  for (const name of ["nameserver1", "nameserver2"]) {
    const host = inputs[name];
    if (host === undefined || isUnknown(host)) continue;
    if (typeof host === "string") {
      inputs[name] = withoutDot(host);
      const rule = domainShape.test(withoutDot(host))
        ? labelFault(host)
        : "must be a hostname such as ns1.acme.example";
      if (rule !== undefined) report(name, rule, shown(host));
    }
    const isEnabled = inputs["customNameserversEnabled"];
    if (isEnabled !== true && !isUnknown(isEnabled)) {
      const got = `customNameserversEnabled ${shown(isEnabled)}`;
      report(name, "must be declared with customNameserversEnabled: true", got);
    }
  }
}
