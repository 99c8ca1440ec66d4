import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A page of `docs/`, described by its front matter. */
interface Page {
  /** Relative to the repository's root. */
  readonly file: string;
  readonly title: string;
  readonly description: string;
  /** The page without its front matter. */
  readonly text: string;
}

/** The introduction of `llms.txt`, before the list of pages. */
const summary = `# pulumi-cdn-zones

> A Pulumi provider for bunny.net and services with the same management API (not affiliated): sites, storage zones and their files, pull zones, hostnames, edge
> rules, DNS and access logs. It detects drift in CI. TypeScript uses the npm package \`pulumi-cdn-zones\`, other languages a plugin.

The pages are in the npm package. The whole documentation is in \`llms-full.txt\`. \`npx pulumi-cdn-zones emulator\` stands in for the service, so
that every program can be tried without an account. Import the package as \`import * as cdn from "pulumi-cdn-zones"\`.
`;

const headings: Readonly<Record<string, string>> = { docs: "Guides", resources: "Resources", functions: "Functions" };

/** Returns `llms.txt`, a list of the documentation's pages for language models. */
export function llmsIndex(root: string): string {
  const pages = pagesIn(root);
  const sections = Object.entries(headings).map(([folder, heading]) => {
    const listed = pages.filter(({ file }) => path.basename(path.dirname(file)) === folder);
    const lines = listed.map(({ file, title, description }) => `- [${title}](${file}): ${description}`);
    return `## ${heading}\n\n${lines.join("\n")}\n`;
  });
  return [summary, ...sections].join("\n");
}

/** Returns `llms-full.txt`, which contains every page of the documentation. */
export function llmsFull(root: string): string {
  const pages = pagesIn(root).map(({ file, text }) => `<!-- ${file} -->\n\n${text.trim()}\n`);
  return [summary, ...pages].join("\n");
}

function pagesIn(root: string): Page[] {
  const files = readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => pageOf(`docs/${file}`, readFileSync(path.join(root, "docs", file), "utf8")));
}

function pageOf(file: string, source: string): Page {
  const [, matter = "", text = ""] = /^---\n([^]*?)\n---\n([^]*)$/.exec(source) ?? [];
  const valueOf = (key: string): string => new RegExp(`^${key}: (.*)$`, "m").exec(matter)?.[1] ?? "";
  return { file, title: valueOf("title"), description: valueOf("meta_desc"), text };
}
