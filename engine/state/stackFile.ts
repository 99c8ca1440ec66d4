import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { writeAtomically } from "./atomicFile";
import type { Checkpoint } from "./checkpoint";
import { lockStack } from "./lock";
import { newCrypter, openCrypter, type Crypter } from "./passphrase";
import { deserializeResource, sealNot, sealWith, serializeResource } from "./serialize";
import { Snapshot } from "./snapshot";
import type { ResourceState } from "../resource/state";

/** The version a checkpoint names as its writer; the magic is its hash, as the CLI checks it. */
const manifestVersion = "v3.0.0";

/** One stack's state in one file, in the format that `pulumi stack export` and `import` use. */
export class StackFile {
  readonly #file: string;
  readonly #passphrase: string;
  #crypter: Crypter | undefined;
  #metadata: Record<string, unknown> = {};
  // The text of a resource that has not changed since the last write: most have not.
  readonly #texts = new WeakMap<ResourceState, string>();

  constructor(stateDir: string, project: string, stack: string, passphrase: string) {
    this.#file = path.join(stateDir, project, `${stack}.json`);
    this.#passphrase = passphrase;
  }

  lock(): Promise<() => Promise<void>> {
    return lockStack(`${this.#file}.lock`);
  }

  async load(): Promise<Snapshot> {
    const checkpoint = await this.#read();
    if (checkpoint === undefined) {
      this.#crypter = await newCrypter(this.#passphrase);
      return new Snapshot([], []);
    }
    return this.#open(checkpoint);
  }

  async save(snapshot: Snapshot): Promise<void> {
    await writeAtomically(this.#file, this.#format(snapshot, await this.#secrets()));
  }

  /** Forgets the text of a resource that was changed in place. */
  touch(resource: ResourceState): void {
    this.#texts.delete(resource);
  }

  async export(showSecrets: boolean): Promise<Checkpoint> {
    const checkpoint =
      (await this.#read()) ?? (JSON.parse(this.#format(new Snapshot([], []), await this.#secrets())) as Checkpoint);
    if (!showSecrets) return checkpoint;
    const snapshot = await this.#open(checkpoint);
    const resources = snapshot.resources.map((resource) => serializeResource(resource, sealNot));
    return { ...checkpoint, deployment: { ...checkpoint.deployment, resources } };
  }

  /** Takes over a state, such as one that `pulumi stack export` printed; its secrets are encrypted on the way. */
  async import(checkpoint: Checkpoint): Promise<void> {
    if (checkpoint.version !== 3) {
      throw new Error(`A state must have version 3, but got: ${String(checkpoint.version)}`);
    }
    await this.save(await this.#open(checkpoint));
  }

  async #read(): Promise<Checkpoint | undefined> {
    try {
      return JSON.parse(await readFile(this.#file, "utf8")) as Checkpoint;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw new Error(`cannot read the stack's state ${this.#file}: ${(error as Error).message}`);
    }
  }

  async #open({ deployment }: Checkpoint): Promise<Snapshot> {
    const salt = deployment.secrets_providers?.state?.salt;
    const type = deployment.secrets_providers?.type;
    if (type !== undefined && type !== "passphrase") {
      throw new Error(`The state's secrets provider must be "passphrase", but got: ${type}`);
    }
    const crypter = salt === undefined ? undefined : await openCrypter(this.#passphrase, salt);
    this.#crypter = crypter ?? (await newCrypter(this.#passphrase));
    this.#metadata = deployment.metadata ?? {};
    return new Snapshot(
      (deployment.resources ?? []).map((resource) => deserializeResource(resource, crypter)),
      (deployment.pending_operations ?? []).map(({ resource, type }) => ({
        resource: deserializeResource(resource, crypter),
        type,
      })),
    );
  }

  async #secrets(): Promise<Crypter> {
    return (this.#crypter ??= await newCrypter(this.#passphrase));
  }

  #format(snapshot: Snapshot, crypter: Crypter): string {
    const text = (resource: ResourceState): string => {
      const known = this.#texts.get(resource) ?? JSON.stringify(serializeResource(resource, sealWith(crypter)));
      this.#texts.set(resource, known);
      return known;
    };
    const manifest = {
      time: new Date().toISOString(),
      magic: createHash("sha256").update(manifestVersion).digest("hex"),
      version: manifestVersion,
    };
    const secretsProviders = { type: "passphrase", state: { salt: crypter.salt } };
    const operations = snapshot.operations.map(
      ({ resource, type }) => `{"resource":${text(resource)},"type":"${type}"}`,
    );
    return [
      `{"version":3,"deployment":{"manifest":${JSON.stringify(manifest)},`,
      `"secrets_providers":${JSON.stringify(secretsProviders)},`,
      `"resources":[\n${snapshot.resources.map(text).join(",\n")}\n],`,
      operations.length === 0 ? "" : `"pending_operations":[\n${operations.join(",\n")}\n],`,
      `"metadata":${JSON.stringify(this.#metadata)}}}\n`,
    ].join("");
  }
}
