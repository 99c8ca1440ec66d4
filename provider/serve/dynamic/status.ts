import { createRequire } from "node:module";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { engineAddress } from "../../run/engineAddress";

let engine: EngineClient | undefined;

/**
 * Shows a text next to the stack; on a terminal, the next text replaces it. Printing would leave a line. The text is not shown next to a
 * resource, because the SDK does not pass its URN. A text that can't be shown must not fail the operation.
 */
export function showStatus(text: string): void {
  if (engineAddress === undefined) return;
  try {
    const { LogRequest, LogSeverity } =
      require("@pulumi/pulumi/proto/engine_pb") as typeof import("@pulumi/pulumi/proto/engine_pb");
    engine ??= engineAt(engineAddress);
    const request = new LogRequest().setSeverity(LogSeverity.INFO).setMessage(text).setEphemeral(true);
    engine.log(request, () => undefined);
  } catch {
    return;
  }
}

/** Loads the SDK's own copy of gRPC, because this package does not depend on gRPC. */
function engineAt(address: string): EngineClient {
  const requireFromSdk = createRequire(require.resolve("@pulumi/pulumi"));
  const { credentials } = requireFromSdk("@grpc/grpc-js") as typeof import("@grpc/grpc-js");
  const proto = require("@pulumi/pulumi/proto/engine_grpc_pb") as typeof import("@pulumi/pulumi/proto/engine_grpc_pb");
  return new proto.EngineClient(address, credentials.createInsecure());
}
