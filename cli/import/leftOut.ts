import { counted } from "../../drift/report/words";
import type { KindName } from "../../provider/kinds";
import { kinds } from "../../provider/kinds";
import { firstOf, pluralOf } from "../../provider/wire/words";
import { printable } from "../../terminal/text";
import type { CommandIo } from "../command";
import { tell } from "../command";
import type { Found, SearchResult } from "./find";
import { shownAs } from "./find";
import type { Managed } from "./managed";
import { settingsOf, type FormerState } from "./terraform";

/** Prints a line for each reason why objects are not imported, with their number. */
export function tellLeftOut(
  { found, otherParts, otherOrigins, absentOrigins, absent }: SearchResult,
  managed: Managed,
  former: FormerState | undefined,
  io: CommandIo,
): void {
  // Each text is one line: an id, name or URN in it may contain a line break.
  const leftOut = (text: string): void => tell(io, printable(`Left out: ${text}`));
  const [one, another, ...more] = found.filter((each) => managed.urnOf(each) !== undefined);
  if (another !== undefined) leftOut(`${String(more.length + 2)} objects that are already in the state`);
  else if (one !== undefined) leftOut(`${shownAs(one)} is already in the state, as ${managed.urnOf(one) ?? ""}`);

  const parts = otherParts.filter((each) => managed.urnOf(each) === undefined);
  const where = former === undefined ? "of these zones" : "of these zones that the Terraform state does not have";
  if (parts.length > 0) leftOut(`${countsOf(parts)} ${where}`);

  const origins = otherOrigins.filter((id) => managed.nameOf("StorageZone", id) === undefined);
  const [origin] = origins;
  if (origins.length > 1) leftOut(`${String(origins.length)} storage zones that are origins; add --with-origin`);
  else if (origin !== undefined) leftOut(`storage zone ${origin}, which is an origin; add --with-origin`);
  const lackedOrigins = absentOrigins.map((id) => `storage zone ${id}`);
  if (lackedOrigins.length > 0) leftOut(`origins that the account lacks: ${firstOf(lackedOrigins)}`);

  const { objects = [], settings = [], unknown = [], files = [] } = former ?? {};
  const lacking = objects.filter((each) => absent.includes(each)).map((each) => each.former.address);
  const present = objects.filter((each) => !absent.includes(each));
  const owned = settingsOf(present, settings);
  const alone = settings.filter((one) => !owned.includes(one)).map(({ address }) => address);
  const ofTerraform = (addresses: readonly string[], text: string): void => {
    if (addresses.length === 0) return;
    const resources = counted(addresses.length, "resource", "resources");
    leftOut(`${resources} of the Terraform state ${text}: ${firstOf(addresses.map(printable))}`);
  };
  ofTerraform(lacking, "that the account lacks, or that can't be declared, such as system hostnames");
  ofTerraform(alone, "for settings of a pull zone or edge script that is not in it");
  ofTerraform(unknown, "for which this package has no class");
  ofTerraform(files, "for files; a StorageFolder adopts files with the same content without an upload");
}

/** "1 hostname, 3 edge rules" */
function countsOf(found: readonly Found[]): string {
  const counts = new Map<KindName, number>();
  for (const { kind } of found) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => counted(count, kinds[kind].noun, pluralOf(kinds[kind].noun))).join(", ");
}
