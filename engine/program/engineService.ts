import type { sendUnaryData, ServerUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import {
  GetRootResourceResponse,
  LogSeverity,
  SetRootResourceResponse,
  type GetRootResourceRequest,
  type LogRequest,
  type SetRootResourceRequest,
} from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Deployment } from "../deployment/deployment";
import type { Severity } from "../deployment/events";

const severities: Record<LogSeverity, Severity> = {
  [LogSeverity.DEBUG]: "debug",
  [LogSeverity.INFO]: "info",
  [LogSeverity.WARNING]: "warning",
  [LogSeverity.ERROR]: "error",
};

/** The Engine service: the program's log, and which resource is the root of the others. */
export function engineService(deployment: Deployment): UntypedServiceImplementation {
  let root = "";
  return {
    log: ({ request }: ServerUnaryCall<LogRequest, Empty>, callback: sendUnaryData<Empty>) => {
      const severity = severities[request.getSeverity()];
      const [message, urn] = [request.getMessage(), request.getUrn()];
      if (severity === "error") deployment.fail(message, urn);
      else if (!request.getEphemeral()) deployment.log(severity, message, urn);
      callback(null, new Empty());
    },
    getRootResource: (
      _: ServerUnaryCall<GetRootResourceRequest, GetRootResourceResponse>,
      callback: sendUnaryData<GetRootResourceResponse>,
    ) => {
      const response = new GetRootResourceResponse();
      response.setUrn(root);
      callback(null, response);
    },
    setRootResource: (
      { request }: ServerUnaryCall<SetRootResourceRequest, SetRootResourceResponse>,
      callback: sendUnaryData<SetRootResourceResponse>,
    ) => {
      root = request.getUrn();
      callback(null, new SetRootResourceResponse());
    },
  };
}
