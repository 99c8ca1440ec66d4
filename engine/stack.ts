import path from "node:path";
import {
  destroy,
  refresh,
  update,
  type DestroyOptions,
  type RefreshOptions,
  type UpdateOptions,
} from "./operations/operations";
import { stackOutputs, type StackOutput } from "./operations/outputs";
import type { OperationResult, Session } from "./operations/session";
import { readProject } from "./program/project";
import { qualifyConfig } from "./program/stackConfig";
import type { Checkpoint } from "./state/checkpoint";
import { StackFile } from "./state/stackFile";

export interface StackOptions {
  /** The folder of Pulumi.yaml. */
  projectDir: string;
  stackName: string;
  /** Where states are kept: `<stateDir>/<project>/<stack>.json`. */
  stateDir: string;
  /** Configuration by key, such as `"cdn:baseUrl"`; a key without a colon belongs to the project. */
  config?: Record<string, string>;
  /** Configuration that is secret. It is encrypted in the state. */
  secretConfig?: Record<string, string>;
  /** Added to this process's environment, for the program and its providers. */
  env?: Record<string, string>;
  /** Encrypts the secrets of the state. @default PULUMI_CONFIG_PASSPHRASE */
  passphrase?: string;
  /** @default "organization" */
  organization?: string;
}

/** A stack that the local engine, a stand-in for the Pulumi CLI, works on. */
export interface LocalStack {
  preview(options?: UpdateOptions): Promise<OperationResult>;
  up(options?: UpdateOptions): Promise<OperationResult>;
  refresh(options?: RefreshOptions): Promise<OperationResult>;
  destroy(options?: DestroyOptions): Promise<OperationResult>;
  /** The state as `pulumi stack export` prints it; secrets are encrypted unless asked for. */
  exportState(options?: { showSecrets?: boolean }): Promise<Checkpoint>;
  importState(checkpoint: Checkpoint): Promise<void>;
  outputs(): Promise<Record<string, StackOutput>>;
}

export function openStack(options: StackOptions): LocalStack {
  const { session, file } = sessionOf(options);
  return {
    preview: (given = {}) => update(session(), true, given),
    up: (given = {}) => update(session(), false, given),
    refresh: (given = {}) => refresh(session(), given),
    destroy: (given = {}) => destroy(session(), given),
    exportState: ({ showSecrets = false } = {}) => file().export(showSecrets),
    importState: async (checkpoint) => {
      const state = file();
      const unlock = await state.lock();
      await state.import(checkpoint).finally(unlock);
    },
    outputs: async () => stackOutputs(await file().load()),
  };
}

function sessionOf(options: StackOptions): { session: () => Session; file: () => StackFile } {
  const passphrase =
    options.passphrase ?? options.env?.["PULUMI_CONFIG_PASSPHRASE"] ?? process.env["PULUMI_CONFIG_PASSPHRASE"];
  if (passphrase === undefined) throw new Error("a passphrase is needed: pass one, or set PULUMI_CONFIG_PASSPHRASE");
  const project = readProject(path.resolve(options.projectDir));
  const { stackName: stack, organization = "organization", config = {}, secretConfig = {} } = options;
  const file = (): StackFile => new StackFile(path.resolve(options.stateDir), project.name, stack, passphrase);
  const session = (): Session => ({
    ...{ project, stack, organization },
    config: qualifyConfig({ plain: config, secret: secretConfig }, project),
    env: { ...process.env, ...options.env },
    file: file(),
  });
  return { session, file };
}
