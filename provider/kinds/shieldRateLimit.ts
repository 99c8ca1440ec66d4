import { shieldLimitTable, shieldRateLimitOptions, shieldRateLimitTable } from "../wire/shieldRateLimit";
import type { PartKindOf } from "./kind";
import { defineKind } from "./kind";

export const shieldRateLimit: PartKindOf<"PullZoneShield"> = defineKind({
  name: "ShieldRateLimit",
  noun: "rate limit",
  description:
    "A rate limit of a shield. Its id is `SHIELD-ID/RATE-LIMIT-ID`. An omitted setting is reset to its default. The plan `Basic` has two rate limits for each shield.",
  class: {
    doc: [
      "A rate limit of a shield: how many requests that meet all conditions are allowed in some seconds, and how long further ones are blocked. An omitted setting is reset to its default. The plan `Basic` has two rate limits for each shield, with a timeframe of 1 or 10 seconds.",
      "Assumption: all of it; the contract has no shields.",
    ],
    example: `
      const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://www.acme.example" });
      const shield = new cdn.PullZoneShield("web", { pullZoneId: web.pullZoneId, wafEnabled: true });

      new cdn.ShieldRateLimit("login", {
        shieldZoneId: shield.shieldZoneId,
        name: "Login",
        conditions: [
          { variable: cdn.ShieldVariable.RequestUri, operator: cdn.ShieldOperator.BeginsWith, value: "/login" },
          { variable: cdn.ShieldVariable.RequestMethod, operator: cdn.ShieldOperator.StrEq, value: "POST" },
        ],
        requests: 20,
        timeframe: 10,
        blockTime: 60,
      });
    `,
    get: "Reads an existing rate limit without managing it. If there is no such rate limit, the deployment fails.",
    id: "the ids of the shield and of the rate limit, with a slash between them",
  },
  table: shieldRateLimitTable,
  readTable: shieldLimitTable,
  bodies: [shieldLimitTable],
  parent: "PullZoneShield",
  partId: { shape: /^[1-9][0-9]{0,15}$/, example: "8001" },
  options: shieldRateLimitOptions,
  // Names are unique in a shield: many shields of a program have a rate limit "Login".
  claim: ({ shieldZoneId, name }) => `${String(shieldZoneId)}/${String(name)}`,
  outline: ({ name, requests, timeframe }) => ({
    ...(typeof name === "string" ? { name } : {}),
    text: `${String(requests)} requests in ${String(timeframe)} s`,
  }),
});
