/**
 * Returns a function that finds the parts of a whole by a key. One answer of the service serves many resources of a run, so its parts are grouped
 * once: a search for each of n resources would look at n² parts.
 */
export function partsByKey<Whole extends object, Part, Key>(
  partsOf: (whole: Whole) => readonly Part[],
  keyOf: (part: Part, whole: Whole) => Key,
): (whole: Whole, key: Key) => readonly Part[] {
  const groupsOf = new WeakMap<Whole, Map<Key, Part[]>>();
  return (whole, key) => {
    const parts = groupsOf.get(whole) ?? grouped(whole);
    groupsOf.set(whole, parts);
    return parts.get(key) ?? [];
  };

  function grouped(whole: Whole): Map<Key, Part[]> {
    const groups = new Map<Key, Part[]>();
    for (const part of partsOf(whole)) {
      const key = keyOf(part, whole);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [part]);
      else group.push(part);
    }
    return groups;
  }
}
