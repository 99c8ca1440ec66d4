import { AsyncLocalStorage } from "node:async_hooks";
import { ConstructResponse, type ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
// Only the needed modules of the SDK are loaded: the whole SDK would make the plugin's file three times as large.
import type { Output } from "@pulumi/pulumi/output";
import * as log from "@pulumi/pulumi/log";
import { secret } from "@pulumi/pulumi/output";
import type { Alias, ComponentResourceOptions } from "@pulumi/pulumi/resource";
import { DependencyProviderResource, DependencyResource, rootStackResource } from "@pulumi/pulumi/resource";
import { setAllConfig } from "@pulumi/pulumi/runtime/config";
import * as rpc from "@pulumi/pulumi/runtime/rpc";
import * as settings from "@pulumi/pulumi/runtime/settings";
import { InvalidInputError, messageOf } from "../../api/errors";
import { websiteType } from "../../components/website/arguments";
import { NativeWebsite } from "./website";

/** Functions that the SDK's own provider server uses, and that its type declarations omit. */
const internals = {
  ...(settings as object as {
    awaitFeatureSupport(): Promise<void>;
    waitForRPCs(): Promise<void>;
  }),
  ...(require("@pulumi/pulumi/runtime/state") as {
    withLocalStorage<T>(act: () => Promise<T>): Promise<T>;
  }),
  ...(require("@pulumi/pulumi/provider/server") as {
    deserializeInputs(
      inputs: Struct | undefined,
      dependencies: ReturnType<ConstructRequest["getInputdependenciesMap"]>,
    ): Promise<Record<string, unknown>>;
  }),
};

/** Objects that stand for the runs, by the addresses of their monitors. */
const runs = new Map<string, object>();

type Fail = (error: unknown) => void;

/** Functions that fail the running constructions. */
const running = new Set<Fail>();
/** The function of the construction that the current code belongs to. */
const current = new AsyncLocalStorage<Fail>();

/**
 * Declares a component for a program in any language, with the SDK's runtime in this process. The parts are resources of this plugin, so the
 * engine calls this process for them.
 *
 * @param engine the address of the engine
 * @param baseUrl of the API
 */
export async function construct(
  request: ConstructRequest,
  engine: string | undefined,
  baseUrl: string | undefined,
): Promise<ConstructResponse> {
  if (request.getType() !== websiteType) {
    throw new InvalidInputError(
      `${request.getType()} is not a component of this provider. Its only component is ${websiteType}`,
    );
  }
  // A failed part rejects outputs that nothing awaits, which would end the process.
  if (!process.listeners("unhandledRejection").includes(failRunning)) process.on("unhandledRejection", failRunning);
  let fail: Fail = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  running.add(fail);
  try {
    const constructed = current.run(fail, () =>
      internals.withLocalStorage(() => constructWebsite(request, engine, baseUrl)),
    );
    return await Promise.race([failed, constructed]);
  } catch (error) {
    throw errorOfDomain(error) ?? error;
  } finally {
    running.delete(fail);
  }
}

/** Returns the error of the only function that the component calls, without the SDK's stack and property. */
function errorOfDomain(error: unknown): InvalidInputError | undefined {
  const text = /invocation of cdn:index:getDnsZone returned an error: ([^]*)/.exec(messageOf(error))?.[1];
  return text === undefined ? undefined : new InvalidInputError(`dnsZoneId: ${text.trim()}`, "dnsZoneId");
}

/** Fails the construction whose promise was rejected; all of them if Node does not say which one that is. */
function failRunning(error: unknown): void {
  const own = current.getStore();
  for (const fail of own === undefined ? running : [own]) fail(error);
}

async function constructWebsite(
  request: ConstructRequest,
  engine = "",
  baseUrl: string | undefined,
): Promise<ConstructResponse> {
  const [project, stack, monitor] = [request.getProject(), request.getStack(), request.getMonitorendpoint()];
  const isPreview = request.getDryrun();
  settings.resetOptions(project, stack, request.getParallel(), engine, monitor, isPreview, request.getOrganization());
  await internals.awaitFeatureSupport();
  setAllConfig(Object.fromEntries(request.getConfigMap().entries()), request.getConfigsecretkeysList());

  const inputs = await internals.deserializeInputs(request.getInputs(), request.getInputdependenciesMap());
  const { args, unknown } = await knownOf(inputs);
  const run = runs.get(monitor) ?? {};
  runs.set(monitor, run);
  const [, , parents = ""] = request.getParent().split("::");
  const site = new NativeWebsite(request.getName(), args, optionsOf(request), { run, parents, baseUrl });
  if (unknown.length > 0) {
    const text = `Not known yet: ${unknown.join(", ")}. This preview omits the resources that depend on it`;
    await log.warn(text, site);
  }
  const [state, dependencies] = await rpc.serializeResourceProperties(
    `construct(${request.getName()})`,
    site.properties,
  );
  const response = new ConstructResponse().setUrn(await promiseOf(site.urn)).setState(Struct.fromJavaScript(state));
  for (const [property, resources] of dependencies) {
    const urns = await Promise.all([...resources].map(({ urn }) => promiseOf(urn)));
    const listed = new ConstructResponse.PropertyDependencies().setUrnsList(urns);
    response.getStatedependenciesMap().set(property, listed);
  }
  await internals.waitForRPCs();
  return response;
}

/** Returns the options of the component, as the engine passes them. */
function optionsOf(request: ConstructRequest): ComponentResourceOptions {
  const parent = request.getParent();
  return {
    ...(parent === "" ? {} : { parent: new DependencyResource(parent) }),
    aliases: request.getAliasesList().map((alias): Alias | string => {
      const spec = alias.getSpec();
      if (spec === undefined) return alias.getUrn();
      const [name, of, stack] = [spec.getName(), spec.getProject(), spec.getStack()];
      return {
        ...(name === "" ? {} : { name }),
        ...(of === "" ? {} : { project: of }),
        ...(stack === "" ? {} : { stack }),
        ...(spec.hasParenturn() ? { parent: spec.getParenturn() } : {}),
        ...(spec.getNoparent() ? { parent: rootStackResource } : {}),
      };
    }),
    dependsOn: request.getDependenciesList().map((urn) => new DependencyResource(urn)),
    ...(request.getProtect() === true ? { protect: true } : {}),
    ...(request.getRetainondelete() === true ? { retainOnDelete: true } : {}),
    providers: Object.fromEntries(
      [...request.getProvidersMap().entries()].map(([name, of]) => [name, new DependencyProviderResource(of)]),
    ),
  };
}

/** The arguments that determine the parts of a site. */
const knownArguments = [
  "hostnames",
  "notFoundPage",
  "singlePageApp",
  "headers",
  "redirects",
  "cache",
  "releases",
  "transform",
  "canonicalHostname",
  "adopt",
  "takeOverHostnames",
];

/** The arguments in which a secret is allowed, with its depth. */
const secretDepths: Readonly<Record<string, number>> = { headers: 1, transform: 2 };

/**
 * Unwraps the arguments that determine the parts. Arguments that come from other resources are Outputs, and may be unknown in a preview.
 */
async function knownOf(inputs: Record<string, unknown>): Promise<{ args: Record<string, unknown>; unknown: string[] }> {
  const unknown: string[] = [];
  const entries = Object.entries(inputs).map(async ([name, value]): Promise<[string, unknown]> => {
    if (!knownArguments.includes(name) || !isOutput(value)) return [name, value];
    if (!(await value.isKnown)) {
      unknown.push(name);
      return [name, undefined];
    }
    const plain = await value.promise();
    if (!(await value.isSecret)) return [name, plain];
    const depth = secretDepths[name];
    if (depth === undefined)
      throw new InvalidInputError(
        `${name} must not be secret, because names and descriptions of resources follow from it`,
      );
    return [name, secretIn(plain, depth)];
  });
  return { args: Object.fromEntries(await Promise.all(entries)), unknown };
}

function secretIn(value: unknown, depth: number): unknown {
  if (depth === 0) return secret(value);
  return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, secretIn(inner, depth - 1)]));
}

/** The members of an Output that the SDK declares as internal. */
interface KnownOutput {
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
  promise(): Promise<unknown>;
}

function isOutput(value: unknown): value is KnownOutput {
  return (value as { __pulumiOutput?: unknown } | null)?.__pulumiOutput === true;
}

function promiseOf(urn: Output<string>): Promise<string> {
  return (urn as object as { promise(): Promise<string> }).promise();
}
