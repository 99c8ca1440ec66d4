import type {
  CheckResponse,
  CreateResponse,
  DiffResponse,
  ReadResponse,
  UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import {
  CheckRequest,
  ConfigureRequest,
  CreateRequest,
  DeleteRequest,
  DiffRequest,
  ReadRequest,
  UpdateRequest,
} from "@pulumi/pulumi/proto/provider_pb";
import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { providerText } from "../../../provider/serve/dynamic/providerText";
import { startProvider, unary, type ProviderProcess } from "../../../tools/local-engine";
import { inProgramFolder } from "./programFolder";

export type Bag = Record<string, unknown>;
const struct = (bag: Bag): Struct => Struct.fromJavaScript(bag as never);
export const bag = (given: Struct | undefined): Bag => given?.toJavaScript() ?? {};
export const __provider = providerText("StorageZone");
const urn = "urn:pulumi:s::p::pulumi-nodejs:dynamic/cdn:StorageZone::z";

/** What the SDK's own server makes of our provider: the server process, its client, and everything that it printed. */
export class Served {
  private constructor(
    readonly process: ProviderProcess,
    private readonly lines: readonly string[],
  ) {}

  get printed(): string {
    return this.lines.join("\n");
  }

  get client(): ResourceProviderClient {
    return this.process.client;
  }

  static async start(config: Record<string, string>, environment: Record<string, string> = {}): Promise<Served> {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("CDN_"));
    const env = { ...Object.fromEntries(inherited), PULUMI_NODEJS_PROJECT: "p", ...environment };
    const lines: string[] = [];
    const started = await startProvider(inProgramFolder, env, (_, line) => lines.push(line));
    const request = new ConfigureRequest();
    request.setArgs(struct(config));
    await unary((done) => started.client.configure(request, done));
    return new Served(started, lines);
  }

  async check(news: Bag, olds: Bag = {}): Promise<{ inputs: Bag; failures: string[] }> {
    const request = new CheckRequest();
    request.setUrn(urn);
    request.setOlds(struct(olds));
    request.setNews(struct({ __provider, ...news }));
    const response = await unary<CheckResponse>((done) => this.client.check(request, done));
    const failures = response.getFailuresList().map((failure) => `${failure.getProperty()} ${failure.getReason()}`);
    return { inputs: bag(response.getInputs()), failures };
  }

  async diff(olds: Bag, news: Bag, id = "1"): Promise<{ changes: number; replaces: string[]; deleteFirst: boolean }> {
    const request = new DiffRequest();
    request.setId(id);
    request.setOlds(struct({ ...olds, __provider }));
    request.setNews(struct({ ...news, __provider }));
    const response = await unary<DiffResponse>((done) => this.client.diff(request, done));
    return {
      changes: response.getChanges(),
      replaces: response.getReplacesList(),
      deleteFirst: response.getDeletebeforereplace(),
    };
  }

  async create(inputs: Bag): Promise<{ id: string; outputs: Bag }> {
    const request = new CreateRequest();
    request.setUrn(urn);
    request.setProperties(struct({ ...inputs, __provider }));
    const response = await unary<CreateResponse>((done) => this.client.create(request, done));
    return { id: response.getId(), outputs: bag(response.getProperties()) };
  }

  async read(id: string, prior: Bag): Promise<{ id: string; outputs: Bag; inputs: Bag | undefined }> {
    const request = new ReadRequest();
    request.setId(id);
    request.setProperties(struct({ ...prior, __provider }));
    const response = await unary<ReadResponse>((done) => this.client.read(request, done));
    const inputs = response.hasInputs() ? bag(response.getInputs()) : undefined;
    return { id: response.getId(), outputs: bag(response.getProperties()), inputs };
  }

  async update(id: string, olds: Bag, news: Bag): Promise<Bag> {
    const request = new UpdateRequest();
    request.setId(id);
    request.setOlds(struct({ ...olds, __provider }));
    request.setNews(struct({ ...news, __provider }));
    const response = await unary<UpdateResponse>((done) => this.client.update(request, done));
    return bag(response.getProperties());
  }

  async delete(id: string, outputs: Bag): Promise<void> {
    const request = new DeleteRequest();
    request.setId(id);
    request.setProperties(struct({ ...outputs, __provider }));
    await unary((done) => this.client.delete(request, done));
  }

  async end(): Promise<void> {
    await this.process.end();
  }
}
