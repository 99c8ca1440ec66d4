import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Emulator } from "../../../emulator";

/**
 * A service in front of an emulator that refuses an edge rule whose OrderIndex another rule of the zone has.
 *
 * @param options `twice`: what arrives once is applied, and answered as if it had arrived again
 */
export async function withUniqueOrder(
  emulator: Emulator,
  { twice = false }: { readonly twice?: boolean } = {},
): Promise<{ readonly url: string; readonly refused: number; close(): Promise<void> }> {
  let refused = 0;
  const isTaken = (zone: string, body: Buffer): boolean => {
    const { Guid, OrderIndex } = JSON.parse(body.toString()) as { Guid?: string; OrderIndex?: number };
    const rules = emulator.pullZones.get(Number(zone))?.EdgeRules ?? [];
    return rules.some((rule) => rule.OrderIndex === OrderIndex && rule.Guid !== Guid);
  };
  const server = createServer((incoming, answer) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const [body, url] = [Buffer.concat(chunks), incoming.url ?? ""];
      const forward = (): Promise<Response> =>
        fetch(emulator.url + url, {
          method: incoming.method ?? "GET",
          headers: { accesskey: String(incoming.headers["accesskey"]), "content-type": "application/json" },
          ...(body.length === 0 ? {} : { body }),
        });
      const zone = /^\/pullzone\/(\d+)\/edgerules\/addOrUpdate$/.exec(url)?.[1];
      if (zone !== undefined && twice && !isTaken(zone, body)) await forward();
      if (zone !== undefined && isTaken(zone, body)) {
        refused += 1;
        const refusal = { ErrorKey: "edgerule.invalid", Field: "OrderIndex", Message: "Order index must be unique" };
        answer.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(refusal));
        return;
      }
      const reached = await forward();
      const type = reached.headers.get("content-type");
      answer.writeHead(reached.status, type === null ? {} : { "content-type": type }).end(await reached.text());
    })().catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    get refused() {
      return refused;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
