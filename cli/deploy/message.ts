import { redactorOf } from "../../provider/api/redact";
import type { ReleaseMessage } from "../../provider/files/releaseMessage";
import { messageFault } from "../../provider/files/releaseMessage";
import type { CommandIo } from "../command";
import { UsageError, warn } from "../command";
import { commitOf } from "./commit";
import type { DeployOptions } from "./target";

/** Variables that hold a key or a password. */
const secretVariable = /^CDN_.*(?:KEY|PASSWORD|TOKEN)/i;

/** Minimum length of a secret that is looked for: shorter ones occur in other words. */
const minSecretLength = 4;

/** Refuses an invalid `--message`. @throws {UsageError} */
export function checkMessage({ message }: Pick<DeployOptions, "message">): void {
  const fault = message === undefined ? undefined : messageFault(message);
  if (fault !== undefined) throw new UsageError(`--message ${fault}`);
}

/**
 * Returns the message of a new release: the one of `--message`, or the subject of the commit.
 *
 * @param folder folder of the source
 * @param secrets keys and passwords, which a message must not contain
 * @throws {UsageError} if `--message` contains one
 */
export async function newMessage(
  folder: string,
  { message: given }: Pick<DeployOptions, "message">,
  secrets: readonly (string | null | undefined)[],
  io: CommandIo,
): Promise<ReleaseMessage> {
  const { message: subject, ...commit } = await commitOf(folder, io);
  const message = given ?? subject;
  if (message === undefined) return commit;
  const ofVariables = Object.entries(io.env).flatMap(([name, value]) => (secretVariable.test(name) ? [value] : []));
  const allSecrets = [...secrets, ...ofVariables].flatMap((secret) =>
    (secret ?? "").length < minSecretLength ? [] : [secret ?? ""],
  );
  const isSafe = allSecrets.every((secret) => redactorOf(secret)(message) === message);
  if (isSafe) return { message, ...commit };
  if (given !== undefined) {
    throw new UsageError(
      "--message must not contain a key or password, because it is stored in the zone. Nothing was uploaded",
    );
  }
  warn(
    io,
    "The release gets no message, because the commit's subject contains a key or password. Replace that key or password",
  );
  return commit;
}
