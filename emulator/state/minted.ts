import type { Random } from "../random";

/** The owner of every zone of an emulator. */
export const userId = "00000000-0000-4000-8000-00000000cd11";

/** A password such as the service mints: random-looking, and the same again for the same seed. */
export function mintPassword(random: Random): string {
  return [8, 4, 4, 12, 4, 4].map((digits) => random.hex(digits)).join("-");
}

/** The contract does not show how storage hostnames are made; this one resolves nowhere. */
export function storageHostname(region: string): string {
  return `${region.toLowerCase()}.storage.cdn.example`;
}
