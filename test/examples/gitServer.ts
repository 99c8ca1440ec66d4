import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";

const tls = path.join(__dirname, "../fixtures/tls");

/** What a client has to trust. */
export const authority = path.join(tls, "ca.pem");

export interface GitServer {
  /** Such as `https://localhost:4711`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the repositories in a folder over HTTPS on loopback, with git's own backend. */
export async function startGitServer(folder: string): Promise<GitServer> {
  const [key, cert] = ["server.key", "server.pem"].map((file) => readFileSync(path.join(tls, file)));
  const server = createServer({ key, cert }, (request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "https://localhost");
    const backend = spawn("git", ["http-backend"], {
      env: {
        PATH: process.env["PATH"],
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: "1",
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
        HTTP_GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      },
      stdio: ["pipe", "pipe", "ignore"],
    });
    request.pipe(backend.stdin);
    const parts: Buffer[] = [];
    backend.stdout.on("data", (part: Buffer) => parts.push(part));
    backend.on("close", () => {
      const answer = Buffer.concat(parts);
      const end = answer.indexOf("\r\n\r\n");
      for (const line of answer.toString("latin1", 0, end).split("\r\n")) {
        const [, name = "", value = ""] = /^([^:]+): (.*)$/.exec(line) ?? [];
        if (name === "Status") response.statusCode = Number.parseInt(value, 10);
        else if (name !== "") response.setHeader(name, value);
      }
      response.end(answer.subarray(end + 4));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${String(port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
