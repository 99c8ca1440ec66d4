import type { Kind, KindName } from "../../../kinds";
import { nativeType } from "../../../kinds/resourceTypes";

/** The languages, in the order in which registries show them. */
const languages = ["typescript", "python", "go", "csharp", "java", "yaml"] as const;

type Examples = Readonly<Record<string, Readonly<Record<(typeof languages)[number], string>>>>;

/** Adds an example in every language to a description. Pulumi's generators keep the example of their language, without the marks around it. */
export function withExample(name: string, description: string): string {
  // Loaded here, because only the schema needs the examples.
  const examples: Examples = require("./examples.json") as typeof import("./examples.json");
  const example = examples[name];
  // A missing example is not an error, because converting it needs this schema. A test requires one for each resource and function.
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

/** Describes how to import a resource, if that is possible. */
export function importSection({ name, partId, noImport }: Kind): string {
  if (noImport !== undefined) return "";
  const id = partId === undefined ? "4711" : `4711/${partId.example}`;
  return `\n## Import\n\n${fenced("sh", `pulumi import ${nativeType(name as KindName)} example ${id}\n`)}\n`;
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\`\`\``;
}
