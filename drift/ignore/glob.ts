/** What {@link globPattern} makes of a glob. */
export interface Pattern {
  test(text: string): boolean;
}

/**
 * A glob for whole texts: `*` (and `**`) stands for any characters, `?` for one. A URN holds slashes and colons that
 * nobody wants to count, so none of them is special.
 */
export function globPattern(glob: string): Pattern {
  return { test: (text) => matches(glob, text) };
}

/** Not by a regular expression, which would try every way to share a text among many stars. The last star decides. */
function matches(glob: string, text: string): boolean {
  let [at, star, tried] = [0, -1, 0];
  for (let index = 0; index < text.length;) {
    if (glob[at] === "*") {
      star = at++;
      tried = index;
    } else if (glob[at] === "?" || glob[at] === text[index]) {
      at++;
      index++;
    } else if (star >= 0) {
      at = star + 1;
      index = ++tried;
    } else return false;
  }
  return /^\**$/.test(glob.slice(at));
}
