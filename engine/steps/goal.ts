import type { PropertyMap } from "../property/value";

/** What the program wants a resource to be, as it registers it. */
export interface Goal {
  type: string;
  name: string;
  custom: boolean;
  parent: string;
  inputs: PropertyMap;
  protect: boolean;
  dependencies: string[];
  propertyDependencies: Record<string, string[]>;
  /** `<urn>::<id>`, or "" for what has no provider. */
  provider: string;
  deleteBeforeReplace?: boolean;
  ignoreChanges: string[];
  replaceOnChanges: string[];
  additionalSecretOutputs: string[];
  aliases: Alias[];
  retainOnDelete: boolean;
  deletedWith: string;
}

/** Another URN that the resource may be known by: whole, or by the parts that differ. */
export type Alias =
  { urn: string } | { name: string; type: string; stack: string; project: string; parent: string | undefined };

/** What the program wants to read with `.get`. */
export interface ReadGoal {
  type: string;
  name: string;
  id: string;
  parent: string;
  inputs: PropertyMap;
  dependencies: string[];
  provider: string;
  additionalSecretOutputs: string[];
}
