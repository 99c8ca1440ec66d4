import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { engineAddress } from "../../run/engineAddress";
import { EngineLog } from "./log";
import { providerService } from "./service";

/** The maximum size of a message, as in the SDK. gRPC's default of 4 MB is too small for the zones of a large account. */
const maxMessageBytes = 400 * 1024 * 1024;
const watchIntervalMs = 500;

/** Serves the plugin to the engine that started this process. The engine learns the port from the first line. */
function main(): void {
  const server = new Server({
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.max_send_message_length": maxMessageBytes,
  });
  server.addService(ResourceProviderService, providerService(new EngineLog(engineAddress)));
  server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
    if (error !== null) throw error;
    process.stdout.write(`${String(port)}\n`);
  });
  endWithParent();
}

/** Exits once the parent process is gone, because a killed engine does not end its plugins. On Windows `ppid` does not change. */
function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent || !exists(parent)) process.exit(0);
  }, watchIntervalMs);
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

main();
