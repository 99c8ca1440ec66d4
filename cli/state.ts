import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { CommandIo } from "./command";
import { CommandError, reasonOf } from "./command";
import { exportState, stackNames } from "./pulumi";

/** A state that can be read. */
export interface StateFile {
  /** The source, for messages. */
  readonly origin: string;
  /** The name for `pulumi --stack`, if known: `organization/project/stack`. */
  readonly stack?: string;
  /** @throws {CommandError} */
  readonly read: () => Promise<string>;
}

/**
 * Returns the states in the files, folders and globs of `--state`, by default the state of the current project's stack.
 *
 * @throws {CommandError}
 */
export async function stateFiles(given: readonly string[], io: CommandIo): Promise<StateFile[]> {
  if (given.length === 0) {
    const origin = io.stack === undefined ? "the selected stack" : `the stack ${io.stack}`;
    return [{ origin, read: () => exportState(io, io.stack) }];
  }
  const found = await Promise.all(given.map((path) => filesAt(path, io)));
  return [...new Set(found.flat())].map((file) => stateAt(file, io));
}

/** Returns the state in a file; `-` is standard input. */
export function stateAt(file: string, io: CommandIo): StateFile {
  const origin = file === "-" ? "standard input" : file;
  return { origin, read: () => textOf(() => bytesIn(file, io), origin) };
}

/** Returns the states of all stacks of the current backend. @throws {CommandError} */
export async function allStates(io: CommandIo): Promise<StateFile[]> {
  const names = await stackNames(io);
  if (names.length === 0) throw new CommandError("The current backend has no stacks");
  // File backends have no organizations, and use the literal name "organization".
  return names.map((name) => ({
    origin: name.replace(/^organization\//, ""),
    stack: name,
    read: () => exportState(io, name),
  }));
}

async function filesAt(path: string, io: CommandIo): Promise<string[]> {
  const cwd = io.cwd();
  const found = path === "-" ? undefined : await stat(resolve(cwd, path)).catch(() => undefined);
  // isFile would exclude a named pipe, which is read like a file.
  if (path === "-" || found?.isDirectory() === false) return [path];
  // Loaded here, because most checks read a single file.
  const { glob, isDynamicPattern } = require("tinyglobby") as typeof import("tinyglobby");
  // In a glob, a backslash escapes the next character, but on Windows it separates folders.
  const pattern = process.platform === "win32" ? path.replaceAll("\\", "/") : path;
  const files = found !== undefined ? await statesIn(path, cwd) : await glob(pattern, { cwd, dot: true });
  // A file that does not exist is reported when it is read.
  if (files.length === 0 && found === undefined && !isDynamicPattern(pattern)) return [path];
  if (files.length === 0) throw new CommandError(`There is no state at ${path}`);
  return files.sort();
}

/** Returns all states in a folder; in a project or `.pulumi`, only those of the file backend, without history and backups. */
async function statesIn(path: string, cwd: string): Promise<string[]> {
  const { glob } = require("tinyglobby") as typeof import("tinyglobby");
  const stacks = join(path, basename(resolve(cwd, path)) === ".pulumi" ? "stacks" : ".pulumi/stacks");
  const folder = existsSync(resolve(cwd, stacks)) ? stacks : path;
  const options = { cwd: resolve(cwd, folder), dot: true, ignore: ["**/.pulumi/{history,backups}/**"] };
  return (await glob("**/*.json{,.gz}", options)).map((file) => join(folder, file));
}

/** Reads a state, which a file backend may keep gzipped. @throws {CommandError} */
async function textOf(read: () => Promise<Buffer>, origin: string): Promise<string> {
  try {
    const bytes = await read();
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return (isGzip ? await promisify(gunzip)(bytes) : bytes).toString("utf8");
  } catch (error) {
    throw new CommandError(`The state ${origin} can't be read: ${reasonOf(error)}`);
  }
}

async function bytesIn(file: string, io: CommandIo): Promise<Buffer> {
  if (file !== "-") return readFile(resolve(io.cwd(), file));
  const chunks: Buffer[] = [];
  for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
