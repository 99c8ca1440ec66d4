import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import {
  CheckRequest,
  type CheckResponse,
  ConfigureRequest,
  CreateRequest,
  type CreateResponse,
  DeleteRequest,
  DiffRequest,
  type DiffResponse,
  ReadRequest,
  type ReadResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import type { KindName } from "../../../provider/kinds";
import { providerText } from "../../../provider/serve/dynamic/providerText";
import { fastSdk } from "../../e2e/support/localEngine";
import { bag, type Bag, call, newEngineAddress, struct } from "../native/plugin";

/** The folder of a program, from which the package resolves by its name as in a user's project. */
export const inProgramFolder = path.join(__dirname, "../../../examples/storage-zone");

export const __provider = providerText("StorageZone");
const urn = "urn:pulumi:s::p::pulumi-nodejs:dynamic/cdn:StorageZone::z";

/** Our provider in the SDK's server process, with a client of it. */
export class Served {
  private constructor(
    readonly client: ResourceProviderClient,
    readonly process: ChildProcess,
  ) {}

  static async start(config: Record<string, string>, environment: Record<string, string> = {}): Promise<Served> {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("CDN_"));
    const script = createRequire(path.join(inProgramFolder, "x.js")).resolve("@pulumi/pulumi/cmd/dynamic-provider");
    const child = spawn(process.execPath, [script, newEngineAddress()], {
      cwd: inProgramFolder,
      env: { ...Object.fromEntries(inherited), ...fastSdk, PULUMI_NODEJS_PROJECT: "p", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [port] = (await once(createInterface(child.stdout), "line")) as [string];
    const served = new Served(new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure()), child);
    await call(served.client, "configure", new ConfigureRequest().setArgs(struct(config)));
    return served;
  }

  /** The checked inputs; fails if they are refused. */
  async check(news: Bag): Promise<Bag> {
    const response = await this.#check({ __provider, ...news });
    assert.deepEqual(response.toObject().failuresList, []);
    return bag(response.getInputs());
  }

  /** The failures of a check. */
  async failures(kind: KindName, news: Bag): Promise<{ property: string; reason: string }[]> {
    return (await this.#check({ __provider: providerText(kind), ...news })).toObject().failuresList;
  }

  #check(news: Bag): Promise<CheckResponse> {
    const request = new CheckRequest().setUrn(urn).setOlds(struct({})).setNews(struct(news));
    return call<CheckResponse>(this.client, "check", request);
  }

  async diff(
    olds: Bag,
    news: Bag,
    id = "4711",
  ): Promise<{ changes: number; replaces: string[]; deleteFirst: boolean }> {
    const request = new DiffRequest().setId(id);
    request.setOlds(struct({ __provider, ...olds })).setNews(struct({ __provider, ...news }));
    const response = await call<DiffResponse>(this.client, "diff", request);
    return {
      changes: response.getChanges(),
      replaces: response.getReplacesList(),
      deleteFirst: response.getDeletebeforereplace(),
    };
  }

  async create(inputs: Bag, kind: KindName = "StorageZone"): Promise<{ id: string; outputs: Bag }> {
    const properties = struct({ __provider: providerText(kind), ...inputs });
    const request = new CreateRequest().setUrn(urn).setProperties(properties);
    const response = await call<CreateResponse>(this.client, "create", request);
    return { id: response.getId(), outputs: bag(response.getProperties()) };
  }

  /** @returns the id; empty if the zone is gone */
  async read(id: string, prior: Bag): Promise<string> {
    const request = new ReadRequest().setId(id).setProperties(struct({ __provider, ...prior }));
    return (await call<ReadResponse>(this.client, "read", request)).getId();
  }

  async delete(id: string, state: Bag): Promise<void> {
    const request = new DeleteRequest()
      .setId(id)
      .setUrn(urn)
      .setProperties(struct({ __provider, ...state }));
    await call(this.client, "delete", request);
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
