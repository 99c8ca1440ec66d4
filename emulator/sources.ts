/**
 * What an answer rests on: the contract; a row of docs/contract-and-assumptions.md, such as `R2.4`; nothing that is known (`assumed`); or a
 * limit of the emulator itself, such as its control path.
 */
export type Source = "contract" | "assumed" | "emulator" | `R${number}.${number}`;

/** The header of a response that names its sources. */
const sourceHeader = "emulator-source";

/** The sources of the operation that is being carried out. Operations are synchronous, so there is one at a time. */
let current: Set<Source> | undefined;

/** Notes that the response rests on a source as well, and returns the value that the source changed. */
export function noted<T>(source: Source, value: T): T {
  current?.add(source);
  return value;
}

/**
 * Carries out an operation, and names the sources of its response in a header.
 *
 * @returns the response, and its sources: that of a refusal, otherwise all that were noted
 */
export function withSources<Answer extends { readonly source?: Source; readonly headers?: object }>(
  operation: () => Answer,
): { readonly answer: Answer; readonly sources: readonly Source[] } {
  const all = (current = new Set<Source>());
  try {
    const answer = operation();
    const sources = answer.source === undefined ? [...all] : [answer.source];
    return { answer: { ...answer, headers: { ...answer.headers, [sourceHeader]: sources.join(", ") } }, sources };
  } finally {
    current = undefined;
  }
}
