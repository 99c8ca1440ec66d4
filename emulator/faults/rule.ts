import { z } from "zod";
import { faultSchema } from "./fault";

const positive = z.int().min(1);

/**
 * When a fault strikes. All conditions given must hold; without any it strikes every request.
 *
 * Requests that fit `method`, `path` and `body` are counted from 1; `nth`, `every`, `skip` and `probability` choose among
 * them, and `times` ends the rule after so many faults.
 */
export const faultRuleSchema = z.strictObject({
  method: z.union([z.string(), z.array(z.string())]).optional(),
  /** A glob over the path (`*` within a segment, `**` across), or in code a RegExp. */
  path: z.union([z.string(), z.instanceof(RegExp)]).optional(),
  /** The source of a regular expression over the path, for files. */
  pathPattern: z
    .string()
    .refine((source) => regExpOf(source) !== undefined, "Invalid regular expression")
    .optional(),
  /** Fields that the JSON body must have, with these values. */
  body: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  /** Only the nth fitting request, or these. */
  nth: z.union([positive, z.array(positive)]).optional(),
  /** Each so manieth. */
  every: positive.optional(),
  /** Not the first so many. */
  skip: z.int().min(0).optional(),
  /** 0 to 1, drawn from a generator of the rule's own, seeded by `randomSeed` and the rule's place. */
  probability: z.number().min(0).max(1).optional(),
  /** At most so many faults. */
  times: positive.optional(),
  fault: faultSchema,
});

/** A fault and when it strikes. */
export type FaultRule = Readonly<z.infer<typeof faultRuleSchema>>;

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
  return result.data;
}

function regExpOf(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    return undefined;
  }
}
