import { kinds, listedKinds } from "../../provider/kinds";
import { capitalized } from "../../provider/wire/name";
import type { Found } from "./find";

/** The declarations of objects for the program, what others refer to first, and the keys of the configuration that they read. */
export function declarationsOf(found: readonly Found[]): { readonly text: string; readonly configKeys: string[] } {
  const order = Object.keys(kinds);
  const sorted = [...found].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const variables = variablesOf(sorted);
  const byId = new Map(sorted.map((one) => [`${one.kind} ${one.id}`, one]));
  const referredTo = new Set<Found>();
  const configKeys: string[] = [];
  const expressionOf = (input: string, value: unknown): string => {
    // Such an input has the name of the zone's output.
    const kind = listedKinds.find((listed) => kinds[listed].idOutput === input);
    const target = kind && byId.get(`${kind} ${String(value)}`);
    // The preview of an update does not know the id, and would show a replacement of what refers to it.
    if (target === undefined || (target.secrets ?? []).length > 0) return JSON.stringify(value);
    referredTo.add(target);
    return `${variables.get(target) ?? ""}.${input}`;
  };
  const declarations = sorted.map((one) => {
    const inputs = Object.entries(one.inputs).map(([input, value]) => `  ${input}: ${expressionOf(input, value)},\n`);
    const secrets = (one.secrets ?? []).map((input) => {
      const key = `${variables.get(one) ?? ""}${capitalized(input)}`;
      configKeys.push(key);
      const isText = kinds[one.kind].inputs.find(({ name }) => name === input)?.plain !== false;
      const [how, value] = isText ? ["requireSecret", ""] : ["requireSecretObject", " (as JSON)"];
      return `  // Secret: pulumi config set --secret ${key}${value}\n  ${input}: config.${how}("${key}"),\n`;
    });
    return {
      one,
      text: `new cdn.${one.kind}(${JSON.stringify(one.name)}, {\n${[...inputs, ...secrets].join("")}});\n`,
    };
  });
  const withVariables = declarations.map(({ one, text }) =>
    referredTo.has(one) ? `const ${variables.get(one) ?? ""} = ${text}` : text,
  );
  const config = configKeys.length === 0 ? [] : ["const config = new pulumi.Config();\n"];
  return { text: [...config, ...withVariables].join("\n"), configKeys };
}

/** A variable for each object. It ends in the kind, so that it is neither a reserved word nor `cdn` or `config`. */
function variablesOf(found: readonly Found[]): ReadonlyMap<Found, string> {
  const counts = new Map<string, number>();
  const variables = found.map(({ kind, name }) => {
    const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
    const [first = "", ...others] = [...words, kind];
    const start = first === kind ? "" : first.charAt(0).toLowerCase() + first.slice(1);
    const variable = `${/^[0-9]/.test(start) ? "_" : ""}${start}${others.map(capitalized).join("")}`;
    counts.set(variable, (counts.get(variable) ?? 0) + 1);
    return variable;
  });
  return new Map(
    found.map((one, index) => {
      const variable = variables[index] ?? "";
      return [one, counts.get(variable) === 1 ? variable : `${variable}${one.id.replace(/[^A-Za-z0-9]+/g, "_")}`];
    }),
  );
}
