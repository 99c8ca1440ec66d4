import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { StateSource } from "../drift/detect";
import type { CommandIo } from "./command";
import { CommandError, messageOf } from "./command";
import { exportState } from "./stack";

/** Reads the given states, by default that of the current project's selected stack. @throws {CommandError} */
export async function readStates(files: readonly string[], io: CommandIo): Promise<StateSource[]> {
  if (files.length === 0) return [{ state: await exportState(io), origin: "pulumi stack export" }];
  return Promise.all(
    files.map(async (file) => ({
      state: await textOf(file === "-" ? await bytesOf(io.stdin) : await contentOf(file, io)),
      origin: file === "-" ? "standard input" : file,
    })),
  );
}

async function contentOf(file: string, io: CommandIo): Promise<Buffer> {
  try {
    return await readFile(resolve(io.cwd(), file));
  } catch (error) {
    throw new CommandError(`The state ${file} can't be read: ${messageOf(error)}`);
  }
}

async function bytesOf(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** A file backend may keep its checkpoints gzipped. */
async function textOf(bytes: Buffer): Promise<string> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isGzip ? await promisify(gunzip)(bytes) : bytes).toString("utf8");
}
