/** What a person knows about a release: the subject of its commit or a text of its own, and the commit's hash. */
export interface ReleaseMessage {
  /** One line without control characters, with at most {@link maxMessageLength} characters. */
  readonly message?: string;
  /** Full hash of the commit, in lower-case hexadecimal digits. */
  readonly commit?: string;
}

/** Maximum number of characters of a message. */
export const maxMessageLength = 200;

/** Maximum size of a file with a message, in bytes. A message and a hash take less, even if each character is escaped. */
export const maxMessageBytes = 8 * 1024;

const controlCharacters = /[\p{Cc}\u2028\u2029]+/gu;

/** Returns the rule that a message breaks; undefined if it is valid. */
export function messageFault(text: string): string | undefined {
  if (text.trim() === "") return "must not be empty";
  if (/[\n\r\u2028\u2029]/.test(text)) return "must be one line";
  if (text.search(controlCharacters) >= 0) return "must not contain control characters";
  const { length } = [...text];
  return length > maxMessageLength
    ? `must have at most ${String(maxMessageLength)} characters, but has ${String(length)}`
    : undefined;
}

/** Returns the first line of a text in the form of a message: without control characters, and cut. It is undefined if nothing is left. */
export function messageIn(text: string): string | undefined {
  const [line = ""] = text.trim().split(/[\n\r\u2028\u2029]/, 1);
  const characters = [...Buffer.from(line).toString().replace(controlCharacters, " ").trim()];
  if (characters.length <= maxMessageLength) return characters.length === 0 ? undefined : characters.join("");
  return `${characters.slice(0, maxMessageLength - 1).join("")}…`;
}

/** Returns the full hash of a commit; undefined for anything else. */
export function commitIn(text: string): string | undefined {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? text : undefined;
}

/** Returns the content of the file of a message; undefined if there is nothing to write. */
export function messageText({ message, commit }: ReleaseMessage): string | undefined {
  return message === undefined && commit === undefined ? undefined : `${JSON.stringify({ message, commit })}\n`;
}

/** Returns the message in a file. Whatever is not valid is left out, because anybody with the password of the zone can write it. */
export function parsedMessage(text: Buffer): ReleaseMessage {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.toString());
  } catch {
    return {};
  }
  if (typeof parsed !== "object" || parsed === null) return {};
  const { message, commit } = parsed as Readonly<Record<string, unknown>>;
  const [line, hash] = [
    typeof message === "string" ? messageIn(message) : undefined,
    typeof commit === "string" ? commitIn(commit) : undefined,
  ];
  return { ...(line !== undefined && { message: line }), ...(hash !== undefined && { commit: hash }) };
}

/** Returns a message for people, such as `abc1234 Fix the header`; "" if nothing is known. */
export function shownMessage({ message = "", commit = "" }: ReleaseMessage): string {
  return `${commit.slice(0, 7)} ${message}`.trim();
}
