import { status, type ServiceError } from "@grpc/grpc-js";
import {
  CheckRequest,
  ConfigureRequest,
  CreateRequest,
  DeleteRequest,
  DiffRequest,
  DiffResponse,
  ErrorResourceInitFailed,
  ReadRequest,
  UpdateRequest,
  type CheckResponse,
  type CreateResponse,
  type ReadResponse,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { ProviderProcess } from "./processes";
import type { ResourceState } from "./state";
import { urnName, urnType } from "./urn";
import { copySecretMarks, decodeMap, encodeMap, encodePlain, type PropertyMap } from "./values";

export interface ProviderDiff {
  /** Whether there are changes; undefined if the engine compares the inputs itself. */
  changes: boolean | undefined;
  replaces: string[];
  deleteBeforeReplace: boolean;
}

/** The result of create or update, with a failure if the object exists but is incomplete. */
export interface Applied {
  id: string;
  outputs: PropertyMap;
  failure?: InitializationFailed;
}

/** Thrown if a step failed but the resource exists and must be recorded. */
export class InitializationFailed extends Error {
  override readonly name = "InitializationFailed";

  constructor(
    readonly id: string,
    readonly outputs: PropertyMap,
    readonly reasons: string[],
  ) {
    super(reasons.join("\n"));
  }
}

/** A configured provider, as the client of its ResourceProvider service. */
export class Provider {
  readonly #process: ProviderProcess;

  private constructor(process: ProviderProcess) {
    this.#process = process;
  }

  static async configure(process: ProviderProcess, config: PropertyMap): Promise<Provider> {
    const provider = new Provider(process);
    const request = new ConfigureRequest().setArgs(encodeMap(config)).setAcceptsecrets(true);
    await provider.#call((done) => process.client.configure(request, done));
    return provider;
  }

  async check(
    urn: string,
    olds: PropertyMap,
    news: PropertyMap,
  ): Promise<{ inputs: PropertyMap; failures: { property: string; reason: string }[] }> {
    const request = named(new CheckRequest(), urn).setOlds(encodePlain(olds)).setNews(encodePlain(news));
    const response = await this.#call<CheckResponse>((done) => this.#process.client.check(request, done));
    const failures = response.getFailuresList().map((failure) => failure.toObject());
    return { inputs: copySecretMarks(news, decodeMap(response.getInputs())), failures };
  }

  async diff(old: ResourceState, newInputs: PropertyMap): Promise<ProviderDiff> {
    const request = changing(new DiffRequest(), old, newInputs);
    const response = await this.#call<DiffResponse>((done) => this.#process.client.diff(request, done));
    const { DIFF_NONE, DIFF_UNKNOWN } = DiffResponse.DiffChanges;
    const changes = response.getChanges();
    return {
      changes: changes === DIFF_UNKNOWN ? undefined : changes !== DIFF_NONE,
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
    };
  }

  create(urn: string, inputs: PropertyMap): Promise<Applied> {
    const request = named(new CreateRequest(), urn).setProperties(encodePlain(inputs));
    return apply(inputs, async () => {
      const response = await this.#call<CreateResponse>((done) => this.#process.client.create(request, done));
      return { id: response.getId(), outputs: decodeMap(response.getProperties()) };
    });
  }

  update(old: ResourceState, inputs: PropertyMap): Promise<Applied> {
    const request = changing(new UpdateRequest(), old, inputs);
    return apply(inputs, async () => {
      const response = await this.#call<UpdateResponse>((done) => this.#process.client.update(request, done));
      return { id: old.id, outputs: decodeMap(response.getProperties()) };
    });
  }

  /** Reads the live object; undefined if there is none. The inputs are absent if the provider returns none. */
  async read(
    urn: string,
    id: string,
    inputs: PropertyMap,
    outputs: PropertyMap,
  ): Promise<{ id: string; inputs: PropertyMap | undefined; outputs: PropertyMap } | undefined> {
    const request = named(new ReadRequest(), urn)
      .setId(id)
      .setInputs(encodePlain(inputs))
      .setProperties(encodePlain(outputs));
    const response = await this.#call<ReadResponse>((done) => this.#process.client.read(request, done));
    if (response.getId() === "") return undefined;
    return {
      id: response.getId(),
      inputs: response.hasInputs() ? copySecretMarks(inputs, decodeMap(response.getInputs())) : undefined,
      outputs: copySecretMarks(outputs, decodeMap(response.getProperties())),
    };
  }

  async delete({ urn, id, inputs, outputs }: ResourceState): Promise<void> {
    const request = named(new DeleteRequest(), urn)
      .setId(id)
      .setOldInputs(encodePlain(inputs))
      .setProperties(encodePlain(outputs));
    await this.#call((done) => this.#process.client.delete(request, done));
  }

  async #call<Response>(call: Unary<Response>): Promise<Response> {
    try {
      return await unary(call);
    } catch (error) {
      // The connection breaks shortly before the exit of the process is known.
      if ((error as ServiceError).code !== status.UNAVAILABLE) throw providerError(error as ServiceError);
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new Error(this.#process.exitReason() ?? (error as ServiceError).details);
    }
  }
}

async function apply(sent: PropertyMap, call: () => Promise<Applied>): Promise<Applied> {
  try {
    const { id, outputs } = await call();
    return { id, outputs: copySecretMarks(sent, outputs) };
  } catch (failure) {
    if (!(failure instanceof InitializationFailed)) throw failure;
    return { id: failure.id, outputs: copySecretMarks(sent, failure.outputs), failure };
  }
}

function named<
  Request extends { setUrn(urn: string): unknown; setName(name: string): unknown; setType(type: string): unknown },
>(request: Request, urn: string): Request {
  request.setUrn(urn);
  request.setName(urnName(urn));
  request.setType(urnType(urn));
  return request;
}

function changing<Request extends DiffRequest | UpdateRequest>(
  request: Request,
  { urn, id, inputs, outputs }: ResourceState,
  news: PropertyMap,
): Request {
  named(request, urn).setId(id).setOldInputs(encodePlain(inputs)).setOlds(encodePlain(outputs));
  request.setNews(encodePlain(news));
  return request;
}

type Unary<Response> = (done: (error: ServiceError | null, response: Response) => void) => unknown;

/** Returns a gRPC call as a promise. */
function unary<Response>(call: Unary<Response>): Promise<Response> {
  return new Promise((resolve, reject) =>
    call((error, response) => (error === null ? resolve(response) : reject(error))),
  );
}

function providerError({ details, metadata }: ServiceError): Error {
  for (const bytes of metadata.get("grpc-status-details-bin")) {
    for (const detail of Status.deserializeBinary(Buffer.from(bytes as Buffer)).getDetailsList()) {
      if (detail.getTypeName() !== "pulumirpc.ErrorResourceInitFailed") continue;
      const failed = ErrorResourceInitFailed.deserializeBinary(detail.getValue_asU8());
      return new InitializationFailed(failed.getId(), decodeMap(failed.getProperties()), failed.getReasonsList());
    }
  }
  return new Error(details);
}
