import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ArgumentSpecs } from "../../provider/wire/functions";

const provider = path.join(__dirname, "..", "..", "provider");

/** The properties of an interface of the provider that is written by hand, as the formatter leaves them; not inherited ones. */
export function propertiesOf(name: string): ArgumentSpecs {
  const head = new RegExp(`^export interface ${name} [^{]*\\{\n(.*?)^\\}`, "ms");
  for (const file of readdirSync(provider, { recursive: true, encoding: "utf8" })) {
    const body = file.endsWith(".ts") ? head.exec(readFileSync(path.join(provider, file), "utf8"))?.[1] : undefined;
    if (body === undefined) continue;
    const members = body.matchAll(/^ {2}(?:\/\*\*(.*?)\*\/\s+)?(?:readonly )?(\w+)(\??): (.*?);$/gms);
    const specs = [...members].map(([, comment = "", property = "", mark, type = ""]) => {
      const text = comment
        .replace(/\n +\*/g, " ")
        .replace(/\s+/g, " ")
        .replace(/\{@link (.*?)\}/g, "`$1`");
      const [doc = "", fallback] = text.split("@default ").map((part) => part.trim());
      return [property, { type, doc, required: mark === "", ...(fallback && { fallback }) }] as const;
    });
    return Object.fromEntries(specs);
  }
  throw new Error(`no interface is exported as ${name}`);
}
