import { pullZoneTable } from "../../provider/wire/pullZone";
import { storageZoneTable } from "../../provider/wire/storageZone";
import type { Table } from "../../provider/wire/fields";
import { edgeRuleActionTable, edgeRuleTable, edgeRuleTriggerTable } from "../../provider/wire/edgeRule";
import { hostnameTable } from "../../provider/wire/hostname";
import { imageBlueprintTable, optimizerClassTable } from "../../provider/wire/imageClass";
import { page, example, prose, signature } from "./page";
import type { Property, Sources } from "./source";
import { argumentTable, fieldTable, propertyTable } from "./tables";

/** What the words in the column "Kind" stand for. */
export const legend = `Kinds: **secret** is kept as a secret and never printed; _volatile_ moves by itself and is never drift; _immutable_ takes another
zone to change; a _set_ has no order; _assumed_ is not in the contract. "On the wire" is the name in the service's JSON.`;

export function storageZonePage(sources: Sources): string {
  const { doc } = sources.declaration("StorageZone");
  return page("StorageZone", "Declares a storage zone.", [
    prose(doc.text),
    example(doc),
    "## Arguments",
    "Every argument takes a plain value or an Output.",
    argumentTable(sources.properties("StorageZoneArgs")),
    takenBack,
    "## Outputs",
    legend,
    fieldTable(sources.properties("StorageZoneState"), storageZoneTable),
    handedOn,
    "### PullZoneLink",
    propertyTable(sources.properties("PullZoneLink")),
    getter(sources, "StorageZone"),
    guarded,
    `## Import

\`\`\`ts
new cdn.StorageZone("media", { name: "acme-media", region: "NY" }, { import: "1002" });
\`\`\`

\`pulumi up\` adopts the zone with that id if its name, region, tier and type are those declared. The option may stay or go afterwards. For other
ways, see [Adopting existing zones](../adopting-existing-zones.md). \`pulumi import TYPE NAME ID\` does not work with dynamic resources:
it ends in "code must be a string, not undefined" before it reaches this package.`,
  ]);
}

const takenBack = `To leave \`custom404FilePath\` or \`rewrite404To200\` out after it was declared keeps the value that is live. To take it back, declare
\`""\` or \`false\`.`;

const guarded = `## protect and --target

The resource option \`protect: true\` makes Pulumi refuse what deletes the zone, before anything is sent for it: \`pulumi destroy\`, an \`up\` of a program
without it, and an \`up\` that would replace it, such as one with another name or region. To lift it, take the option out and run
\`pulumi up\`, or run \`pulumi state unprotect URN\`. \`forceDestroy\` does not. Who works on the service itself is not held up.

\`pulumi up --target URN\` changes one zone only, \`pulumi refresh --target URN\` reads one only, and \`pulumi destroy --target URN\` deletes one
only. With an \`up\` the program runs whole, so its data sources are called all the same. \`pulumi-cdn-zones drift\` prints such lines for
each zone that differs.`;

const handedOn = `Where the type says \`| undefined\`, the contract lets the field be null; the output itself is always there. To hand it
on to a resource that wants a value, still secret:

\`\`\`ts
const zone = new cdn.StorageZone("assets", { name: "acme-assets", region: "DE" });
const password: pulumi.Output<string> = zone.password.apply((text) => text!);
\`\`\``;

export function pullZonePage(sources: Sources): string {
  const { doc } = sources.declaration("PullZone");
  return page("PullZone", "Reads a pull zone.", [
    prose(doc.text),
    example(doc),
    getter(sources, "PullZone"),
    "### Arguments",
    argumentTable(sources.properties("PullZoneGetArgs")),
    "## Outputs",
    legend,
    groupedFields(sources.properties("PullZoneState"), pullZoneTable),
    nestedTypes(sources),
  ]);
}

export function providerPage(sources: Sources): string {
  const { doc } = sources.declaration("Provider");
  return page("Provider", "Another account in the same program.", [
    prose(doc.text),
    example(doc),
    "## Arguments",
    argumentTable(sources.properties("ProviderArgs")),
    "See [Multiple accounts](../multiple-accounts.md) and [Key rotation](../key-rotation.md).",
  ]);
}

/** The objects that stand inside a pull zone. */
export function nestedTypes(sources: Sources): string {
  const nested: readonly (readonly [string, Table])[] = [
    ["Hostname", hostnameTable],
    ["EdgeRule", edgeRuleTable],
    ["EdgeRuleTrigger", edgeRuleTriggerTable],
    ["EdgeRuleAction", edgeRuleActionTable],
    ["OptimizerClass", optimizerClassTable],
    ["ImageBlueprint", imageBlueprintTable],
  ];
  return [
    "## Objects inside",
    ...nested.flatMap(([name, of]) => [
      `### ${name}`,
      sources.declaration(name).doc.text,
      fieldTable(sources.properties(name), of),
    ]),
  ].join("\n\n");
}

/** A pull zone has about 150 fields: they stand in the groups of the contract. */
function groupedFields(properties: readonly Property[], of: Table): string {
  const groups = new Map<string, Property[]>();
  for (const property of properties) {
    const group = titleOf(property.declaredIn);
    groups.set(group, [...(groups.get(group) ?? []), property]);
  }
  return [...groups].map(([title, members]) => `### ${title}\n\n${fieldTable(members, of)}`).join("\n\n");
}

/** "PullZoneAccessControl" → "Access control". */
function titleOf(declaredIn: string): string {
  const words = declaredIn.replace(/^PullZone(?=[A-Z])/, "").replace(/([a-z])([A-Z])/g, "$1 $2");
  if (words === "State" || words === "Get Pull Zone Result") return "Others";
  return `${words.charAt(0)}${words.slice(1).toLowerCase()}`;
}

function getter(sources: Sources, className: string): string {
  const { doc, signature: text } = sources.staticMethod(className, "get");
  return `## ${className}.get\n\n${signature(text.replace("static get", `${className}.get`))}\n\n${prose(doc.text)}`;
}
