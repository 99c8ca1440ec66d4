import manifest from "../../../../plugin/package/package.json";
import type { Kind, KindName } from "../../../kinds";
import { kindNames, kinds, wholeOf } from "../../../kinds";
import { packageVersion } from "../../../version";
import type { InputField } from "../../../wire/fields";
import { fieldNames, inputFields, isRequired } from "../../../wire/fields";
import { nativeType, resourceType } from "../../../kinds/resourceTypes";
import { filterOf } from "../list";
import { website } from "./components";
import { importSection, withExample } from "./documentation";
import { functions } from "./functions";
import { metadataOf } from "./metadata";
import type { PropertySpec, PropertySpecs } from "./properties";
import {
  fieldProperty,
  inputProperty,
  isPresent,
  mapValues,
  settingProperties,
  valueProperty,
  withDefault,
} from "./properties";
import { types } from "./types";

/** The import path of Go programs. `pulumi package add` prints another path, which follows from the repository. */
export const goModule = "example.com/pulumi-cdn/sdk/go/cdn";

/** Returns the package schema, from which SDKs are generated. It is made from the field tables, the settings and the arguments. */
export function packageSchema(): object {
  const components = website();
  return {
    name: "cdn",
    version: packageVersion,
    ...metadataOf(manifest),
    meta: { moduleFormat: "(.*)" },
    // The schema has no defaults from variables, because the plugin reads the variables itself. SDKs would give the default provider's key to
    // every other provider, and SDKs for Go and .NET don't compile with a default for a list.
    config: { variables: settingProperties() },
    provider: {
      description: withExample(
        "Provider",
        "Settings of an explicit provider, for several accounts in one stack. An environment variable that ends in the provider's name overrides a setting, for example CDN_ACCESS_KEY_EU.",
      ),
      properties: settingProperties(),
      inputProperties: settingProperties(),
    },
    types: { ...types(), ...components.types },
    resources: {
      ...Object.fromEntries(kindNames.map((name) => [nativeType(name), resource(name)])),
      ...components.resource,
    },
    functions: mapValues(functions(), ({ description, ...rest }, token) => ({
      description: withExample(token.replace(/^.*:/, ""), description),
      ...rest,
    })),
    language: {
      nodejs: { packageName: "pulumi-cdn-sdk", respectSchemaVersion: true },
      // The SDK requires a version of Pulumi that needs Python 3.10.
      python: {
        packageName: "pulumi_cdn",
        pythonRequires: ">=3.10",
        pyproject: { enabled: true },
        respectSchemaVersion: true,
      },
      go: {
        importBasePath: goModule,
        generateResourceContainerTypes: true,
        respectSchemaVersion: true,
      },
      // Without this, the project refers to a file `version.txt` that is not generated, and its package can't be built.
      csharp: { respectSchemaVersion: true },
    },
  };
}

function resource(name: KindName): object {
  const kind: Kind = kinds[name];
  const { args } = kind;
  const required = args.filter(({ input }) => input.required === true).map((field) => field.name);
  // With `existingId`, a name is added or removed in place, which the engine would make a replacement.
  const replaces = args.some(({ name: input }) => input === "existingId") ? "willReplaceOnChanges" : "replaceOnChanges";
  const requiredInputs = args.filter(isRequired).map((field) => field.name);
  // A resource that is only read has no volatile outputs.
  const always = fieldNames(
    kind.table,
    (field) => isPresent(field) && field.volatile !== true && kind.outputNames.includes(field.name),
  );
  return {
    description: withExample(name, kind.description) + importSection(kind),
    ...outputs(kind),
    required: [...new Set([...required, ...always, ...(kind.idOutput === undefined ? [] : [kind.idOutput])])],
    inputProperties: Object.fromEntries(args.map((field) => [field.name, inputProperty(field, replaces)])),
    requiredInputs,
    ...(kind.noImport === undefined ? { listInputs: listInputs(name) } : {}),
    aliases: [{ type: resourceType(name) }],
  };
}

function listInputs(name: KindName): object {
  const filter = filterOf(name);
  const property: PropertySpec =
    filter === "search"
      ? { type: "string", description: "Only objects whose names contain this text." }
      : {
          type: "integer",
          description: `Only objects of this ${kinds[wholeOf(name, "")[0]].noun}. Default: all objects of the account.`,
        };
  return { properties: { [filter]: property } };
}

/** Returns the outputs of a resource. They are also its `stateInputs`, because SDKs pass only those to a resource that is read with `get`. */
function outputs(kind: Kind): object {
  const names = new Set(kind.outputNames);
  const { idOutput } = kind;
  const fields = kind.table.fields.map((field) =>
    field.name === "id" && idOutput !== undefined ? { ...field, name: idOutput } : field,
  );
  const properties: PropertySpecs = {
    ...Object.fromEntries(
      fields.filter(({ name }) => names.has(name)).map((field) => [field.name, fieldProperty(field)]),
    ),
    ...Object.fromEntries(inputFields(kind.options).map((field) => [field.name, optionProperty(field)])),
  };
  return { properties, stateInputs: { properties } };
}

function optionProperty(field: InputField): PropertySpec {
  const { input, secret } = field;
  return { ...valueProperty(field), description: withDefault(input), ...(secret === true ? { secret } : {}) };
}
