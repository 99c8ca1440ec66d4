/**
 * A glob as a regular expression for whole texts: `*` (and `**`) stands for any characters, `?` for one. A URN holds
 * slashes and colons that nobody wants to count, so none of them is special.
 */
export function globPattern(glob: string): RegExp {
  const source = glob.replace(/\*+|\?|[^*?]+/g, (part) =>
    part.startsWith("*") ? "[^]*" : part === "?" ? "[^]" : part.replace(/[\\^$.+()[\]{}|/-]/g, "\\$&"),
  );
  return new RegExp(`^${source}$`);
}
