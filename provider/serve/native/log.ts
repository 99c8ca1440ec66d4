import { setTimeout } from "node:timers/promises";
import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { isWarning, unmarked, inAnyLanguage } from "../../wire/words";

/** Shows lines in the engine's output, because the engine hides what a plugin prints. */
export class EngineLog {
  #engine: EngineClient | undefined;
  #address: string | undefined;
  /** Lines that the engine has not confirmed yet. */
  readonly #pending = new Set<Promise<void>>();

  /** @param address of the engine; undefined until an engine attaches to a plugin that no engine started */
  constructor(address: string | undefined) {
    if (address !== undefined) this.attach(address);
  }

  /** Sets the engine in whose output lines are shown. */
  attach(address: string): void {
    this.#engine?.close();
    this.#address = address;
    this.#engine = new EngineClient(address, credentials.createInsecure());
  }

  /** The address of the engine. */
  get address(): string | undefined {
    return this.#address;
  }

  /** Shows a line. If that fails, the operation must not fail. The engine itself marks a warning. */
  readonly tell = (text: string): void => {
    const severity = isWarning(text) ? LogSeverity.WARNING : LogSeverity.INFO;
    this.#log(new LogRequest().setMessage(inAnyLanguage(unmarked(text))), severity);
  };

  /** Shows a text next to the resource; on a terminal, the next text replaces it. */
  readonly status = (text: string, urn = ""): void => {
    this.#log(new LogRequest().setMessage(text).setUrn(urn).setEphemeral(true));
  };

  #log(request: LogRequest, severity: LogSeverity = LogSeverity.INFO): void {
    const engine = this.#engine;
    if (engine === undefined) return;
    const shown = new Promise<void>((resolve) => {
      engine.log(request.setSeverity(severity), () => {
        resolve();
      });
    });
    this.#pending.add(shown);
    void shown.then(() => this.#pending.delete(shown));
  }

  /** Returns the result of an operation once the engine has its lines: after a failure, the engine shows no more lines. Waits a second at most. */
  async after<Result>(operation: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await operation();
    } finally {
      if (this.#pending.size > 0)
        await Promise.race([Promise.all(this.#pending), setTimeout(1_000, undefined, { ref: false })]);
    }
  }
}
