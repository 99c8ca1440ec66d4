/** An object with any of its fields, at every depth. */
export type PartialOf<Whole> = { [Name in keyof Whole]?: PartialValueOf<Whole[Name]> };
type PartialValueOf<Value> = Value extends readonly (infer Element)[]
  ? PartialOf<Element>[]
  : Value extends object
    ? PartialOf<Value>
    : Value;
