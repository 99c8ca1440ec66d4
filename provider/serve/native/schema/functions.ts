import { accessLogEntryTable, accessLogPaginationTable, accessLogQueryTable } from "../../../wire/accessLog";
import { dnsZoneTable, listedDnsZoneTable } from "../../../wire/dnsZone";
import type { Table } from "../../../wire/fields";
import type { ArgumentSpec, ArgumentSpecs } from "../../../wire/functions";
import { argumentsOf, functionTables } from "../../../wire/functions";
import { pullZoneTable } from "../../../wire/pullZone";
import { storageZoneTable } from "../../../wire/storageZone";
import { argumentProperty, mapValues, refTo } from "./properties";
import { objectOf } from "./types";

interface FunctionSpec {
  readonly description: string;
  readonly inputs: object;
  readonly outputs: object;
}

export function functions(): Record<`cdn:index:${keyof typeof functionTables}`, FunctionSpec> {
  return {
    "cdn:index:getStorageZone": {
      description:
        "Gets all fields of a storage zone, volatile ones included, by its id or name; secret ones only with `withSecrets`.",
      inputs: argumentProperties("getStorageZone"),
      outputs: objectOf(storageZoneTable),
    },
    "cdn:index:getStorageZones": {
      description: "Gets all storage zones of the account.",
      inputs: argumentProperties("getStorageZones"),
      outputs: zonesOf(storageZoneTable),
    },
    "cdn:index:getPullZone": {
      description:
        "Gets all fields of a pull zone, volatile ones included, by its id or name; secret ones only with `withSecrets`.",
      inputs: argumentProperties("getPullZone"),
      outputs: objectOf(pullZoneTable),
    },
    "cdn:index:getPullZones": {
      description: "Gets all pull zones of the account.",
      inputs: argumentProperties("getPullZones"),
      outputs: zonesOf(pullZoneTable),
    },
    "cdn:index:getDnsZone": {
      description:
        "Gets all fields of a DNS zone, volatile ones and records included, by its id or domain; secret ones only with `withSecrets`.",
      inputs: argumentProperties("getDnsZone"),
      outputs: objectOf(dnsZoneTable),
    },
    "cdn:index:getDnsZones": {
      description: "Gets all DNS zones of the account, without their records.",
      inputs: argumentProperties("getDnsZones"),
      outputs: zonesOf(listedDnsZoneTable, "domains"),
    },
    "cdn:index:getAccessLogs": {
      description:
        "Gets up to `limit` entries of a pull zone's access log, with one request if a page holds them; Authorization headers only with `withSecrets`.",
      inputs: argumentProperties("getAccessLogs"),
      outputs: {
        properties: {
          entries: {
            type: "array",
            items: refTo(accessLogEntryTable),
            description: "The entries in the requested order.",
          },
          pagination: {
            ...refTo(accessLogPaginationTable),
            description: "The position of the entries among all that match.",
          },
          query: { ...refTo(accessLogQueryTable), description: "The query as the service applied it." },
        },
        required: ["entries", "pagination", "query"],
      },
    },
  };
}

/** The result of a function that gets many zones. */
function zonesOf(table: Table, names = "names"): object {
  return {
    properties: {
      ids: { type: "array", items: { type: "integer" }, description: "Their ids." },
      [names]: {
        type: "array",
        items: { type: "string" },
        description: `Their ${names}, in the same order; empty for a zone without one.`,
      },
      zones: {
        type: "array",
        items: refTo(table),
        description: "All fields of the zones, volatile ones included; secret ones only with `withSecrets`.",
      },
    },
    required: ["ids", names, "zones"],
  };
}

/** The arguments of a function: those of the npm package's function of this name, and one of the plugin's own. */
export function functionArguments(name: keyof typeof functionTables): ArgumentSpecs {
  return { ...argumentsOf(functionTables[name]), withSecrets };
}

/** One secret makes the whole result secret in most SDKs, and Go's plain functions fail. */
const withSecrets: ArgumentSpec = {
  type: "boolean",
  doc: "Whether to return secrets: passwords, keys, tokens, edge rules' action parameters, Authorization headers and `extraFields`. In most SDKs the whole result is then secret.",
  fallback: "false",
};

function argumentProperties(name: keyof typeof functionTables): object {
  const args = functionArguments(name);
  return {
    properties: mapValues(args, argumentProperty),
    required: Object.keys(args).filter((key) => args[key]?.required === true),
  };
}
