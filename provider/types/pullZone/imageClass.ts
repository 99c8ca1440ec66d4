import type { ExtraFields } from "../extraFields";

/** An optimizer class of a pull zone. Source: contract. */
export interface OptimizerClass extends ExtraFields {
  /** Name of the class. */
  name: string;
  /** Its properties. The contract does not show what they hold: they are kept as they came. */
  properties: unknown;
}

/** An image AI blueprint of a pull zone. Source: contract. */
export interface ImageBlueprint extends ExtraFields {
  /** Name of the blueprint. */
  name: string;
  /** Its properties. The contract does not show what they hold: they are kept as they came. */
  properties: unknown;
}
