import type { Refusal } from "../http";
import { badRequest } from "../http";
import type { Source } from "../sources";

/** Returns the refusal of a value. In the service's DNS operations, messages end in a carriage return. */
export function refused(source: Source, field: string, message: string, errorKey?: string): Refusal {
  return badRequest(source, field, `${message}\r`, errorKey);
}
