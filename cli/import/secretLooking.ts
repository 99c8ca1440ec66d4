import { counted } from "../../drift/report/words";
import { firstOf, warning } from "../../provider/wire/words";
import { printableName } from "../../terminal/text";
import type { CommandIo } from "../command";
import { tell } from "../command";
import { shownAs, type Found } from "./find";

/** Matches names of values that are usually secret, such as `API_KEY` or the header `X-Auth-Token`. */
const secretName = /passw|passphrase|secret|token|credential|authorization|(api|access|private|signing)[-_]?key/i;

/** Matches values that are usually secret, whatever their names are: credentials in a header or URL, keys, and tokens with a well-known start. */
const secretValue =
  /-----BEGIN [A-Z ]*PRIVATE KEY|^(bearer|basic)\s+\S{8}|:\/\/[^/\s:@]+:[^/\s@]+@|\b(AKIA[0-9A-Z]{16}|gh[pousr]_\w{20}|github_pat_\w{20}|glpat-\w{10}|npm_\w{20}|sk_live_\w{8}|xox[abprs]-\w{8}|pul-[0-9a-f]{40}|eyJ[\w-]{8,}\.eyJ[\w-]{8,})|\b(password|passwd|secret|token|api[-_]?key)\s*[=:]\s*\S{4}/i;

/** Warns of values in the program that look like secrets. They are inputs that the service does not protect, so the program has them in plain text. */
export function tellSecretLooking(found: readonly Found[], io: CommandIo): void {
  const places = found.flatMap((one) =>
    Object.entries(one.inputs)
      .filter(([name]) => one.secrets?.includes(name) !== true && name !== "code")
      .flatMap(([name, value]) => placesIn(name, value))
      .map((place) => `${place} of ${shownAs(one)}`),
  );
  if (places.length === 0) return;
  const values = counted(places.length, "value looks like a secret", "values look like secrets");
  tell(
    io,
    warning(
      `${values} and would be in the program in plain text: ${firstOf(places.map(printableName))}. Replace each with config.requireSecret, and set it with pulumi config set --secret`,
    ),
  );
}

/** Returns the places of a value in which a text looks like a secret, such as `variables.API_KEY`. */
function placesIn(place: string, value: unknown): string[] {
  if (typeof value === "string") return isSecretNamed(place, value) || secretValue.test(value) ? [place] : [];
  if (Array.isArray(value)) return value.flatMap((one, index) => placesIn(`${place}[${String(index)}]`, one));
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value);
  // In lists of variables, and in triggers on a header, another property has the name.
  const named = entries.some(([key, name]) => /^(name|parameter1)$/.test(key) && secretName.test(String(name)));
  return entries.flatMap(([key, inner]) =>
    named && /^(value|patternMatches)$/.test(key) ? [`${place}.${key}`] : placesIn(`${place}.${key}`, inner),
  );
}

function isSecretNamed(place: string, value: string): boolean {
  const [, variable] = /^(?:variables|environmentalVariables)\.(.*)$/s.exec(place) ?? [];
  return variable !== undefined && value.length >= 4 && secretName.test(variable);
}
