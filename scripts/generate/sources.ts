import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import type { ArgumentSpec, ArgumentSpecs } from "../../provider/wire/functions";

const provider = path.join(__dirname, "..", "..", "provider");

/** Returns the properties of a handwritten interface of the provider, without inherited ones. */
export function propertiesOf(name: string): ArgumentSpecs {
  for (const file of readdirSync(provider, { recursive: true, encoding: "utf8" })) {
    const text = file.endsWith(".ts") ? readFileSync(path.join(provider, file), "utf8") : "";
    if (!text.includes(`export interface ${name} `)) continue;
    const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const found = statements.filter(ts.isInterfaceDeclaration).find((one) => one.name.text === name);
    const members: readonly ts.TypeElement[] = found?.members ?? [];
    return Object.fromEntries(members.filter(ts.isPropertySignature).map(specOf));
  }
  throw new Error(`no interface is exported as ${name}`);
}

function specOf(property: ts.PropertySignature): [name: string, ArgumentSpec] {
  const [comment] = ts.getJSDocCommentsAndTags(property);
  const fallback = ts.getJSDocTags(property).find(({ tagName }) => tagName.text === "default");
  const spec = { type: property.type?.getText() ?? "", doc: textOf(comment), required: !property.questionToken };
  return [property.name.getText(), fallback === undefined ? spec : { ...spec, fallback: textOf(fallback) }];
}

function textOf(comment: ts.JSDoc | ts.JSDocTag | undefined): string {
  const text = ts.getTextOfJSDocComment(comment?.comment) ?? "";
  return text.replace(/\s+/g, " ").replace(/\{@link (.*?)\}/g, "`$1`");
}
