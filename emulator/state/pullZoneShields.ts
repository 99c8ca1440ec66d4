import { z } from "zod";
import type { Table } from "../../provider/wire/fields";
import { table } from "../../provider/wire/fields";
import { shieldZoneTable } from "../../provider/wire/pullZoneShield";
import { shieldDdosSensitivities } from "../../provider/wire/shieldConstants";
import { planOf } from "../shield/plans";
import { noted } from "../sources";
import { partialWireSchema } from "../wire/schema";
import { withoutName } from "./dnsRecords";
import type { PartialPullZoneShield, PullZoneShield } from "./objects";
import type { WithPullZones } from "./pullZones";
import type { Kind, Store } from "./store";

/** The store of shields. A store names ids `Id`; the service calls this one `shieldZoneId`. */
export interface WithShields extends WithPullZones {
  readonly pullZoneShields: Store<PullZoneShield, PartialPullZoneShield>;
}

const own = table(
  { object: "shield", type: "", doc: "", assumed: true },
  {
    Id: { type: "int64", doc: "ID of the shield zone." },
    ManagedLists: {
      type: "json",
      doc: "Configurations of managed access lists, by their ids. No answer shows them here.",
    },
  },
);

const storedTable: Table = {
  ...shieldZoneTable,
  fields: [...own.fields, ...shieldZoneTable.fields.filter(({ wire }) => wire !== "shieldZoneId")],
};

const schema = partialWireSchema<PartialPullZoneShield>(storedTable);

/** Assumption: for how long a new shield learns. Five days were seen. */
const learningMs = 5 * 24 * 3_600_000;

export const pullZoneShieldKind: Kind<PullZoneShield, PartialPullZoneShield> = {
  table: storedTable,
  path: "shieldzone",
  schema,
  seedSchema: schema.pipe(
    z.custom<PartialPullZoneShield>(
      (shield) => typeof (shield as PartialPullZoneShield).pullZoneId === "number",
      "each shield needs the pullZoneId of its pull zone",
    ),
  ),
  defaults: ({ learningMode = true }, _random, settings) => ({
    learningMode,
    learningModeUntil: learningMode ? noted("R13.5", learningEnd(settings.now())) : null,
    wafEnabled: true,
    wafProfileId: 2,
    dDoSShieldSensitivity: shieldDdosSensitivities.Low,
    dDoSExecutionMode: 1,
    dDoSChallengeWindow: 1800,
    wafRequestIgnoredHeaders: ["Cookie", "Authorization", "Signature", "Credential", "AccessKey"],
  }),
  whole: (state, { object }) => wholeShield(state as WithShields, object),
  shown(state, { object }) {
    const { Id, ...shield } = withoutName(wholeShield(state as WithShields, object), "ManagedLists");
    return { shieldZoneId: Id, ...shield };
  },
};

/** Returns a shield with what follows from its plan. A shield remains without its pull zone when that is deleted. */
function wholeShield({ pullZones }: WithShields, shield: PullZoneShield): PullZoneShield {
  const { rateLimits, wafRules } = planOf(shield);
  const { pullZoneId } = shield;
  const isThere = pullZoneId !== null && pullZones.stored(pullZoneId) !== undefined;
  return {
    ...shield,
    pullZoneId: isThere ? pullZoneId : noted("R13.14", null),
    rateLimitRulesLimit: rateLimits,
    customWafRulesLimit: wafRules,
  };
}

/** Returns the end of learning in the form that was seen: without a zone and without fractions. */
function learningEnd(now: number): string {
  return new Date(now + learningMs).toISOString().slice(0, 19);
}

/** Returns the shield of a pull zone, which may have none. */
export function shieldOfPullZone({ pullZones, pullZoneShields }: WithShields, pullZoneId: number) {
  if (pullZones.stored(pullZoneId) === undefined) return undefined;
  return pullZoneShields.having("pullZoneId", pullZoneId)[0];
}
