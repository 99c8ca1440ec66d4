import { painter, printable, type Paint } from "../../terminal/text";
import type { GetStorageZoneResult } from "../../provider/types/storageZone";
import { sizeText, wantsColor, type CommandIo } from "../command";
import { openClient } from "../client";

/** The arguments of `zones`. */
export interface ZonesArguments {
  readonly format: "table" | "json";
}

/** Prints the storage zones of the account, ascending by id, without their secrets. */
export async function listZones({ format }: ZonesArguments, io: CommandIo): Promise<void> {
  const client = await openClient(io);
  const zones = (await client.listStorageZones()).filter(({ deleted }) => !deleted).sort((a, b) => a.id - b.id);
  if (format === "json") io.stdout.write(`${JSON.stringify(zones.map(summaryOf), undefined, 2)}\n`);
  else if (zones.length === 0) io.stderr.write("This account has no storage zones.\n");
  else io.stdout.write(tableOf(zones, painter(wantsColor(io))));
}

function summaryOf(zone: GetStorageZoneResult): object {
  const { id, name, region, replicationRegions, zoneTier, storageZoneType, filesStored, storageUsed, pullZones } = zone;
  const links = pullZones.map((pullZone) => ({ id: pullZone.id, name: pullZone.name }));
  const shown = { id, name, region, replicationRegions, zoneTier, storageZoneType, filesStored, storageUsed };
  return { ...shown, pullZones: links };
}

/** The columns of numbers, which are aligned to the right: ID, FILES and SIZE. */
const numeric: ReadonlySet<number> = new Set([0, 4, 5]);

function tableOf(zones: readonly GetStorageZoneResult[], paint: Paint): string {
  const rows = [
    ["ID", "NAME", "REGION", "REPLICAS", "FILES", "SIZE", "PULL ZONES"],
    ...zones.map((zone) => [
      String(zone.id),
      printable(zone.name ?? ""),
      printable(zone.region ?? ""),
      printable(zone.replicationRegions.join(",")),
      shownNumber(zone.filesStored, (count) => count.toLocaleString("en-US")),
      shownNumber(zone.storageUsed, sizeText),
      printable(zone.pullZones.map(({ name, id }) => name ?? String(id)).join(",")),
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length))) ?? [];
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        numeric.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join("  ");
  const [head = "", ...lines] = rows.map((row) => line(row).trimEnd());
  return [paint(head, "bold"), ...lines, ""].join("\n");
}

/** A service may omit a number that no life cycle needs. */
function shownNumber(value: number | undefined, show: (known: number) => string): string {
  return value === undefined ? "-" : show(value);
}
