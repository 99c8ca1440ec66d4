import type * as pulumi from "@pulumi/pulumi";

/** What a program declares, each value plain or as an Output. Where an argument may be omitted, it may be undefined as well. */
export type Args<Inputs> = {
  [Name in keyof Inputs]: pulumi.Input<
    ArgValue<Inputs[Name]> | (Record<never, never> extends Pick<Inputs, Name> ? undefined : never)
  >;
};

type ArgValue<Value> = Value extends string | number | boolean
  ? Value
  : Value extends readonly (infer Element)[]
    ? pulumi.Input<ArgValue<Element>>[] | null
    : Value extends object
      ? Args<Value>
      : Value;
