import examples from "../../provider/serve/native/schema/examples.json";

/** The languages whose packages are in a public registry, and YAML, which needs none. */
const languages = ["typescript", "python", "go", "yaml"] as const;

/** Returns an example of the plugin's schema in these languages, in the form in which Pulumi's registry lets a reader choose one. */
export function programsOf(name: string): string {
  const [, programs] = Object.entries(examples).find(([resource]) => resource === name) ?? [];
  if (programs === undefined) throw new Error(`the schema has no example of ${name}`);
  const choices = languages.map(
    (language) =>
      `{{% choosable language ${language} %}}\n\n\`\`\`${language}\n${programs[language].trim()}\n\`\`\`\n\n{{% /choosable %}}`,
  );
  return [`{{< chooser language "${languages.join(",")}" >}}`, ...choices, "{{< /chooser >}}"].join("\n\n");
}
