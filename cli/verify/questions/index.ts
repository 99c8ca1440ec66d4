import type { Service } from "../service";
import { auditQuestions } from "./audit";
import { dnsQuestions } from "./dns";
import { edgeScriptQuestions } from "./edgeScript";
import { fileQuestions } from "./files";
import { deletionQuestions, pullZoneQuestions } from "./pullZone";
import { storageZoneQuestions } from "./storageZone";

/** A question that only a real account can answer. */
export interface Question {
  readonly question: string;
  /** The recorded answer of the public service, in words. */
  readonly recorded: string;
  /** Matches an answer that agrees with the recording. Omitted if there is no recording. */
  readonly asRecorded?: RegExp;
  /** @returns the answer in words, without secrets */
  readonly ask: (service: Service) => Promise<string>;
}

/** The questions in order. Each may use what the questions before it created. */
export const questions: readonly Question[] = [
  ...storageZoneQuestions,
  ...fileQuestions,
  ...pullZoneQuestions,
  ...dnsQuestions,
  ...auditQuestions,
  ...edgeScriptQuestions,
  ...deletionQuestions,
];
