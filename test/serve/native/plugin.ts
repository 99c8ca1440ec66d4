import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import {
  CheckRequest,
  type CheckResponse,
  ConfigureRequest,
  type ConfigureResponse,
  CreateRequest,
  type CreateResponse,
  DeleteRequest,
  DiffRequest,
  type DiffResponse,
  ErrorResourceInitFailed,
  InvokeRequest,
  type InvokeResponse,
  ListRequest,
  type ListResponse,
  PropertyDiff,
  ReadRequest,
  type ReadResponse,
  UpdateRequest,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { Message } from "google-protobuf";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";

export type Bag = Record<string, unknown>;

export const main = path.join(__dirname, "..", "..", "..", "dist", "provider", "serve", "native", "main.js");
export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
export const secret = (value: unknown): Bag => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});

export const struct = (bag: Bag): Struct => Struct.fromJavaScript(bag as never);
export const bag = (given: Struct | undefined): Bag => given?.toJavaScript() ?? {};
const urn = (kind = "StorageZone"): string => `urn:pulumi:s::p::cdn:index:${kind}::z`;

let engines = 0;
/** The address of an engine that does not exist: each process is one of a run of its own. */
export const newEngineAddress = (): string => `127.0.0.1:${String(++engines)}`;

/** What a failed creation or update recorded. */
export interface Incomplete {
  id: string;
  state: Bag;
  reasons: string[];
}

/** The plugin in its own process, called as the engine calls it. */
export class Plugin {
  private constructor(
    readonly client: ResourceProviderClient,
    readonly process: ChildProcess,
  ) {}

  static async start(environment: Record<string, string> = {}): Promise<Plugin> {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("CDN_"));
    const child = spawn(process.execPath, [main, newEngineAddress()], {
      env: { ...Object.fromEntries(inherited), ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [port] = (await once(createInterface(child.stdout), "line")) as [string];
    return new Plugin(new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure()), child);
  }

  configure(settings: Bag, name = "default"): Promise<ConfigureResponse> {
    const request = new ConfigureRequest().setArgs(struct(settings)).setAcceptsecrets(true).setName(name);
    return this.call("configure", request);
  }

  async checkConfig(news: Bag, name = "default"): Promise<{ inputs: Bag; failures: object[] }> {
    const request = new CheckRequest().setName(name).setNews(struct(news));
    return checked(await this.call<CheckResponse>("checkConfig", request));
  }

  async check(news: Bag, { olds = {}, kind = "StorageZone" } = {}): Promise<{ inputs: Bag; failures: object[] }> {
    const request = new CheckRequest().setUrn(urn(kind)).setOlds(struct(olds)).setNews(struct(news));
    return checked(await this.call<CheckResponse>("check", request));
  }

  /** The changes by path; one that needs a replacement ends in `_REPLACE`. */
  async diff(
    oldInputs: Bag,
    news: Bag,
    { state = oldInputs, ignored = [] as string[], id = "1", kind = "StorageZone" } = {},
  ): Promise<{ changes: Record<string, string>; replaces: string[]; response: DiffResponse }> {
    const request = new DiffRequest().setUrn(urn(kind)).setId(id).setIgnorechangesList(ignored);
    request.setOldInputs(struct(oldInputs)).setOlds(struct(state)).setNews(struct(news));
    const response = await this.call<DiffResponse>("diff", request);
    return { changes: changesIn(response), replaces: response.getReplacesList(), response };
  }

  /** The settings that change. */
  async diffConfig(oldInputs: Bag, news: Bag): Promise<{ changes: Record<string, string>; response: DiffResponse }> {
    const request = new DiffRequest().setOldInputs(struct(oldInputs)).setNews(struct(news));
    const response = await this.call<DiffResponse>("diffConfig", request);
    return { changes: changesIn(response), response };
  }

  async create(
    inputs: Bag,
    { preview = false, kind = "StorageZone", timeoutSeconds = 0 } = {},
  ): Promise<{ id: string; state: Bag }> {
    const request = new CreateRequest().setUrn(urn(kind)).setProperties(struct(inputs)).setPreview(preview);
    request.setTimeout(timeoutSeconds);
    const response = await this.call<CreateResponse>("create", request);
    return { id: response.getId(), state: bag(response.getProperties()) };
  }

  /** An import if `inputs` is omitted. */
  async read(
    id: string,
    { inputs, state, kind = "StorageZone" }: { inputs?: Bag; state?: Bag; kind?: string } = {},
  ): Promise<{ id: string; state: Bag; inputs: Bag | undefined }> {
    const request = new ReadRequest().setUrn(urn(kind)).setId(id);
    if (inputs !== undefined) request.setInputs(struct(inputs)).setProperties(struct(state ?? {}));
    const response = await this.call<ReadResponse>("read", request);
    return {
      id: response.getId(),
      state: bag(response.getProperties()),
      inputs: response.hasInputs() ? bag(response.getInputs()) : undefined,
    };
  }

  async update(
    id: string,
    state: Bag,
    oldInputs: Bag,
    news: Bag,
    { preview = false, kind = "StorageZone", timeoutSeconds = 0 } = {},
  ): Promise<Bag> {
    const request = new UpdateRequest().setUrn(urn(kind)).setId(id).setPreview(preview).setTimeout(timeoutSeconds);
    request.setOlds(struct(state)).setOldInputs(struct(oldInputs)).setNews(struct(news));
    return bag((await this.call<UpdateResponse>("update", request)).getProperties());
  }

  async delete(id: string, state: Bag): Promise<void> {
    await this.call("delete", new DeleteRequest().setUrn(urn()).setId(id).setProperties(struct(state)));
  }

  async invoke(name: string, args: Bag): Promise<Bag> {
    const request = new InvokeRequest().setTok(`cdn:index:${name}`).setArgs(struct(args));
    return bag((await this.call<InvokeResponse>("invoke", request)).getReturn());
  }

  /** What a list has, as `id name`, with the token of the next page if there is one; undefined if it can't be known yet. */
  async list(
    kind: string,
    query: Bag = {},
    { limit = 0, pageSize = 0, token = "" } = {},
  ): Promise<{ found: string[]; next: string } | undefined> {
    const request = new ListRequest().setToken(`cdn:index:${kind}`).setQuery(struct(query));
    const page = request.setLimit(limit).setPageSize(pageSize).setContinuationToken(token);
    const responses: ListResponse[] = [];
    for await (const response of this.client.list(page)) responses.push(response as ListResponse);
    if (responses.some((response) => response.hasComputed())) return undefined;
    const results = responses.filter((response) => response.hasResult()).map((response) => response.getResult());
    return {
      found: results.map((result) => `${result?.getId() ?? ""} ${result?.getName() ?? ""}`),
      next: responses.at(-1)?.getContinuation()?.getContinuationToken() ?? "",
    };
  }

  call<Response>(method: string, request: Message): Promise<Response> {
    return call(this.client, method, request);
  }

  async close(): Promise<void> {
    this.client.close();
    this.process.kill("SIGKILL");
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, "exit");
  }
}

function changesIn(response: DiffResponse): Record<string, string> {
  const kinds = Object.entries(PropertyDiff.Kind);
  const changes: Record<string, string> = {};
  response.getDetaileddiffMap().forEach((change, at) => {
    changes[at] = kinds.find(([, kind]) => kind === change.getKind())?.[0] ?? "";
  });
  return changes;
}

/** Calls a method of a provider by its name. */
export function call<Response>(provider: ResourceProviderClient, method: string, request: Message): Promise<Response> {
  const client = provider as unknown as Record<
    string,
    (request: Message, done: (error: ServiceError | null, response: Response) => void) => void
  >;
  return new Promise((resolve, reject) => {
    client[method]?.call(client, request, (error, response) => (error === null ? resolve(response) : reject(error)));
  });
}

/** What a failed creation or update recorded, from its error. */
export function incompleteOf(error: unknown): Incomplete {
  const [details] = (error as ServiceError).metadata.get("grpc-status-details-bin");
  const [detail] = Status.deserializeBinary(details as Buffer).getDetailsList();
  const failed = ErrorResourceInitFailed.deserializeBinary(detail?.getValue_asU8() ?? new Uint8Array());
  return { id: failed.getId(), state: bag(failed.getProperties()), reasons: failed.getReasonsList() };
}

function checked(response: CheckResponse): { inputs: Bag; failures: object[] } {
  return {
    inputs: bag(response.getInputs()),
    failures: response.getFailuresList().map((failure) => failure.toObject()),
  };
}
