import type { Emulator, EmulatorOptions } from "../emulator";
import { startEmulator } from "../emulator";

/** What the bench asks of the process in which the emulator runs. */
export type ServiceRequest = { readonly start: EmulatorOptions } | "count" | "clear" | "stop";

let service: Emulator | undefined;

async function answer(request: ServiceRequest): Promise<unknown> {
  if (typeof request === "object") {
    service = await startEmulator(request.start);
    return { url: service.url, accessKey: service.accessKey };
  }
  if (request === "clear") service?.clearJournal();
  if (request === "stop") {
    await service?.close();
    setImmediate(() => process.disconnect());
  }
  return service?.journal.length ?? 0;
}

process.on("message", (request: ServiceRequest) => {
  void answer(request).then((result) => process.send?.({ result }));
});

// Without the bench nobody needs it.
process.on("disconnect", () => process.exit());
