import type { handleUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import {
  CheckFailure,
  CheckResponse,
  ConfigureResponse,
  DiffResponse,
  GetSchemaResponse,
  ProviderHandshakeResponse,
  type CheckRequest,
  type ConfigureRequest,
  type CreateRequest,
  type DeleteRequest,
  type DiffRequest,
  type InvokeRequest,
  type ReadRequest,
  type UpdateRequest,
} from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { ConflictError } from "../../api/errors";
import { cancelWaits } from "../../api/retry";
import { explicitName } from "../../api/settings";
import { packageVersion } from "../../version";
import type { KindName } from "../../kinds";
import { listedKinds } from "../../kinds";
import { ConfiguredContext } from "../context";
import { checkSettings, configOf } from "./config";
import { statusOf } from "./errors";
import { invoke } from "./functions";
import { received, sent } from "./marshal";
import { Resources } from "./resources";
import { ServedKinds } from "../servedKinds";
import { nativeType } from "../dynamic/providerText";
import { packageSchema } from "./schema";

/**
 * Pulumi's service ResourceProvider. gRPC answers UNIMPLEMENTED for the operations that are missing here.
 *
 * @param tell shows a line in the engine's output
 */
export function providerService(tell: (text: string) => void): UntypedServiceImplementation {
  const importCommandOf = (kind: KindName, id: string): string =>
    `pulumi import ${nativeType(kind)} RESOURCE-NAME ${id}`;
  const context = new ConfiguredContext({ importCommandOf, tell });
  const kinds = new ServedKinds(context);
  const resources = new Resources(kinds);
  return {
    handshake: unary(() => new ProviderHandshakeResponse().setAcceptSecrets(true).setAcceptResources(true)),
    attach: unary(() => new Empty()),
    getPluginInfo: unary(() => new PluginInfo().setVersion(packageVersion)),
    getSchema: unary(() => new GetSchemaResponse().setSchema(JSON.stringify(packageSchema()))),
    checkConfig: unary(checkConfig),
    // No change of the settings replaces resources: a key may be rotated, a service may move.
    diffConfig: unary(() => new DiffResponse()),
    configure: unary((request: ConfigureRequest) => {
      const { plain } = received(request.getArgs());
      kinds.configure(configOf(plain), providerNameOf(request));
      return new ConfigureResponse().setAcceptsecrets(true).setAcceptresources(true).setSupportspreview(true);
    }),
    check: unary((request: CheckRequest) => resources.check(request)),
    diff: unary((request: DiffRequest) => resources.diff(request)),
    create: unary((request: CreateRequest) =>
      resources.create(request).catch((error: unknown) => refuseCreation(request, error)),
    ),
    read: unary((request: ReadRequest) => resources.read(request)),
    update: unary((request: UpdateRequest) => resources.update(request)),
    delete: unary((request: DeleteRequest) => resources.delete(request)),
    invoke: unary((request: InvokeRequest) => invoke(context, request)),
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

/** For `up --replace` and taint the engine does not call Diff, so it creates the new zone while the old one has the name. */
function refuseCreation(request: CreateRequest, error: unknown): never {
  const type = request.getUrn().split("::")[2]?.split("$").at(-1);
  const isZone = listedKinds.some((kind) => nativeType(kind) === type);
  if (!isZone || !(error instanceof ConflictError)) throw error;
  throw new ConflictError(
    `${error.message}. If it is the zone that is to be replaced, set the resource option deleteBeforeReplace: true`,
    error.evidence,
  );
}

/** The name of the explicit provider, which older engines tell by its URN only. */
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
