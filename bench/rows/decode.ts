import { seedOf } from "../account";
import { startEmulator } from "../../emulator";
import { decode } from "../../provider/wire/codec";
import type { Table } from "../../provider/wire/fields";
import { linkedStorageZoneTable, storageZoneTable } from "../../provider/wire/storageZone";
import type { Row } from "../measure";
import { compare, rounded, timed } from "../measure";

/** The answer of the service to one call for so many zones, as text. */
async function answerOf(zones: number): Promise<string> {
  const service = await startEmulator({ seed: seedOf(zones) });
  const headers = { AccessKey: service.accessKey };
  const text = await (await fetch(`${service.url}/storagezone?page=0`, { headers })).text();
  await service.close();
  return text;
}

function read(text: string, table: Table): unknown[] {
  return (JSON.parse(text) as unknown[]).map((zone) => decode(table, zone));
}

/** How long it takes from the text to typed zones, beside parsing alone. */
export async function decodeOf(
  zones: number,
  runs: number,
): Promise<{ ratio: number; linksRatio: number; parseMs: number; ms: number; bytes: number }> {
  const text = await answerOf(zones);
  const parse = (): Promise<number> => timed(() => JSON.parse(text) as unknown);
  const whole = await compare(runs, parse, () => timed(() => read(text, storageZoneTable)));
  const links = await compare(runs, parse, () => timed(() => read(text, linkedStorageZoneTable)));
  return {
    ratio: whole.ratio,
    linksRatio: links.ratio,
    parseMs: whole.floorMs,
    ms: whole.oursMs,
    bytes: Buffer.byteLength(text),
  };
}

export function decodeRow(runs: number): Row {
  return {
    what: "decode 1,000 zones with nested pull zones",
    floor: "`JSON.parse` of the same bytes",
    target: 2,
    measure: async () => {
      const { ratio, linksRatio, parseMs, ms, bytes } = await decodeOf(1000, runs);
      return {
        value: ratio,
        details: {
          MB: rounded(bytes / 1e6, 1),
          "parse ms": rounded(parseMs, 1),
          ms: rounded(ms, 1),
          "pull zones as links": rounded(linksRatio),
        },
      };
    },
  };
}
