import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";

/** A function that shows a line in the engine's output, because the engine hides what a plugin prints. */
export function engineLog(address: string | undefined): (text: string) => void {
  if (address === undefined) return () => undefined;
  const engine = new EngineClient(address, credentials.createInsecure());
  // A line that can't be shown must not fail the operation that it is about.
  return (text) => engine.log(new LogRequest().setSeverity(LogSeverity.INFO).setMessage(text), () => undefined);
}
