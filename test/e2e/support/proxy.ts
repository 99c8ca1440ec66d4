import { createServer, request as send, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** What a proxy does to the requests that it chooses. */
export interface ProxyRule {
  /** Such as `POST /pullzone/1`; `*` stands for anything. */
  readonly on: string;
  /** Answers this status in place of the service's, with an empty body. */
  readonly status?: number;
  /** Whether the service gets the request nevertheless. @default true */
  readonly applied?: boolean;
  /** Closes the connection in place of an answer. */
  readonly drop?: boolean;
  /** Changes the JSON of the answer. */
  readonly change?: (body: unknown) => unknown;
  /** How many requests it is applied to. @default all */
  times?: number;
}

/** A proxy in front of a service that answers chosen requests otherwise. */
export interface FaultProxy {
  readonly url: string;
  /** The rules in force; the first that matches a request counts. */
  rules: ProxyRule[];
  /** The requests so far, such as `POST /pullzone/1`, without queries. */
  readonly requests: string[];
  close(): Promise<void>;
}

export async function startProxy(target: string): Promise<FaultProxy> {
  const requests: string[] = [];
  const server = createServer((incoming, answer) => {
    void (async () => {
      const body = await bytesOf(incoming);
      const line = `${incoming.method ?? ""} ${(incoming.url ?? "").replace(/\?.*/, "")}`;
      requests.push(line);
      const rule = proxy.rules.find(({ on, times = 1 }) => times > 0 && matches(on, line));
      if (rule?.times !== undefined) rule.times--;
      const reached = rule?.applied === false ? undefined : await forward(target, incoming, body);
      if (rule?.drop === true || (reached === undefined && rule?.status === undefined)) {
        incoming.socket.destroy();
        return;
      }
      if (rule?.status !== undefined) {
        answer.writeHead(rule.status).end();
        return;
      }
      const { status = 502, type, text = "" } = reached ?? {};
      const shown =
        rule?.change === undefined || text === "" ? text : JSON.stringify(rule.change(JSON.parse(text) as unknown));
      answer.writeHead(status, type === undefined ? {} : { "content-type": type }).end(shown);
    })().catch(() => incoming.socket.destroy());
  });
  // Node.js closes an idle connection after 5 s, which a request of a busy machine may meet.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    rules: [],
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

function matches(pattern: string, line: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\/]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(line);
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface Reached {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly text: string;
}

function forward(target: string, incoming: IncomingMessage, body: Buffer): Promise<Reached> {
  return new Promise((resolve, reject) => {
    const headers = Object.entries(incoming.headers).filter(([name]) => name !== "host" && name !== "connection");
    const url = new URL(incoming.url ?? "/", target);
    const outgoing = send(
      url,
      { method: incoming.method ?? "GET", headers: Object.fromEntries(headers) },
      (response) => {
        bytesOf(response).then(
          (bytes) =>
            resolve({
              status: response.statusCode,
              type: response.headers["content-type"],
              text: bytes.toString("utf8"),
            }),
          reject,
        );
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
