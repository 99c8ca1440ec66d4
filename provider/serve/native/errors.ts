import type { ServiceError } from "@grpc/grpc-js";
import { Metadata, status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { CdnError, messageOf } from "../../api/errors";
import { inAnyLanguage } from "../../wire/words";

/** Returns an `IncompleteError` with its state for gRPC. The engine saves id and state. */
export class IncompleteResource extends Error {
  constructor(
    readonly id: string,
    readonly state: Struct,
    message: string,
  ) {
    super(message);
  }
}

/** Returns an error for gRPC. An error of this package says what to do, so it has no stack. */
export function statusOf(error: unknown): Partial<ServiceError> {
  if (error instanceof IncompleteResource) return incompleteStatus(error);
  const text = error instanceof Error && !(error instanceof CdnError) ? error.stack : undefined;
  return { code: status.UNKNOWN, details: text ?? inAnyLanguage(messageOf(error)) };
}

/** Puts the object into the details of the status. gRPC for Node does not encode them. */
function incompleteStatus({ id, state, message: given }: IncompleteResource): Partial<ServiceError> {
  const message = inAnyLanguage(given);
  const failed = new ErrorResourceInitFailed().setId(id).setProperties(state).setReasonsList([message]);
  const detail = new Any();
  detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const whole = new Status().setCode(status.UNKNOWN).setMessage(message);
  whole.addDetails(detail);
  const metadata = new Metadata();
  metadata.set("grpc-status-details-bin", Buffer.from(whole.serializeBinary()));
  return { code: status.UNKNOWN, details: message, metadata };
}
