import type { CdnClient } from "../../provider/api/client";
import { shortList } from "../../provider/files/plan";
import type { ReleaseMessage } from "../../provider/files/releaseMessage";
import type { Release } from "../../provider/files/releases";
import { releasesIn } from "../../provider/files/releases";
import { showReplicas } from "../../provider/files/replicas";
import type { RestoredFiles } from "../../provider/files/rootFiles";
import { restoreRootFiles } from "../../provider/files/rootFiles";
import type { ListedFile } from "../../provider/wire/storageFile";
import { formerPageAdvice, purgeCommand } from "../../provider/run/purges";
import type { Pointer } from "../../provider/files/pointers";
import { movePointer, purgeMoved } from "../../provider/files/pointers";
import { shell } from "../../terminal/shell";
import { clientWith, purgesWith } from "../client";
import type { CommandIo } from "../command";
import { CommandError, print, tell, UsageError, warn } from "../command";
import { confirm } from "../confirm";
import { scriptOf } from "../releases/script";
import type { Site } from "../releases/site";
import { dateText, givenIn, inSentence, messageFields, nameOf, pointerOf, siteOf } from "../releases/site";
import { writableSettings } from "../stack";
import { rollBackScript, scriptToGoBack } from "./script";
import { changedError, newerNotice, targetIn } from "./target";

export interface RollbackOptions {
  readonly wait?: true;
  readonly yes?: true;
  readonly format: "text" | "json";
}

/** Switches a site or an edge script to another release. */
export async function rollback(
  given: string,
  wanted: string | undefined,
  { wait, yes, format }: RollbackOptions,
  io: CommandIo,
): Promise<void> {
  const settings = await writableSettings(`roll back ${given}`, io);
  const client = clientWith(settings, io);
  const purges = purgesWith(client, settings, io);
  const { kind, name: object } = givenIn(given);
  if (kind === "EdgeScript") {
    if (wait === true) throw new UsageError("--wait can't be used for an edge script: it is for the cache of a site");
    const script = await (wanted === undefined ? scriptToGoBack(client, object) : scriptOf(client, object));
    await rollBackScript(client, script, wanted, { yes: yes === true, format }, io);
    return;
  }
  const site = await siteOf(client, settings, object);
  let { pointer } = site;
  const { pullZone } = site;
  const name = nameOf(pullZone);
  const advice = `npx pulumi-cdn-zones releases pull-zone:${name} lists the releases`;
  const { listed, releases, chosen } = await releasesFor(site, wanted, advice);
  const target = targetIn(releases, pointer.release, chosen, {
    notLive: `Release ${pointer.release}, which visitors get, is not listed`,
    advice,
  });
  const [message, live] = await Promise.all([messageOf(site, target), filesOf(site, target.id)]);
  for (const notice of newerNotice(releases, pointer.release, chosen, `pull-zone:${name}`)) tell(io, notice);
  const isLive = target.id === pointer.release;
  const release = `${target.id} of ${dateText(target.date)}${inSentence(message)}`;
  const shown = `release ${release} instead of ${pointer.release}`;
  const what = isLive
    ? `Release ${release} is already live on pull zone ${name}. The cache will be emptied, and the release's root files restored`
    : `Visitors of pull zone ${name} will get ${shown}`;
  if (yes !== true) {
    await confirm(what, "Nothing was changed", io);
    pointer = await unchangedSince(client, site);
  }
  const again = shell`npx pulumi-cdn-zones rollback ${`pull-zone:${name}`} ${target.id} --yes`;
  // Sending the rule as it was before the wait would undo changes made since.
  if (!isLive && (await awaitReplicas(site, { id: target.id, live, listed }, io))) {
    // The same command without a release could go back by another one.
    pointer = await unchangedSince(client, site, `To switch to release ${target.id}, run: ${again}`);
  }
  let files: RestoredFiles = { restored: [], left: [] };
  try {
    // The rule may already name the release, after a rollback that failed later.
    if (!isLive) await movePointer(client, pullZone, pointer, target.id);
    await purgeMoved(purges, [pullZone.id]);
    files = await restoreRootFiles(site.storage, site.prefix, target, {
      replicas: site.zone.replicationRegions ?? [],
      // The cache may have fetched the previous root files again in the meantime.
      purge: () => purges.now(pullZone.id),
      purgeCommands: () => Promise.resolve([purgeCommand(name)]),
      tell: (message) => tell(io, message),
    });
    if (wait === true) await purges.again(pullZone.id, (text) => tell(io, text));
  } catch (error) {
    tell(io, `The rollback did not finish. To finish it, run: ${again}`);
    throw error;
  }
  const { restored, left } = files;
  if (left.length > 0) {
    warn(io, `Not restored, because the release no longer has them as they were uploaded: ${shortList(left)}`);
  }
  const result = {
    ...{ pullZoneId: pullZone.id, release: target.id, before: pointer.release, rootFiles: restored },
    ...messageFields(message),
  };
  const lines = [
    isLive
      ? `Release ${release} was already live on pull zone ${name}. The cache was emptied`
      : `Visitors of pull zone ${name} get ${shown}`,
    ...(restored.length > 0 ? [`Restored in ${site.prefix || "the root"}: ${restored.join(", ")}`] : []),
    ...(wait === true ? purges.lateEdgeTexts(name) : [againText(name)]),
    "If a program declares the edge rule: pulumi preview --refresh shows the difference, and pulumi up --refresh undoes it",
  ];
  print(io, `${format === "json" ? JSON.stringify(result, undefined, 2) : lines.join("\n")}\n`);
}

/**
 * Returns the releases, the newest first, and the id of the wanted one. If it is not known which one to go back to, or if the listing lacks it,
 * another listing is requested: the rollback would go back too far.
 */
async function releasesFor(
  site: Site,
  wanted: string | undefined,
  advice: string,
): Promise<{
  readonly listed: ReadonlyMap<string, ListedFile>;
  readonly releases: readonly Release[];
  readonly chosen: string | undefined;
}> {
  const { releases, pointer } = site;
  const first = await releases.listed();
  const found = releasesIn(first);
  const expected = wanted ?? found.find(({ id }) => id === pointer.release)?.previous;
  if (found.some(({ id, isWhole }) => id === expected && isWhole)) {
    return { listed: first, releases: found, chosen: wanted };
  }
  const listed = await releases.listedTwice(first);
  const both = releasesIn(listed);
  const chosen = wanted === undefined ? undefined : await releaseCalled(site, both, wanted, advice);
  return { listed, releases: both, chosen };
}

/** Returns the id of the release that is wanted by its id or by the first digits of its commit. @throws {CommandError} if several have that commit */
async function releaseCalled(
  { messages }: Site,
  releases: readonly Release[],
  wanted: string,
  advice: string,
): Promise<string> {
  if (!/^[0-9a-f]{7,64}$/i.test(wanted) || releases.some(({ id }) => id === wanted)) return wanted;
  const messagesById = await messages.readAll(releases);
  const isWanted = ({ id }: Release): boolean =>
    messagesById.get(id)?.commit?.startsWith(wanted.toLowerCase()) === true;
  const all = releases.filter(isWanted);
  const whole = all.filter(({ isWhole }) => isWhole);
  const [found, ...others] = whole.length > 0 ? whole : all;
  if (found === undefined) return wanted;
  if (others.length === 0) return found.id;
  const shown = [found, ...others].map(
    ({ id, date }) => `${id} of ${dateText(date)}${inSentence(messagesById.get(id) ?? {})}`,
  );
  throw new CommandError(
    `Several releases are from a commit ${wanted}: ${shown.join(", ")}. Give the id of one of them. ${advice}`,
  );
}

/** Returns the message of a release, if it can be read soon: a rollback must not wait or fail because of it. */
async function messageOf({ messages }: Site, release: Release): Promise<ReleaseMessage> {
  return messages.read(release, { signal: AbortSignal.timeout(messageWithinMs) }).catch(() => ({}));
}

/** Maximum time to read a message that is only shown, in milliseconds. */
const messageWithinMs = 5_000;

/** Returns the listed files of a release. Refuses one that lacks files: they may have been deleted since they were uploaded. @throws {CommandError} */
async function filesOf({ releases, pullZone }: Site, id: string): Promise<ReadonlyMap<string, ListedFile>> {
  const found = await releases.find(id);
  if (found?.missing.length === 0) return found.live;
  const why =
    found === undefined
      ? "its manifest can't be read, so it is not known whether all of its files are there"
      : `files are missing or were changed: ${shortList(found.missing)}`;
  throw new CommandError(
    `Nothing was changed: release ${id} is incomplete, because ${why}. npx pulumi-cdn-zones releases pull-zone:${nameOf(pullZone)} lists the releases`,
  );
}

/**
 * Waits until the replicas have a release that was sent just before, as by a deployment with only a password: it does not know the replicas.
 *
 * @returns whether it waited
 */
async function awaitReplicas(
  { zone, storage, releases }: Site,
  release: { readonly id: string } & Readonly<Record<"live" | "listed", ReadonlyMap<string, ListedFile>>>,
  io: CommandIo,
): Promise<boolean> {
  const { id, live, listed } = release;
  let hasWaited = false;
  const showsReplicas = showReplicas(storage, [...live.values(), ...listed.values()]);
  const unchanged = [...live.keys()].map((path) => ({ path }));
  await releases.sync(id).waitForReplicas({ added: new Set(), unchanged, live, showsReplicas }, [], {
    replicas: zone.replicationRegions ?? [],
    awaits: "fresh",
    tell: (message) => tell(io, message),
    show: () => {
      hasWaited = true;
      tell(io, `Waiting up to 30 s until the replicas have release ${id}`);
    },
  });
  return hasWaited;
}

/** Reads the rule again: it may have changed before the user confirmed, or while the replicas got the release. @throws {CommandError} if it names another release */
async function unchangedSince(client: CdnClient, { pullZone, pointer }: Site, advice?: string): Promise<Pointer> {
  const now = pointerOf(await client.reads.read("PullZone", pullZone.id));
  if (now?.release === pointer.release) return now;
  throw changedError(`The edge rule of pull zone ${nameOf(pullZone)} names`, now?.release, pointer.release, advice);
}

/** Returns the command that makes a rollback without `--wait` certain. */
function againText(name: string): string {
  return `An edge that gets the rule late can cache the former page again. ${formerPageAdvice(name)}; with --wait, rollback empties the cache again itself`;
}
