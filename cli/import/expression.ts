import { printable } from "../../terminal/text";

/** A value in a program. */
export type Expression =
  | { readonly code: string }
  | { readonly call: string; readonly argument: Expression }
  | { readonly elements: readonly Expression[] }
  | { readonly entries: readonly Entry[]; readonly expanded?: true };

export interface Entry {
  readonly key: string;
  readonly value: Expression;
  /** A comment on the line before. */
  readonly comment?: string | undefined;
  /** A comment at the end of the line. */
  readonly note?: string | undefined;
}

/** Returns a plain value as an expression. */
export function literal(value: unknown): Expression {
  if (Array.isArray(value)) return { elements: value.map(literal) };
  if (typeof value === "object" && value !== null) {
    return { entries: Object.entries(value).map(([key, inner]) => ({ key, value: literal(inner) })) };
  }
  return { code: typeof value === "string" ? quoted(value) : JSON.stringify(value) };
}

/** Returns a string literal with the quotes that need fewer escapes. */
export function quoted(text: string): string {
  const json = JSON.stringify(text);
  const count = (quote: string): number => text.split(quote).length - 1;
  if (count('"') <= count("'")) return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Prettier's default line width, which most projects use. */
const width = 80;

/**
 * Prints an expression as prettier does.
 *
 * @param indent of the line that it begins on
 * @param before the text that it follows on that line
 * @param after the text that follows it: at least the comma or semicolon
 */
export function printed(expression: Expression, indent: string, before: string, after: string): string {
  const flat = flatText(expression);
  if (flat !== undefined && indent.length + before.length + flat.length + after.length <= width) {
    return `${before}${flat}${after}`;
  }
  const inner = `${indent}  `;
  if ("code" in expression) {
    // A string or a constant moves to the next line.
    return before === "" ? `${expression.code}${after}` : `${before.trimEnd()}\n${inner}${expression.code}${after}`;
  }
  const line = (value: Expression, start = ""): string => `${inner}${printed(value, inner, start, ",")}\n`;
  if ("call" in expression) {
    return `${before}${expression.call}(\n${line(expression.argument)}${indent})${after}`;
  }
  if ("elements" in expression) {
    return `${before}[\n${expression.elements.map((element) => line(element)).join("")}${indent}]${after}`;
  }
  const lines = expression.entries.map(({ key, value, comment, note }) => {
    const start = `${keyText(key)}: `;
    const text = line(value, start);
    const noted = note === undefined ? text : `${text.slice(0, -1)} ${commentOf(note)}\n`;
    return `${comment === undefined ? "" : `${inner}${commentOf(comment)}\n`}${noted}`;
  });
  return `${before}{\n${lines.join("")}${indent}}${after}`;
}

/** Returns a line comment. The text may come from the service or a state, and a line break in it must not end the comment. */
function commentOf(text: string): string {
  // eslint-disable-next-line no-restricted-syntax -- the only place that writes a comment
  return `// ${printable(text)}`;
}

/** Returns a key as prettier prints it: with quotes only where they are needed. */
function keyText(key: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) ? key : quoted(key);
}

/** Returns an expression on one line; undefined if prettier always breaks it. */
function flatText(expression: Expression): string | undefined {
  if ("code" in expression) return expression.code;
  if ("call" in expression) {
    const argument = flatText(expression.argument);
    return argument && `${expression.call}(${argument})`;
  }
  if ("elements" in expression) {
    const { elements } = expression;
    if (elements.length > 1 && (elements.every(hasMany("entries")) || elements.every(hasMany("elements")))) {
      return undefined;
    }
    const texts = elements.map(flatText);
    return texts.includes(undefined) ? undefined : `[${texts.join(", ")}]`;
  }
  const { entries } = expression;
  if (expression.expanded || entries.some(({ comment, note }) => comment !== undefined || note !== undefined)) {
    return undefined;
  }
  const texts = entries.map(({ key, value }) => {
    const text = flatText(value);
    return text && `${keyText(key)}: ${text}`;
  });
  if (texts.includes(undefined)) return undefined;
  return texts.length === 0 ? "{}" : `{ ${texts.join(", ")} }`;
}

function hasMany(parts: "entries" | "elements"): (expression: Expression) => boolean {
  return (expression) => ((expression as { readonly [parts]?: readonly unknown[] })[parts]?.length ?? 0) > 1;
}
