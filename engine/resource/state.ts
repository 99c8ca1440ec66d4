import type { PropertyMap } from "../property/value";

/** One resource as the checkpoint records it, its properties decrypted. */
export interface ResourceState {
  urn: string;
  type: string;
  custom: boolean;
  /** Set while the resource waits to be deleted because another has replaced it. */
  delete: boolean;
  /** "" for components, and in previews for what does not exist yet. */
  id: string;
  inputs: PropertyMap;
  outputs: PropertyMap;
  parent: string;
  protect: boolean;
  /** Read with `.get`: not ours to update or delete. */
  external: boolean;
  dependencies: string[];
  propertyDependencies: Record<string, string[]>;
  provider: string;
  initErrors: string[];
  /** Set once the resource was deleted before its replacement was created. */
  pendingReplacement: boolean;
  additionalSecretOutputs: string[];
  retainOnDelete: boolean;
  deletedWith: string;
  ignoreChanges: string[];
  replaceOnChanges: string[];
  created: string;
  modified: string;
  /** Checkpoint fields that this engine does not use, kept as they were. */
  rest: Record<string, unknown>;
}

export function newResource(
  fields: Pick<ResourceState, "urn" | "type" | "custom"> & Partial<ResourceState>,
): ResourceState {
  return {
    delete: false,
    id: "",
    inputs: {},
    outputs: {},
    parent: "",
    protect: false,
    external: false,
    dependencies: [],
    propertyDependencies: {},
    provider: "",
    initErrors: [],
    pendingReplacement: false,
    additionalSecretOutputs: [],
    retainOnDelete: false,
    deletedWith: "",
    ignoreChanges: [],
    replaceOnChanges: [],
    created: "",
    modified: "",
    rest: {},
    ...fields,
  };
}
