import { z } from "zod";

/** Checks what a test or the control path puts into the state. @throws {TypeError} naming the fields at fault */
export function checked<T>(schema: z.ZodType<T>, object: string, given: unknown): T {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new TypeError(`The fields of the ${object} are malformed:\n${z.prettifyError(result.error)}`);
}
