import { accessLogEntryTable, accessLogPaginationTable, accessLogQueryTable } from "../../../wire/accessLog";
import { listedDnsZoneTable, dnsZoneTable } from "../../../wire/dnsZone";
import { edgeScriptTable } from "../../../wire/edgeScript";
import type { InputField, Table } from "../../../wire/fields";
import { fieldNames, inputFields } from "../../../wire/fields";
import { storageZoneTable } from "../../../wire/storageZone";
import { kindNames, kinds } from "../../../kinds";
import { constantType, fieldProperty, inputProperty, isPresent, tokenOf } from "./properties";

/** Returns the types of objects in outputs and the enumerations of inputs. */
export function types(): Readonly<Record<string, object>> {
  const all = new Map<string, object>();
  const collect = (table: Table): void => {
    for (const { of } of table.fields) {
      if (of === undefined) continue;
      all.set(tokenOf(of), declarable.has(of) ? declarableObject(of) : objectOf(of));
      collect(of);
    }
  };
  const declarable = new Set(kindNames.flatMap((name) => tablesIn(kinds[name].args)));
  for (const table of [
    storageZoneTable,
    dnsZoneTable,
    listedDnsZoneTable,
    edgeScriptTable,
    accessLogEntryTable,
    accessLogPaginationTable,
    accessLogQueryTable,
  ]) {
    all.set(tokenOf(table), objectOf(table));
    collect(table);
  }
  for (const name of kindNames) [kinds[name].table, kinds[name].options].forEach(collect);
  return {
    ...Object.fromEntries(all),
    ...Object.fromEntries(kindNames.flatMap((name) => enumerations(kinds[name].args))),
  };
}

function enumerations(fields: readonly InputField[]): [string, object][] {
  return fields.flatMap(({ input: { constants }, doc, of }) => {
    if (of !== undefined) return enumerations(inputFields(of));
    if (constants === undefined) return [];
    const { docs = {} } = constants;
    const values = Object.entries(constants.values).map(([name, value]) => {
      const text = docs[name];
      return text === undefined ? { name, value } : { name, value, description: text };
    });
    const description = `${doc.replace(/:.*|\.$/, "")}.`;
    return [[`cdn:index:${constants.name}`, { type: constantType(constants), description, enum: values }]];
  });
}

/** Returns the tables of the objects that a program declares inside a resource, at any depth. */
function tablesIn(fields: readonly InputField[]): Table[] {
  return fields.flatMap(({ of }) => (of === undefined ? [] : [of, ...tablesIn(inputFields(of))]));
}

/** Returns the type of an object for both inputs and outputs. The fields that a program must declare are required. */
function declarableObject(table: Table): object {
  const args = inputFields(table);
  return {
    type: "object",
    description: table.doc,
    properties: Object.fromEntries(args.map((field) => [field.name, inputProperty(field)])),
    required: args.filter(({ input }) => input.required === true).map(({ name }) => name),
  };
}

export function objectOf(table: Table): object {
  return {
    type: "object",
    description: table.doc,
    properties: {
      ...Object.fromEntries(table.fields.map((field) => [field.name, fieldProperty(field)])),
      ...(table.partial === true
        ? {}
        : {
            extraFields: {
              type: "object",
              additionalProperties: { $ref: "pulumi.json#/Any" },
              description: "Fields of the response that this version does not know, unchanged. Secret.",
              secret: true,
            },
          }),
    },
    // Secret fields are optional, because functions omit them by default.
    required: fieldNames(table, (field) => isPresent(field) && field.secret !== true),
  };
}
