import { z } from "zod";
import type { FaultRule } from "./fault";
import { faultRuleSchema } from "./schema";

/**
 * Checks a list of rules from a file, a test or the control path.
 *
 * @throws {TypeError} naming the rule and the invalid field
 */
export function parseFaultRules(given: unknown): FaultRule[] {
  const result = z.array(faultRuleSchema, "They must be a list").safeParse(given);
  if (!result.success) throw new TypeError(`The fault rules are malformed:\n${z.prettifyError(result.error)}`);
  return result.data;
}
