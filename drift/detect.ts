import { packageVersion } from "../provider/version";
import type { IgnoreRule } from "./ignore/rules";
import { IgnoreRules } from "./ignore/rules";
import type { Outcome } from "./judge";
import { judge, summaryOf, verdictOf, verdictOfStack } from "./judge";
import type { Account } from "./live/accounts";
import { Accounts, providerName } from "./live/accounts";
import type { DriftReport, ResourceReport, StackReport } from "./model";
import type { ProviderResource, StackState, ZoneResource } from "./state/parse";
import { parseState, zoneKinds } from "./state/parse";
import { plain } from "./state/secrets";
import { unmanagedZones } from "./unmanaged";

/** A stack's state to check. */
export interface StateSource {
  /**
   * The output of `pulumi stack export`, or a file backend's checkpoint, as a string or parsed. Encrypted secrets are not
   * compared.
   */
  readonly state: unknown;
  /** Where it came from, for messages. @default "state 1", and so on */
  readonly origin?: string;
}

/** The progress of a check, in zones. */
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
   * The configuration of the stack by full key, such as "cdn:accessKey": for settings of the default provider that are
   * neither in the environment nor in the state. For the state of that stack only.
   *
   * @default nothing
   */
  readonly config?: (key: string) => unknown;
  /** Also list the accounts' storage zones that are in none of the states. Each counts as drift. @default false */
  readonly unmanaged?: boolean;
  /** Also show values that change by themselves. They never count as drift. @default false */
  readonly volatile?: boolean;
  /** Differences that do not count as drift. @default none */
  readonly ignore?: readonly IgnoreRule[];
  /** Called whenever a zone has been read. */
  readonly onProgress?: (progress: Progress) => void;
  /** The current time, for rules that expire. @default now */
  readonly now?: Date;
}

/**
 * Compares every storage zone and pull zone of the given states with the live service, with the code that serves
 * `pulumi refresh`, but without the Pulumi CLI, a passphrase or a program. It changes nothing.
 *
 * A zone that can't be read is reported as `unread`, with the reason; the others are checked.
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
 * @throws {StateError} if a state is invalid
 */
export async function detectDrift(options: DriftOptions): Promise<DriftReport> {
  const began = performance.now();
  const { env = process.env, config, unmanaged: wantsUnmanaged = false, volatile = false, now = new Date() } = options;
  const states = options.states.map(({ state, origin }, index) =>
    parseState(state, origin ?? `state ${String(index + 1)}`),
  );
  const sources = { env, ...(config === undefined ? {} : { config }) };
  const accounts = new Accounts(sources, wantsUnmanaged, states.flatMap(providersOf));
  const zones = states.flatMap((state) => state.zones.map((resource) => located(resource, state, accounts)));
  const leaving = states.flatMap((state) => state.leaving.map((resource) => located(resource, state, accounts)));
  for (const { account, resource } of zones) {
    if (resource.kind === "StorageZone") account.storageZones.add(resource.id);
  }
  const rules = new IgnoreRules(options.ignore ?? [], now);

  const outcomes = await readAll(zones, options);
  const stacks = states.map((state): StackReport => {
    const resources = zones
      .filter((zone) => zone.state === state)
      .map((zone) => {
        const outcome = outcomes.get(zone) ?? { failed: "not read" };
        return judge(zone.resource, outcome, { rules, volatile, provider: zone.provider });
      });
    return { stack: state.name, verdict: verdictOfStack(resources), resources, notes: notesOf(state, resources) };
  });

  let unmanaged: DriftReport["unmanaged"];
  if (wantsUnmanaged) {
    // Includes accounts without a zone in a state; without any provider, the environment's.
    for (const provider of states.flatMap(providersOf)) accounts.of(provider);
    if (accounts.list.length === 0) accounts.of(defaultProvider);
    const known = [...zones, ...leaving].filter(({ resource }) => resource.kind === "StorageZone");
    unmanaged = await unmanagedZones(
      accounts.list,
      known.map(({ account, resource: { id } }) => ({ account, id })),
      rules,
    );
  }
  const unread = stacks.flatMap(({ resources }) => resources.filter(({ status }) => status === "unread"));
  const costs = accounts.list.map(({ counters }) => counters);
  return {
    version: 1,
    tool: { name: "pulumi-cdn-zones", version: packageVersion },
    checkedAt: now.toISOString(),
    verdict: verdictOf(stacks, unmanaged),
    summary: summaryOf(stacks, unmanaged?.zones ?? []),
    stacks,
    ...(unmanaged === undefined ? {} : { unmanaged }),
    ignoreRules: rules.report(unread),
    cost: {
      apiCalls: costs.reduce((sum, { requests }) => sum + requests, 0),
      retries: costs.reduce((sum, { retries }) => sum + retries, 0),
      seconds: Math.round(performance.now() - began) / 1000,
    },
  };
}

const defaultProvider: ProviderResource = { name: undefined, inputs: {} };

/** A zone of a state, with the account that it is in. */
interface LocatedZone {
  readonly resource: ZoneResource;
  readonly state: StackState;
  readonly account: Account;
  /** The provider's name. */
  readonly provider: string;
}

function located(resource: ZoneResource, state: StackState, accounts: Accounts): LocatedZone {
  const provider = state.providers.get(resource.provider) ?? defaultProvider;
  return { resource, state, account: accounts.of(provider), provider: providerName(provider) };
}

/** The providers with a zone or a setting of ours. A state may have those of other packages too. */
function providersOf({ providers, zones }: StackState): ProviderResource[] {
  const used = new Set(zones.map(({ provider }) => provider));
  return [...providers].flatMap(([reference, provider]) =>
    used.has(reference) || Object.keys(provider.inputs).some((key) => key.startsWith("cdn:")) ? [provider] : [],
  );
}

async function readAll(
  zones: readonly LocatedZone[],
  { onProgress, volatile = false }: DriftOptions,
): Promise<Map<LocatedZone, Outcome>> {
  const outcomes = new Map<LocatedZone, Outcome>();
  onProgress?.({ done: 0, total: zones.length });
  await Promise.all(
    zones.map(async (zone) => {
      outcomes.set(zone, await read(zone, volatile));
      onProgress?.({ done: outcomes.size, total: zones.length });
    }),
  );
  return outcomes;
}

async function read({ resource, account }: LocatedZone, volatile: boolean): Promise<Outcome> {
  try {
    const client = account.reader();
    const prior = plain(resource.outputs) as Record<string, unknown>;
    const found = await zoneKinds[resource.kind].lifeCycle.read({ client }, resource.id, prior, resource.inputs);
    const live = volatile && resource.kind === "StorageZone" ? client.lastSeen(resource.id) : undefined;
    return found === undefined ? { found } : { found, live };
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
      ? ["every zone is missing: check that the access key belongs to the account that owns them"]
      : []),
  ];
}
