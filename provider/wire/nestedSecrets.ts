import type { Field, Table } from "./fields";

// The engine encrypts a whole array if one element holds a secret, and then shows no differences in it. So a state has the
// secrets of an array in an object beside it, by path: { "0.extraActions.1.actionParameter2": … }.

type Properties = Record<string, unknown>;

/** The property that holds the secrets of an array. */
export function nestedSecretsKey(array: string): string {
  return `__${array}Secrets`;
}

/** The fields of a table that are arrays of objects with secret fields, at any depth. */
export function fieldsWithNestedSecrets(table: Table): Field[] {
  return table.fields.filter(({ array, of }) => array && of !== undefined && hasSecretFields(of));
}

function hasSecretFields(table: Table): boolean {
  return table.fields.some(({ secret, of }) => secret === true || (of !== undefined && hasSecretFields(of)));
}

/** Separates the secrets from an array of objects. */
export function splitSecrets(table: Table, elements: readonly unknown[]): { open: unknown[]; secrets: Properties } {
  const secrets: Properties = {};
  const openObjects = (of: Table, objects: readonly unknown[], path: string): unknown[] =>
    objects.map((object, index) => {
      const open: Properties = { ...(object as Properties) };
      for (const { name, secret, of: inner } of of.fields) {
        const [value, at] = [open[name], `${path}${String(index)}.${name}`];
        if (value === undefined) continue;
        if (secret === true) {
          secrets[at] = value;
          delete open[name];
        } else if (inner !== undefined && Array.isArray(value)) open[name] = openObjects(inner, value, `${at}.`);
      }
      return open;
    });
  return { open: openObjects(table, elements, ""), secrets };
}

/** The reverse of {@link splitSecrets}. */
export function mergeSecrets(open: unknown, secrets: unknown): unknown {
  if (!Array.isArray(open)) return open;
  return Object.entries(secrets ?? {}).reduce<unknown>(
    (merged, [path, secret]) => withValueAt(merged, path.split("."), secret),
    open,
  );
}

function withValueAt(into: unknown, [step = "", ...deeper]: readonly string[], value: unknown): unknown {
  const inner = (old: unknown): unknown => (deeper.length === 0 ? value : withValueAt(old, deeper, value));
  if (Array.isArray(into)) {
    return into.map((element: unknown, index) => (String(index) === step ? inner(element) : element));
  }
  const object = into as Properties | undefined;
  return { ...object, [step]: inner(object?.[step]) };
}
