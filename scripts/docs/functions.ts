import { accessLogEntryTable } from "../../provider/wire/accessLog";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { storageZoneTable } from "../../provider/wire/storageZone";
import { example, page, prose, signature } from "./page";
import { legend } from "./resources";
import type { Sources } from "./source";
import { argumentTable, fieldTable, propertyTable } from "./tables";

export function getStorageZonePage(sources: Sources): string {
  return page("getStorageZone", "Gets a storage zone whole.", [
    ...forms(sources, "getStorageZone"),
    "## Arguments",
    argumentTable(sources.properties("GetStorageZoneArgs")),
    optionsOf(sources),
    "## Result",
    legend,
    fieldTable(sources.properties("GetStorageZoneResult"), storageZoneTable),
    "The objects in `pullZones` are those of [getPullZone](get-pull-zone.md).",
  ]);
}

export function getStorageZonesPage(sources: Sources): string {
  return page("getStorageZones", "Gets the storage zones of an account.", [
    ...forms(sources, "getStorageZones"),
    "## Arguments",
    argumentTable(sources.properties("GetStorageZonesOutputArgs")),
    optionsOf(sources),
    "## Result",
    propertyTable(sources.properties("GetStorageZonesResult")),
    "The objects in `zones` are those of [getStorageZone](get-storage-zone.md).",
  ]);
}

export function getPullZonePage(sources: Sources): string {
  return page("getPullZone", "Gets a pull zone whole.", [
    ...forms(sources, "getPullZone"),
    "## Arguments",
    argumentTable(sources.properties("GetPullZoneArgs")),
    optionsOf(sources),
    "## Result",
    "Every property of the resource [PullZone](../resources/pull-zone.md), `id` in place of `pullZoneId`, and besides them:",
    fieldTable(
      sources.properties("GetPullZoneResult").filter(({ name }) => isOnlyInData(name)),
      pullZoneTable,
    ),
  ]);
}

export function getAccessLogsPage(sources: Sources): string {
  return page("getAccessLogs", "Queries the access log of a pull zone.", [
    ...forms(sources, "getAccessLogs"),
    "## accessLogs",
    signature(sources.declaration("accessLogs").signature),
    prose(sources.declaration("accessLogs").doc.text),
    example(sources.declaration("accessLogs").doc).replace("## Example", "### Example"),
    "## Arguments",
    "`limit` is for `getAccessLogs` alone: `accessLogs` iterates over all entries, and refuses it.",
    argumentTable(sources.properties("GetAccessLogsArgs")),
    ...["LogTime", "LogStatus"].map((name) => `\`${name}\`: ${sources.declaration(name).doc.text}`),
    optionsOf(sources, "AccessLogsSourceOptions"),
    "`pageSize` is for `accessLogs` alone.",
    "## Result",
    propertyTable(sources.properties("GetAccessLogsResult")),
    "### AccessLogEntry",
    legend,
    fieldTable(sources.properties("AccessLogEntry"), accessLogEntryTable),
    "### AccessLogPagination",
    propertyTable(sources.properties("AccessLogPagination")),
    "### AccessLogQuery",
    propertyTable(sources.properties("AccessLogQuery")),
  ]);
}

/** The plain form and the Output form of a data source. */
function forms(sources: Sources, name: string): string[] {
  const plain = sources.declaration(name);
  const output = sources.declaration(`${name}Output`);
  return [
    prose(plain.doc.text),
    signature(`${plain.signature}\n${output.signature}`),
    `\`${name}Output\`: ${output.doc.text}`,
    ...(plain.doc.throws.length === 0
      ? []
      : [
          `Errors, whose classes \`pulumi-cdn-zones/client\` exports:\n\n${plain.doc.throws.map((text) => `- ${codeFirst(text)}`).join("\n")}`,
        ]),
    example(plain.doc),
  ];
}

function optionsOf(sources: Sources, name = "DataSourceOptions"): string {
  return `## Options\n\n${propertyTable(sources.properties(name))}\n\nThe Output form also takes \`dependsOn\`: resources that must stand before the call.`;
}

function isOnlyInData(name: string): boolean {
  const field = pullZoneTable.fields.find((candidate) => candidate.name === name);
  return field === undefined || field.volatile === true || name === "id";
}

/** "{NotFoundError} where …" as written after \@throws. */
function codeFirst(text: string): string {
  return text.replace(/^\{?(\w+)\}?/, "`$1`");
}
