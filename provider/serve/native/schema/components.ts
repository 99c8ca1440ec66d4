import { websiteTables, websiteType } from "../../../components/website/arguments";
import type { ArgumentTable } from "../../../wire/functions";
import { storageFolderReleasesTable } from "../../../wire/storageFolder";
import { withExample } from "./documentation";
import type { PropertySpec, PropertySpecs } from "./properties";
import { mapValues, refTo, withDefault } from "./properties";

/** The schema of the component, with the types of objects in its arguments. */
export function website(): { readonly resource: object; readonly types: Readonly<Record<string, object>> } {
  const { website: whole, ...nested } = websiteTables;
  const types = Object.values<ArgumentTable>(nested).map((table): [string, object] => [
    typeToken(table.type),
    { type: "object", description: table.doc, ...argumentsIn(table) },
  ]);
  const { properties: inputProperties, required: requiredInputs } = argumentsIn(whole);
  const resource = {
    isComponent: true,
    description: withExample(
      "Website",
      "A website: a storage zone with the files of a folder, a pull zone that serves them, hostnames with HTTPS and their DNS records, headers, redirects and cache times. Its parts are resources of this package.",
    ),
    properties: outputs,
    required: Object.keys(outputs).filter((name) => name !== "release"),
    inputProperties,
    requiredInputs,
  };
  return { resource: { [websiteType]: resource }, types: Object.fromEntries(types) };
}

function argumentsIn({ specs }: ArgumentTable): { readonly properties: PropertySpecs; readonly required: string[] } {
  return {
    properties: mapValues(specs, (spec, name) => {
      const type = typesOfArguments[spec.type];
      if (type === undefined) throw new Error(`the schema has no type for ${spec.type}`);
      const description = withDefault(spec);
      return { ...type, description: name === "transform" ? transformText : description };
    }),
    required: Object.keys(specs).filter((name) => specs[name]?.required === true),
  };
}

const transformText =
  "Changes the arguments of the parts `storageZone`, `pullZone` and `folder`: for each, an object with the arguments to replace. Its keys are in camel case in every language, such as `blockedIps`.";

const strings: PropertySpec = { type: "array", items: { type: "string" } };
const texts: PropertySpec = { type: "object", additionalProperties: { type: "string" } };
const any: PropertySpec = { $ref: "pulumi.json#/Any" };

/** The schemas of properties by their type in TypeScript. */
const typesOfArguments: Readonly<Record<string, PropertySpec>> = {
  string: { type: "string" },
  boolean: { type: "boolean" },
  number: { type: "integer" },
  "301 | 302 | 307 | 308": { type: "integer" },
  "pulumi.Input<string>": { type: "string" },
  "pulumi.Input<number>": { type: "integer" },
  "pulumi.Input<boolean>": { type: "boolean" },
  "readonly string[]": strings,
  "pulumi.Input<pulumi.Input<string>[]>": strings,
  "Record<string, pulumi.Input<string>>": texts,
  "pulumi.Input<Record<string, pulumi.Input<string>>>": texts,
  "readonly WebsiteRedirect[]": { type: "array", items: typeRef("WebsiteRedirect") },
  WebsiteCache: typeRef("WebsiteCache"),
  "StorageFolderReleasesInputs | false": { oneOf: [{ type: "boolean" }, refTo(storageFolderReleasesTable)] },
  WebsiteTransform: { type: "object", additionalProperties: any },
};

const outputs: PropertySpecs = {
  url: {
    type: "string",
    description:
      "Address of the site: https:// and canonicalHostname, else the first hostname without a wildcard, or the service's hostname if there are none. If the API is on this machine, it is the emulator's: http://www.acme.example.localhost:8080.",
  },
  urls: {
    ...strings,
    description: "Addresses of all hostnames without a wildcard. The service's hostname comes last.",
  },
  release: {
    type: "string",
    description:
      "ID of the release that the program delivered: 12 hexadecimal digits that are derived from the files. Absent with `releases: false`. After a rollback, visitors get another one.",
  },
  pullZoneId: { type: "integer", description: "ID of the pull zone." },
  storageZoneId: { type: "integer", description: "ID of the storage zone." },
  storageZone: { $ref: "#/resources/cdn:index:StorageZone", description: "Zone that holds the files." },
  pullZone: { $ref: "#/resources/cdn:index:PullZone", description: "Zone that serves the files." },
  folder: { $ref: "#/resources/cdn:index:StorageFolder", description: "The files." },
};

function typeToken(type: string): string {
  return `cdn:index:${type}`;
}

function typeRef(type: string): PropertySpec {
  return { $ref: `#/types/${typeToken(type)}` };
}
