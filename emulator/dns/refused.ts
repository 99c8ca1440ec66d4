import type { Refusal } from "../http";
import { badRequest } from "../http";

/** Returns the refusal of a value. In the service's DNS operations, messages end in a carriage return. */
export function refused(field: string, message: string, errorKey?: string): Refusal {
  return badRequest(field, `${message}\r`, errorKey);
}
