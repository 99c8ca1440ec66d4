/** What an answer of the service is for. */
export type Purpose = keyof typeof ages;

/** How old an answer may be. */
interface Age {
  /** Maximum age, in milliseconds from the request for the answer to the question. With 0, the request follows the question. */
  readonly ms: number;
  /** Further milliseconds for each part of a whole, because a large answer costs more. The sum is at most `maxMs`. */
  readonly msForPart?: number;
  readonly maxMs?: number;
  /** Whether a list may be the answer. */
  readonly fromList?: true;
  /** Whether an answer is too old if this process has written to the object since. */
  readonly unlessWritten?: true;
}

/** How old an answer may be, by what it is for. No other code decides this. */
export const ages = {
  /** Decides about one object: before an update, after a write, or after a 404. */
  decision: { ms: 0 },
  /** A look before a deletion: many deletions share a read of their whole. No list and no older answer serves it. */
  deletion: { ms: 2_000 },
  /** A look in the turn of a whole, in which other writes of this run wait: the next look in the turn can use it. */
  turn: { ms: 2_000, unlessWritten: true },
  /** A look before one of many creations in parallel, each of which makes the answer longer. The run knows what it created itself. */
  creation: { ms: 1_000, msForPart: 100, maxMs: 60_000 },
  /** A refresh, and whether a name is taken: a state that is read has no exact time. */
  refresh: { ms: 15_000, fromList: true },
  /** A report about a whole account, longer than any check takes. */
  report: { ms: 60 * 60 * 1000, fromList: true },
  /** A list that confirms a 404. */
  absence: { ms: 500 },
} as const satisfies Readonly<Record<string, Age>>;

/** A question to the service. */
export interface Question<Result> {
  readonly purpose: Purpose;
  /** Time, by `performance.now()`, from which on an answer is young enough for any purpose. Looks after deletions can then share one. */
  readonly notBefore?: number | undefined;
  /** When this process last wrote to the object. */
  readonly writtenAt?: number | undefined;
  /** Requests the answer. */
  readonly request: () => Promise<Result>;
  /** Whether the answer is kept once it is complete. @default true */
  readonly isKept?: boolean;
  /** Returns the number of parts in an answer. @default none */
  readonly partsIn?: (result: Result) => number;
}

interface Answer<Result> {
  /** When it was requested. */
  readonly at: number;
  readonly result: Promise<Result>;
  isComplete: boolean;
  parts: number;
}

/** The answers to questions, each of which serves all questions for which it is young enough. Errors serve only those that waited for them. */
export class Answers<Result> {
  readonly #answers = new Map<string, Answer<Result>>();

  /** @param purposes those for which answers are kept */
  constructor(private readonly purposes: readonly Purpose[]) {}

  /** Answers a question. Those for which the running request began too early share the next one. @param key what is asked about */
  ask(key: string, question: Question<Result>): Promise<Result> {
    const asked = performance.now();
    const answer = (): Promise<Result> => {
      const last = this.#answers.get(key);
      if (last === undefined) return this.#request(key, question);
      if (last.at > earliest(question, last, asked)) return last.result;
      return last.isComplete ? this.#request(key, question) : last.result.then(answer, answer);
    };
    return answer();
  }

  /** Drops an answer, because a change made it wrong. */
  forget(key: string): void {
    this.#answers.delete(key);
  }

  #request(key: string, { request, isKept = true, partsIn }: Question<Result>): Promise<Result> {
    const answer: Answer<Result> = { at: performance.now(), result: request(), isComplete: false, parts: 0 };
    this.#answers.set(key, answer);
    const forget = (): void => {
      if (this.#answers.get(key) === answer) this.#answers.delete(key);
    };
    const complete = (result: Result): void => {
      answer.isComplete = true;
      answer.parts = partsIn?.(result) ?? 0;
      if (!isKept) return forget();
      const keepMs = Math.max(...this.purposes.map((purpose) => maxAgeMs(purpose, answer.parts)));
      setTimeout(forget, keepMs).unref();
    };
    answer.result.then(complete, forget);
    return answer.result;
  }
}

/** Returns the time after which an answer must have been requested. */
function earliest<Result>(
  { purpose, notBefore = Infinity, writtenAt = -Infinity }: Question<Result>,
  { parts }: Answer<Result>,
  asked: number,
): number {
  const oldest = asked - maxAgeMs(purpose, parts);
  const { unlessWritten }: Age = ages[purpose];
  return Math.min(notBefore, unlessWritten === true ? Math.max(oldest, writtenAt) : oldest);
}

/** Returns the maximum age of an answer, in milliseconds. @param parts number of parts in the answer */
export function maxAgeMs(purpose: Purpose, parts = 0): number {
  const { ms, msForPart = 0, maxMs = ms }: Age = ages[purpose];
  return Math.min(ms + parts * msForPart, maxMs);
}

/** Whether a list may be the answer. */
export function mayBeListed(purpose: Purpose): boolean {
  const { fromList }: Age = ages[purpose];
  return fromList === true;
}
