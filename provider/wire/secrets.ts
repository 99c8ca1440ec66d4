import type { Field, Table } from "./fields";
import { asSecret } from "./pulumiMark";
import { nestedSecretsKey } from "./stateKeys";

// A typed object holds secrets in fields that the table marks as secret, and in `extraFields`, because a field that the contract lacks may
// be secret.

type Properties = Record<string, unknown>;

/** Whether an object contains a secret value, at any depth. */
export function holdsSecret(table: Table, object: object): boolean {
  const properties = object as Properties;
  return (
    properties["extraFields"] !== undefined ||
    table.fields.some((field) => valueHoldsSecret(field, properties[field.name]))
  );
}

/** Whether a property of an object is secret or contains a secret value, at any depth. */
export function propertyHoldsSecret(table: Table, property: string, value: unknown): boolean {
  return holdsSecret(table, { [property]: value });
}

/** Whether a property is secret or can contain a secret value, at any depth. */
export function mayHoldSecret(table: Table, property: string): boolean {
  return table.fields.some((field) => field.name === property && canHoldSecret(field));
}

function valueHoldsSecret({ of, secret }: Field, value: unknown): boolean {
  if (value === undefined) return false;
  if (secret === true) return true;
  if (of === undefined) return false;
  return Array.isArray(value)
    ? value.some((element) => holdsSecret(of, element as object))
    : holdsSecret(of, value as object);
}

/**
 * Returns an object whose secret values are marked at any depth, as a plugin sends it. The engine then encrypts only these values, and
 * the rest of an array stays readable.
 */
export function withSecretsMarked(table: Table, object: object): Properties {
  return withSecretsChanged(table, object, asSecret);
}

/** Marks the named properties as secret. */
export function withSecrets(properties: Properties, names: readonly string[]): Properties {
  const marked = names
    .filter((name) => properties[name] !== undefined)
    .map((name) => [name, asSecret(properties[name])]);
  return { ...properties, ...(Object.fromEntries(marked) as Properties) };
}

/** Returns an object whose secret values are undefined, at any depth. */
export function withoutSecrets(table: Table, object: object): Properties {
  return withSecretsChanged(table, object, () => undefined);
}

function withSecretsChanged(table: Table, object: object, change: (secret: unknown) => unknown): Properties {
  const changedValue = (field: Field, value: unknown): unknown => {
    const { of, secret } = field;
    if (secret === true) return change(value);
    // In a preview, an object, an array or an element of it can be a placeholder.
    if (of === undefined || typeof value !== "object" || value === null) return value;
    return Array.isArray(value)
      ? value.map((element) => changedValue(field, element))
      : withSecretsChanged(of, value, change);
  };
  const changed: Properties = { ...object };
  for (const field of table.fields) {
    if (changed[field.name] !== undefined) changed[field.name] = changedValue(field, changed[field.name]);
  }
  if (changed["extraFields"] !== undefined) changed["extraFields"] = change(changed["extraFields"]);
  return changed;
}

// In the state of a dynamic resource, the engine encrypts a whole array if one element contains a secret, and then shows no differences
// in it. So the state keeps the secrets of an array in a separate object, by path: { "0.extraActions.1.actionParameter2": … }.

/** Returns the fields of a table that are arrays of objects with secret fields, at any depth. */
export function fieldsWithNestedSecrets(table: Table): Field[] {
  return table.fields.filter(({ array, of }) => array && of !== undefined && hasSecretFields(of));
}

function hasSecretFields(table: Table): boolean {
  return table.fields.some(canHoldSecret);
}

function canHoldSecret({ of, secret }: Field): boolean {
  return secret === true || (of !== undefined && hasSecretFields(of));
}

/**
 * Marks the secret values of a dynamic resource's state, and moves those inside arrays to objects beside them.
 *
 * @param prior the previous state. One of an earlier version has secrets inside its arrays, and a refresh must not change that
 */
export function withSecretsApart(table: Table, state: Properties, prior: Properties = {}): Properties {
  const marked: Properties = { ...state };
  for (const { name, secret } of table.fields) {
    if (secret === true && state[name] !== undefined) marked[name] = asSecret(state[name]);
  }
  for (const { name, of } of fieldsWithNestedSecrets(table)) {
    const elements = state[name];
    if (!Array.isArray(elements) || of === undefined) continue;
    const { plain, secrets } = splitSecrets(of, elements);
    const secretsKey = nestedSecretsKey(name);
    const hasSecretsInside = prior[name] !== undefined && prior[secretsKey] === undefined;
    if (hasSecretsInside) {
      if (Object.keys(secrets).length > 0) marked[name] = asSecret(elements);
    } else {
      marked[name] = plain;
      marked[secretsKey] = Object.fromEntries(Object.entries(secrets).map(([path, value]) => [path, asSecret(value)]));
    }
  }
  return marked;
}

/** Separates the secrets from an array of objects. */
function splitSecrets(table: Table, elements: readonly unknown[]): { plain: unknown[]; secrets: Properties } {
  const secrets: Properties = {};
  const plainObjects = (of: Table, objects: readonly unknown[], path: string): unknown[] =>
    objects.map((object, index) => {
      const plain: Properties = { ...(object as Properties) };
      for (const { name, secret, of: inner } of of.fields) {
        const [value, at] = [plain[name], `${path}${String(index)}.${name}`];
        if (value === undefined) continue;
        if (secret === true) {
          secrets[at] = value;
          delete plain[name];
        } else if (inner !== undefined && Array.isArray(value)) plain[name] = plainObjects(inner, value, `${at}.`);
      }
      return plain;
    });
  return { plain: plainObjects(table, elements, ""), secrets };
}

/** Reverses {@link splitSecrets}. */
export function mergeSecrets(plain: unknown, secrets: unknown): unknown {
  if (!Array.isArray(plain)) return plain;
  return Object.entries(secrets ?? {}).reduce<unknown>(
    (merged, [path, secret]) => withValueAt(merged, path.split("."), secret),
    plain,
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
