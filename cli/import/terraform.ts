import type { KindName } from "../../provider/kinds";
import { shell } from "../../drift/terminal/shell";
import { CommandError } from "../command";
import { slugOf } from "./names";
import type { Wanted } from "./wanted";

/** An object that Terraform manages so far. */
export interface FormerResource {
  /** What its resource is called in the program: its name in Terraform, after those of its modules and before its key. */
  readonly name: string;
  /** Its address in the state: `module.cdn.bunnynet_dns_record.www["a"]`. */
  readonly address: string;
}

/** What a state of Terraform or OpenTofu has of the service. */
export interface FormerState {
  readonly objects: readonly (Wanted & { readonly id: string; readonly former: FormerResource })[];
  /** Settings of pull zones and edge scripts, which are resources there: they come with their owner. */
  readonly settings: readonly FormerSetting[];
  /** The addresses of files of storage zones. */
  readonly files: readonly string[];
  /** The addresses of what no kind of resource is for. */
  readonly unknown: readonly string[];
}

/** A setting that Terraform manages as a resource of its own. */
export interface FormerSetting {
  readonly address: string;
  readonly owner: { readonly kind: KindName; readonly id: string };
}

type Attributes = Readonly<Record<string, unknown>>;

/** The vendor's resources, and the ids of their objects. Assumption: the attributes of version 0.15 of its provider. */
const types: Readonly<Record<string, { readonly kind: KindName; readonly id: (of: Attributes) => unknown[] }>> = {
  bunnynet_storage_zone: { kind: "StorageZone", id: ({ id }) => [id] },
  bunnynet_pullzone: { kind: "PullZone", id: ({ id }) => [id] },
  bunnynet_pullzone_hostname: { kind: "PullZoneHostname", id: ({ pullzone, name }) => [pullzone, name] },
  bunnynet_pullzone_edgerule: { kind: "PullZoneEdgeRule", id: ({ pullzone, id }) => [pullzone, id] },
  bunnynet_compute_script: { kind: "EdgeScript", id: ({ id }) => [id] },
  bunnynet_dns_script: { kind: "EdgeScript", id: ({ id }) => [id] },
  bunnynet_dns_zone: { kind: "DnsZone", id: ({ id }) => [id] },
  bunnynet_dns_record: { kind: "DnsRecord", id: ({ zone, id }) => [zone, id] },
};

/** The vendor's resources that are settings of another object. */
const settingTypes: Readonly<Record<string, (of: Attributes) => FormerSetting["owner"]>> = {
  bunnynet_pullzone_optimizer_class: ({ pullzone }) => ({ kind: "PullZone", id: idIn(pullzone) }),
  bunnynet_compute_script_variable: ({ script }) => ({ kind: "EdgeScript", id: idIn(script) }),
  bunnynet_compute_script_secret: ({ script }) => ({ kind: "EdgeScript", id: idIn(script) }),
  bunnynet_dns_script_variable: ({ script }) => ({ kind: "EdgeScript", id: idIn(script) }),
};

/** Those whose owner is one of these objects. */
export function settingsOf(
  objects: readonly { readonly kind: string; readonly id: string }[],
  settings: readonly FormerSetting[],
): readonly FormerSetting[] {
  return settings.filter(({ owner }) => objects.some(({ kind, id }) => kind === owner.kind && id === owner.id));
}

/** @throws {CommandError} if it is no state of version 4, which Terraform has written since 0.12 */
export function parseFormerState(text: string, origin: string): FormerState {
  const root = objectIn(parsed(text));
  if ("encrypted_data" in root) {
    throw new CommandError(`${origin} is encrypted. Use the output of tofu state pull`);
  }
  const { version, resources } = root;
  if (version !== 4 || !Array.isArray(resources)) {
    throw new CommandError(
      `${origin} is not a Terraform state of version 4. Use terraform.tfstate, or the output of terraform state pull`,
    );
  }
  const objects: FormerState["objects"][number][] = [];
  const settings: FormerSetting[] = [];
  const files: string[] = [];
  const unknown: string[] = [];
  for (const resource of resources.map(objectIn)) {
    const type = textIn(resource["type"]);
    if (resource["mode"] !== "managed" || !type.startsWith("bunnynet_")) continue;
    for (const instance of listIn(resource["instances"]).map(objectIn)) {
      // A deposed one is to be deleted, after a replacement that was cut off.
      if (instance["deposed"] !== undefined) continue;
      const { index_key: key } = instance;
      const address = addressOf(resource, key);
      const known = types[type];
      const attributes = objectIn(instance["attributes"]);
      const id = known?.id(attributes) ?? [];
      const ownerOf = settingTypes[type];
      if (ownerOf !== undefined) settings.push({ address, owner: ownerOf(attributes) });
      else if (known === undefined) (type === "bunnynet_storage_file" ? files : unknown).push(address);
      else if (!id.every((part) => typeof part === "number" || (typeof part === "string" && part !== ""))) {
        throw new CommandError(`${origin}: ${address} has no id of its object`);
      } else objects.push({ kind: known.kind, id: id.join("/"), former: { name: nameOf(resource, key), address } });
    }
  }
  return { objects, settings, files, unknown };
}

/** The commands that take objects out of Terraform's state. Each writes the whole state, so one takes several. */
export function removalCommands(addresses: readonly string[]): string[] {
  const commands: string[] = [];
  for (const address of addresses) {
    const last = commands.pop();
    const longer = last === undefined ? undefined : last + shell` ${address}`;
    if (longer !== undefined && longer.length <= maxCommandLength) commands.push(longer);
    else commands.push(...(last === undefined ? [] : [last]), shell`terraform state rm ${address}`);
  }
  return commands;
}

const maxCommandLength = 1_000;

function addressOf({ module, type, name }: Attributes, key: unknown): string {
  const index = isKey(key) ? `[${JSON.stringify(key)}]` : "";
  return `${module === undefined ? "" : `${textIn(module)}.`}${textIn(type)}.${textIn(name)}${index}`;
}

/** Of an instance of a resource with `count` or `for_each`. */
function isKey(key: unknown): key is string | number {
  return typeof key === "string" || typeof key === "number";
}

/** Names of modules and keys distinguish resources of one name. */
function nameOf({ module, name }: Attributes, key: unknown): string {
  // module.cdn["eu"].module.web
  const modules = textIn(module).replace(/(^|\.)module\./g, " ");
  const [before, after] = [slugOf(modules), isKey(key) ? slugOf(String(key)) : ""];
  return [before, textIn(name), after].filter((part) => part !== "").join("-");
}

/** Undefined if it is no JSON. The parser's message would quote the text, which has secrets. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function objectIn(value: unknown): Attributes {
  return typeof value === "object" && value !== null ? (value as Attributes) : {};
}

function idIn(value: unknown): string {
  return typeof value === "number" ? String(value) : textIn(value);
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}
