import type { CdnClient } from "../../provider/api/client";
import { unsupportedError } from "../../provider/lifecycle/requests";
import { readZone } from "../accountZones";
import { openClient } from "../client";
import type { CommandIo } from "../command";
import { CommandError, print } from "../command";
import { confirm } from "../confirm";

export interface ResetPasswordOptions {
  readonly readOnly?: true;
  readonly yes?: true;
  readonly format: "text" | "json";
}

type Password = "password" | "readOnlyPassword";

/** Resets a password of a storage zone, by its id or name, and looks whether there is a new one. */
export async function resetPassword(
  given: string,
  { readOnly, yes, format }: ResetPasswordOptions,
  io: CommandIo,
): Promise<void> {
  const client = await openClient(io);
  const before = await readZone(client, "StorageZone", given);
  const which: Password = readOnly === true ? "readOnlyPassword" : "password";
  const zone = `storage zone ${String(before.id)} (${before.name})`;
  if (yes !== true) {
    const what = `This makes a new ${which} for ${zone}. What uses the old one, such as uploads and FTP, fails until it has the new one.`;
    await confirm(what, "no password was changed", io);
  }
  await reset(client, before.id, which);
  const after = await readZone(client, "StorageZone", String(before.id));
  const changed = (["password", "readOnlyPassword"] as const).filter((name) => after[name] !== before[name]);
  if (!changed.includes(which)) {
    throw new CommandError(
      `The service accepted the reset, but still shows the old ${which} of ${zone}. Look again later`,
    );
  }
  const text =
    format === "json"
      ? JSON.stringify({ storageZoneId: before.id, changed }, undefined, 2)
      : `${zone} has a new ${changed.join(" and a new ")}. A stack that has the zone gets it with pulumi up --refresh`;
  print(io, `${text}\n`);
}

async function reset(client: CdnClient, id: number, which: Password): Promise<void> {
  try {
    await (which === "password" ? client.resetStorageZonePassword(id) : client.resetStorageZoneReadOnlyPassword(id));
  } catch (error) {
    const advice = `The ${which} of storage zone ${String(id)} was not reset: this service has no operation that resets it`;
    throw (await unsupportedError(client, "StorageZone", String(id), error, advice)) ?? error;
  }
}
