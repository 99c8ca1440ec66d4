import { inJson, inUrl } from "../provider/wire/spelling";

const marker = "[hidden]";

/** No client encodes a text more often than this; one that does is hidden whole. */
const mostDecodings = 8;
/** Fewer characters of base64 than this stand anywhere by chance. */
const fewestOfBase64 = 8;

/** A key, ready to be taken out of texts. */
export interface Hider {
  /** Takes out the key as it stands, as JSON or a URL has it, and in base64. */
  readonly spelled: (text: string) => string;
  /** The same; and a text that still has the key once it is decoded, however often, is hidden whole. */
  readonly wholly: (text: string) => string;
}

let latest: { readonly key: string; readonly hider: Hider } | undefined;

/** What takes the access key out of a text of a request, should a client have put it there by mistake. */
export function hiderOf(key: string): Hider {
  if (latest?.key !== key) latest = { key, hider: made(key) };
  return latest.hider;
}

function made(key: string): Hider {
  if (key === "") return { spelled: (text) => text, wholly: (text) => text };
  const pattern = new RegExp([inJson(key), inRequest(key), ...inBase64(key).map(inRequest)].join("|"), "giu");
  const spelled = (text: string): string => text.replaceAll(pattern, marker);
  const wholly = (text: string): string => {
    const shown = spelled(text);
    let current = shown;
    for (let count = 0; count < mostDecodings; count++) {
      const next = decoded(current);
      if (next === current) return shown;
      if (spelled(next) !== next) return marker;
      current = next;
    }
    return marker;
  };
  return { spelled, wholly };
}

/** Any character may be percent-encoded, once or again; a form writes a space as a plus; base64 has two more in URLs. */
function inRequest(text: string): string {
  return [...text].map((character) => `(?:${others(character).map(inUrl).join("|")})`).join("");
}

function others(character: string): string[] {
  if (character === "+") return ["+", " ", "-"];
  if (character === " ") return [" ", "+"];
  return character === "/" ? ["/", "_"] : [character];
}

/** Where a text begins within three bytes decides how base64 writes it; its ends depend on its neighbours. */
function inBase64(key: string): string[] {
  const bytes = Buffer.from(key);
  return [0, 1, 2]
    .map((shift) => {
      const text = Buffer.concat([Buffer.alloc(shift), bytes, Buffer.alloc(3)]).toString("base64");
      return text.slice(Math.ceil((8 * shift) / 6), Math.floor((8 * (shift + bytes.length)) / 6));
    })
    .filter((text) => text.length >= fewestOfBase64);
}

/** Once; what is no valid encoding stays as it is. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString());
}
