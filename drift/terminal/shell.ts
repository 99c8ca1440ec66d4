import { printable } from "./text";

/** A value as one word of a POSIX shell, on one line. */
export function shellWord(value: string): string {
  return printable(/^[\w./:,=@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`);
}

/**
 * A command to paste: `` shell`pulumi stack select ${name}` ``. Each value in it is one word, as names, ids and codes come from elsewhere.
 */
export function shell(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.map((part, index) => `${index === 0 ? "" : shellWord(values[index - 1] ?? "")}${part}`).join("");
}
