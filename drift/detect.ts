import { setImmediate } from "node:timers/promises";
import type { Kind } from "../provider/kinds";
import { kinds } from "../provider/kinds";
import { lifeCycleOf } from "../provider/lifecycle";
import { messageOf } from "../provider/api/errors";
import { packageVersion } from "../provider/version";
import type { IgnoreRule } from "./ignore/rules";
import { IgnoreRules } from "./ignore/rules";
import type { Outcome } from "./judge";
import { judge, summaryOf, verdictOf, verdictOfStack } from "./judge";
import type { Account, AccountRule, StackAccount } from "./live/accounts";
import { Accounts } from "./live/accounts";
import type { DriftReport, ResourceReport, StackReport } from "./model";
import { nextForStack, withZonesFirst, type Place } from "./nextSteps";
import type { StackState, StateResource, OpenResource } from "./state/parse";
import { parseState } from "./state/parse";
import { plain } from "./state/secrets";
import { unmanagedIn, withoutListed } from "./unmanaged";
import type { FolderFiles } from "./unmanagedFiles";
import { withChanges } from "./who";

/** A stack's state to check. */
export interface StateSource {
  /**
   * The output of `pulumi stack export`, or a file backend's checkpoint, as a string or parsed. Encrypted secrets are not
   * compared.
   *
   * For many stacks, a function that reads it: it is called when the stack's turn comes, and if it fails or the state is invalid,
   * that stack is `incomplete` and the others are checked.
   */
  readonly state: unknown;
  /** Where it came from, for messages. @default "state 1", and so on */
  readonly origin?: string;
  /**
   * What `pulumi --stack` takes, for the commands of the report: `organization/project/stack`.
   *
   * @default the name in the checkpoint, or in the names of the resources
   */
  readonly stack?: string;
}

/** The progress of a check, in resources. */
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
   * one named "eu", and so on. Settings other than the key default to those in the state.
   *
   * @default process.env
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * Which accounts the providers use; see {@link AccountRule}. @default by the provider's name only
   */
  readonly accounts?: readonly AccountRule[];
  /**
   * The configuration of the stack by full key, such as "cdn:accessKey": for settings of the default provider that are
   * neither in the environment nor in the state. For the state of that stack only.
   *
   * @default nothing
   */
  readonly config?: (key: string) => unknown;
  /**
   * Also list what is in none of the states: the accounts' storage zones and pull zones, hostnames and edge rules of managed pull zones, and
   * files beside those of managed storage folders. Each counts as drift.
   *
   * @default false
   */
  readonly unmanaged?: boolean;
  /**
   * Also ask the audit logs of the accounts who made the changes, a request for each day since the oldest state was written, at most 31. Assumption:
   * the service has them. A log that can't be read is a note.
   *
   * @default false
   */
  readonly who?: boolean;
  /** Also show values that change by themselves. They never count as drift. @default false */
  readonly volatile?: boolean;
  /** The project of the current folder: steps of others name theirs. Give it to `renderReport` as well. @default none */
  readonly project?: string;
  /** Differences that do not count as drift. @default none */
  readonly ignore?: readonly IgnoreRule[];
  /** Called whenever a state or a resource has been read. The total grows with each state. */
  readonly onProgress?: (progress: Progress) => void;
  /** The current time, for rules that expire. @default now */
  readonly now?: Date;
}

/**
 * Compares every storage zone and pull zone of the given states with the live service, with the code that serves
 * `pulumi refresh`, but without the Pulumi CLI, a passphrase or a program. It changes nothing.
 *
 * A resource that can't be read is reported as `unread`, with the reason; the others are checked.
 *
 * @example
 * ```ts
 * import { readFileSync } from "node:fs";
 * import { detectDrift, renderReport } from "pulumi-cdn-zones/drift";
 *
 * const report = await detectDrift({ states: [{ state: readFileSync("state.json", "utf8") }] });
 * if (report.verdict !== "clean") console.log(renderReport("text", report));
 * ```
 *
 * @throws {StateError} if a state that was given as a value is invalid
 */
export async function detectDrift(options: DriftOptions): Promise<DriftReport> {
  const began = performance.now();
  const { env = process.env, config, now = new Date(), unmanaged: wantsUnmanaged = false } = options;
  const accounts = new Accounts({ env, config }, options.accounts ?? [], wantsUnmanaged);
  const rules = new IgnoreRules(options.ignore ?? [], now);
  const folders: FolderFiles[] = [];
  const places = new Map<string, Place>();
  const asked = { accountOf: new Map<string, Account>(), writtenAt: new Map<string, number>() };
  const checked = withZonesFirst(await checkStacks({ ...options, accounts, rules, folders, places, asked }));
  const unmanaged = wantsUnmanaged ? await unmanagedIn(accounts, checked, { folders, rules, places }) : undefined;
  const listed = unmanaged === undefined ? checked : withoutListed(checked, unmanaged);
  const found = { stacks: listed, ...(unmanaged === undefined ? {} : { unmanaged }) };
  const { stacks, ...more } = options.who === true ? await withChanges(found, accounts.list, { ...asked, now }) : found;
  const unread = stacks.flatMap(({ resources }) => resources.filter(({ status }) => status === "unread"));
  const isWhole = stacks.every(({ reason }) => reason === undefined) && (unmanaged?.unread ?? []).length === 0;
  const costs = accounts.list.map(({ counters }) => counters);
  return {
    version: 1,
    tool: { name: "pulumi-cdn-zones", version: packageVersion },
    checkedAt: now.toISOString(),
    verdict: verdictOf(stacks, unmanaged),
    summary: summaryOf(stacks, unmanaged?.zones ?? []),
    stacks,
    ...more,
    ignoreRules: rules.report(unread, isWhole),
    cost: {
      apiCalls: costs.reduce((sum, { requests }) => sum + requests, 0),
      retries: costs.reduce((sum, { retries }) => sum + retries, 0),
      seconds: Math.round(performance.now() - began) / 1000,
    },
  };
}

/** The options, with accounts and rules prepared. */
interface Check extends Omit<DriftOptions, "accounts"> {
  readonly accounts: Accounts;
  readonly rules: IgnoreRules;
  /** Each storage folder is added, once it is read. */
  readonly folders: FolderFiles[];
  /** By stack; each is added, once it is checked. */
  readonly places: Map<string, Place>;
  /** Whose audit log is to be asked, and since when. */
  readonly asked: { readonly accountOf: Map<string, Account>; readonly writtenAt: Map<string, number> };
}

/** Resources that were found in a state, or read. */
interface Counted {
  readonly found?: number;
  readonly read?: number;
}

/** States that are read at a time, and stacks that are checked. The limit keeps memory independent of the number of stacks. */
const maxStacks = 4;

async function checkStacks(check: Check): Promise<StackReport[]> {
  const progress = { done: 0, total: 0 };
  const count = ({ found = 0, read = 0 }: Counted): void =>
    check.onProgress?.({ done: (progress.done += read), total: (progress.total += found) });
  const states = fewAtATime(check.states.entries(), readState);
  const checked = fewAtATime(states, async (state) => {
    if (!("providers" in state)) return state;
    // `ofStack` is called in the order of the stacks: of two that would send a key to different addresses, it refuses the second.
    return checkStack(state, check.accounts.ofStack(state), check, count);
  });
  const reports: StackReport[] = [];
  for await (const report of checked) reports.push(report);
  return reports;
}

/** Calls a function for each item, in order and for at most `maxStacks` at a time. @yields the results, in the same order */
async function* fewAtATime<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  start: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const started: Promise<Result>[] = [];
  for await (const item of items) {
    if (started.length === maxStacks) yield started.shift() as Promise<Result>;
    const result = start(item);
    // It is awaited later, and must not end the process if it rejects before.
    result.catch(() => undefined);
    started.push(result);
  }
  yield* started;
}

/** A state, or the report on a stack whose state can't be read. */
async function readState([index, source]: [number, StateSource]): Promise<StackState | StackReport> {
  const { state, origin = `state ${String(index + 1)}`, stack } = source;
  if (typeof state !== "function") return parseState(state, origin, stack);
  try {
    return parseState(await (state as () => unknown)(), origin, stack);
  } catch (error) {
    return { stack: origin, verdict: "incomplete", resources: [], notes: [], reason: messageOf(error) };
  }
}

/** Resources that are prepared before the event loop gets a turn, so that requests and responses are not held up. */
const resourcesPerTurn = 25;

async function checkStack(
  state: StackState,
  accountOf: (found: StateResource) => StackAccount,
  { rules, folders, places, asked, volatile = false, ...options }: Check,
  count: (resources: Counted) => void,
): Promise<StackReport> {
  count({ found: state.resources.length });
  const { name: stack, project: own } = state;
  const project = own === undefined || own === options.project ? {} : { project: own };
  const place = { stack: state.stack, ...project };
  places.set(stack, place);
  if (state.writtenAt !== undefined) asked.writtenAt.set(stack, state.writtenAt);
  const remarks: string[] = [];
  const check = async (found: StateResource): Promise<ResourceReport> => {
    const { account, provider } = accountOf(found);
    asked.accountOf.set(found.urn, account);
    const resource = found.open();
    const outcome = await read(resource, account);
    const { foreign = [], notices = [] } = ("found" in outcome && outcome.found) || {};
    remarks.push(...notices);
    const { files }: Kind = kinds[resource.kind];
    if (files !== undefined)
      folders.push({ folder: resource, files: plain(resource.outputs[files]), account, foreign, place });
    count({ read: 1 });
    return judge(resource, outcome, { rules, provider, volatile, isInState: (kind, id) => account.knows(kind, id) });
  };
  const reports: Promise<ResourceReport>[] = [];
  for (const found of state.resources) {
    if (reports.length % resourcesPerTurn === 0) await setImmediate();
    reports.push(check(found));
  }
  const resources = await Promise.all(reports);
  const next = nextForStack(resources, state);
  const verdict = verdictOfStack(resources);
  const found = { stack, verdict, resources, notes: [...notesOf(state, resources), ...remarks] };
  return next.length === 0 ? found : { ...found, next };
}

async function read({ kind, id, outputs, lastInputs }: OpenResource, account: Account): Promise<Outcome> {
  try {
    const reader = account.reader();
    const prior = plain(outputs) as Record<string, unknown>;
    return { found: await lifeCycleOf(kind).read({ reader }, id, prior, lastInputs) };
  } catch (failed) {
    return { failed };
  }
}

function notesOf({ notes, leaving }: StackState, resources: readonly ResourceReport[]): string[] {
  const allAreMissing = resources.length > 1 && resources.every(({ status }) => status === "missing");
  return [
    ...notes,
    ...leaving.map(({ urn }) => `${urn} is pending deletion or replacement, and was not checked`),
    ...(allAreMissing
      ? ["every resource is missing: check that the access key belongs to the account that owns them"]
      : []),
  ];
}
