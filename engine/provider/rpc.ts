import { credentials, status as grpcStatus, type Metadata, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";

/** State can be large: the SDK's own limit for messages. */
export const messageLimits = {
  "grpc.max_receive_message_length": 400 * 1024 * 1024,
  "grpc.max_send_message_length": 400 * 1024 * 1024,
};

export function connectProvider(address: string): ResourceProviderClient {
  return new ResourceProviderClient(address, credentials.createInsecure(), messageLimits);
}

export type Unary<Response> = (done: (error: ServiceError | null, response: Response) => void) => unknown;

export function unary<Response>(call: Unary<Response>): Promise<Response> {
  return new Promise((resolve, reject) =>
    call((error, response) => (error === null ? resolve(response) : reject(error))),
  );
}

/** The object was made, but did not get ready: it has an id and is to be recorded, and the step fails. */
export class InitializationFailed extends Error {
  override readonly name = "InitializationFailed";

  constructor(
    readonly id: string,
    readonly properties: Struct | undefined,
    readonly reasons: string[],
  ) {
    const listed = reasons.map((reason) => `\n\t* ${reason}`).join("");
    super(
      reasons.length === 0 ? "resource init failed" : `${reasons.length} error${plural(reasons)} occurred:${listed}`,
    );
  }
}

function plural(items: readonly unknown[]): string {
  return items.length === 1 ? "" : "s";
}

/** What a provider's error says, and whether it carries an object that was made all the same. */
export function providerError(error: unknown, exitReason: string | undefined): Error {
  if (!isServiceError(error)) return error instanceof Error ? error : new Error(String(error));
  if (error.code === grpcStatus.UNAVAILABLE && exitReason !== undefined) return new Error(exitReason);
  return initializationFailure(error.metadata) ?? new Error(error.details || error.message);
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && "code" in error && "metadata" in error;
}

function initializationFailure(metadata: Metadata): InitializationFailed | undefined {
  for (const details of metadata.get("grpc-status-details-bin")) {
    for (const any of Status.deserializeBinary(Buffer.from(details as Buffer)).getDetailsList()) {
      if (any.getTypeName() !== "pulumirpc.ErrorResourceInitFailed") continue;
      const failed = ErrorResourceInitFailed.deserializeBinary(any.getValue_asU8());
      return new InitializationFailed(failed.getId(), failed.getProperties(), failed.getReasonsList());
    }
  }
  return undefined;
}
