import { accessLogEntryTable, accessLogPaginationTable, accessLogQueryTable } from "../../../wire/accessLog";
import { dnsZoneTable, listedDnsZoneTable } from "../../../wire/dnsZone";
import { edgeScriptTable, foundEdgeScriptTable } from "../../../wire/edgeScript";
import type { Table } from "../../../wire/fields";
import type { ArgumentSpec, ArgumentSpecs } from "../../../wire/functions";
import { argumentsOf, functionTables } from "../../../wire/functions";
import { pullZoneTable } from "../../../wire/pullZone";
import { storageZoneTable } from "../../../wire/storageZone";
import { capitalized } from "../../../wire/words";
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
        "Gets all fields of a storage zone by its id or name, including volatile fields. Secret fields are included only with `withSecrets`.",
      inputs: argumentProperties("getStorageZone"),
      outputs: objectOf(storageZoneTable),
    },
    "cdn:index:getStorageZones": {
      description: "Gets all storage zones of the account.",
      inputs: argumentProperties("getStorageZones"),
      outputs: listOf(storageZoneTable),
    },
    "cdn:index:getPullZone": {
      description:
        "Gets all fields of a pull zone by its id or name, including volatile fields. Secret fields are included only with `withSecrets`.",
      inputs: argumentProperties("getPullZone"),
      outputs: objectOf(pullZoneTable),
    },
    "cdn:index:getPullZones": {
      description: "Gets all pull zones of the account.",
      inputs: argumentProperties("getPullZones"),
      outputs: listOf(pullZoneTable),
    },
    "cdn:index:getDnsZone": {
      description:
        "Gets all fields of a DNS zone by its id or domain, including volatile fields and records. Secret fields are included only with `withSecrets`.",
      inputs: argumentProperties("getDnsZone"),
      outputs: objectOf(dnsZoneTable),
    },
    "cdn:index:getDnsZones": {
      description: "Gets all DNS zones of the account, without their records.",
      inputs: argumentProperties("getDnsZones"),
      outputs: listOf(listedDnsZoneTable, { names: "domains" }),
    },
    "cdn:index:getEdgeScript": {
      description:
        "Gets all fields of an edge script by its id or name, including volatile fields and variables, but neither code nor secrets. The deployment key is included only with `withSecrets`.",
      inputs: argumentProperties("getEdgeScript"),
      outputs: objectOf(foundEdgeScriptTable),
    },
    "cdn:index:getEdgeScripts": {
      description: "Gets all edge scripts of the account, with their variables.",
      inputs: argumentProperties("getEdgeScripts"),
      outputs: listOf(edgeScriptTable, { objects: "scripts" }),
    },
    "cdn:index:getAccessLogs": {
      description:
        "Gets up to `limit` entries of a pull zone's access log, with a single request if they fit on one page. Authorization headers are included only with `withSecrets`.",
      inputs: argumentProperties("getAccessLogs"),
      outputs: {
        properties: {
          entries: {
            type: "array",
            items: refTo(accessLogEntryTable),
            description: "Entries in the requested order.",
          },
          pagination: {
            ...refTo(accessLogPaginationTable),
            description: "Position of the entries among all matching entries.",
          },
          query: { ...refTo(accessLogQueryTable), description: "Query as the service applied it." },
        },
        required: ["entries", "pagination", "query"],
      },
    },
  };
}

/** Returns the result type of a function that gets many objects. */
function listOf(
  table: Table,
  { objects = "zones", names = "names" }: { objects?: string; names?: string } = {},
): object {
  return {
    properties: {
      ids: { type: "array", items: { type: "integer" }, description: `IDs of the ${objects}.` },
      [names]: {
        type: "array",
        items: { type: "string" },
        description: `${capitalized(names)} of the ${objects}, in the same order; empty for a ${objects.replace(/s$/, "")} without one.`,
      },
      [objects]: {
        type: "array",
        items: refTo(table),
        description: `All fields of the ${objects}, including volatile fields. Secret fields are included only with \`withSecrets\`.`,
      },
    },
    required: ["ids", names, objects],
  };
}

/** Returns the arguments of a function: the arguments of the npm package's function of this name, and `withSecrets`. */
export function functionArguments(name: keyof typeof functionTables): ArgumentSpecs {
  return { ...argumentsOf(functionTables[name]), withSecrets };
}

/** Argument that includes secrets in a result. It is off by default: one secret makes the whole result secret in most SDKs, and Go's plain functions fail. */
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
