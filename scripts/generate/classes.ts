import type { Kind, KindName } from "../../provider/kinds";
import { idOutputOf } from "../../provider/kinds";
import type { Field } from "../../provider/wire/fields";
import { isRequired } from "../../provider/wire/fields";
import { capitalized, withArticle } from "../../provider/wire/words";
import { fileOf, inputTypeOf } from "./types";

/** Returns the file of a kind's class, with the interfaces of arguments and outputs. */
export function classFile(kind: Kind): string {
  const { name, table, class: text } = kind;
  const body = [argumentsOf(kind), stateOf(kind), existingOf(kind), classOf(kind)].join("\n");
  const types = [table.type, `${name}Always`, `${name}Inputs`, `${name}Volatile`];
  const used = types.filter((type) => new RegExp(`\\b${type}\\b`).test(body));
  const values = Object.values(text.outputs ?? {}).map(({ type }) => type.replace("[]", ""));
  return [
    `// Generated from provider/kinds/${fileOf(kind)}.ts by \`npm run generate\`.\n`,
    'import type * as pulumi from "@pulumi/pulumi";',
    'import type { Args } from "../types/args";',
    `import type { ${used.sort().join(", ")} } from "../types/${fileOf(kind)}";`,
    'import { CdnResource, isOfKind, withId } from "./cdnResource";',
    'import type { Outputs } from "./cdnResource";',
    ...(values.length === 0 ? [] : [`import type { ${values.join(", ")} } from "./values";`]),
    `\n${body}`,
  ].join("\n");
}

/** Returns what the file of a kind's class exports: the class and the types of its arguments and outputs. */
export function exportsOf(kind: Kind): { readonly name: string; readonly types: readonly string[] } {
  const { name } = kind;
  const types = [`${name}Args`, `${name}State`];
  if (getOptionsOf(kind).length > 0) types.push(`${name}GetArgs`);
  if (hasExistingType(kind)) types.push(`Existing${name}`);
  return { name, types: types.sort() };
}

/** Returns the options that `get` also takes. */
function getOptionsOf({ options, class: text }: Kind): Field[] {
  return options.fields.filter((option) => text.getOptions?.includes(option.name) === true);
}

/** Returns the arguments of the constructor and, if there are any, of `get`. */
function argumentsOf(kind: Kind): string {
  const { name, noun, nameField, belongsTo, args, class: text } = kind;
  const usual = nameField ?? belongsTo?.output ?? idOutputOf(name as KindName);
  const required = args.filter(({ input }) => input.required === true).map((input) => input.name);
  const own = required.includes(usual) ? usual : (required[0] ?? usual);
  const type = args.filter((input) => input.name === own).map(inputTypeOf);
  const [mark, more] = args.some((input) => input.name === own && !isRequired(input))
    ? ["?", " | undefined"]
    : ["", ""];
  const ofGet = getOptionsOf(kind);
  const member = ({ name: option, doc }: Field): string =>
    `/** ${doc} @default false */\n${option}?: pulumi.Input<boolean>;\n`;
  return `
    /** The arguments of ${withArticle(noun)}.${text.args === undefined ? "" : ` ${text.args}`} */
    export interface ${name}Args extends Args<${name}Inputs> {
      // With at least one own property, the interface keeps its name in compiler messages.
      ${own}${mark}: pulumi.Input<${type.join()}${more}>;
    }
    ${
      ofGet.length === 0
        ? ""
        : `
    /** Options for reading ${withArticle(noun)}. */
    export interface ${name}GetArgs {
      ${ofGet.map(member).join("")}
    }`
    }`;
}

/** Returns the outputs. A part of a zone has all fields as outputs; a zone has `Id` under another name. */
function stateOf({ name, noun, table, idOutput, parts = {}, class: text, ...kind }: Kind): string {
  const doc = `The outputs of ${withArticle(noun)}`;
  if (idOutput === undefined) return `/** ${doc}. */\nexport interface ${name}State extends ${table.type} {}\n`;
  const always = table.fields.some((field) => field.always === true) ? [`${name}Always`] : [];
  const volatile = kind.hasVolatileOutputs === false ? [`${name}Volatile`] : [];
  const partFields = kind.partsAreOutputs === false ? Object.keys(parts) : [];
  const omitted = ["id", "extraFields", ...Object.keys(text.outputs ?? {}), ...partFields].map((field) => `"${field}"`);
  const bases = [
    `Omit<${table.type}, ${[...omitted, ...always, ...volatile].join(" | ")}>`,
    ...always.map((names) => `Required<Pick<${table.type}, ${names}>>`),
  ];
  const except = [
    ...partFields.map((field) => ` without its ${field}`),
    ...volatile.map(() => `, except volatile fields, which \`get${name}\` returns`),
  ];
  const outputs = {
    [idOutput]: { type: "number", doc: `ID of the ${noun} as a number. Pulumi's \`id\` is the same ID as a string.` },
    ...text.outputs,
  };
  return `
    /** ${doc}: its fields${except.join("")}. \`${idOutput}\` is the field \`Id\`. */
    export interface ${name}State extends ${bases.join(", ")} {
      ${Object.entries(outputs)
        .map(([output, { type, doc: of }]) => `/** ${of} */\n${output}: ${type};`)
        .join("\n")}
    }`;
}

/** Returns the type of a zone that is only read, if it has fewer outputs. */
function existingOf(kind: Kind): string {
  const { name, noun } = kind;
  if (!hasExistingType(kind)) return "";
  return `
    /** ${capitalized(withArticle(noun))} that is read but not managed. It has no volatile outputs. */
    export type Existing${name} = Omit<${name}, ${name}Volatile>;
    `;
}

function hasExistingType({ table, idOutput, hasVolatileOutputs }: Kind): boolean {
  const isVolatile = table.fields.some((field) => field.volatile === true);
  return isVolatile && idOutput !== undefined && hasVolatileOutputs !== false;
}

function classOf(kind: Kind): string {
  const { name, noun, parent, class: text } = kind;
  const id = `pulumi.Input<${parent === undefined ? "pulumi.ID | number" : "pulumi.ID"}>`;
  const args = text.getOptions === undefined ? "" : `args: ${name}GetArgs = {},`;
  const cast = kind.args.some(isRequired) ? ` as ${name}Args` : "";
  return `
    ${commentOf([...text.doc, exampleOf(text.example)])}
    export class ${name} extends CdnResource {
      // Without a comment, so that an editor shows the comment of the class.
      constructor(name: string, args: ${name}Args, opts?: pulumi.CustomResourceOptions) {
        super("${name}", name, args, opts);
      }

      ${commentOf([text.get, `@param id ${text.id ?? `the id of the ${noun}`}`])}
      static get(name: string, id: ${id}, ${args} opts?: pulumi.CustomResourceOptions): ${hasExistingType(kind) ? "Existing" : ""}${name} {
        return new ${name}(name, ${args === "" ? "{}" : "args"}${cast}, withId(id, opts));
      }

      /** Whether a value is an instance of \`${name}\`, also from another copy of this package. */
      static override isInstance(value: unknown): value is ${name} {
        return isOfKind("${name}", value);
      }
    }

    // Declares the outputs, which follow from the state's type.
    export interface ${name} extends Outputs<${name}State> {}
    `;
}

/** Returns the tag of an example. Its program is indented in the kind. */
function exampleOf(program: string): string {
  const lines = program.trim().split("\n");
  const indent = /\n( *)\S/.exec(program)?.[1] ?? "";
  const text = lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join("\n");
  return `@example\n\`\`\`ts\nimport * as cdn from "pulumi-cdn-zones";\n\n${text}\n\`\`\``;
}

/** Returns a doc comment of paragraphs, in lines of at most about 140 characters. */
function commentOf(paragraphs: readonly string[]): string {
  const lines = paragraphs.map(wrapped).join("\n\n").split("\n");
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */`;
}

function wrapped(paragraph: string): string {
  if (paragraph.startsWith("@")) return paragraph;
  return paragraph.replace(/(.{1,135})(?<!\{@link)(?:\s+|$)/g, "$1\n").trimEnd();
}
