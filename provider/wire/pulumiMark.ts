/**
 * On Pulumi's own wire, an object with this key is a secret, an asset on the disk or a resource, as its value says. What a
 * service answers must never be taken for one.
 */
export const pulumiMark = "4dabf18193072939515e22adb298388d";
