import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Emulator } from "../../../emulator";
import type { Checkpoint } from "../../../engine";
import type { Properties } from "./live";

const root = path.join(__dirname, "..", "..", "..");
const zoneType = "pulumi-nodejs:dynamic/cdn:StorageZone";

/** A zone as a state file has it: its secrets are ciphertext. */
export interface RecordedZone {
  readonly id: string;
  readonly outputs: Properties;
}

/** A run of the engine as a process of its own. */
export interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly text: string;
}

/**
 * A stack whose engine, program and provider are processes of their own, as with the CLI; the engine is the local one. The
 * program reads what it declares from a file beside it.
 */
export class StackProcess {
  readonly folder = mkdtempSync(path.join(tmpdir(), "faults-stack-"));
  readonly #emulator: Emulator;
  readonly #config: readonly string[];

  constructor(emulator: Emulator, settings: Readonly<Record<string, string>> = {}) {
    this.#emulator = emulator;
    const config = { "cdn:baseUrl": emulator.url, ...settings };
    this.#config = Object.entries(config).flatMap(([key, value]) => ["--config", `${key}=${value}`]);
    const modules = path.join(this.folder, "node_modules");
    mkdirSync(path.join(modules, "@pulumi"), { recursive: true });
    symlinkSync(root, path.join(modules, "pulumi-cdn-zones"));
    symlinkSync(path.join(root, "node_modules", "@pulumi", "pulumi"), path.join(modules, "@pulumi", "pulumi"));
    writeFileSync(path.join(this.folder, "Pulumi.yaml"), projectFile);
    writeFileSync(path.join(this.folder, "package.json"), JSON.stringify({ name: "faults", main: "index.js" }));
    writeFileSync(path.join(this.folder, "index.js"), program);
    this.declare([]);
  }

  /** Zones by their arguments; the name in the program is the zone's. */
  declare(zones: readonly object[]): void {
    writeFileSync(path.join(this.folder, "zones.json"), JSON.stringify(zones));
  }

  start(operation: "up" | "preview" | "refresh" | "destroy", ...more: string[]): Run {
    const script = path.join(root, "dist", "engine", "command.js");
    const where = ["--cwd", this.folder, "--stack", "test", "--state", path.join(this.folder, "state")];
    const secret = ["--secret", `cdn:accessKey=${this.#emulator.accessKey}`];
    const child = spawn(process.execPath, [script, operation, ...where, ...this.#config, ...secret, ...more], {
      env: { ...process.env, PULUMI_CONFIG_PASSPHRASE: "a passphrase for tests" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (text += data.toString()));
    const ended = once(child, "close").then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as string | null,
      text,
    }));
    return { child, ended };
  }

  run(operation: "up" | "preview" | "refresh" | "destroy", ...more: string[]): Promise<Ended> {
    return this.start(operation, ...more).ended;
  }

  /** The zones in the state, by name. */
  zones(): Map<string, RecordedZone> {
    const resources = this.#state()?.deployment.resources ?? [];
    return new Map(
      resources
        .filter(({ type }) => type === zoneType)
        .map(({ urn, ...zone }) => [urn.split("::").slice(3).join("::"), zone as unknown as RecordedZone]),
    );
  }

  /** What a run left that was ended in the middle of it. */
  pending(): string[] {
    const operations = this.#state()?.deployment.pending_operations ?? [];
    return operations.map(({ type, resource }) => `${type} ${resource.urn.split("::").slice(3).join("::")}`);
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  #state(): Checkpoint | undefined {
    try {
      return JSON.parse(readFileSync(path.join(this.folder, "state", "faults", "test.json"), "utf8")) as Checkpoint;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }
}

const projectFile = `name: faults
runtime:
  name: nodejs
  options:
    typescript: false
`;

const program = `const { readFileSync } = require("node:fs");
const cdn = require("pulumi-cdn-zones");
for (const zone of JSON.parse(readFileSync(__dirname + "/zones.json", "utf8"))) new cdn.StorageZone(zone.name, zone);
`;
