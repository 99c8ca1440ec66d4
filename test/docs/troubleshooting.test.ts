import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { messagesIn, type Message } from "./messages";

const root = path.join(__dirname, "..", "..");

/** Texts in the sources that are no message by themselves, and why. */
const parts: readonly (readonly [string | RegExp, string])[] = [
  ["one argument is", "a fragment"],
  ["there is always a first page", "can't happen"],
  ["access log page", "the name of an object"],
  ["at or after", "a fragment"],
  ["no content type", "a fragment"],
  ["a positive integer", "a fragment"],
  ["does not count", "what a drift report says of a finding"],
  ["putting it back REPLACES the zone", "what a drift report says of a finding"],
  ["pulumi up would refuse", "what a drift report says of a finding"],
];

/** Places whose texts are all of that sort. */
const places: readonly (readonly [RegExp, string])[] = [
  [
    /^provider\/api\/accessLogs\/(check|filters|window)\.ts/,
    'fill "Access logs were not queried: …"; each says what to give',
  ],
  [/^provider\/api\/settings\.ts:([4-9]\d|10\d):/, "the rules of settings, which the table of settings shows"],
  [/^provider\/wire\/scalar\.ts/, 'fill "was answered against the contract: …"'],
];

/** A message as the page names it: a part of its text in the sources, `…` for what is filled in. */
interface Entry {
  readonly phrase: string;
}

describe("docs/troubleshooting.md", () => {
  const entries = entriesOf(readFileSync(path.join(root, "docs", "troubleshooting.md"), "utf8"));
  const messages = ["provider", "cli", "drift", "emulator"]
    // The others print much that is no error; in provider/ no text of that length is anything else.
    .flatMap((folder) => messagesIn(root, folder, folder === "provider"))
    .filter(
      ({ text, at }) => !parts.some(([part]) => isText(part, text)) && !places.some(([place]) => place.test(`${at}:`)),
    );

  it("is held to messages that there are", () => {
    assert.ok(messages.length > 50, `only ${String(messages.length)} messages were found in the sources`);
    assert.ok(entries.length > 30, `only ${String(entries.length)} entries were found on the page`);
  });

  it("explains every error message of the package", () => {
    const missing = messages.filter((message) => !entries.some((entry) => explains(entry, message)));
    assert.deepEqual(
      missing.map(({ text, at }) => `${at}: ${JSON.stringify(text)}`),
      [],
      'each of these needs an entry "### `its words`" with cause and cure',
    );
  });

  it("explains no message that is gone", () => {
    const stale = entries.filter((entry) => !messages.some((message) => explains(entry, message)));
    assert.deepEqual(
      stale.map(({ phrase }) => phrase),
      [],
    );
  });

  it("gives each entry a cause and a cure", () => {
    const page = readFileSync(path.join(root, "docs", "troubleshooting.md"), "utf8");
    const sections = page.split(/^### /m).slice(1);
    const bare = sections.filter((section) => !/\*\*Cause\*\*: \S/.test(section) || !/\*\*Cure\*\*: \S/.test(section));
    assert.deepEqual(
      bare.map((section) => section.split("\n", 1)[0]),
      [],
    );
  });
});

/** The phrases in code of every heading of an entry, and of the lines "Also: …" below it. */
function entriesOf(page: string): Entry[] {
  const lines = page.split("\n").filter((line) => line.startsWith("### ") || line.startsWith("Also: "));
  return lines.flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, phrase = ""]) => ({ phrase })));
}

function isText(part: string | RegExp, text: string): boolean {
  return typeof part === "string" ? part === text.trim() : part.test(text);
}

function explains({ phrase }: Entry, { text }: Message): boolean {
  return text.replace(/\s+/g, " ").includes(phrase);
}
