import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { StateError } from "../drift/errors";
import type { StateSource } from "../drift/options";
import type { CommandIo } from "./command";
import { exportState } from "./stack";

/** Reads the states that were asked for; without any, that of the current project's selected stack. @throws {StateError} */
export async function readStates(files: readonly string[], io: CommandIo): Promise<StateSource[]> {
  if (files.length === 0) return [await exported(io)];
  return Promise.all(
    files.map(async (file) => {
      if (file === "-") return { state: await textOf(await bytesOf(io.stdin)), origin: "standard input" };
      return { state: await textOf(await contentOf(resolve(io.cwd(), file), file)), origin: file };
    }),
  );
}

async function contentOf(path: string, file: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new StateError(`The state ${file} can't be read: ${messageOf(error)}`);
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

async function exported(io: CommandIo): Promise<StateSource> {
  try {
    return { state: await exportState(io), origin: "pulumi stack export" };
  } catch (error) {
    throw new StateError(
      `No --state was given, and pulumi stack export failed: ${messageOf(error)}. Give a state with --state FILE`,
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
