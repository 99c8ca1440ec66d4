import {
  Server,
  ServerCredentials,
  status,
  type handleUnaryCall,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import {
  GetRootResourceResponse,
  LogSeverity,
  SetRootResourceResponse,
  type LogRequest,
  type SetRootResourceRequest,
} from "@pulumi/pulumi/proto/engine_pb";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import {
  DeploymentInfo,
  ReadResourceResponse,
  RegisterResourceResponse,
  ResourceMonitorFeature,
  SupportsFeatureResponse,
  type ReadResourceRequest,
  type RegisterResourceOutputsRequest,
  type RegisterResourceRequest,
  type ResourceInvokeRequest,
  type SupportsFeatureRequest,
} from "@pulumi/pulumi/proto/resource_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { messageLimits, startProgram } from "./processes";
import type { Run } from "./run";
import type { ResourceState } from "./state";
import { decodeMap, encodeMap, reveal, Secret, type PropertyMap } from "./values";

/** A resource as the program registers it. */
export interface Goal {
  type: string;
  name: string;
  custom: boolean;
  parent: string;
  inputs: PropertyMap;
  provider: string;
  dependencies: string[];
  aliases: string[];
  protect: boolean;
  retainOnDelete: boolean;
  deleteBeforeReplace: boolean | undefined;
  ignoreChanges: string[];
  replaceOnChanges: string[];
  additionalSecretOutputs: string[];
}

/** A resource that the program reads with `.get`. */
export type ReadGoal = Pick<
  Goal,
  "type" | "name" | "parent" | "inputs" | "provider" | "dependencies" | "additionalSecretOutputs"
> & { id: string };

/** Takes the program's registrations. */
export interface Registrar {
  register(goal: Goal): Promise<ResourceState>;
  read(goal: ReadGoal): Promise<ResourceState>;
  registerOutputs(urn: string, outputs: PropertyMap): void;
}

/** The time in which a program may end by itself after a step has failed. */
const graceMs = 2_000;

/** Runs the program until it ends or a step fails. */
export async function runProgram(run: Run, registrar: Registrar): Promise<void> {
  const { project, stack, config, env, dryRun } = run.settings;
  const server = new Server(messageLimits);
  server.addService(ResourceMonitorService, monitorService(run, registrar));
  server.addService(EngineService, engineService(run));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  const address = `127.0.0.1:${port}`;
  const secretKeys = Object.keys(config).filter((key) => config[key] instanceof Secret);
  const program = startProgram(project, {
    flags: {
      monitor: address,
      engine: address,
      organization: "organization",
      project: project.name,
      stack,
      parallel: "16",
    },
    dryRun,
    env: {
      ...env,
      PULUMI_CONFIG: JSON.stringify(reveal(config)),
      PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(secretKeys),
    },
    log: (severity, line) => run.log(severity, line),
  });
  try {
    const stopped = new Promise<void>((resolve) => {
      run.stopped.addEventListener("abort", () => void run.idle().then(() => setTimeout(resolve, graceMs).unref()));
    });
    const end = await Promise.race([program.ended, stopped]);
    await run.idle();
    if (end?.ok === false) {
      run.failed = true;
      if (end.message !== undefined && !run.stopped.aborted) run.fail(end.message);
    }
  } finally {
    await program.end();
    server.forceShutdown();
  }
}

function engineService(run: Run): UntypedServiceImplementation {
  const severities = {
    [LogSeverity.INFO]: "info",
    [LogSeverity.WARNING]: "warning",
    [LogSeverity.ERROR]: "error",
  } as const;
  let root = "";
  return {
    log: handle(run, (request: LogRequest) => {
      const severity = request.getSeverity();
      if (severity !== LogSeverity.DEBUG && !request.getEphemeral()) {
        run.log(severities[severity], request.getMessage(), request.getUrn());
      }
      return new Empty();
    }),
    getRootResource: handle(run, () => new GetRootResourceResponse().setUrn(root)),
    setRootResource: handle(run, (request: SetRootResourceRequest) => {
      root = request.getUrn();
      return new SetRootResourceResponse();
    }),
  };
}

function monitorService(run: Run, registrar: Registrar): UntypedServiceImplementation {
  return {
    getDeploymentInfo: handle(run, () => {
      const { project, stack, dryRun } = run.settings;
      return new DeploymentInfo()
        .setProject(project.name)
        .setStack(stack)
        .setOrganization("organization")
        .setDryrun(dryRun)
        .setParallel(16)
        .setSupportedfeaturesList([ResourceMonitorFeature.RESOURCE_MONITOR_FEATURE_SECRETS]);
    }),
    supportsFeature: handle(run, (request: SupportsFeatureRequest) =>
      new SupportsFeatureResponse().setHassupport(request.getId() === "secrets"),
    ),
    registerResource: handle(run, async (request: RegisterResourceRequest) => {
      const option = unsupportedOption(request);
      if (option !== undefined) throw new Error(`The local engine does not support ${option}; the Pulumi CLI does`);
      const { urn, id, custom, outputs } = await registrar.register(goalOf(request));
      return new RegisterResourceResponse()
        .setUrn(urn)
        .setId(id)
        .setObject(encodeMap(custom ? outputs : {}));
    }),
    readResource: handle(run, async (request: ReadResourceRequest) => {
      const { urn, outputs } = await registrar.read(readGoalOf(request));
      return new ReadResourceResponse().setUrn(urn).setProperties(encodeMap(outputs));
    }),
    registerResourceOutputs: handle(run, (request: RegisterResourceOutputsRequest) => {
      registrar.registerOutputs(request.getUrn(), decodeMap(request.getOutputs()));
      return new Empty();
    }),
    invoke: handle(run, (request: ResourceInvokeRequest) => {
      throw new Error(`The local engine does not support the function ${request.getTok()}; the Pulumi CLI does`);
    }),
  };
}

function goalOf(request: RegisterResourceRequest): Goal {
  return {
    type: request.getType(),
    name: request.getName(),
    custom: request.getCustom(),
    parent: request.getParent(),
    inputs: decodeMap(request.getObject()),
    provider: request.getProvider(),
    dependencies: request.getDependenciesList(),
    // To an engine without the feature "aliasSpecs", the SDK sends whole URNs, including those inherited from parents.
    aliases: request.getAliasurnsList(),
    protect: request.getProtect() ?? false,
    retainOnDelete: request.getRetainondelete() ?? false,
    deleteBeforeReplace: request.getDeletebeforereplacedefined() ? request.getDeletebeforereplace() : undefined,
    ignoreChanges: request.getIgnorechangesList(),
    replaceOnChanges: request.getReplaceonchangesList(),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
  };
}

function readGoalOf(request: ReadResourceRequest): ReadGoal {
  return {
    type: request.getType(),
    name: request.getName(),
    id: request.getId(),
    parent: request.getParent(),
    inputs: decodeMap(request.getProperties()),
    provider: request.getProvider(),
    dependencies: request.getDependenciesList(),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
  };
}

/** Returns a feature of a registration that this engine lacks. Such features are refused, not ignored. */
function unsupportedOption(request: RegisterResourceRequest): string | undefined {
  if (request.getRemote()) return "remote components";
  if (request.getImportid() !== "") return "the option import";
  if (request.getDeletedwith() !== "") return "the option deletedWith";
  if (Object.values(request.getCustomtimeouts()?.toObject() ?? {}).some((timeout) => timeout !== ""))
    return "the option customTimeouts";
  if (request.hasReplacementTrigger()) return "the option replacementTrigger";
  if (request.getReplaceWithList().length > 0) return "the option replaceWith";
  if (request.getTransformsList().length > 0) return "transforms";
  const paths = [...request.getIgnorechangesList(), ...request.getReplaceonchangesList()];
  const nested = paths.find((path) => /[.[*]/.test(path));
  return nested === undefined ? undefined : `the path "${nested}" in ignoreChanges or replaceOnChanges`;
}

/** The error of all calls after a failure. It is that of the CLI, for which the SDK ends the program without errors of its own. */
function handle<Request, Response>(
  run: Run,
  answer: (request: Request) => Response | Promise<Response>,
): handleUnaryCall<Request, Response> {
  return ({ request }, callback) => {
    const answered = async (): Promise<void> => callback(null, await answer(request));
    answered().catch((error: unknown) => {
      run.fail(error);
      callback({
        code: status.UNAVAILABLE,
        details: "resource monitor shut down while waiting on step's done channel",
      });
    });
  };
}
