import type { CdnClient } from "../../provider/api/client";
import { confirmed } from "../../provider/api/confirm";
import { unsupportedError } from "../../provider/lifecycle/requests";
import type { LinkedStorageZone } from "../../provider/types/storageZone";
import { readZone } from "../accountZones";
import { clientWith } from "../client";
import type { CommandIo } from "../command";
import { CommandError, print } from "../command";
import { confirm } from "../confirm";
import { writableSettings } from "../stack";

export interface ResetPasswordOptions {
  readonly readOnly?: true;
  readonly yes?: true;
  readonly format: "text" | "json";
}

type Password = "password" | "readOnlyPassword";

/** Resets a password of a storage zone, given by id or name, and checks that it changed. */
export async function resetPassword(
  given: string,
  { readOnly, yes, format }: ResetPasswordOptions,
  io: CommandIo,
): Promise<void> {
  const client = clientWith(await writableSettings(`reset a password of storage zone ${given}`, io), io);
  const before = await readZone(client, "StorageZone", given);
  const which: Password = readOnly === true ? "readOnlyPassword" : "password";
  const zone = `storage zone ${String(before.id)} (${before.name})`;
  if (yes !== true) {
    const what = `This creates a new ${which} for ${zone}. Uploads, FTP and other clients fail until they use the new password.`;
    await confirm(what, "no password was changed", io);
  }
  const send = async (): Promise<undefined> => void (await reset(client, before.id, which));
  const look = (): Promise<LinkedStorageZone> => readZone(client, "StorageZone", String(before.id));
  // A response without the password does not show a new one.
  const isNew = (shown: LinkedStorageZone, name: Password): boolean =>
    Boolean(shown[name]) && shown[name] !== before[name];
  // The service may show the new password late.
  const after = (await confirmed(send, look, (shown) => isNew(shown, which))) ?? before;
  const changed = (["password", "readOnlyPassword"] as const).filter((name) => isNew(after, name));
  if (!changed.includes(which)) {
    throw new CommandError(
      `The service accepted the reset, but still returns the old ${which} of ${zone}. Check again later`,
    );
  }
  const text =
    format === "json"
      ? JSON.stringify({ storageZoneId: before.id, changed }, undefined, 2)
      : `${zone} has a new ${changed.join(" and a new ")}. pulumi up --refresh writes it to the state of a stack that declares the zone`;
  print(io, `${text}\n`);
}

async function reset(client: CdnClient, id: number, which: Password): Promise<void> {
  try {
    await (which === "password" ? client.resetStorageZonePassword(id) : client.resetStorageZoneReadOnlyPassword(id));
  } catch (error) {
    const advice = `The ${which} of storage zone ${String(id)} was not reset, because this service has no operation for that`;
    throw (await unsupportedError(client, "StorageZone", String(id), error, advice)) ?? error;
  }
}
