import { setImmediate, setTimeout } from "node:timers/promises";
import { packageVersion } from "../provider/version";
import { IgnoreRules } from "./ignore/rules";
import type { Outcome } from "./judge";
import type { Account } from "./live/accounts";
import { Accounts, shownName } from "./live/accounts";
import type { DriftOptions } from "./options";
import type { DriftReport, ResourceReport, StackReport } from "./report/model";
import { zoneKinds } from "./state/kinds";
import { parseState } from "./state/parse";
import { plain } from "./state/secrets";
import type { ProviderResource, StackState, ZoneResource } from "./state/state";
import { summaryOf, verdictOf, verdictOfStack } from "./summary";
import type { KnownZone } from "./unmanaged";
import { unmanagedZones } from "./unmanaged";

const defaultProvider: ProviderResource = { name: undefined, inputs: {} };

/**
 * Compares every storage zone and pull zone of the given states with the live service, by the same code as
 * `pulumi refresh`, and without the Pulumi CLI, a passphrase or a program. It changes nothing.
 *
 * A zone that can't be read is `unread`, with the reason; the others are checked all the same.
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
 * @throws {StateError} where a state is none
 */
export async function detectDrift(options: DriftOptions): Promise<DriftReport> {
  const began = performance.now();
  const now = options.now ?? new Date();
  const { env = process.env, unmanaged = false } = options;
  const states = options.states.map(({ state, origin }, index) =>
    parseState(state, origin ?? `state ${String(index + 1)}`),
  );
  const accounts = new Accounts({ ...options, env }, unmanaged, states.flatMap(providersOf));
  const rules = new IgnoreRules(options.ignore ?? [], now);
  const plans = states.map((state) => state.zones.map((resource) => planned(resource, state, accounts)));
  if (unmanaged) countInUnused(states, accounts);

  const underWay = firstRequests();
  const [outcomes, { judge }] = await Promise.all([
    readAll(plans.flat(), options, underWay),
    underWay.then(() => require("./judge") as typeof import("./judge")),
  ]);
  const stacks = states.map((state, index): StackReport => {
    const resources = (plans[index] ?? []).map((plan) => {
      const outcome = outcomes.get(plan) ?? { failed: "it was not read" };
      return judge(plan.resource, outcome, { rules, volatile: options.volatile === true, provider: plan.provider });
    });
    return { stack: state.name, verdict: verdictOfStack(resources), resources, notes: notesOf(state, resources) };
  });
  const found = unmanaged ? await unmanagedZones(accounts.list, knownIn(states, accounts), rules) : undefined;
  const unread = stacks.flatMap(({ resources }) => resources.filter(({ status }) => status === "unread"));
  return {
    version: 1,
    tool: { name: "pulumi-cdn-zones", version: packageVersion },
    checkedAt: now.toISOString(),
    verdict: verdictOf(stacks, found),
    summary: summaryOf(stacks, found?.zones ?? []),
    stacks,
    ...(found === undefined ? {} : { unmanaged: found }),
    ignoreRules: rules.report(unread),
    cost: { ...costOf(accounts), seconds: Math.round(performance.now() - began) / 1000 },
  };
}

interface Plan {
  readonly resource: ZoneResource;
  readonly account: Account;
  readonly provider: string;
}

function planned(resource: ZoneResource, state: StackState, accounts: Accounts): Plan {
  const provider = state.providers.get(resource.provider) ?? defaultProvider;
  const account = accounts.of(provider);
  if (resource.kind === "StorageZone") account.wanted.storageZones.add(resource.id);
  return { resource, account, provider: shownName(provider) };
}

/** The providers that have a zone or settings of ours; a state may hold those of other packages too. */
function providersOf({ providers, zones }: StackState): ProviderResource[] {
  const used = new Set(zones.map(({ provider }) => provider));
  return [...providers].flatMap(([reference, provider]) =>
    used.has(reference) || Object.keys(provider.inputs).some((key) => key.startsWith("cdn:")) ? [provider] : [],
  );
}

/** Accounts of providers that have no zone; and without any provider, that of the environment. */
function countInUnused(states: readonly StackState[], accounts: Accounts): void {
  for (const provider of states.flatMap(providersOf)) accounts.of(provider);
  if (accounts.list.length === 0) accounts.of(defaultProvider);
}

function knownIn(states: readonly StackState[], accounts: Accounts): KnownZone[] {
  return states.flatMap((state) =>
    [...state.zones, ...state.leaving]
      .filter(({ kind }) => kind === "StorageZone")
      .map(({ id, provider }) => ({ id, account: accounts.of(state.providers.get(provider) ?? defaultProvider) })),
  );
}

/** Resolves when the requests that are made in this turn of the loop are sent, and there is time for what needs no answer. */
async function firstRequests(): Promise<void> {
  await setImmediate();
  await setTimeout(5);
}

/**
 * Reads the zones. The first read of an account asks for the list, so the others begin only once that is under way: their
 * states are opened while the service works.
 */
async function readAll(
  plans: readonly Plan[],
  { onProgress, volatile = false }: DriftOptions,
  underWay: Promise<unknown>,
): Promise<Map<Plan, Outcome>> {
  const outcomes = new Map<Plan, Outcome>();
  const asked = new Set<Account>();
  const total = plans.length;
  onProgress?.({ done: 0, total });
  await Promise.all(
    plans.map(async (plan) => {
      if (asked.has(plan.account)) await underWay;
      asked.add(plan.account);
      outcomes.set(plan, await read(plan, volatile));
      onProgress?.({ done: outcomes.size, total });
    }),
  );
  return outcomes;
}

async function read({ resource, account }: Plan, volatile: boolean): Promise<Outcome> {
  try {
    const client = account.reader();
    const prior = plain(resource.outputs) as Record<string, unknown>;
    const found = await zoneKinds[resource.kind].lifeCycle.read({ client }, resource.id, prior);
    const live = volatile && resource.kind === "StorageZone" ? client.lastSeen(resource.id) : undefined;
    return found === undefined ? { found } : { found, live };
  } catch (failed) {
    return { failed };
  }
}

function notesOf({ notes, leaving }: StackState, resources: readonly ResourceReport[]): string[] {
  const missing = resources.filter(({ status }) => status === "missing");
  // One zone goes at a time; all of them at once are rather somewhere else.
  const elsewhere =
    missing.length > 1 && missing.length === resources.length
      ? ["every zone is missing: check that the access key is of the account that has them"]
      : [];
  const waiting = leaving.map(({ urn }) => `${urn} waits to be deleted or replaced, and was not checked`);
  return [...notes, ...waiting, ...elsewhere];
}

function costOf(accounts: Accounts): { apiCalls: number; retries: number } {
  const counters = accounts.list.filter(({ fault }) => fault === undefined).map((account) => account.reader().counters);
  return {
    apiCalls: counters.reduce((sum, { requests }) => sum + requests, 0),
    retries: counters.reduce((sum, { retries }) => sum + retries, 0),
  };
}
