import { resolve } from "node:path";
import { emptyPlan } from "../../provider/files/plan";
import { releaseId } from "../../provider/files/releaseContent";
import type { CommandIo } from "../command";
import { print } from "../command";
import { newMessage } from "./message";
import { defaultRootFiles, rootFilesOf } from "./release";
import { jsonOf, textOf } from "./report";
import type { AbsentTarget, Deployment } from "./target";

/** Prints the result of a dry run whose storage zone does not exist yet: all files would be uploaded. */
export async function showNewSite(
  {
    folder,
    source: { files },
    prefix,
    target,
    options,
    begun,
  }: Pick<Deployment, "folder" | "source" | "prefix" | "options" | "begun"> & { readonly target: AbsentTarget },
  io: CommandIo,
): Promise<void> {
  const plan = { ...emptyPlan, uploads: files, added: new Set(files.map(({ path }) => path)) };
  const seconds = (performance.now() - begun) / 1000;
  const { rootFile: globs = defaultRootFiles(files), release: isRelease, format } = options;
  const checksums = new Map(files.map(({ path, checksum }) => [path, checksum]));
  const isRootFile = isRelease === true ? rootFilesOf(globs, prefix, files) : () => false;
  const release = isRelease === true && {
    release: releaseId({ files: checksums, typeOf: () => undefined }),
    message: await newMessage(resolve(io.cwd(), folder), options, target.secrets, io),
    rootFiles: [...checksums.keys()].filter(isRootFile).sort(),
    deletedReleases: 0,
  };
  const result = { plan, dryRun: true, caches: [], seconds, ...release, ...(target.made && { made: target.made }) };
  print(io, format === "json" ? jsonOf(result) : textOf(result));
}
