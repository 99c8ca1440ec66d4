import type { handleServerStreamingCall, handleUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import { PluginInfo, type PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import {
  CheckFailure,
  CheckResponse,
  ConfigureResponse,
  GetSchemaResponse,
  ProviderHandshakeResponse,
  type CheckRequest,
  type ConfigureRequest,
  type ConstructRequest,
  type CreateRequest,
  type DeleteRequest,
  type DiffRequest,
  type InvokeRequest,
  type ListRequest,
  type ListResponse,
  type ReadRequest,
  type UpdateRequest,
} from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { cancelWaits } from "../../api/waits";
import { explicitName } from "../../api/settingsOwner";
import { packageVersion } from "../../version";
import type { KindName } from "../../kinds";
import { ConfiguredContext } from "../context";
import { checkSettings, configOf, diffSettings } from "./config";
import { statusOf } from "./errors";
import { invoke } from "./functions";
import { list } from "./list";
import type { EngineLog } from "./log";
import { received, sent } from "./marshal";
import { Resources } from "./resources";
import { ServedKinds } from "../servedKinds";
import { nativeType } from "../../kinds/resourceTypes";
import { packageSchema } from "./schema";

/** Implements Pulumi's service ResourceProvider. gRPC returns UNIMPLEMENTED for operations that are missing here. */
export function providerService(log: EngineLog): UntypedServiceImplementation {
  const importCommandOf = (kind: KindName, id: string): string =>
    `pulumi import ${nativeType(kind)} RESOURCE-NAME ${id}`;
  const context = new ConfiguredContext({ importCommandOf, tell: log.tell, status: log.status });
  const kinds = new ServedKinds(context);
  const resources = new Resources(kinds);
  const operation = <Request, Response>(act: (request: Request) => Response | Promise<Response>) =>
    unary((request: Request) => log.after(() => act(request)));
  return {
    handshake: unary(() => new ProviderHandshakeResponse().setAcceptSecrets(true).setAcceptResources(true)),
    // Called by an engine that did not start the plugin.
    attach: unary((request: PluginAttach) => {
      log.attach(request.getAddress());
      return new Empty();
    }),
    getPluginInfo: unary(() => new PluginInfo().setVersion(packageVersion)),
    getSchema: unary(() => new GetSchemaResponse().setSchema(JSON.stringify(packageSchema()))),
    checkConfig: unary(checkConfig),
    diffConfig: unary(diffSettings),
    configure: unary((request: ConfigureRequest) => {
      const { plain } = received(request.getArgs());
      kinds.configure(configOf(plain), providerNameOf(request));
      return new ConfigureResponse().setAcceptsecrets(true).setAcceptresources(true).setSupportspreview(true);
    }),
    check: operation((request: CheckRequest) => resources.check(request)),
    diff: operation((request: DiffRequest) => resources.diff(request)),
    create: operation((request: CreateRequest) => resources.create(request)),
    read: operation((request: ReadRequest) => resources.read(request)),
    update: operation((request: UpdateRequest) => resources.update(request)),
    delete: operation((request: DeleteRequest) => resources.delete(request)),
    list: streaming((request: ListRequest): Promise<ListResponse[]> => list(context, request)),
    invoke: unary((request: InvokeRequest) => invoke(context, request)),
    construct: unary((request: ConstructRequest) => {
      // Loaded here, because only components need the runtime of programs.
      const { construct } = require("./construct") as typeof import("./construct");
      return construct(request, log.address, context.baseUrl);
    }),
    cancel: unary(() => {
      cancelWaits();
      return new Empty();
    }),
  };
}

function checkConfig(request: CheckRequest): CheckResponse {
  const { plain, secret } = received(request.getNews());
  const failures = checkSettings(plain, providerNameOf(request));
  return new CheckResponse()
    .setInputs(sent(plain, new Set([...secret, "accessKey"])))
    .setFailuresList(
      failures.map(({ property, reason }) => new CheckFailure().setProperty(property).setReason(reason)),
    );
}

/** Returns the name of the explicit provider. Older engines pass only its URN. */
function providerNameOf(request: CheckRequest | ConfigureRequest): string | undefined {
  const nameInUrn = (request.getUrn() ?? "").split("::").slice(3).join("::");
  return explicitName(request.getName() || nameInUrn);
}

function unary<Request, Response>(
  act: (request: Request) => Response | Promise<Response>,
): handleUnaryCall<Request, Response> {
  return ({ request }, done) => {
    Promise.resolve(request)
      .then(act)
      .then(
        (response) => done(null, response),
        (error: unknown) => done(statusOf(error)),
      );
  };
}

function streaming<Request, Response>(
  act: (request: Request) => Promise<readonly Response[]>,
): handleServerStreamingCall<Request, Response> {
  return (call) => {
    act(call.request).then(
      (responses) => {
        for (const response of responses) call.write(response);
        call.end();
      },
      (error: unknown) => call.emit("error", statusOf(error)),
    );
  };
}
