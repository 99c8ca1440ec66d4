import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";

/** Lines in the engine's output, because the engine hides what a plugin prints. */
export class EngineLog {
  #engine: EngineClient | undefined;
  #address: string | undefined;

  /** @param address undefined for a plugin that no engine started, until one attaches to it */
  constructor(address: string | undefined) {
    if (address !== undefined) this.attach(address);
  }

  /** Shows lines in the output of the engine at this address from now on. */
  attach(address: string): void {
    this.#engine?.close();
    this.#address = address;
    this.#engine = new EngineClient(address, credentials.createInsecure());
  }

  /** The address of the engine. */
  get address(): string | undefined {
    return this.#address;
  }

  /** A line that can't be shown must not fail the operation that it is about. */
  readonly tell = (text: string): void => {
    this.#log(new LogRequest().setMessage(text));
  };

  /** A text that the engine shows beside the resource: on a terminal until the next one. */
  readonly status = (text: string, urn = ""): void => {
    this.#log(new LogRequest().setMessage(text).setUrn(urn).setEphemeral(true));
  };

  #log(request: LogRequest): void {
    this.#engine?.log(request.setSeverity(LogSeverity.INFO), () => undefined);
  }
}
