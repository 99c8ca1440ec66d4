import type { Service } from "../service";
import { auditQuestions } from "./audit";
import { dnsQuestions } from "./dns";
import { edgeScriptQuestions } from "./edgeScript";
import { fileQuestions } from "./files";
import { deletionQuestions, pullZoneQuestions } from "./pullZone";
import { storageZoneQuestions } from "./storageZone";

/** Something that a real account should settle. */
export interface Question {
  readonly question: string;
  /** What was recorded of the public service, in words. */
  readonly recorded: string;
  /** Who recorded it, with the letters of docs/contract-and-assumptions.md. */
  readonly source: string;
  /** Matches an answer that is as recorded. Omitted, nobody has recorded one. */
  readonly asRecorded?: RegExp;
  /** @returns the answer in words, without secrets */
  readonly ask: (service: Service) => Promise<string>;
}

/** In the order in which they are asked: each may build on what those before it created. */
export const questions: readonly Question[] = [
  ...storageZoneQuestions,
  ...fileQuestions,
  ...pullZoneQuestions,
  ...dnsQuestions,
  ...auditQuestions,
  ...edgeScriptQuestions,
  ...deletionQuestions,
];
