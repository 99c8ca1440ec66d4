import type { CdnClient } from "../../provider/api/client";
import { messageOf } from "../../provider/api/errors";
import { findNamed } from "../../provider/api/find";
import { Reads } from "../../provider/api/reads";
import type { OwnedSettings } from "../../provider/api/settings";
import { isPublicService } from "../../provider/api/settings";
import { addressAt, localPortOf } from "../../provider/api/siteAddress";
import { cacheRules, pullZoneSettings } from "../../provider/components/website/rules";
import { IncompleteError } from "../../provider/declared/failures";
import type { Properties } from "../../provider/declared/properties";
import type { KindName, Readable, WholeKind } from "../../provider/kinds";
import { kinds } from "../../provider/kinds";
import { lifeCycleOf } from "../../provider/lifecycle";
import type { CreateResult, LifeCycleContext } from "../../provider/lifecycle/lifeCycle";
import type { EntriesOfOthers } from "../../provider/run/entries";
import { RunMemory } from "../../provider/run/memory";
import type { Purges } from "../../provider/run/purges";
import { Turns } from "../../provider/run/turns";
import type { GetPullZoneResult } from "../../provider/types/pullZone";
import { hasOtherOrigin } from "../../provider/wire/pullZoneDefaults";
import { sentence } from "../../provider/wire/words";
import { shell } from "../../terminal/shell";
import { isId } from "../accountZones";
import type { CommandIo } from "../command";
import { CommandError, tell, UsageError } from "../command";
import type { DeployOptions } from "./target";

/** A zone that `--create` makes. */
export interface MadeZone {
  readonly kind: "StorageZone" | "PullZone";
  readonly name: string;
  /** Undefined in a dry run. */
  readonly id?: number;
}

/** The zones of a site to deploy, as `--create` leaves them. */
export interface CreatedSite {
  /** Id of the storage zone; undefined in a dry run that would make it. */
  readonly storageZone: number | undefined;
  /** The pull zone; undefined in a dry run that would make it. */
  readonly pullZone: number | undefined;
  /** The name of the pull zone. */
  readonly pullZoneName: string;
  readonly made: readonly MadeZone[];
}

/** Zones to make. */
interface Wanted {
  readonly storageZone: Properties & { readonly name: string; readonly region: string };
  readonly pullZone: Properties & { readonly name: string };
}

/** Refuses options that can't be used with `--create`. @returns the name of the pull zone @throws {UsageError} */
export function checkCreate(zone: string, { purge = [] }: DeployOptions, { env }: CommandIo): string {
  if ((env["CDN_STORAGE_PASSWORD"] ?? "") !== "") {
    throw new UsageError(
      "--create needs the access key, because a storage password can't make zones: unset CDN_STORAGE_PASSWORD",
    );
  }
  const [pullZone = zone, ...others] = purge;
  if (others.length > 0) throw new UsageError("--create makes one pull zone, so it takes --purge at most once");
  for (const name of [zone, pullZone]) {
    if (isId(name)) throw new UsageError(`--create needs the names of the zones, but got the id ${name}`);
  }
  return pullZone;
}

/**
 * Makes the storage zone and the pull zone of a site if they are absent. Both are looked up first, and existing ones don't change.
 *
 * @param page path of the page for missing files; "" for none
 * @throws {CommandError} that names what was made
 */
export async function createSite(
  {
    client,
    settings,
    purges,
  }: { readonly client: CdnClient; readonly settings: OwnedSettings; readonly purges: Purges },
  { zone, pullZone, page }: { readonly zone: string; readonly pullZone: string; readonly page: string },
  { region, dryRun }: Pick<DeployOptions, "region" | "dryRun">,
  io: CommandIo,
): Promise<CreatedSite> {
  const wanted: Wanted = {
    storageZone: {
      name: zone,
      region: (region ?? "DE").toUpperCase(),
      ...(page !== "" && { custom404FilePath: page }),
    },
    pullZone: { name: pullZone, ...pullZoneSettings() },
  };
  const maker = new Maker(client, settings, purges, io);
  const [storage, web] = await Promise.all([find(client, "StorageZone", zone), find(client, "PullZone", pullZone)]);
  if (storage === undefined) maker.check("StorageZone", wanted.storageZone);
  else if (region !== undefined && storage.region !== undefined && storage.region !== wanted.storageZone.region) {
    throw new CommandError(
      `Nothing was created: storage zone ${zone} exists in region ${storage.region}, which can't be changed. Omit --region, or choose another name`,
    );
  }
  if (web !== undefined) refuseOtherOrigin(web, zone, storage?.id);
  const absent = [
    ...(storage === undefined ? [`storage zone ${zone} in region ${wanted.storageZone.region}`] : []),
    ...(web === undefined ? [`pull zone ${pullZone}`] : []),
  ];
  if (absent.length > 0) tell(io, `${dryRun === true ? "Would create" : "Creating"} ${sentence(absent)}`);
  if (dryRun === true) {
    const made: MadeZone[] = [
      ...(storage === undefined ? [{ kind: "StorageZone" as const, name: zone }] : []),
      ...(web === undefined ? [{ kind: "PullZone" as const, name: pullZone }] : []),
    ];
    return { storageZone: storage?.id, pullZone: web?.id, pullZoneName: pullZone, made };
  }
  const storageZone = storage?.id ?? (await maker.make("StorageZone", wanted.storageZone));
  const pullZoneId = web?.id ?? (await maker.makePullZone({ ...wanted.pullZone, storageZoneId: storageZone }));
  if (absent.length > 0) {
    tell(io, `Created ${maker.madeText()}${maker.address === undefined ? "" : `: ${maker.address}/`}`);
  }
  return { storageZone, pullZone: pullZoneId, pullZoneName: pullZone, made: maker.made };
}

/** Returns the zone with a name, read by its id, because the list may omit fields. */
async function find<Name extends WholeKind>(
  client: CdnClient,
  kind: Name,
  name: string,
): Promise<Readable<Name> | undefined> {
  const list = (search: string): Promise<Readable<Name>[]> => client.reads.list(kind, { search });
  const [found] = await findNamed(kinds[kind], name, list);
  return found === undefined ? undefined : client.reads.find(kind, found.id);
}

/** @throws {CommandError} unless the origin of a pull zone is the storage zone */
function refuseOtherOrigin(pullZone: GetPullZoneResult, zone: string, storageZoneId: number | undefined): void {
  const { id, name, originUrl, storageZoneId: linked } = pullZone as Partial<GetPullZoneResult>;
  const isStorage = !hasOtherOrigin(pullZone);
  if (isStorage && storageZoneId !== undefined && linked === storageZoneId) return;
  const origin = isStorage && linked !== undefined && linked > 0 ? `storage zone ${String(linked)}` : originUrl;
  throw new CommandError(
    `Nothing was created: pull zone ${String(name)} (id ${String(id)}) exists, and its origin is ${origin || "another one"} instead of storage zone ${zone}. Name another pull zone with --purge, or choose another name`,
  );
}

/** Entries of a run that consists of this process alone. */
const nobody: EntriesOfOthers = {
  announce: () => undefined,
  announced: () => ({ noted: [], removed: [] }),
  refuseIfAlone: () => undefined,
};

/** Makes zones as their life cycles do, so that a lost answer makes no second zone and another account's zone is not used. */
class Maker {
  readonly made: (MadeZone & { readonly id: number })[] = [];
  /** The address of the pull zone that was made. */
  address: string | undefined;
  readonly #reader: Reads;
  readonly #turns = new Turns();
  readonly #memories = new Map<KindName, RunMemory>();

  constructor(
    private readonly client: CdnClient,
    private readonly settings: OwnedSettings,
    private readonly purges: Purges,
    private readonly io: CommandIo,
  ) {
    this.#reader = new Reads(client.objects, { lists: true });
  }

  /** Returns checked inputs. @throws {UsageError} for invalid ones */
  check(kind: KindName, inputs: Properties): Properties {
    const { extraRegions, baseUrl } = this.settings;
    const context = { extraRegions, isPublicService: isPublicService(baseUrl), memory: this.#memoryOf(kind) };
    const { inputs: checked, failures } = lifeCycleOf(kind).check(context, {}, inputs);
    const [failure] = failures;
    if (failure === undefined) return checked;
    const option = failure.property === "region" ? "--region" : `the ${failure.property} of the ${kinds[kind].noun}`;
    throw new UsageError(`Nothing was created: ${option} ${failure.reason}`);
  }

  async make(kind: "StorageZone" | "PullZone", inputs: Properties & { readonly name: string }): Promise<number> {
    const note = (id: string): number => {
      const made = { kind, name: inputs.name, id: Number(id) };
      this.made.push(made);
      return made.id;
    };
    try {
      const { id, state } = await this.#create(kind, inputs);
      const { systemHostname } = state;
      const port = localPortOf(this.settings.baseUrl);
      if (typeof systemHostname === "string")
        this.address = addressAt(port === undefined ? systemHostname : inputs.name, port);
      return note(id);
    } catch (error) {
      const isMade = error instanceof IncompleteError;
      if (isMade) note(error.id);
      throw this.#failure(error, isMade ? kind : undefined);
    }
  }

  /** Makes a pull zone with the rules for the cache times that it does not set itself. */
  async makePullZone(inputs: Properties & { readonly name: string }): Promise<number> {
    const pullZoneId = await this.make("PullZone", inputs);
    // The rule that selects the release has the first place in a Website.
    for (const [index, { args }] of cacheRules().entries()) {
      const rule = { ...(args as Properties), purgeTriggers: undefined, purgeOnChange: undefined };
      try {
        await this.#create("PullZoneEdgeRule", { ...rule, pullZoneId, orderIndex: index + 2 });
      } catch (error) {
        throw this.#failure(error, "PullZone");
      }
    }
    return pullZoneId;
  }

  madeText(): string {
    return sentence(this.made.map(({ kind, name, id }) => `${kinds[kind].noun} ${name} (id ${String(id)})`));
  }

  async #create(kind: KindName, inputs: Properties): Promise<CreateResult> {
    const context: LifeCycleContext = {
      ...{ client: this.client, reader: this.#reader, memory: this.#memoryOf(kind), turns: this.#turns },
      ...{ guardedZones: new Set<string>(), purges: this.purges, dns: () => undefined },
      tell: (text) => tell(this.io, text),
      importCommand: (id) => shell`npx pulumi-cdn-zones import ${kind} ${id}`,
    };
    return lifeCycleOf(kind).create(context, this.check(kind, inputs));
  }

  #memoryOf(kind: KindName): RunMemory {
    const memory = this.#memories.get(kind) ?? new RunMemory(nobody);
    this.#memories.set(kind, memory);
    return memory;
  }

  /** Names what was made. @param lacking kind of a zone that was made without all of its settings or rules */
  #failure(error: unknown, lacking: MadeZone["kind"] | undefined): unknown {
    if (this.made.length === 0) return error;
    const advice =
      lacking === undefined
        ? "Run the same command again to make the rest"
        : `The ${kinds[lacking].noun} lacks settings, and a later --create does not change it: delete it in the service's dashboard, and run the same command again`;
    return new CommandError(`${messageOf(error)}. Made so far: ${this.madeText()}. ${advice}`);
  }
}
