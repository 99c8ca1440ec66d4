/** Prints figures of a run among the test report. */
export function say(line: string): void {
  process.stdout.write(`      ${line}\n`);
}
