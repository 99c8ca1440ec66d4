/** One row of CSV (RFC 4180, with a bare line feed): quoted where that is needed, nothing for what is absent. */
export function csvRow(values: readonly unknown[]): string {
  return `${values.map(cell).join(",")}\n`;
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "string" ? unarmed(value) : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Clients choose these texts, and a spreadsheet runs one that begins like a formula. A lone "-" is a cache status. */
function unarmed(text: string): string {
  return /^[=+\-@\t\r]./s.test(text) ? `'${text}` : text;
}
