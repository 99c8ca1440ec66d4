import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const root = path.join(__dirname, "..", "..", "..");

/** The pages for users: the README, the documentation and the examples. */
export const pages: readonly string[] = [
  ...readdirSync(root).filter((file) => file.endsWith(".md")),
  ...["docs", "examples", "plugin"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md") && !file.includes("node_modules"))
      .map((file) => path.join(folder, file)),
  ),
];

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  /** The heading above it. */
  readonly heading: string;
  readonly language: string;
  /** Whether it is marked as an example, which nobody can run as it stands: "```sh example". */
  readonly isExample: boolean;
  readonly text: string;
}

/** The fenced blocks of a page. */
export function blocksOf(page: string): Block[] {
  let heading = "";
  const parts = readFileSync(path.join(root, page), "utf8").matchAll(/^#+ (.*)$|^```(\w+)(.*)\n([^]*?)^```/gm);
  return [...parts].flatMap(([, title, language, marks = "", text = ""]) => {
    if (title !== undefined) heading = title;
    if (language === undefined) return [];
    return [{ page, heading, language, isExample: marks.trim() === "example", text }];
  });
}
