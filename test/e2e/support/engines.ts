import type { EmulatorOptions } from "../../../emulator";
import { cliEngine, hasCli } from "./cliEngine";
import type { EngineUnderTest } from "./engineUnderTest";
import { localEngine } from "./localEngine";

/**
 * A scenario of many steps, for the CLI only: a step of the local engine takes a second of processor time, and the tests of life cycles hold the parts
 * of the scenario.
 */
export const itOnTheCli = hasCli() ? it : it.skip;

/**
 * Defines scenarios for the Pulumi CLI and, where that is not on the PATH, for the local engine in its place. Those on the CLI are then
 * skipped, and reported as such. CI runs both.
 */
export function forEachEngine(define: (engine: EngineUnderTest) => void): void {
  if (!hasCli()) describe("on the local engine", () => define(localEngine));
  onTheCli(define);
}

/** Defines scenarios that need the Pulumi CLI. */
export function onTheCli(define: (engine: EngineUnderTest) => void): void {
  const cli = hasCli() ? describe : describe.skip;
  cli("on the Pulumi CLI", () => define(cliEngine));
}

/** Defines scenarios for native resources, which need the CLI. */
export function withNativeResources(define: (engine: EngineUnderTest) => void): void {
  const cli = hasCli() ? describe : describe.skip;
  cli("with native resources on the Pulumi CLI", () => define({ ...cliEngine, resources: "native" }));
}

/** Defines the same scenarios for both engines, and for both kinds of resources. */
export function forEachEngineAndKind(define: (engine: EngineUnderTest) => void): void {
  forEachEngine(define);
  withNativeResources(define);
}

/** Defines scenarios that need the Pulumi CLI, for both kinds of resources. */
export function forEachKindOnTheCli(define: (engine: EngineUnderTest) => void): void {
  onTheCli(define);
  withNativeResources(define);
}

/** Defines the same scenarios for a service as the public one was recorded, and for one of the contract alone. */
export function forEachProfile(define: (profile: Pick<EmulatorOptions, "contract">) => void): void {
  describe("as recorded", () => define({}));
  describe("as the contract has it", () => define({ contract: true }));
}
