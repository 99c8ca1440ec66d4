import { setImmediate } from "node:timers/promises";
import type { Kind } from "../provider/kinds";
import { alwaysListed, idOutputOf, kinds, wholeOf } from "../provider/kinds";
import { lifeCycleOf } from "../provider/lifecycle";
import { messageOf } from "../provider/api/errors";
import type { Properties } from "../provider/declared/properties";
import { packageVersion } from "../provider/version";
import type { CheckedResource, CheckedStack, Foreign } from "./checked";
import { reportOf, withNotes } from "./checked";
import type { IgnoreRule } from "./ignore/rules";
import { IgnoreRules } from "./ignore/rules";
import type { Outcome } from "./judge";
import { judge, summaryOf, verdictOf, verdictOfStack } from "./judge";
import type { Account, AccountRule, StackAccount } from "./live/accounts";
import { Accounts } from "./live/accounts";
import type { DriftReport, NextStep, PropertyDifference, ResourceReport } from "./model";
import { nextForChanged, nextForStack, withZonesFirst } from "./nextSteps";
import type { StackState, StateResource, OpenResource } from "./state/parse";
import { parseState } from "./state/parse";
import { plain, Sealed } from "./state/secrets";
import { shadowedNotes, type Shadowable } from "./shadowed";
import { withSharedNoted } from "./sharedObjects";
import { unmanagedIn, withoutListed } from "./unmanaged";
import { withChanges } from "./who";

/** State of a stack to check. */
export interface StateSource {
  /**
   * Output of `pulumi stack export`, or a checkpoint of a file backend, as a string or parsed. Encrypted secrets are not compared.
   *
   * For many stacks, pass a function that reads the state. It is called when the stack is checked. If it fails or the state is invalid, the
   * stack is `incomplete`, and the other stacks are checked.
   */
  readonly state: unknown;
  /** Source of the state, for messages. @default "state 1", "state 2", … */
  readonly origin?: string;
  /**
   * Name of the stack for `pulumi --stack` in the report's commands: `organization/project/stack`.
   *
   * @default the name in the checkpoint, or in the names of the resources
   */
  readonly stack?: string;
}

/** Progress of a check, in resources. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Options of {@link detectDrift}. */
export interface DriftOptions {
  /** States to check, one per stack. */
  readonly states: readonly StateSource[];
  /**
   * Variables with keys and other settings, such as `CDN_ACCESS_KEY` for the default provider and `CDN_ACCESS_KEY_EU` for an explicit provider
   * named "eu". Settings other than the key default to those in the state.
   *
   * @default process.env
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * Rules that assign accounts to providers; see {@link AccountRule}. @default the provider's name determines the account
   */
  readonly accounts?: readonly AccountRule[];
  /**
   * Configuration of a stack by full key, such as "cdn:accessKey": for settings of the default provider that neither the environment nor
   * the state contains. It applies only to the state of that stack.
   *
   * @default nothing
   */
  readonly config?: (key: string) => unknown;
  /**
   * Whether to also list objects that no state contains: zones and edge scripts of the accounts; hostnames, edge rules and DNS records of
   * managed zones; other files in managed storage folders; and other variables and secrets of managed edge scripts. Each counts as drift.
   *
   * @default false
   */
  readonly unmanaged?: boolean;
  /**
   * Whether to look up in the audit logs of the accounts who made the changes, with one request for each day since the oldest state was
   * written, at most 31. Assumption: the service has audit logs. If a log can't be read, the report notes it.
   *
   * @default false
   */
  readonly who?: boolean;
  /**
   * Whether a live value that differs from the state's counts although the program does not declare it, such as a setting that an import left out
   * of the program. Values that the state lacks, and volatile values, don't count. @default false
   */
  readonly strict?: boolean;
  /** Whether to also show volatile values, which never count as drift. @default false */
  readonly volatile?: boolean;
  /** Project of the current folder. Steps for other projects name the project. Pass it to `renderReport` as well. @default none */
  readonly project?: string;
  /** Differences that do not count as drift. @default none */
  readonly ignore?: readonly IgnoreRule[];
  /** Called after each state or resource is read. The total grows with each state. */
  readonly onProgress?: (progress: Progress) => void;
  /** Current time, for rules that expire. @default now */
  readonly now?: Date;
}

/**
 * Compares every resource of this package in the given states with the live service. It uses the code that serves `pulumi refresh`, but needs
 * no Pulumi CLI, passphrase or program. It changes nothing.
 *
 * A resource that can't be read is reported as `unread`, with the reason; the other resources are checked.
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
  const read = await checkStacks({ ...options, accounts, rules });
  const hasNothing = read.every(({ report, resources }) => report.reason === undefined && resources.length === 0);
  if (hasNothing && read.length > 0) await tryKeys(accounts);
  const checked = withZonesFirst(withSharedNoted(hasNothing ? read.map(withNothingNoted) : read));
  const unmanaged = wantsUnmanaged ? await unmanagedIn(accounts, checked, rules) : undefined;
  const listed = unmanaged === undefined ? checked : withoutListed(checked, unmanaged);
  const found = { stacks: listed, ...(unmanaged === undefined ? {} : { unmanaged }) };
  const { stacks: all, ...more } = options.who === true ? await withChanges(found, accounts.list, now) : found;
  const stacks = all.map(reportOf);
  const unread = stacks.flatMap(({ resources }) => resources.filter(({ status }) => status === "unread"));
  const wasRead = stacks.every(({ reason }) => reason === undefined) && (unmanaged?.unread ?? []).length === 0;
  const costs = accounts.list.map(({ counters }) => counters);
  return {
    version: 1,
    tool: { name: "pulumi-cdn-zones", version: packageVersion },
    checkedAt: now.toISOString(),
    verdict: verdictOf(stacks, unmanaged),
    summary: summaryOf(stacks, unmanaged?.zones ?? []),
    stacks,
    ...more,
    ignoreRules: rules.report(unread, wasRead, wantsUnmanaged),
    cost: {
      apiCalls: costs.reduce((sum, { requests }) => sum + requests, 0),
      retries: costs.reduce((sum, { retries }) => sum + retries, 0),
      seconds: Math.round(performance.now() - began) / 1000,
    },
  };
}

/** Adds the note on a state without resources. Resources that are pending deletion or replacement have notes of their own. */
function withNothingNoted(checked: CheckedStack): CheckedStack {
  const isNoted = checked.report.notes.length > 0;
  return isNoted ? checked : withNotes(checked, ["nothing to check: the state has no resources of this package"]);
}

/** Sends each known key once. Otherwise a wrong key would stay unnoticed until the first resource. @throws {ServiceError} if a key is refused */
async function tryKeys(accounts: Accounts): Promise<void> {
  if (accounts.list.length === 0) accounts.addFromEnvironment();
  for (const account of accounts.list) {
    // Without a complete configuration there is no key to try.
    if (account.service !== undefined) await account.reader().all(alwaysListed);
  }
}

/** A check: its options, accounts and rules. */
interface Check extends Omit<DriftOptions, "accounts"> {
  readonly accounts: Accounts;
  readonly rules: IgnoreRules;
}

/** The numbers of resources that were found in a state and that were read. */
interface Counted {
  readonly found?: number;
  readonly read?: number;
}

/** Maximum number of states that are read, and stacks that are checked, at the same time. It keeps memory independent of the number of stacks. */
const maxStacks = 4;

async function checkStacks(check: Check): Promise<CheckedStack[]> {
  const progress = { done: 0, total: 0 };
  const count = ({ found = 0, read = 0 }: Counted): void =>
    check.onProgress?.({ done: (progress.done += read), total: (progress.total += found) });
  const states = fewAtATime(check.states.entries(), readState);
  const checked = fewAtATime(states, async (state) => {
    if (!("providers" in state)) return state;
    // `ofStack` is called in the order of the stacks. If two stacks would send a key to different addresses, it refuses the second one.
    return checkStack(state, check.accounts.ofStack(state), check, count);
  });
  const stacks: CheckedStack[] = [];
  for await (const stack of checked) stacks.push(stack);
  return stacks;
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
    // A rejection before the promise is awaited must not end the process.
    result.catch(() => undefined);
    started.push(result);
  }
  yield* started;
}

/** Returns the state of a stack, or the result for a stack whose state can't be read. */
async function readState([index, source]: [number, StateSource]): Promise<StackState | CheckedStack> {
  const { state, origin = `state ${String(index + 1)}`, stack } = source;
  if (typeof state !== "function") return parseState(state, origin, stack);
  try {
    return parseState(await (state as () => unknown)(), origin, stack);
  } catch (error) {
    const report = { stack: origin, verdict: "incomplete" as const, notes: [], reason: messageOf(error) };
    return { report, resources: [], place: { stack: undefined } };
  }
}

/** Number of resources that are prepared before the event loop runs, so that requests and responses are not delayed. */
const resourcesPerTurn = 25;

/** What a check of one resource found out, with what is needed only for the notes on its stack. */
interface Found {
  readonly checked: CheckedResource;
  readonly notices: readonly string[];
  readonly shadowable?: Shadowable;
}

async function checkStack(
  state: StackState,
  accountIn: (found: StateResource) => StackAccount,
  { rules, volatile = false, strict = false, unmanaged = false, ...options }: Check,
  count: (resources: Counted) => void,
): Promise<CheckedStack> {
  count({ found: state.resources.length });
  const { name: stack, project: own, writtenAt } = state;
  const project = own === undefined || own === options.project ? {} : { project: own };
  const place = { stack: state.stack, ...project };
  const check = async (found: StateResource): Promise<Found> => {
    const { account, provider } = accountIn(found);
    const resource = found.open();
    const outcome = await read(resource, account, unmanaged);
    const live = "found" in outcome ? outcome.found : undefined;
    count({ read: 1 });
    const isInState = (kind: string, id: string): boolean => account.knows(kind, id);
    const report = judge(resource, outcome, { rules, provider, volatile, strict, isInState });
    const foreign = unmanaged ? foreignOf(resource, live?.foreign) : undefined;
    // Only these keep their state in memory.
    const isNarrowed = unmanaged && report.differences.length > 0;
    const nextFor = (differences: readonly PropertyDifference[]): NextStep[] => nextForChanged(resource, differences);
    return {
      checked: { report, account, place, ...(foreign && { foreign }), ...(isNarrowed && { nextFor }) },
      notices: live?.notices ?? [],
      ...(unmanaged && live !== undefined && shadowableIn(account, resource, live.state)),
    };
  };
  const all: Promise<Found>[] = [];
  for (const found of state.resources) {
    if (all.length % resourcesPerTurn === 0) await setImmediate();
    all.push(check(found));
  }
  const found = await Promise.all(all);
  const remarks = found.flatMap(({ notices }) => notices);
  remarks.push(...(await shadowedNotes(found.flatMap(({ shadowable = [] }) => shadowable))));
  const resources = found.map(({ checked }) => checked);
  const reports = resources.map(({ report }) => report);
  const next = nextForStack(reports, state.stack);
  const verdict = verdictOfStack(reports);
  const report = { stack, verdict, notes: [...notesOf(state, reports), ...remarks] };
  return { report: next.length === 0 ? report : { ...report, next }, resources, place, writtenAt };
}

/** Returns what a resource has besides what it declares. A storage folder also tells which files are declared if others weren't found. */
function foreignOf(resource: OpenResource, paths: readonly string[] | undefined): Foreign | undefined {
  const { files }: Kind = kinds[resource.kind];
  if (files !== undefined) return { resource, files: plain(resource.outputs[files]), paths: paths ?? [] };
  return paths && { resource, paths };
}

function shadowableIn(
  account: Account,
  { kind, id, name: resource }: OpenResource,
  state: Properties,
): Pick<Found, "shadowable"> {
  const isOne = lifeCycleOf(kind).shadowed !== undefined;
  return isOne ? { shadowable: { account, kind, object: { id, resource, state } } } : {};
}

async function read(
  { kind, id, outputs, lastInputs }: OpenResource,
  account: Account,
  wantsForeign: boolean,
): Promise<Outcome> {
  try {
    const reader = account.reader();
    const prior = { ...(plain(outputs) as Properties) };
    // The id has it as well. Without it, a read takes the state for that of an object that was never read.
    const idOutput = idOutputOf(kind);
    if (outputs[idOutput] instanceof Sealed) prior[idOutput] = Number(wholeOf(kind, id)[1]);
    return { found: await lifeCycleOf(kind).read({ reader, wantsForeign, wantsFaults: true }, id, prior, lastInputs) };
  } catch (failed) {
    return { failed };
  }
}

function notesOf({ notes, leaving }: StackState, resources: readonly ResourceReport[]): string[] {
  const allAreMissing = resources.length > 1 && resources.every(({ status }) => status === "missing");
  return [
    ...notes,
    ...leaving.map(({ urn }) => `${urn} was not checked, because it is pending deletion or replacement`),
    ...(allAreMissing
      ? ["every resource is missing: check that the access key belongs to the account that owns them"]
      : []),
  ];
}
