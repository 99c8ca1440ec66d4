import type { Doc } from "./source";

/** A page of the reference in the shape of the Pulumi registry's: front matter, and a word on where it comes from. */
export function page(title: string, description: string, parts: readonly string[]): string {
  const head = `---\ntitle: ${title}\nmeta_desc: ${description}\nlayout: package\n---\n\n<!-- Generated from the sources by \`npm run docs\`. -->`;
  return `${[head, `# ${title}`, ...parts.filter((part) => part !== "")].join("\n\n")}\n`;
}

/** The text of a doc comment for Markdown. */
export function prose(text: string): string {
  return text;
}

/** The example of a doc comment. */
export function example({ example: text }: Doc): string {
  return text === undefined ? "" : `## Example\n\n${text}`;
}

/** A signature, wrapped at its parameters where it is long. */
export function signature(text: string): string {
  return `\`\`\`ts\n${text}\n\`\`\``;
}
