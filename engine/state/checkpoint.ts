/** A stack's state as `pulumi stack export` prints it, version 3. */
export interface Checkpoint {
  version: 3;
  deployment: {
    manifest: { time: string; magic: string; version: string };
    secrets_providers?: { type: string; state?: { salt?: string } };
    resources?: CheckpointResource[];
    pending_operations?: CheckpointOperation[];
    metadata?: Record<string, unknown>;
  };
}

/** A resource in a checkpoint: secrets are envelopes with a ciphertext. Fields at their zero value are left out. */
export interface CheckpointResource {
  urn: string;
  type: string;
  custom: boolean;
  [field: string]: unknown;
}

export type OperationType = "creating" | "updating" | "deleting" | "reading" | "importing";

/** An operation that had begun and not ended when the checkpoint was written. */
export interface CheckpointOperation {
  resource: CheckpointResource;
  type: OperationType;
}
