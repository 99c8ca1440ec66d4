import type { Kind, KindName, WholeKind } from "../../provider/kinds";
import { kinds, listedKinds, wholeKey } from "../../provider/kinds";
import type { Field } from "../../provider/wire/fields";
import { inputFields } from "../../provider/wire/fields";
import { capitalized } from "../../provider/wire/words";
import { shell } from "../../terminal/shell";
import type { Entry, Expression } from "./expression";
import { literal, printed, quoted } from "./expression";
import type { Found } from "./find";
import { variablesOf } from "./names";

export interface DeclarationOptions {
  /** Whether resources get the resource option `protect`, which `pulumi import` also sets. */
  readonly protect: boolean;
  /** Whether resources are native. Their import also reads secrets. */
  readonly plugin: boolean;
  /** Returns the name of an object's resource in the state, if the state has one. */
  readonly managedName: (kind: WholeKind, id: string) => string | undefined;
}

export interface Declarations {
  readonly text: string;
  /** The configuration keys that the program reads; those that a preview needs come first. */
  readonly configKeys: readonly ConfigKey[];
}

interface ConfigKey {
  readonly key: string;
  /** Whether a preview fails without it. */
  readonly needed: boolean;
  /** Whether its value is JSON. Pulumi's error about another value would print it. */
  readonly isJson?: boolean;
}

/** Returns the declarations of objects and the configuration keys that they read. Objects that others refer to come first. */
export function declarationsOf(found: readonly Found[], options: DeclarationOptions): Declarations {
  const grouped = inGroups(found);
  const targetOf = targetsIn(grouped);
  const sorted = afterTheirTargets(grouped, targetOf);
  const places = new Map(sorted.map((one, place) => [one, place]));
  const variables = variablesOf(sorted);
  const referredTo = new Set<Found>();
  const configKeys: ConfigKey[] = [];

  const entryOf = (one: Found, field: Field, value: unknown): Entry => {
    const key = field.name;
    const target = targetOf(one, field);
    // Of two objects that refer to each other, the first one has the plain value.
    if (target !== undefined && Number(places.get(target.to)) < Number(places.get(one))) {
      referredTo.add(target.to);
      return { key, value: { code: `${variables.get(target.to) ?? ""}.${target.output}` } };
    }
    const kind = referenceIn(one.kind, field);
    if (kind === undefined) return { key, value: constantsIn(field, value) };
    return { key, value: literal(value), note: options.managedName(kind, String(value)) };
  };
  const secretOf = (one: Found, field: Field): Entry => {
    const key = `${variables.get(one) ?? ""}${capitalized(field.name)}`;
    // An argument that a zone omits keeps its value, so defaults are omitted; a part of a zone has to be declared completely.
    const needed = options.plugin || !isZone(one.kind);
    configKeys.push({ key, needed, isJson: !field.plain });
    const call = `config.${needed ? "require" : "get"}Secret${field.plain ? "" : "Object"}`;
    const comment = `Secret: ${shell`pulumi config set --secret ${key}`}${field.plain ? "" : " (as JSON)"}`;
    return { key: field.name, value: { call, argument: literal(key) }, comment };
  };

  /** An argument with secrets by name. The first update writes their values. */
  const namedSecretsOf = (one: Found, { name }: Field): Entry => {
    const entries = (one.secretNames ?? []).map((secret): Entry => {
      const key = `${variables.get(one) ?? ""}-${secret}`;
      configKeys.push({ key, needed: true });
      return { key: secret, value: { call: "config.requireSecret", argument: literal(key) } };
    });
    return { key: name, value: { entries } };
  };

  const declarations = sorted.map((one) => {
    const { importComments }: Kind = kinds[one.kind];
    const comments = importComments?.(one.state) ?? {};
    const entries = kinds[one.kind].args.flatMap((field: Field): Entry[] => {
      if (one.secrets?.includes(field.name)) return [secretOf(one, field)];
      if (field.name === "secrets" && (one.secretNames ?? []).length > 0) return [namedSecretsOf(one, field)];
      const value = one.inputs[field.name];
      const comment = comments[field.name];
      return value === undefined ? [] : [{ ...entryOf(one, field, value), ...(comment !== undefined && { comment }) }];
    });
    return { one, entries };
  });
  const texts = declarations.map(({ one, entries }) => {
    const variable = referredTo.has(one) ? `const ${variables.get(one) ?? ""} = ` : "";
    return statement(`${variable}new cdn.${one.kind}`, one.name, entries, options.protect);
  });
  const config = configKeys.length === 0 ? [] : ["const config = new pulumi.Config();\n"];
  return {
    text: [...config, ...texts].join("\n"),
    configKeys: configKeys.sort((a, b) => Number(b.needed) - Number(a.needed)),
  };
}

/** What an argument refers to: an output of another object. */
interface Target {
  readonly to: Found;
  readonly output: string;
}

type TargetOf = (one: Found, field: Field) => Target | undefined;

/** Returns the function that finds what an argument of an object refers to among these objects. */
function targetsIn(found: readonly Found[]): TargetOf {
  const byId = new Map(found.map((one) => [`${one.kind} ${one.id}`, one]));
  const named = Object.values<Kind>(kinds).flatMap(({ refersTo = {} }) => Object.values(refersTo));
  const keyOf = (kind: string, output: string, value: unknown): string => JSON.stringify([kind, output, value]);
  const byOutput = new Map<string, Found>();
  for (const one of found) {
    for (const { kind, output } of named) {
      const key = keyOf(kind, output, one.state[output]);
      const isShown = one.kind === kind && one.state[output] !== undefined;
      if (isShown && !byOutput.has(key)) byOutput.set(key, one);
    }
  }
  return ({ kind: of, inputs }, field) => {
    const value = inputs[field.name];
    const { refersTo }: Kind = kinds[of];
    const reference = refersTo?.[field.name];
    const pointedTo = reference && byOutput.get(keyOf(reference.kind, reference.output, value));
    if (pointedTo !== undefined) return { to: pointedTo, output: reference?.output ?? "" };
    const kind = referenceIn(of, field);
    const to = kind && byId.get(`${kind} ${String(value)}`);
    return to && kind && { to, output: kinds[kind].idOutput };
  };
}

/** Moves objects that others refer to before the first that does: a constant can't be used before its declaration. */
function afterTheirTargets(found: readonly Found[], targetOf: TargetOf): Found[] {
  const sorted = new Set<Found>();
  const begun = new Set<Found>();
  const add = (one: Found): void => {
    if (begun.has(one)) return;
    begun.add(one);
    for (const field of kinds[one.kind].args) {
      const target = targetOf(one, field);
      if (target !== undefined) add(target.to);
    }
    sorted.add(one);
  };
  for (const one of found) add(one);
  return [...sorted];
}

/** Sorts objects by kind, each zone with its parts. */
function inGroups(found: readonly Found[]): Found[] {
  const order = Object.keys(kinds);
  const groups = new Map<string, Found[]>();
  for (const one of [...found].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))) {
    const zone = wholeKey(one.kind, one.id);
    groups.set(zone, [...(groups.get(zone) ?? []), one]);
  }
  const zoneKind = ([zone]: readonly [string, unknown]): number => order.indexOf(zone.replace(/ .*/, ""));
  return [...groups].sort((a, b) => zoneKind(a) - zoneKind(b)).flatMap(([, ones]) => ones);
}

/** Returns the program as a file. @param plain whether it is CommonJS without types */
export function programOf({ text, configKeys }: Declarations, { plugin }: DeclarationOptions, plain: boolean): string {
  const packages = [
    ...(configKeys.length === 0 ? [] : [["pulumi", "@pulumi/pulumi"]]),
    ["cdn", plugin ? "pulumi-cdn-sdk" : "pulumi-cdn-zones"],
  ] as [string, string][];
  const imports = packages.map(([name, from]) =>
    plain ? `const ${name} = require("${from}");\n` : `import * as ${name} from "${from}";\n`,
  );
  return `${imports.join("")}\n${text}`;
}

function isZone(kind: KindName): boolean {
  return (listedKinds as readonly KindName[]).includes(kind);
}

/** Returns the kind of the object whose id an input takes, such as `pullZoneId` or `loggingStorageZoneId`. */
function referenceIn(of: KindName, { name, id }: Field): WholeKind | undefined {
  const { refersTo }: Kind = kinds[of];
  const named = refersTo?.[name];
  return listedKinds.find((kind) => {
    const { idOutput } = kinds[kind];
    if (named !== undefined) return named.kind === kind && named.output === idOutput;
    return id && capitalized(name).endsWith(capitalized(idOutput));
  });
}

/** Replaces the numbers in a value, at any depth, with the named constants of their fields. */
function constantsIn({ input, of }: Pick<Field, "input" | "of">, value: unknown): Expression {
  if (Array.isArray(value)) return { elements: value.map((element) => constantsIn({ ...(of && { of }) }, element)) };
  if (of !== undefined && typeof value === "object" && value !== null) {
    const fields = new Map<string, Field>(inputFields(of).map((field) => [field.name, field]));
    const entries = Object.entries(value).map(([key, inner]) => ({
      key,
      value: constantsIn(fields.get(key) ?? {}, inner),
    }));
    return { entries };
  }
  const { constants } = input ?? {};
  const [name] = Object.entries(constants?.values ?? {}).find(([, constant]) => constant === value) ?? [];
  return name === undefined ? literal(value) : { code: `cdn.${constants?.name ?? ""}.${name}` };
}

/** Prints one resource. If options follow, prettier breaks the arguments, but no object in them that fits on a line. */
function statement(start: string, name: string, entries: readonly Entry[], protect: boolean): string {
  const args: Expression = { entries };
  const flat = printed(args, "", "", "");
  const options = protect ? ", { protect: true }" : "";
  const line = `${start}(${quoted(name)}, ${flat}${options});`;
  if (!line.includes("\n") && line.length <= 80) return `${line}\n`;
  const head = `${start}(${quoted(name)}, `;
  if (!protect && head.length < 80) return `${head}${printed({ entries, expanded: true }, "", "", "")});\n`;
  const last = protect ? "  { protect: true },\n" : "";
  return `${start}(\n  ${quoted(name)},\n  ${printed(args, "  ", "", ",")}\n${last});\n`;
}
