import { printable } from "./text";

/** Returns a value as one word of a POSIX shell, on one line. */
function shellWord(value: string): string {
  return printable(/^[\w./:,=@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`);
}

/**
 * Returns a command to paste: `` shell`pulumi stack select ${name}` ``. Each value in it becomes one word, because names, ids and codes come
 * from elsewhere.
 */
export function shell(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.map((part, index) => `${index === 0 ? "" : shellWord(values[index - 1] ?? "")}${part}`).join("");
}

/** Returns the option that names a stack in a command of Pulumi. @param stack undefined for the selected stack */
export function onStack(stack: string | undefined): string {
  return stack === undefined ? "" : shell` --stack ${stack}`;
}
