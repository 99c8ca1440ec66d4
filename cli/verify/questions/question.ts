import type { Service } from "../service";

/** A question that only a real account can answer. */
export interface Question {
  readonly question: string;
  /** The rows of docs/contract-and-assumptions.md that the answer confirms or corrects. */
  readonly rows: readonly string[];
  /** The recorded answer of the public service, in words. */
  readonly recorded: string;
  /** Matches an answer that agrees with the recording. Omitted if there is no recording. */
  readonly asRecorded?: RegExp;
  /** @returns the answer in words, without secrets */
  readonly ask: (service: Service) => Promise<string>;
}
