/**
 * What checks a value: a zod schema. Types that programs see name this interface, because zod's own declarations compile only with
 * `esModuleInterop`.
 */
export interface Validator<Value> {
  safeParse(
    given: unknown,
  ):
    | { readonly success: true; readonly data: Value }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}

interface Issue {
  readonly message: string;
  readonly path: PropertyKey[];
}
