import { printable } from "../words";

/** A text as it may stand in HTML, also within an attribute in double quotes. */
export function html(text: string): string {
  return text
    .split("\n")
    .map(printable)
    .join("\n")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
