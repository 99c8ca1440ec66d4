import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { z } from "zod";

const { pattern } = z.toJSONSchema(z.iso.datetime());

/** The schemas of types that the file does not export. */
const scalars: Readonly<Record<string, object>> = {
  string: { type: "string" },
  boolean: { type: "boolean" },
  unknown: {},
  Count: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  Seconds: { type: "number", minimum: 0 },
  Time: { type: "string", format: "date-time", pattern },
};

/** Returns the JSON Schema (draft 7) of a drift report, from the exported types of drift/model.ts and their comments. */
export function driftReportSchema(): object {
  const file = path.join(__dirname, "..", "..", "drift", "model.ts");
  const { statements } = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const exported = statements
    .filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
    .filter(({ modifiers }) => modifiers !== undefined)
    .map((node) => {
      const schema = ts.isInterfaceDeclaration(node) ? objectSchema(node.members) : schemaOf(node.type);
      return { name: node.name.text, schema, description: descriptionOf(node) };
    });
  const [report, ...others] = exported;
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    ...report?.schema,
    title: report?.name,
    ...report?.description,
    definitions: Object.fromEntries(
      others.map(({ name, schema, description }) => [name, { ...schema, ...description }]),
    ),
  };
}

function objectSchema(members: ts.NodeArray<ts.TypeElement>): object {
  const properties = members.filter(ts.isPropertySignature);
  const nameOf = ({ name }: ts.PropertySignature): string => name.getText();
  return {
    type: "object",
    properties: Object.fromEntries(properties.map((property) => [nameOf(property), propertySchema(property)])),
    required: properties.filter(({ questionToken }) => questionToken === undefined).map(nameOf),
    additionalProperties: false,
  };
}

function propertySchema(property: ts.PropertySignature): object {
  const schema = schemaOf(property.type);
  const description = descriptionOf(property);
  if (property.questionToken === undefined) return { ...schema, ...description };
  // Draft 7 ignores other keys next to $ref.
  return { ...description, ...("$ref" in schema ? { allOf: [schema] } : schema) };
}

function schemaOf(type: ts.TypeNode | undefined): object {
  if (type === undefined) return {};
  if (ts.isArrayTypeNode(type)) return { type: "array", items: schemaOf(type.elementType) };
  if (ts.isTypeLiteralNode(type)) return objectSchema(type.members);
  if (ts.isUnionTypeNode(type)) return { type: "string", enum: type.types.map(valueOf) };
  if (ts.isLiteralTypeNode(type)) return { type: typeof valueOf(type), const: valueOf(type) };
  return scalars[type.getText()] ?? { $ref: `#/definitions/${type.getText()}` };
}

function valueOf(literal: ts.TypeNode): unknown {
  return JSON.parse(literal.getText());
}

function descriptionOf(node: ts.Node): { readonly description?: string } {
  const [comment] = ts.getJSDocCommentsAndTags(node);
  return comment === undefined ? {} : { description: ts.getTextOfJSDocComment(comment.comment) ?? "" };
}
