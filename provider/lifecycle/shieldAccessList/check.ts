import { isIP } from "node:net";
import { shieldAccessList } from "../../kinds/shieldAccessList";
import { shieldListTypes } from "../../wire/shieldConstants";
import { inMessage } from "../../wire/words";
import type { Report } from "../../declared/checkInputs";
import { alignInputs, checkInputs, reportTo } from "../../declared/checkInputs";
import type { Properties } from "../../declared/properties";
import { isUnknown } from "../../declared/properties";
import type { CheckResult } from "../lifeCycle";

/** Validates and normalises an access list. Spaces around entries are removed. */
export function checkList(olds: Properties, news: Properties): CheckResult {
  const { inputs, failures } = checkInputs(shieldAccessList, news);
  const { entries } = inputs;
  if (Array.isArray(entries)) {
    inputs["entries"] = entries.map((entry: unknown) => (typeof entry === "string" ? entry.trim() : entry));
  }
  if (failures.length === 0) {
    const report = reportTo(failures);
    checkEntries(inputs, report);
    if (inputs["action"] === 0) {
      report(
        "action",
        "must be what happens to a request that matches",
        "0",
        "To disable the list, declare enabled: false",
      );
    }
  }
  return { inputs: alignInputs(shieldAccessList, olds, inputs), failures };
}

/** Form of the entries of a type. */
interface Form {
  readonly rule: string;
  readonly has: (entry: string) => boolean;
}

const forms: Readonly<Record<number, Form>> = {
  [shieldListTypes.Ip]: { rule: "an IP address such as 203.0.113.7", has: (entry) => isIP(entry) > 0 },
  [shieldListTypes.Cidr]: { rule: "a network such as 203.0.113.0/24", has: isNetwork },
  [shieldListTypes.Asn]: {
    rule: "the number of an autonomous system, such as 64500",
    has: (entry) => /^[0-9]{1,10}$/.test(entry),
  },
  [shieldListTypes.Country]: {
    rule: "a two-letter ISO country code in capitals, such as DE",
    has: (entry) => /^[A-Z]{2}$/.test(entry),
  },
};

const anyText: Form = { rule: "a text in one line", has: (entry) => entry !== "" && !/[\r\n]/.test(entry) };

function isNetwork(entry: string): boolean {
  const [address = "", length = ""] = entry.split("/");
  const version = isIP(address);
  const isLength = /^[0-9]{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128);
  return version > 0 && isLength && entry === `${address}/${length}`;
}

function checkEntries({ entries, type }: Properties, report: Report): void {
  if (!Array.isArray(entries)) return;
  const form = (typeof type === "number" ? forms[type] : undefined) ?? anyText;
  if (entries.length === 0)
    report("entries", "must have at least one entry", "[]", "To disable the list, declare enabled: false");
  const seen = new Set<string>();
  for (const entry of entries as unknown[]) {
    if (typeof entry !== "string" || isUnknown(entry)) continue;
    if (!form.has(entry)) report("entries", `must each be ${form.rule}`, inMessage(entry));
    else if (seen.has(entry)) report("entries", "must not have an entry twice", inMessage(entry));
    seen.add(entry);
  }
}
