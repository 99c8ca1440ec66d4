import {
  CheckRequest,
  ConfigureRequest,
  CreateRequest,
  DeleteRequest,
  DiffRequest,
  DiffResponse,
  ReadRequest,
  UpdateRequest,
  type CheckResponse,
  type CreateResponse,
  type ReadResponse,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import type { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { annotateSecrets } from "../property/secrets";
import type { PropertyMap } from "../property/value";
import { decodeMap, encodeForConfigure, encodeForProvider } from "../property/wire";
import { urnName, urnType } from "../resource/urn";
import type { ProviderProcess } from "./process";
import { connectProvider, InitializationFailed, providerError, unary, type Unary } from "./rpc";

export interface CheckFailure {
  property: string;
  reason: string;
}

export interface ProviderDiff {
  changes: "none" | "some" | "unknown";
  replaces: string[];
  deleteBeforeReplace: boolean;
}

/** What create, read and update leave: for an object that failed to get ready, with the reasons. */
export interface Applied {
  id: string;
  outputs: PropertyMap;
  failure?: InitializationFailed;
}

/** A running provider: the engine's side of the ResourceProvider service, in property maps. */
export class Provider {
  readonly #process: ProviderProcess;
  readonly #client: ResourceProviderClient;

  constructor(process: ProviderProcess) {
    this.#process = process;
    this.#client = connectProvider(process.address);
  }

  async configure(config: PropertyMap): Promise<void> {
    const request = new ConfigureRequest();
    request.setArgs(encodeForConfigure(config));
    request.setAcceptsecrets(true);
    request.setAcceptresources(true);
    request.setSendsOldInputs(true);
    request.setSendsOldInputsToDelete(true);
    await this.#call((done) => this.#client.configure(request, done));
  }

  async check(
    urn: string,
    olds: PropertyMap,
    news: PropertyMap,
  ): Promise<{ inputs: PropertyMap; failures: CheckFailure[] }> {
    const request = named(new CheckRequest(), urn);
    request.setOlds(encodeForProvider(olds));
    request.setNews(encodeForProvider(news));
    const response = await this.#call<CheckResponse>((done) => this.#client.check(request, done));
    const inputs = decodeMap(response.getInputs());
    annotateSecrets(inputs, news);
    const failures = response.getFailuresList().map((f) => ({ property: f.getProperty(), reason: f.getReason() }));
    return { inputs, failures };
  }

  async diff(
    urn: string,
    id: string,
    oldInputs: PropertyMap,
    oldOutputs: PropertyMap,
    newInputs: PropertyMap,
    ignoreChanges: string[],
  ): Promise<ProviderDiff> {
    const request = named(new DiffRequest(), urn);
    request.setId(id);
    request.setOldInputs(encodeForProvider(oldInputs));
    request.setOlds(encodeForProvider(oldOutputs));
    request.setNews(encodeForProvider(newInputs));
    request.setIgnorechangesList(ignoreChanges);
    const response = await this.#call<DiffResponse>((done) => this.#client.diff(request, done));
    const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
    const changes = response.getChanges();
    return {
      changes: changes === DIFF_NONE ? "none" : changes === DIFF_SOME ? "some" : "unknown",
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
    };
  }

  create(urn: string, inputs: PropertyMap): Promise<Applied> {
    const request = named(new CreateRequest(), urn);
    request.setProperties(encodeForProvider(inputs));
    return this.#apply(inputs, async () => {
      const response = await this.#call<CreateResponse>((done) => this.#client.create(request, done));
      if (response.getId() === "") throw new Error("provider did not return an ID from Create");
      return { id: response.getId(), outputs: decodeMap(response.getProperties()) };
    });
  }

  update(urn: string, id: string, oldInputs: PropertyMap, olds: PropertyMap, news: PropertyMap): Promise<Applied> {
    const request = named(new UpdateRequest(), urn);
    request.setId(id);
    request.setOldInputs(encodeForProvider(oldInputs));
    request.setOlds(encodeForProvider(olds));
    request.setNews(encodeForProvider(news));
    return this.#apply(news, async () => {
      const response = await this.#call<UpdateResponse>((done) => this.#client.update(request, done));
      return { id, outputs: decodeMap(response.getProperties()) };
    });
  }

  /** Without outputs there is no such object; without new inputs the provider does not report any. */
  async read(
    urn: string,
    id: string,
    inputs: PropertyMap,
    state: PropertyMap,
  ): Promise<{ id: string; outputs: PropertyMap | undefined; inputs: PropertyMap | undefined }> {
    const request = named(new ReadRequest(), urn);
    request.setId(id);
    request.setInputs(encodeForProvider(inputs));
    request.setProperties(encodeForProvider(state));
    const response = await this.#call<ReadResponse>((done) => this.#client.read(request, done));
    const outputs = response.hasProperties() ? decodeMap(response.getProperties()) : undefined;
    const newInputs = response.hasInputs() ? decodeMap(response.getInputs()) : undefined;
    if (outputs !== undefined) annotateSecrets(outputs, state);
    if (newInputs !== undefined) annotateSecrets(newInputs, inputs);
    return { id: response.getId(), outputs, inputs: newInputs };
  }

  async delete(urn: string, id: string, inputs: PropertyMap, outputs: PropertyMap): Promise<void> {
    const request = named(new DeleteRequest(), urn);
    request.setId(id);
    request.setOldInputs(encodeForProvider(inputs));
    request.setProperties(encodeForProvider(outputs));
    await this.#call<Empty>((done) => this.#client.delete(request, done));
  }

  async end(): Promise<void> {
    this.#client.close();
    await this.#process.end();
  }

  async #apply(sent: PropertyMap, call: () => Promise<Applied>): Promise<Applied> {
    let applied: Applied;
    try {
      applied = await call();
    } catch (error) {
      if (!(error instanceof InitializationFailed)) throw error;
      applied = { id: error.id, outputs: decodeMap(error.properties), failure: error };
    }
    annotateSecrets(applied.outputs, sent);
    return applied;
  }

  async #call<Response>(call: Unary<Response>): Promise<Response> {
    try {
      return await unary(call);
    } catch (error) {
      // The connection breaks a moment before the exit of the process is known.
      if (this.#process.exitReason() === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
      throw providerError(error, this.#process.exitReason());
    }
  }
}

interface NamedRequest {
  setUrn(urn: string): unknown;
  setName(name: string): unknown;
  setType(type: string): unknown;
}

function named<Request extends NamedRequest>(request: Request, urn: string): Request {
  request.setUrn(urn);
  request.setName(urnName(urn));
  request.setType(urnType(urn));
  return request;
}
