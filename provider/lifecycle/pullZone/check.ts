import { shown } from "../../api/input";
import { pullZone } from "../../kinds/pullZone";
import type { Report } from "../shared/checkInputs";
import { alignInputs, checkInputs, reportTo } from "../shared/checkInputs";
import type { CheckResult, Properties } from "../shared/lifeCycle";
import { isUnknown, listed } from "../shared/properties";
import { plainOrigins } from "./state";

/** Assumption: what each type of origin needs. Other types need nothing that is known here. */
const originInputs: Readonly<Record<number, string>> = {
  0: "originUrl",
  2: "storageZoneId",
  4: "edgeScriptId",
  5: "containerAppId",
};

/** Validates the inputs of a pull zone and normalises them; see {@link checkInputs}. */
export function checkPullZone(olds: Properties, news: Properties): CheckResult {
  const { inputs, failures } = checkInputs(pullZone, news);
  checkOrigin(inputs, reportTo(failures));
  return { inputs: alignInputs(pullZone, olds, inputs), failures };
}

/** A pull zone has exactly one origin. */
function checkOrigin(inputs: Properties, report: Report): void {
  const declared = Object.keys(plainOrigins).filter((name) => inputs[name] !== undefined);
  const type = inputs["originType"];
  if (isUnknown(type)) return;
  if (typeof type !== "number") {
    if (declared.length === 1) return;
    const got = declared.length === 0 ? "none of them" : listed(declared);
    report(
      declared[1] ?? "originUrl",
      "must be the only origin: declare one of originUrl, storageZoneId, or originType with its own id",
      got,
    );
    return;
  }
  const needed = originInputs[type];
  for (const name of declared.filter((one) => one !== needed)) {
    report(name, `must not be declared with originType ${String(type)}`, shown(inputs[name]), "Remove one of them");
  }
  if (needed !== undefined && inputs[needed] === undefined) {
    report(needed, `must be declared with originType ${String(type)}`, "nothing");
  }
}
