import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";

/** Makes a function that shows a line in the engine's output: what a plugin prints is not shown. */
export function engineLog(address: string | undefined): (text: string) => void {
  if (address === undefined) return () => undefined;
  const engine = new EngineClient(address, credentials.createInsecure());
  // An engine that can't be reached must not make an operation fail that is done.
  return (text) => engine.log(new LogRequest().setSeverity(LogSeverity.INFO).setMessage(text), () => undefined);
}
