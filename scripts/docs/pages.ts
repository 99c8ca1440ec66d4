import { readFileSync } from "node:fs";
import path from "node:path";
import { format, resolveConfig } from "prettier";
import { driftPicture } from "./driftPicture";
import { getAccessLogsPage, getPullZonePage, getStorageZonePage, getStorageZonesPage } from "./functions";
import { providerPage, pullZonePage, storageZonePage } from "./resources";
import { Sources } from "./source";
import { settingTable } from "./tables";

export const root = path.join(__dirname, "..", "..");

/** The pages that are generated whole, by their path below docs/. */
const generated: Readonly<Record<string, (sources: Sources) => string>> = {
  "resources/storage-zone.md": storageZonePage,
  "resources/pull-zone.md": pullZonePage,
  "resources/provider.md": providerPage,
  "functions/get-storage-zone.md": getStorageZonePage,
  "functions/get-storage-zones.md": getStorageZonesPage,
  "functions/get-pull-zone.md": getPullZonePage,
  "functions/get-access-logs.md": getAccessLogsPage,
};

/** The parts that are generated within a page written by hand, between `<!-- begin:NAME -->` and `<!-- end:NAME -->`. */
const parts: Readonly<Record<string, Readonly<Record<string, (sources: Sources) => string>>>> = {
  "installation-configuration.md": { settings: (sources) => settingTable(sources.properties("Settings")) },
};

/** All of the reference as it should stand in docs/, by path below it. */
export async function referencePages(): Promise<Map<string, string>> {
  const sources = new Sources(root, ["provider/index.ts", "provider/client.ts", "provider/api/settings.ts"]);
  const pages = new Map<string, string>();
  for (const [file, make] of Object.entries(generated)) pages.set(file, await formatted(make(sources)));
  for (const [file, made] of Object.entries(parts)) {
    let text = readFileSync(path.join(root, "docs", file), "utf8");
    for (const [name, make] of Object.entries(made)) text = withPart(text, name, make(sources), file);
    pages.set(file, await formatted(text));
  }
  pages.set("images/drift.svg", await driftPicture(root));
  return pages;
}

function withPart(text: string, name: string, part: string, file: string): string {
  const [begin, end] = [`<!-- begin:${name} -->`, `<!-- end:${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/${file} must hold ${begin} and ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`;
}

async function formatted(text: string): Promise<string> {
  const config = await resolveConfig(path.join(root, "docs", "page.md"));
  return format(text, { ...config, parser: "markdown" });
}
