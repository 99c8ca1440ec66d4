import type { Table } from "../../provider/wire/fields";
import { table } from "../../provider/wire/fields";
import { shieldLimitTable } from "../../provider/wire/shieldRateLimit";
import { noError } from "../shield/answers";
import { noted } from "../sources";
import { partialWireSchema } from "../wire/schema";
import type { PartialShieldRateLimit, ShieldRateLimit } from "./objects";
import type { WithShields } from "./pullZoneShields";
import type { Kind, Store } from "./store";

/** The store of rate limits. A rate limit has the id of its shield in `shieldZoneId`. */
export interface WithShieldRateLimits extends WithShields {
  readonly shieldRateLimits: Store<ShieldRateLimit, PartialShieldRateLimit>;
}

const own = table(
  { object: "rate limit", type: "", doc: "", assumed: true },
  {
    Id: { type: "int64", doc: "ID of the rate limit." },
    shieldZoneId: { type: "int64", doc: "ID of its shield." },
  },
);

const storedTable: Table = {
  ...shieldLimitTable,
  fields: [...own.fields, ...shieldLimitTable.fields.filter(({ wire }) => wire !== "id")],
};

const schema = partialWireSchema<PartialShieldRateLimit>(storedTable);

export const shieldRateLimitKind: Kind<ShieldRateLimit, PartialShieldRateLimit> = {
  table: storedTable,
  path: "shieldratelimit",
  nameField: "ruleName",
  schema,
  seedSchema: schema.refine(({ shieldZoneId }) => shieldZoneId !== undefined, {
    path: ["shieldZoneId"],
    message: "each rate limit needs the shieldZoneId of its shield",
  }),
  defaults: () => ({ ruleDescription: "" }),
  shown: (_state, { object: { Id, ...limit } }) => ({
    id: Id,
    ...limit,
    ruleJson: "",
    errorResponse: noted("R13.10", noError),
  }),
};
