import type { IgnoreRule } from "./ignore/rules";

/** A stack's state to check. */
export interface StateSource {
  /**
   * What `pulumi stack export` prints, or a file backend's checkpoint: the text, or what it parses to. Encrypted secrets are
   * fine; they are not compared.
   */
  readonly state: unknown;
  /** Where it came from, for messages. @default "state 1", and so on */
  readonly origin?: string;
}

/** How far a check is. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** What {@link detectDrift} checks, and how. */
export interface DriftOptions {
  /** The states to check, one per stack. */
  readonly states: readonly StateSource[];
  /**
   * Where keys and other settings come from: `CDN_ACCESS_KEY` for the default provider, `CDN_ACCESS_KEY_EU` for an explicit
   * one named "eu", and so on. Keys are taken from nowhere else; other settings come from the state unless set here.
   *
   * @default process.env
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * The configuration of the stack by full key, such as "cdn:accessKey": what neither the environment nor the state says of
   * the default provider. For the state of that stack only.
   *
   * @default nothing
   */
  readonly config?: (key: string) => unknown;
  /** Also list the storage zones of the accounts that stand in none of the states. Each counts as drift. @default false */
  readonly unmanaged?: boolean;
  /** Also show differences of what moves by itself. They never count. @default false */
  readonly volatile?: boolean;
  /** Differences that do not count. @default none */
  readonly ignore?: readonly IgnoreRule[];
  /** Told whenever a zone has been read. */
  readonly onProgress?: (progress: Progress) => void;
  /** The current time, against which rules expire. @default now */
  readonly now?: Date;
}
