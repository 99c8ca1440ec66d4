import path from "node:path";
import { format, resolveConfig } from "prettier";

export const root = path.join(__dirname, "..", "..");

/** Returns texts of files, by path, as prettier formats them. */
export async function formatted(files: Readonly<Record<string, string>>): Promise<Map<string, string>> {
  const texts = Object.entries(files).map(async ([file, text]): Promise<[string, string]> => {
    const filepath = path.join(root, file);
    return [file, await format(text, { ...(await resolveConfig(filepath)), filepath })];
  });
  return new Map(await Promise.all(texts));
}
