/** An object of the wire with every field optional at every depth: what a seed gives, and what a change changes. */
export type Given<T> = { [Name in keyof T]?: GivenValue<T[Name]> };

type GivenValue<T> = T extends readonly (infer Element)[] ? GivenValue<Element>[] : T extends object ? Given<T> : T;
