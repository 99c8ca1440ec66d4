/**
 * The key by which Pulumi marks an object as a secret, an asset or a resource, in its protocol and in states. A service's
 * response must not contain it.
 */
export const pulumiMark = "4dabf18193072939515e22adb298388d";

/** The value that marks a secret. */
export const secretMark = "1b47061264138c4ac30d75fd1eb44270";

/** A value marked as a secret. */
export function asSecret(value: unknown): Record<string, unknown> {
  return { [pulumiMark]: secretMark, value };
}
