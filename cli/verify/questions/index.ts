import type { Question } from "./question";
import { auditQuestions } from "./audit";
import { edgeRuleQuestions } from "./edgeRules";
import { dnsQuestions } from "./dns";
import { edgeScriptQuestions } from "./edgeScript";
import { fileQuestions } from "./files";
import { deletionQuestions, pullZoneQuestions } from "./pullZone";
import { formerShieldQuestions, shieldQuestions } from "./shield";
import { shieldPartQuestions } from "./shieldParts";
import { storageZoneQuestions } from "./storageZone";
import { visitQuestions } from "./visits";

/** The questions in order. Each may use what the questions before it created. */
export const questions: readonly Question[] = [
  ...storageZoneQuestions,
  ...fileQuestions,
  ...pullZoneQuestions,
  ...visitQuestions,
  ...edgeRuleQuestions,
  ...dnsQuestions,
  ...auditQuestions,
  ...edgeScriptQuestions,
  ...shieldQuestions,
  ...shieldPartQuestions,
  ...deletionQuestions,
  ...formerShieldQuestions,
];
