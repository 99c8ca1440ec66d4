import { Server, ServerCredentials } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import type { Deployment } from "../deployment/deployment";
import { messageLimits } from "../provider/rpc";
import { engineService } from "./engineService";
import { monitorService } from "./monitor";
import type { Registrar } from "./registrar";

export interface EngineServer {
  readonly address: string;
  close(): void;
}

/** Serves the program on a port of its own, on this machine only. */
export async function serve(deployment: Deployment, registrar: Registrar): Promise<EngineServer> {
  const server = new Server(messageLimits);
  server.addService(ResourceMonitorService, monitorService(deployment, registrar));
  server.addService(EngineService, engineService(deployment));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  return { address: `127.0.0.1:${port}`, close: () => server.forceShutdown() };
}
