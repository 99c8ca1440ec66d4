/**
 * Key by which Pulumi marks an object as a secret, an asset or a resource, in the protocol and in states. A response of the service must
 * not contain it.
 */
export const pulumiMark = "4dabf18193072939515e22adb298388d";

/** Value that marks a secret. */
export const secretMark = "1b47061264138c4ac30d75fd1eb44270";

/** Marks a value as a secret. */
export function asSecret(value: unknown): Record<string, unknown> {
  return { [pulumiMark]: secretMark, value };
}
