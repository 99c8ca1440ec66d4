import { z } from "zod";
import type { FaultRule } from "../types/faultRule";
import { faultSchema } from "./fault";

const positive = z.int().min(1);

/** Checks a rule; what each field says stands with its type, {@link FaultRule}. */
export const faultRuleSchema = z.strictObject({
  method: z.union([z.string(), z.array(z.string())]).optional(),
  path: z.union([z.string(), z.instanceof(RegExp)]).optional(),
  pathPattern: z
    .string()
    .refine((source) => regExpOf(source) !== undefined, "Invalid regular expression")
    .optional(),
  body: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  nth: z.union([positive, z.array(positive)]).optional(),
  every: positive.optional(),
  skip: z.int().min(0).optional(),
  probability: z.number().min(0).max(1).optional(),
  times: positive.optional(),
  fault: faultSchema,
});

/**
 * Checks rules that came from a file, a test or the control path: a list, or an object with the list under `faults`.
 *
 * @throws {TypeError} naming the rule and the field at fault
 */
export function parseFaultRules(given: unknown): FaultRule[] {
  const list = Array.isArray(given) ? given : z.strictObject({ faults: z.array(z.unknown()) }).safeParse(given);
  const rules = Array.isArray(list) ? list : list.data?.faults;
  if (rules === undefined) throw new TypeError("The fault rules must be a list, or an object with a list `faults`.");
  const result = z.array(faultRuleSchema).safeParse(rules);
  if (!result.success) throw new TypeError(`The fault rules are malformed:\n${z.prettifyError(result.error)}`);
  return result.data as FaultRule[];
}

function regExpOf(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    return undefined;
  }
}
