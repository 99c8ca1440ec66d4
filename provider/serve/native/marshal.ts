import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Properties } from "../../declared/properties";
import { unknownValue } from "../../declared/properties";
import { asSecret, pulumiMark, secretMark } from "../../wire/pulumiMark";

/** The placeholders for an unknown boolean, number, array, asset, archive and object. */
const otherUnknowns = new Set([
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** Properties as the engine sent them. */
export interface Received {
  /** The values without marks. An unknown value is the life cycles' `unknownValue`. */
  readonly plain: Properties;
  /** The names of the properties that are secret or hold a secret. */
  readonly secret: ReadonlySet<string>;
  /** The names of the properties that are secret as a whole. */
  readonly sealed: ReadonlySet<string>;
}

/** Unwraps properties from the engine. */
export function received(struct: Struct | undefined): Received {
  const plain: Properties = {};
  const [secret, sealed] = [new Set<string>(), new Set<string>()];
  for (const [name, value] of Object.entries(struct?.toJavaScript() ?? {})) {
    plain[name] = opened(value, () => secret.add(name));
    if (isSecret(value)) sealed.add(name);
  }
  return { plain, secret, sealed };
}

function isSecret(value: unknown): boolean {
  return isMarked(value) && (value as Properties)[pulumiMark] === secretMark;
}

function opened(value: unknown, onSecret: () => void): unknown {
  if (typeof value === "string") return otherUnknowns.has(value) ? unknownValue : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => opened(element, onSecret));
  const object = value as Properties;
  if (isSecret(object)) {
    onSecret();
    return opened(object["value"], onSecret);
  }
  return Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, opened(inner, onSecret)]));
}

/**
 * Wraps properties for the engine. The engine itself marks nothing as secret, so every secret must be marked here.
 *
 * @param secret the names of the properties that are secret as a whole
 */
export function sent(properties: Properties, secret: ReadonlySet<string> = new Set()): Struct {
  const marked = Object.entries(properties).map(([name, value]): [string, unknown] =>
    secret.has(name) && !isMarked(value) ? [name, asSecret(value)] : [name, value],
  );
  return Struct.fromJavaScript(withoutAbsent(Object.fromEntries(marked)) as Record<string, never>);
}

function isMarked(value: unknown): boolean {
  return typeof value === "object" && value !== null && pulumiMark in value;
}

/** Removes undefined values, which a Struct can't hold. */
function withoutAbsent(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutAbsent);
  const present = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(present.map(([key, inner]) => [key, withoutAbsent(inner)]));
}
