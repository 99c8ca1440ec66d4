import type { KindName } from "../../provider/kinds";
import { shell } from "../../terminal/shell";
import { CommandError } from "../command";
import { slugOf } from "./names";
import type { FormerResource, Wanted } from "./wanted";

/** The service's objects in a state of Terraform or OpenTofu. */
export interface FormerState {
  readonly objects: readonly (Wanted & { readonly id: string; readonly former: FormerResource })[];
  /** Settings of pull zones and edge scripts that are resources in Terraform. They are imported with their owner. */
  readonly settings: readonly FormerSetting[];
  /** The addresses of files of storage zones. */
  readonly files: readonly string[];
  /** The addresses of resources for which this package has no kind. */
  readonly unknown: readonly string[];
}

/** A setting that Terraform manages as a separate resource. */
export interface FormerSetting {
  readonly address: string;
  readonly owner: { readonly kind: KindName; readonly id: string };
}

type Attributes = Readonly<Record<string, unknown>>;

/** A resource type of the vendor. */
interface FormerType {
  readonly kind: KindName;
  readonly id: (of: Attributes) => unknown[];
  /** Whether it is a part of a shield, of which its attributes name only the pull zone. The id is the part's. */
  readonly ofShield?: true;
}

/** The vendor's resources, with the ids of their objects. Assumption: the attributes are those of provider version 0.15. */
const types: Readonly<Record<string, FormerType>> = {
  bunnynet_storage_zone: { kind: "StorageZone", id: ({ id }) => [id] },
  bunnynet_pullzone: { kind: "PullZone", id: ({ id }) => [id] },
  bunnynet_pullzone_hostname: { kind: "PullZoneHostname", id: ({ pullzone, name }) => [pullzone, name] },
  bunnynet_pullzone_edgerule: { kind: "PullZoneEdgeRule", id: ({ pullzone, id }) => [pullzone, id] },
  bunnynet_pullzone_shield: { kind: "PullZoneShield", id: ({ id }) => [id] },
  bunnynet_pullzone_ratelimit_rule: {
    kind: "ShieldRateLimit",
    id: ({ pullzone, id }) => [pullzone, id],
    ofShield: true,
  },
  bunnynet_pullzone_access_list: { kind: "ShieldAccessList", id: ({ pullzone, id }) => [pullzone, id], ofShield: true },
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

/** The settings whose owner is one of these objects. */
export function settingsOf(
  objects: readonly { readonly kind: string; readonly id: string }[],
  settings: readonly FormerSetting[],
): readonly FormerSetting[] {
  return settings.filter(({ owner }) => objects.some(({ kind, id }) => kind === owner.kind && id === owner.id));
}

/** Parses a state. @throws {CommandError} unless it has version 4, which Terraform has written since 0.12 */
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
      // A deposed instance is left over from an interrupted replacement, and Terraform is going to delete it.
      if (instance["deposed"] !== undefined) continue;
      const { index_key: key } = instance;
      const { module } = resource;
      // An address becomes an argument of a command, which must not take it for an option.
      if (module !== undefined && !textIn(module).startsWith("module.")) {
        throw new CommandError(
          `${origin} has a resource in ${JSON.stringify(module)}, which is not a Terraform module`,
        );
      }
      const address = addressOf(resource, key);
      const formerType = types[type];
      const attributes = objectIn(instance["attributes"]);
      const id = formerType?.id(attributes) ?? [];
      const ownerOf = settingTypes[type];
      if (ownerOf !== undefined) settings.push({ address, owner: ownerOf(attributes) });
      else if (formerType === undefined) (type === "bunnynet_storage_file" ? files : unknown).push(address);
      else if (!id.every((part) => typeof part === "number" || (typeof part === "string" && part !== ""))) {
        throw new CommandError(`${origin}: ${address} has no id`);
      } else {
        const { kind, ofShield } = formerType;
        const former = { name: nameOf(resource, key), address, ...(ofShield && { ofShield }) };
        objects.push({ kind, id: id.join("/"), former });
      }
    }
  }
  return { objects, settings, files, unknown };
}

/** Returns the commands that remove objects from the Terraform state. Each command writes the whole state, so it removes several objects. */
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

/** Whether a value is the key of an instance of a resource with `count` or `for_each`. */
function isKey(key: unknown): key is string | number {
  return typeof key === "string" || typeof key === "number";
}

/** Returns the name of an instance. Modules and keys distinguish resources with the same name. */
function nameOf({ module, name }: Attributes, key: unknown): string {
  // module.cdn["eu"].module.web
  const modules = textIn(module).replace(/(^|\.)module\./g, " ");
  const [before, after] = [slugOf(modules), isKey(key) ? slugOf(String(key)) : ""];
  return [before, textIn(name), after].filter((part) => part !== "").join("-");
}

/** Parses JSON; undefined if it is invalid. The parser's message would quote the text, which contains secrets. */
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
