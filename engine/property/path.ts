import { copyMap, isMap, type PropertyMap, type PropertyValue } from "./value";

/** A path into a property map: `tags[0].name`, `["a key"]`, with `*` for any key or index. */
export type PropertyPath = readonly (string | number)[];

const segment = /^\.?(?:\["((?:[^"\\]|\\"|\\)*)"\]|\[(\d+|\*)\]|([^.[\]]+))/;

export function parsePath(text: string): PropertyPath {
  const path: (string | number)[] = [];
  for (let rest = text; rest !== "";) {
    const match = segment.exec(rest);
    if (match === null) throw new Error(`A property path must read like "tags[0].name", but got: ${text}`);
    const [whole, quoted, index, name] = match;
    if (quoted !== undefined) path.push(quoted.replaceAll('\\"', '"'));
    else if (index !== undefined) path.push(index === "*" ? "*" : Number(index));
    else path.push(name ?? "");
    rest = rest.slice(whole.length);
  }
  return path;
}

export function formatPath(path: PropertyPath): string {
  return path.reduce<string>((text, key, position) => {
    if (typeof key === "number") return `${text}[${key}]`;
    if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${text}["${key.replaceAll('"', '\\"')}"]`;
    return position === 0 ? key : `${text}.${key}`;
  }, "");
}

/** Whether `outer` is `inner` or one of its ancestors. */
export function pathContains(outer: PropertyPath, inner: PropertyPath): boolean {
  return outer.length <= inner.length && outer.every((key, position) => key === "*" || key === inner[position]);
}

export function valueAt(map: PropertyMap, path: PropertyPath): PropertyValue | undefined {
  let value: PropertyValue | undefined = map;
  for (const key of path) {
    if (Array.isArray(value) && typeof key === "number") value = value[key];
    else if (isMap(value) && typeof key === "string") value = value[key];
    else return undefined;
  }
  return value;
}

/** `inputs` with every ignored path set back to what it was: how `ignoreChanges` keeps a property from changing. */
export function ignoreChanges(inputs: PropertyMap, before: PropertyMap, paths: readonly string[]): PropertyMap {
  const result = copyMap(inputs);
  for (const path of paths) reset(result, before, parsePath(path));
  return result;
}

function reset(target: PropertyValue | undefined, before: PropertyValue | undefined, path: PropertyPath): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  if (Array.isArray(target)) {
    const indices = key === "*" ? target.keys() : [Number(key)];
    // An element that only one side has cannot be set back without shifting its neighbours.
    for (const index of indices) {
      const old = Array.isArray(before) ? before[index] : undefined;
      if (target[index] === undefined || old === undefined) continue;
      if (rest.length === 0) target[index] = old;
      else reset(target[index], old, rest);
    }
  } else if (isMap(target)) {
    const olds = isMap(before) ? before : {};
    const keys = key === "*" ? new Set([...Object.keys(target), ...Object.keys(olds)]) : [String(key)];
    for (const name of keys) {
      const old = olds[name];
      if (rest.length > 0) reset(target[name], old, rest);
      else if (old === undefined) delete target[name];
      else target[name] = old;
    }
  }
}
