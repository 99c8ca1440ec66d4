import type { Plan } from "../../provider/files/plan";
import { printable } from "../../terminal/text";
import type { ReleaseMessage } from "../../provider/files/releaseMessage";
import { sizeText } from "../command";
import { inSentence, messageFields } from "../releases/site";
import type { MadeZone } from "./create";
import type { Cache } from "./target";

/** The result of a deployment or of a dry run. */
export interface Result {
  /** The id of the release, with --release. */
  readonly release?: string;
  readonly deletedReleases?: number;
  /** The zones that `--create` has made or, in a dry run, would make. */
  readonly made?: readonly MadeZone[];
  /** The message of the release. */
  readonly message?: ReleaseMessage;
  /** The root files of a release that were missing at the prefix or had other content. */
  readonly rootFiles?: readonly string[];
  readonly plan: Plan;
  readonly dryRun: boolean;
  readonly caches: readonly Cache[];
  readonly seconds: number;
}

/** The report as text: `12 uploaded, 3 deleted, 840 unchanged, 4.1 MB in 2.2 s, purged acme-web`. A dry run lists the files before it. */
export function textOf({
  plan,
  dryRun,
  caches,
  seconds,
  release,
  message = {},
  rootFiles = [],
  deletedReleases = 0,
}: Result): string {
  const about = release === undefined ? "" : `release ${release}${inSentence(message)}: `;
  const old = deletedReleases === 0 ? "" : `, ${String(deletedReleases)} old releases deleted`;
  const counts = `${String(plan.uploads.length)} uploaded, ${String(plan.deletions.length)} deleted, ${String(plan.unchanged.length)} unchanged`;
  const size = sizeText(bytesOf(plan));
  const root = rootFiles.length === 0 ? "" : `, at the prefix ${rootFiles.map(printable).join(", ")}`;
  const emptied = emptiedOf(caches).map(({ pullZone }) => printable(pullZone));
  const purged = emptied.length === 0 ? "" : `, purged ${emptied.join(", ")}`;
  if (!dryRun) return `${about}${counts}, ${size} in ${seconds.toFixed(1)} s${root}${purged}${old}\n`;
  const files = [
    ...plan.uploads.map(({ path }) => [path, plan.added.has(path) ? "+" : "~"] as const),
    ...plan.deletions.map((path) => [path, "-"] as const),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = files.map(([path, sign]) => `${sign} ${printable(path)}`);
  return [...lines, `Would be ${about}${counts}, ${size}${root}${purged}`].map((line) => `${line}\n`).join("");
}

/** The report as JSON. */
export function jsonOf({
  plan,
  dryRun,
  caches,
  seconds,
  release,
  message = {},
  rootFiles,
  deletedReleases,
  made,
}: Result): string {
  const uploads = plan.uploads.map(({ path }) => path).sort();
  const report = {
    dryRun,
    ...(release === undefined ? {} : { release, ...messageFields(message), rootFiles, deletedReleases }),
    added: uploads.filter((path) => plan.added.has(path)),
    changed: uploads.filter((path) => !plan.added.has(path)),
    deleted: plan.deletions,
    unchanged: plan.unchanged.length,
    bytes: bytesOf(plan),
    ...(made && { created: made.map(({ kind, name, id = null }) => ({ kind, name, id })) }),
    purged: emptiedOf(caches).map(({ id }) => id),
    seconds: Number(seconds.toFixed(3)),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** Returns the caches that a run empties: the cache of a pull zone that it made is empty. */
function emptiedOf(caches: readonly Cache[]): Cache[] {
  return caches.filter(({ isNew }) => isNew !== true);
}

function bytesOf({ uploads }: Plan): number {
  return uploads.reduce((sum, { bytes }) => sum + bytes, 0);
}
