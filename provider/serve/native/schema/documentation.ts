import type { Kind, KindName } from "../../../kinds";
import { nativeType } from "../../../kinds/resourceTypes";

/** In the order in which registries show them. */
const languages = ["typescript", "python", "go", "csharp", "java", "yaml"] as const;

type Examples = Readonly<Record<string, Readonly<Record<(typeof languages)[number], string>>>>;

/** A description, with an example in every language: Pulumi's generators keep the one of their language, and drop the marks around it. */
export function withExample(name: string, description: string): string {
  // Only the schema needs them.
  const examples: Examples = require("./examples.json") as typeof import("./examples.json");
  const example = examples[name];
  // What has none yet still needs a schema, with which one is converted. A test wants one for all.
  if (example === undefined) return description;
  const [, title = "", yaml = ""] = /^# (.*)\n([^]*)$/.exec(example.yaml) ?? [];
  const blocks = languages.map((language) => fenced(language, language === "yaml" ? yaml : example[language]));
  return `${description}

{{% examples %}}
## Example Usage

{{% example %}}
### ${title}

${blocks.join("\n")}
{{% /example %}}
{{% /examples %}}
`;
}

/** How to import a resource, if it can be. */
export function importSection({ name, partId, noImport }: Kind): string {
  if (noImport !== undefined) return "";
  const id = partId === undefined ? "4711" : `4711/${partId.example}`;
  return `\n## Import\n\n${fenced("sh", `pulumi import ${nativeType(name as KindName)} example ${id}\n`)}\n`;
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\`\`\``;
}
