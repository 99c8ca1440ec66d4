/** What the service answers, before any fault touches it. */
export interface Answer {
  readonly status: number;
  /** Text of the body; left out, the body is empty. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that ends the work on a request at once, from however deep. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(readonly answer: Answer) {
    super(`answered ${String(answer.status)}`);
  }
}

const jsonType = { "content-type": "application/json; charset=utf-8" };

/** An answer with a JSON body. */
export function json(status: number, value: unknown): Answer {
  return { status, body: JSON.stringify(value), headers: jsonType };
}

/** An answer without a body. */
export function empty(status: number, headers?: Readonly<Record<string, string>>): Answer {
  return headers === undefined ? { status } : { status, headers };
}

/** Assumption: the management API's error body, which comes with status 400. */
export function badRequest(field: string, message: string, errorKey = "validation_error"): Refusal {
  return new Refusal(json(400, { ErrorKey: errorKey, Field: field, Message: message }));
}
