/**
 * Returns the parsed URL; undefined for any other text. `URL.canParse` is not used: after some thousand calls, Node.js 20 and 22 refuse URLs with
 * letters such as ü.
 */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
