import { z } from "zod";
import type { Answer } from "../http";
import { failed, json, Refusal } from "../http";
import type { ServiceRequest } from "../router";
import type { Source } from "../sources";
import type { Validator } from "../wire/validator";

/** An error of Shield, in the member of an answer that has it. */
interface ShieldError {
  readonly source: Source;
  /** The status of the answer and in the body. @default 202, with which Shield refuses most requests */
  readonly status?: number;
  readonly errorKey: string | null;
  readonly message: string;
}

/** The member of a good answer in which an error would be. It says `success: false`. */
export const noError = { statusCode: 0, success: false, message: null, errorKey: null };

/** Returns a refusal in the form of an object that comes in an envelope, such as a shield. */
export function refusedShield(error: ShieldError): Answer {
  return refused(error, (body) => ({ data: null, error: body }));
}

/** Returns a refusal in the form of an object that comes without an envelope, such as a rate limit. */
export function refusedRule(error: ShieldError): Answer {
  return refused(error, (body) => ({ id: 0, errorResponse: body }));
}

/** Returns a refusal whose members are at the top of the answer. */
export function refusedFlat(error: ShieldError): Answer {
  return refused(error, (body) => body);
}

function refused({ source, status = 202, errorKey, message }: ShieldError, inBody: (error: object) => object): Answer {
  return failed(source, status, inBody({ statusCode: status, success: false, message, errorKey }));
}

/** The answer for a shield that does not exist or belongs to another account: the service does not say which. */
export const noShield = refusedShield({
  source: "R13.2",
  errorKey: "not_found_or_unauthorised_access.shieldzone",
  message: "Shield Zone not found or Unauthorized access.",
});

/** The answer to the deletion of a rule, a rate limit or a list. */
export function ruleDeleted(): Answer {
  return json(200, { statusCode: 200, success: true, message: null, errorKey: null });
}

/** Parses a body, or refuses it as Shield does. Assumption: the status, except for a shield's settings at the top of the body. */
export function shieldBody<T>(schema: Validator<T>, { body }: ServiceRequest, part: string): T {
  const result = schema.safeParse(parsedJson(body));
  if (result.success) return result.data;
  throw new Refusal(
    refusedShield({
      source: "assumed",
      status: 400,
      errorKey: `model_validation_error.${part}`,
      message: z.prettifyError(result.error).replace(/\s+/g, " "),
    }),
  );
}

/** Returns a page of a list, with the page that follows if there were one: the service names it even if there is none. */
export function shieldPage<Item>({ query }: ServiceRequest, items: readonly Item[]): object {
  const currentPage = query.integer("page", 1, 2 ** 31 - 1) ?? 1;
  const pageSize = query.integer("perPage", 1, 1000) ?? 10;
  const totalPages = Math.ceil(items.length / pageSize);
  const page = { totalCount: items.length, totalPages, currentPage, nextPage: currentPage + 1, pageSize };
  const data = items.slice((currentPage - 1) * pageSize, currentPage * pageSize);
  return { data, page: items.length === 0 ? null : page };
}

function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
