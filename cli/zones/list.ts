import { painter, printableName, type Paint } from "../../terminal/text";
import type { Kind, ListedAs, WholeKind } from "../../provider/kinds";
import { kinds, listedKinds, nameIn } from "../../provider/kinds";
import { WholeLists } from "../../provider/api/lookUp";
import { pluralOf } from "../../provider/wire/words";
import { kindCalled, listZones } from "../accountZones";
import { print, sizeText, tell, UsageError, wantsColor, type CommandIo } from "../command";
import { openClient } from "../client";

/** The arguments of `zones`. */
export interface ZonesArguments {
  /** The kind, in any spelling. @default all */
  readonly kind?: string;
  readonly format: "table" | "json";
}

interface Zone {
  readonly id: number;
}

/** Prints the zones of the account by kind, ascending by id. */
export async function printZones({ kind, format }: ZonesArguments, io: CommandIo): Promise<void> {
  const wanted = listedKinds.filter((one) => kind === undefined || one === kindCalled(kind));
  if (wanted.length === 0) {
    throw new UsageError(`--kind must be one of ${listedKinds.join(", ")}, but got: ${String(kind)}`);
  }
  const client = await openClient(io);
  const owners = wanted.flatMap((one) => ownerKindOf(one) ?? []).filter((one) => !wanted.includes(one));
  const account = new WholeLists(client);
  const all = await Promise.all(
    [...wanted, ...owners].map(async (one) => ({ kind: one, zones: await listZones(account, one, io) })),
  );
  const lists = all.filter(({ kind: one }) => wanted.includes(one));
  const named = all.flatMap(({ kind: one, zones = [] }) =>
    zones.map((whole): [string, string] => [`${one} ${String(whole.id)}`, nameIn(kinds[one], whole) ?? ""]),
  );
  const names = new Map(named);
  for (const { zones } of lists) zones?.sort((a, b) => a.id - b.id);
  if (format === "json") {
    const summaries = lists.flatMap(({ kind: type, zones = [] }) =>
      zones.map((whole) => ({ type, ...listedAs(type).summary(whole) })),
    );
    print(io, `${JSON.stringify(summaries, undefined, 2)}\n`);
    return;
  }
  const paint = painter(wantsColor(io));
  for (const { kind: one, zones } of lists) {
    if (zones?.length === 0) tell(io, `This account has no ${pluralOf(kinds[one].noun)}.`);
  }
  const tables = lists.flatMap(({ kind: one, zones = [] }) =>
    zones.length === 0 ? [] : [tableOf(one, zones, names, paint)],
  );
  print(io, tables.join("\n"));
}

function listedAs(kind: WholeKind): ListedAs<Zone> {
  const { nameField }: Kind = kinds[kind];
  const byName = {
    columns: [],
    summary: (whole: Zone) => ({
      id: whole.id,
      ...(nameField === undefined ? {} : { [nameField]: nameIn(kinds[kind], whole) }),
    }),
  };
  return (kinds[kind].listedAs as ListedAs<Zone> | undefined) ?? byName;
}

/** Returns the kind of the object to which an object of a kind belongs, whose name the table shows. */
function ownerKindOf(kind: WholeKind): WholeKind | undefined {
  const { belongsTo }: Kind = kinds[kind];
  return listedKinds.find((one) => one === belongsTo?.kind);
}

/** @param names names of objects by kind and id */
function tableOf(kind: WholeKind, zones: readonly Zone[], names: ReadonlyMap<string, string>, paint: Paint): string {
  const { belongsTo, nameField }: Kind = kinds[kind];
  const owner = ownerKindOf(kind);
  const ownerOf = (whole: object): string | undefined =>
    names.get(`${owner ?? ""} ${String((whole as Readonly<Record<string, unknown>>)[belongsTo?.output ?? ""])}`);
  const columns: ListedAs<Zone>["columns"] = [
    {
      head: nameField === undefined ? kinds[kind].noun.toUpperCase() : "ID",
      unit: "count",
      of: ({ id }) => String(id),
    },
    ...(nameField === undefined
      ? []
      : [{ head: kinds[kind].noun.toUpperCase(), of: (whole: Zone) => nameIn(kinds[kind], whole) }]),
    ...listedAs(kind).columns,
    ...(owner === undefined ? [] : [{ head: "NAME", of: ownerOf }]),
  ];
  const rows = zones.map((whole) => columns.map(({ of, unit }) => printableName(cellOf(of(whole), unit))));
  const table = [columns.map(({ head }) => head), ...rows];
  const widths = columns.map((_, column) => Math.max(...table.map((cells) => (cells[column] ?? "").length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return columns[column]?.unit === undefined ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  ")
      .trimEnd();
  const [title = "", ...lines] = table.map(line);
  return [paint(title, "bold"), ...lines, ""].join("\n");
}

/** Returns a number for a table. A service may omit a number that no life cycle needs. */
function cellOf(value: string | number | readonly string[] | undefined, unit: "count" | "bytes" | undefined): string {
  if (typeof value === "number") return unit === "bytes" ? sizeText(value) : value.toLocaleString("en-US");
  if (value === undefined) return unit === undefined ? "" : "-";
  return typeof value === "string" ? value : value.join(",");
}
