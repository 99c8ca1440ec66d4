/**
 * Whether a rule's path speaks of a property: it is the same, or leads to what the property is in. `[*]` stands for any
 * element, and `*` for any name.
 *
 * `hostnames` and `hostnames[*].forceSSL` both speak of `hostnames[id=2].forceSSL`.
 */
export function coversProperty(rule: string, property: string): boolean {
  const [wanted, steps] = [stepsOf(rule), stepsOf(property)];
  if (wanted.length > steps.length) return false;
  return wanted.every((want, index) => {
    const step = steps[index] ?? "";
    return want === step || (want === "*" && !step.startsWith("[")) || (want === "[*]" && step.startsWith("["));
  });
}

function stepsOf(path: string): string[] {
  return path.match(/\[(?:"(?:[^"\\]|\\.)*"|[^\]"])*\]|[^.[\]]+/g) ?? [];
}
