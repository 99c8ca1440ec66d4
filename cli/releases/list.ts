import { clientWith } from "../client";
import type { CommandIo } from "../command";
import { print, tell } from "../command";
import { stackSettings } from "../stack";
import { dateText, siteOf } from "./site";

export interface ReleasesOptions {
  readonly format: "table" | "json";
}

/** Prints the releases of a site. */
export async function printReleases(given: string, { format }: ReleasesOptions, io: CommandIo): Promise<void> {
  const settings = await stackSettings(io);
  const { pointer, releases } = await siteOf(clientWith(settings, io), settings, given);
  const listed = await releases.list();
  const isLive = (id: string): boolean => id === pointer.release;
  if (!listed.some(({ id }) => isLive(id))) {
    tell(io, `The edge rule names release ${pointer.release}, which is not among them`);
  }
  if (format === "json") {
    const shown = listed.map(({ id, date, isWhole }) => ({
      release: id,
      date: date === 0 ? null : new Date(date).toISOString(),
      live: isLive(id),
      complete: isWhole,
    }));
    print(io, `${JSON.stringify(shown, undefined, 2)}\n`);
    return;
  }
  const lines = listed.map(({ id, date, isWhole }) => {
    const note = isLive(id) ? "  live" : isWhole ? "" : "  incomplete";
    return `${isLive(id) ? "*" : " "} ${id}  ${dateText(date)}${note}\n`;
  });
  print(io, lines.join(""));
}
