import { createRequire } from "node:module";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { engineAddress } from "../../run/engineAddress";

let engine: EngineClient | undefined;

/**
 * Shows a text beside the stack: on a terminal until the next one. What this process prints would stay. The SDK does not say which resource a
 * call is about. A text that can't be shown must not fail the operation that it is about.
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

/** The SDK's own copy of gRPC: this package does not depend on one. */
function engineAt(address: string): EngineClient {
  const requireFromSdk = createRequire(require.resolve("@pulumi/pulumi"));
  const { credentials } = requireFromSdk("@grpc/grpc-js") as typeof import("@grpc/grpc-js");
  const proto = require("@pulumi/pulumi/proto/engine_grpc_pb") as typeof import("@pulumi/pulumi/proto/engine_grpc_pb");
  return new proto.EngineClient(address, credentials.createInsecure());
}
