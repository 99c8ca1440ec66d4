import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A setting's value, as far as the rule about addresses needs it. */
export interface Sourced {
  readonly text: string;
  /** Name of the variable, configuration key or option. */
  readonly from: string;
  readonly isVariable: boolean;
  /** Source of a value that is not a variable. */
  readonly origin: string;
}

/**
 * Returns the fault of an access key that comes from another source than the address to which it would be sent. Whoever can change a stack's
 * configuration, for example in a pull request, must not get a key that only the environment has. The public service's address, an address of this
 * machine and one in a variable are no such address.
 *
 * @param variable the variable that confirms the address
 * @param folder the current folder, whose stack configuration is named if it contains the address
 */
export function addressFault(
  key: Sourced,
  address: Sourced | undefined,
  { isTrusted, variable, folder }: { readonly isTrusted: boolean; readonly variable: string; readonly folder: string },
): string | undefined {
  if (address === undefined || isTrusted || address.isVariable) return undefined;
  if (!key.isVariable && key.origin === address.origin) return undefined;
  const keyFrom = key.isVariable ? `the variable ${key.from}` : key.origin;
  const addressFrom = `${address.from} in ${fileWith(address.text, folder) ?? address.origin}`;
  return `The access key of ${keyFrom} was not sent to ${address.text}, because only ${addressFrom} names that address. If the address is right, set the variable ${variable} to it`;
}

/** Returns the project or stack file of the current project that contains a text. */
function fileWith(text: string, folder: string): string | undefined {
  for (let current = folder; ; current = path.dirname(current)) {
    const names = filesIn(current).filter((name) => /^Pulumi(\.[^/]+)?\.(ya?ml|json)$/.test(name));
    const found = names.find((name) => readIfPossible(path.join(current, name)).includes(text));
    if (found !== undefined || names.length > 0 || current === path.dirname(current)) return found;
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readIfPossible(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
