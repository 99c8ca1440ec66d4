import { isMap, sealValue, unsealValue, type PropertyMap } from "./values";

/** One resource of a stack. */
export interface ResourceState {
  urn: string;
  type: string;
  custom: boolean;
  /** The id; "" for components, and in previews for resources that do not exist yet. */
  id: string;
  inputs: PropertyMap;
  outputs: PropertyMap;
  parent: string;
  /** `<urn>::<id>` of the provider, or "". */
  provider: string;
  /** The URNs of dependencies, which come before the resource in the state. */
  dependencies: string[];
  protect: boolean;
  /** Whether the resource is read with `.get`, so that it is never updated or deleted. */
  external: boolean;
  /** Whether the resource was replaced and must still be deleted. */
  delete: boolean;
  retainOnDelete: boolean;
  initErrors: string[];
  ignoreChanges: string[];
  additionalSecretOutputs: string[];
}

export function newResource(
  fields: Pick<ResourceState, "urn" | "type" | "custom"> & Partial<ResourceState>,
): ResourceState {
  return {
    id: "",
    inputs: {},
    outputs: {},
    parent: "",
    provider: "",
    dependencies: [],
    protect: false,
    external: false,
    delete: false,
    retainOnDelete: false,
    initErrors: [],
    ignoreChanges: [],
    additionalSecretOutputs: [],
    ...fields,
  };
}

/** The resources of a stack during an operation, each after its dependencies. */
export class Snapshot {
  #pending: ResourceState[];
  readonly #settled: ResourceState[] = [];

  constructor(resources: readonly ResourceState[]) {
    this.#pending = [...resources];
  }

  get resources(): ResourceState[] {
    return [...this.#settled, ...this.#pending];
  }

  /** The resources of the last state that this operation has not reached or still has to delete (`delete: true`). */
  get pending(): readonly ResourceState[] {
    return this.#pending;
  }

  /** A resource of the last state that this operation has not reached yet. */
  find(urn: string): ResourceState | undefined {
    return this.#pending.find((resource) => resource.urn === urn && !resource.delete);
  }

  /** Records the new state of a resource in place of the old one. */
  settle(now: ResourceState, before?: ResourceState): void {
    this.#settled.push(now);
    if (before !== undefined) this.remove(before);
  }

  remove(resource: ResourceState): void {
    this.#pending = this.#pending.filter((other) => other !== resource);
  }

  /** Keeps a resource that has been replaced until it is deleted. */
  markForDeletion(resource: ResourceState): void {
    this.#pending = this.#pending.map((other) => (other === resource ? { ...resource, delete: true } : other));
  }

  /** Records the result of a refresh: undefined for a resource that is gone. */
  refresh(found: ReadonlyMap<ResourceState, ResourceState | undefined>): void {
    const resources = this.#pending.flatMap((old) => (found.has(old) ? (found.get(old) ?? []) : old));
    const present = new Set(resources.map(({ urn }) => urn));
    this.#pending = resources.map((resource) => ({
      ...resource,
      dependencies: resource.dependencies.filter((urn) => present.has(urn)),
    }));
  }
}

/** A stack's state in the format of `pulumi stack export`. */
export interface Checkpoint {
  version: 3;
  deployment: {
    manifest: { time: string; magic: string; version: string };
    resources?: CheckpointResource[];
    [field: string]: unknown;
  };
}

/** Fields with their zero value are omitted. */
export interface CheckpointResource {
  urn: string;
  type: string;
  custom: boolean;
  [field: string]: unknown;
}

export function exportCheckpoint(resources: readonly ResourceState[], showSecrets: boolean): Checkpoint {
  const manifest = { time: new Date().toISOString(), magic: "", version: "" };
  const exported = resources.map(({ urn, type, custom, inputs, outputs, ...rest }): CheckpointResource => {
    const isSet = ([, value]: [string, unknown]): boolean =>
      Array.isArray(value) ? value.length > 0 : value !== "" && value !== false;
    return {
      urn,
      type,
      custom,
      ...Object.fromEntries(Object.entries(rest).filter(isSet)),
      inputs: sealValue(inputs, showSecrets),
      outputs: sealValue(outputs, showSecrets),
    };
  });
  return { version: 3, deployment: { manifest, resources: exported } };
}

export function importCheckpoint({ version, deployment }: Checkpoint): ResourceState[] {
  if (version !== 3) throw new Error(`A state must have version 3, but got: ${String(version)}`);
  return (deployment.resources ?? []).map((resource) => {
    const state = newResource(resource);
    const open = (value: unknown): PropertyMap => {
      const properties = unsealValue(value ?? {});
      return isMap(properties) ? properties : {};
    };
    return { ...state, inputs: open(resource["inputs"]), outputs: open(resource["outputs"]) };
  });
}
