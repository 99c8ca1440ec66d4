import { Option, type Command } from "commander";
import type { CommandIo } from "../command";
import { integer, repeatable, settingsHelp, stackOption } from "../command";
import type { DeployOptions } from "./target";

/** `pulumi-cdn-zones deploy` */
export function defineDeploy(command: Command, io: CommandIo): void {
  command
    .description(
      "Upload the files of a folder to a storage zone: those that differ from what is there, assets before HTML. With --purge it then " +
        "waits for the replicas, for up to 30 s, and empties caches, also if nothing differs.",
    )
    .summary("upload a folder to a storage zone")
    .argument("<source>", "folder whose files to upload")
    .argument("<zone>", "id or name of the storage zone; digits are an id")
    .option("--prefix <folder>", "folder of the zone to upload to (default: its root)")
    .option(
      "--exclude <glob>",
      "files to leave out, also of --delete; without a slash a name in any folder; repeatable",
      repeatable,
    )
    .option(
      "--include <glob>",
      "files to upload although they are left out by default, such as .env, *.pem and node_modules; repeatable",
      repeatable,
    )
    .option("--delete", "at the end, delete all files below the prefix that the source lacks, but for releases")
    .option("--allow-empty", "with --delete: the source may be empty, so that everything is deleted")
    .option("--purge <pullzone>", "empty the cache of this pull zone, by its id or name; repeatable", repeatable)
    .option(
      "--release",
      "upload to a folder of its own, releases/ID/ below the prefix; the edge rules of the pull zones of --purge then name it",
    )
    .addOption(
      new Option("--keep <number>", "with --release: how many of the newest releases stay (default: 5)").argParser(
        integer(2),
      ),
    )
    .option(
      "--root-file <glob>",
      "with --release: files to upload also to the prefix itself, where settings such as custom404FilePath find them; " +
        "repeatable (default: 404.html, if the source has it)",
      repeatable,
    )
    .option("--dry-run", "only show what would be uploaded and deleted")
    .addOption(new Option("--format <format>", "output format").choices(["text", "json"]).default("text"))
    .option("--host <hostname>", "with CDN_STORAGE_PASSWORD: the storage host, a zone's storageHostname")
    .addOption(
      new Option(
        "--region <code>",
        "with CDN_STORAGE_PASSWORD: the zone's main region, for bunny.net's storage host there",
      ).conflicts("host"),
    )
    .addOption(stackOption())
    .addHelpText(
      "after",
      `
Examples:
  pulumi-cdn-zones deploy public acme-site --delete --purge acme-web
  pulumi-cdn-zones deploy public acme-site --exclude '*.map' --dry-run
  pulumi-cdn-zones deploy public acme-site --release --keep 10 --purge acme-web
  CDN_STORAGE_PASSWORD=… pulumi-cdn-zones deploy public acme-site --region DE

${settingsHelp}
With CDN_STORAGE_PASSWORD, the zone's password, no access key is needed: give the zone by its name, and its host.`,
    )
    .action(async (source: string, zone: string, options: DeployOptions) => {
      const { deploy } = require("./deploy") as typeof import("./deploy");
      await deploy(source, zone, options, io);
    });
}
