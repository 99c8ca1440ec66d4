import { shown } from "../../api/input";
import { dnsZone } from "../../kinds/dnsZone";
import type { Report } from "../shared/checkInputs";
import { alignInputs, checkInputs, reportTo } from "../shared/checkInputs";
import type { CheckResult, Properties } from "../shared/lifeCycle";
import { isUnknown } from "../shared/properties";

/** Validates the inputs of a DNS zone and normalises them; see {@link checkInputs}. */
export function checkDnsZone(olds: Properties, news: Properties): CheckResult {
  const { inputs, failures } = checkInputs(dnsZone, news, []);
  const report = reportTo(failures);
  if (!failures.some(({ property }) => property === "domain")) checkDomain(inputs["domain"], report);
  checkNameservers(inputs, report);
  return { inputs: alignInputs(dnsZone, olds, inputs), failures };
}

/** Labels of letters of any script, digits, hyphens and underscores: at least two. */
const domainShape = /^(?=.{1,253}$)([\p{L}\p{N}_-]{1,63}\.)+[\p{L}\p{N}-]{1,63}$/u;

function checkDomain(domain: unknown, report: Report): void {
  if (isUnknown(domain) || (typeof domain === "string" && domainShape.test(domain))) return;
  const rule = "must be a domain such as acme.example, without a scheme, a path and a dot at its end";
  report("domain", rule, shown(domain));
}

/** Nameservers of one's own take effect only where they are enabled. */
function checkNameservers(inputs: Properties, report: Report): void {
  for (const name of ["nameserver1", "nameserver2"]) {
    const host = inputs[name];
    if (host === undefined || isUnknown(host)) continue;
    if (typeof host === "string" && !domainShape.test(host)) {
      report(name, "must be a hostname such as ns1.acme.example, without a dot at its end", shown(host));
    }
    const isEnabled = inputs["customNameserversEnabled"];
    if (isEnabled !== true && !isUnknown(isEnabled)) {
      const got = `customNameserversEnabled ${shown(isEnabled)}`;
      report(name, "must be declared with customNameserversEnabled: true", got);
    }
  }
}
