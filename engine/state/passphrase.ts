import { createCipheriv, createDecipheriv, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(pbkdf2);
const iterations = 1_000_000;
const probe = "pulumi";

/** Encrypts values the way the CLI's passphrase secrets provider does, so that either can read the other's state. */
export interface Crypter {
  /** What the checkpoint records under `secrets_providers`: the salt, and a probe that tells a wrong passphrase. */
  readonly salt: string;
  encrypt(text: string): string;
  decrypt(text: string): string;
}

// A key takes about 0.3 s to derive: once per process for what exists, and one salt per passphrase for new stacks.
const opened = new Map<string, Promise<Crypter>>();
const created = new Map<string, Promise<Crypter>>();

export function newCrypter(passphrase: string): Promise<Crypter> {
  return memoize(created, passphrase, async () => {
    const salt = randomBytes(8);
    const key = await derive(passphrase, salt, iterations, 32, "sha256");
    return crypterOf(key, `v1:${salt.toString("base64")}:${encrypt(key, probe)}`);
  });
}

export function openCrypter(passphrase: string, salt: string): Promise<Crypter> {
  return memoize(opened, `${salt}\n${passphrase}`, async () => {
    const own = await created.get(passphrase);
    if (own?.salt === salt) return own;
    const [version, encoded, ...sealed] = salt.split(":");
    if (version !== "v1" || encoded === undefined) {
      throw new Error(`The salt of the state must start with "v1:<salt>:", but got: ${salt}`);
    }
    const key = await derive(passphrase, Buffer.from(encoded, "base64"), iterations, 32, "sha256");
    try {
      if (decrypt(key, sealed.join(":")) === probe) return crypterOf(key, salt);
    } catch {
      // Falls through: a value that does not decrypt means another key.
    }
    throw new Error("incorrect passphrase: the state's secrets were encrypted with another one");
  });
}

function memoize(cache: Map<string, Promise<Crypter>>, key: string, make: () => Promise<Crypter>): Promise<Crypter> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const crypter = make();
  cache.set(key, crypter);
  crypter.catch(() => cache.delete(key));
  return crypter;
}

function crypterOf(key: Buffer, salt: string): Crypter {
  return { salt, encrypt: (text) => encrypt(key, text), decrypt: (text) => decrypt(key, text) };
}

function encrypt(key: Buffer, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `v1:${nonce.toString("base64")}:${sealed.toString("base64")}`;
}

function decrypt(key: Buffer, text: string): string {
  const [version, nonce, sealed] = text.split(":");
  if (version !== "v1" || nonce === undefined || sealed === undefined) throw new Error("not an encrypted value");
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64"));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
}
