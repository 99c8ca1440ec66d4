import { status, type handleUnaryCall, type sendUnaryData, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import {
  DeploymentInfo,
  ReadResourceResponse,
  RegisterResourceResponse,
  ResourceMonitorFeature as Feature,
  Result,
  SupportsFeatureResponse,
  type ReadResourceRequest,
  type RegisterResourceOutputsRequest,
  type RegisterResourceRequest,
  type ResourceInvokeRequest,
  type SupportsFeatureRequest,
} from "@pulumi/pulumi/proto/resource_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Deployment } from "../deployment/deployment";
import { decodeMap, encodeForProgram } from "../property/wire";
import { goalOf, readGoalOf, unsupportedOption } from "./requests";
import type { Registrar } from "./registrar";

const features: Record<string, Feature> = {
  secrets: Feature.RESOURCE_MONITOR_FEATURE_SECRETS,
  resourceReferences: Feature.RESOURCE_MONITOR_FEATURE_RESOURCE_REFERENCES,
  deletedWith: Feature.RESOURCE_MONITOR_FEATURE_DELETED_WITH,
  aliasSpecs: Feature.RESOURCE_MONITOR_FEATURE_ALIAS_SPECS,
};

/** The ResourceMonitor service, through which the program registers its resources. */
export function monitorService(deployment: Deployment, registrar: Registrar): UntypedServiceImplementation {
  return {
    getDeploymentInfo: handle(deployment, () => Promise.resolve(deploymentInfo(deployment))),
    supportsFeature: handle(deployment, (request: SupportsFeatureRequest) => {
      const response = new SupportsFeatureResponse();
      response.setHassupport(request.getId() in features);
      return Promise.resolve(response);
    }),
    registerResource: handle(deployment, async (request: RegisterResourceRequest) => {
      const refused = unsupportedOption(request);
      if (refused !== undefined) throw new Error(`the local engine does not support ${refused}`);
      const { state, unknown } = await registrar.register(goalOf(request));
      const response = new RegisterResourceResponse();
      response.setUrn(state.urn);
      response.setId(state.id);
      // A component's old outputs may name resources that this run has not registered yet.
      response.setObject(encodeForProgram(state.custom ? state.outputs : {}));
      response.setUnknown(unknown === true);
      response.setResult(Result.SUCCESS);
      return response;
    }),
    readResource: handle(deployment, async (request: ReadResourceRequest) => {
      const { state } = await registrar.read(readGoalOf(request));
      const response = new ReadResourceResponse();
      response.setUrn(state.urn);
      response.setProperties(encodeForProgram(state.outputs));
      return response;
    }),
    registerResourceOutputs: handle(deployment, async (request: RegisterResourceOutputsRequest) => {
      await registrar.registerOutputs(request.getUrn(), decodeMap(request.getOutputs()));
      return new Empty();
    }),
    invoke: handle(deployment, (request: ResourceInvokeRequest) => Promise.resolve(invoke(registrar, request))),
    signalAndWaitForShutdown: handle(deployment, async () => {
      await registrar.programDone();
      return new Empty();
    }),
  };
}

function deploymentInfo({ settings }: Deployment): DeploymentInfo {
  const info = new DeploymentInfo();
  info.setProject(settings.project);
  info.setStack(settings.stack);
  info.setOrganization(settings.organization);
  info.setDryrun(settings.dryRun);
  info.setParallel(settings.parallel);
  info.setSupportedfeaturesList(Object.values(features));
  return info;
}

function invoke(registrar: Registrar, request: ResourceInvokeRequest): InvokeResponse {
  const token = request.getTok();
  if (token !== "pulumi:pulumi:getResource") throw new Error(`the local engine does not support invoking ${token}`);
  const { urn } = decodeMap(request.getArgs());
  const state = typeof urn === "string" ? registrar.resource(urn) : undefined;
  if (state === undefined) throw new Error(`unknown resource ${JSON.stringify(urn)}`);
  const response = new InvokeResponse();
  response.setReturn(encodeForProgram({ urn: state.urn, id: state.id, state: state.outputs }));
  return response;
}

// Once the operation stops, calls are answered as the CLI's monitor does when it shuts down: the SDK then ends the
// program without reporting errors of its own.
function handle<Request, Response>(
  deployment: Deployment,
  serve: (request: Request) => Promise<Response>,
): handleUnaryCall<Request, Response> {
  return (call, callback: sendUnaryData<Response>) => {
    serve(call.request).then(
      (response) => callback(null, response),
      (error: unknown) => {
        if (!deployment.stopped.aborted) deployment.failAndStop(error);
        callback({
          code: status.UNAVAILABLE,
          details: "resource monitor shut down while waiting on step's done channel",
        });
      },
    );
  };
}
