/**
 * On Pulumi's own wire and in its states, an object with this key is a secret, an asset on the disk or a resource, as its
 * value says. What a service answers must never be taken for one.
 */
export const pulumiMark = "4dabf18193072939515e22adb298388d";

/** The value by which it is a secret. */
export const secretMark = "1b47061264138c4ac30d75fd1eb44270";
