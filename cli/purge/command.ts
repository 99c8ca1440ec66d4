import type { Command } from "commander";
import type { CommandIo } from "../command";
import { settingsHelp, stackOption } from "../command";

/** `pulumi-cdn-zones purge` */
export function definePurge(command: Command, io: CommandIo): void {
  command
    .description("Empty the cache of a pull zone, so that visitors get what was uploaded last.")
    .summary("empty the cache of a pull zone")
    .argument("<zone>", "id or name of the pull zone; digits are an id")
    .option("--tag <tag>", "only what has this cache tag")
    .addOption(stackOption())
    .addHelpText(
      "after",
      `
Examples:
  pulumi-cdn-zones purge 4711
  pulumi-cdn-zones purge acme-web --tag images

${settingsHelp}`,
    )
    .action(async (zone: string, { tag }: { readonly tag?: string }) => {
      const { purgeCache } = require("./purge") as typeof import("./purge");
      await purgeCache(zone, tag, io);
    });
}
