import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { credentials, type ServiceError } from "@grpc/grpc-js";
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
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { providerText } from "../../../provider/serve/dynamic/providerText";

/** The folder of a program, from which the package resolves by its name as in a user's project. */
export const inProgramFolder = path.join(__dirname, "../../../examples/storage-zone");

export type Bag = Record<string, unknown>;
const struct = (bag: Bag): Struct => Struct.fromJavaScript(bag as never);
export const bag = (given: Struct | undefined): Bag => given?.toJavaScript() ?? {};
export const __provider = providerText("StorageZone");
const urn = "urn:pulumi:s::p::pulumi-nodejs:dynamic/cdn:StorageZone::z";

type Unary<Response> = (done: (error: ServiceError | null, response: Response) => void) => unknown;

function unary<Response>(call: Unary<Response>): Promise<Response> {
  return new Promise((resolve, reject) =>
    call((error, response) => (error === null ? resolve(response) : reject(error))),
  );
}

/** Our provider in the SDK's server process, with a client of it. */
export class Served {
  private constructor(
    readonly client: ResourceProviderClient,
    readonly process: ChildProcess,
  ) {}

  static async start(config: Record<string, string>, environment: Record<string, string> = {}): Promise<Served> {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("CDN_"));
    const script = createRequire(path.join(inProgramFolder, "x.js")).resolve("@pulumi/pulumi/cmd/dynamic-provider");
    const child = spawn(process.execPath, [script, "127.0.0.1:1"], {
      cwd: inProgramFolder,
      env: { ...Object.fromEntries(inherited), PULUMI_NODEJS_PROJECT: "p", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [port] = (await once(createInterface(child.stdout), "line")) as [string];
    const served = new Served(new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure()), child);
    const request = new ConfigureRequest();
    request.setArgs(struct(config));
    await unary((done) => served.client.configure(request, done));
    return served;
  }

  async check(news: Bag, olds: Bag = {}): Promise<{ inputs: Bag; failures: string[] }> {
    const request = new CheckRequest();
    request.setUrn(urn);
    request.setOlds(struct(olds));
    request.setNews(struct({ ...news, __provider }));
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

  /** Kills the process. */
  async end(): Promise<void> {
    this.client.close();
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await ended;
  }
}
