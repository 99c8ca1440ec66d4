import type { FaultRule } from "../types/faultRule";

/** The test of a path that a rule asks for; without any, every path fits. */
export function pathMatcher(rule: Pick<FaultRule, "path" | "pathPattern">): (path: string) => boolean {
  const tests: RegExp[] = [];
  if (typeof rule.path === "string") tests.push(globToRegExp(rule.path));
  // Without the flags g and y, which would make a test remember the one before it.
  else if (rule.path !== undefined) tests.push(new RegExp(rule.path.source, rule.path.flags.replace(/[gy]/g, "")));
  if (rule.pathPattern !== undefined) tests.push(new RegExp(rule.pathPattern));
  return (path) => tests.every((test) => test.test(path));
}

/** `*` is anything within a segment, `**` anything at all, `?` one character of a segment; the rest stands for itself. */
export function globToRegExp(glob: string): RegExp {
  const source = glob.replace(/\*\*|[*?]|[\\^$.|+()[\]{}]/g, (token) => {
    if (token === "**") return ".*";
    if (token === "*") return "[^/]*";
    return token === "?" ? "[^/]" : `\\${token}`;
  });
  return new RegExp(`^${source}$`);
}
