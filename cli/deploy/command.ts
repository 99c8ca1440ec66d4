import { Option, type Command } from "commander";
import type { CommandIo } from "../command";
import { integer, repeatable, settingsHelp, stackOption } from "../command";
import type { DeployOptions } from "./target";

/** `pulumi-cdn-zones deploy` */
export function defineDeploy(command: Command, io: CommandIo): void {
  command
    .description(
      "Upload the files of a folder that differ from those in a storage zone, assets before HTML. Then, with --purge, wait up to 30 s for " +
        "the replicas and empty the caches, even if no file differs.",
    )
    .argument("<source>", "folder to upload")
    .argument("<zone>", "id or name of the storage zone")
    .option("--prefix <folder>", "folder in the zone to upload to (default: the root)")
    .option(
      "--exclude <glob>",
      "files that are neither uploaded nor deleted; a glob without a slash matches names in any folder; repeatable",
      repeatable,
    )
    .option(
      "--include <glob>",
      "files to upload although they are excluded by default, such as .env, *.pem and node_modules; repeatable",
      repeatable,
    )
    .option("--delete", "at the end, delete all files below the prefix that the source lacks, except releases")
    .option("--allow-empty", "with --delete: allow an empty source, so that everything is deleted")
    .option("--purge <pullzone>", "empty the cache of this pull zone, by id or name; repeatable", repeatable)
    .option(
      "--release",
      "upload to a new folder, releases/ID/ below the prefix, and point the edge rules of the pull zones in --purge to it; their caches are emptied at once and again after 22 s (cdn:edgeDelaySeconds)",
    )
    .addOption(
      new Option("--keep <number>", "with --release: number of the newest releases to keep (default: 5)").argParser(
        integer(2),
      ),
    )
    .option(
      "--root-file <glob>",
      "with --release: files to also upload to the prefix; a glob without a slash matches only at the root of the source; repeatable (default: " +
        "with --purge 404.html, if the source has it)",
      repeatable,
    )
    .addOption(
      new Option(
        "--message <text>",
        "with --release: one line about the release, of at most 200 characters (default: the subject of the commit)",
      ).argParser((text) => text.trim()),
    )
    .option(
      "--create",
      "create the storage zone and the pull zone (the one in --purge, or else of the same name) if they are absent, with the settings of a Website",
    )
    .option("--dry-run", "only show which files would be uploaded and deleted")
    .addOption(new Option("--format <format>", "output format").choices(["text", "json"]).default("text"))
    .option("--host <hostname>", "with CDN_STORAGE_PASSWORD: the storage host, which is the zone's storageHostname")
    .addOption(
      new Option(
        "--region <code>",
        "main region of the storage zone: with CDN_STORAGE_PASSWORD to find bunny.net's storage host, with --create for a new zone (default: DE)",
      ).conflicts("host"),
    )
    .addOption(stackOption())
    .addHelpText(
      "after",
      `
Examples:
  pulumi-cdn-zones deploy public acme-site --delete --purge acme-web
  pulumi-cdn-zones deploy public acme-site --create --purge acme-web
  pulumi-cdn-zones deploy public acme-site --exclude '*.map' --dry-run
  pulumi-cdn-zones deploy public acme-site --release --keep 10 --purge acme-web
  pulumi-cdn-zones deploy public acme-site --release --purge acme-web --message 'New prices'
  CDN_STORAGE_PASSWORD=… pulumi-cdn-zones deploy public acme-site --region DE

${settingsHelp}
With the zone's password in CDN_STORAGE_PASSWORD, no access key is needed. Then give the zone's name, and --host or --region.`,
    )
    .action(async (source: string, zone: string, options: DeployOptions) => {
      const { deploy } = require("./deploy") as typeof import("./deploy");
      await deploy(source, zone, options, io);
    });
}
