import type { Answer } from "./answer";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { storageZoneTable } from "../../provider/wire/storageZone";

const names = [...storageZoneTable.fields, ...pullZoneTable.fields]
  .filter(({ scalar }) => scalar === "decimal" || scalar === "double")
  .map(({ wire }) => wire);

// Inside a JSON string a quote is escaped, so only keys match.
const wholeDecimal = new RegExp(`("(?:${[...new Set(names)].join("|")})":-?\\d+)(?=[,}])`, "g");

/** Writes the whole numbers of decimal fields with a decimal point: `0.0` in place of `0`. */
export function withDecimalPoints(answer: Answer): Answer {
  return answer.body === undefined ? answer : { ...answer, body: answer.body.replace(wholeDecimal, "$1.0") };
}
