/** A value as one word of a POSIX shell. Every value in a printed command goes through here, as names and ids come from elsewhere. */
export function shellWord(value: string): string {
  return /^[\w./:,=@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
