import { Option, type Command } from "commander";
import type { CommandIo } from "../command";
import type { ZonesArguments } from "./list";

/** `pulumi-cdn-zones zones` */
export function defineZones(command: Command, io: CommandIo): void {
  command
    .description(
      "List the storage zones and pull zones of the account: what can be imported or read. Nothing is changed.",
    )
    .summary("list the storage zones and pull zones of the account")
    .option("--kind <kind>", "only those of this kind: StorageZone or PullZone")
    .addOption(new Option("--format <format>", "output format").choices(["table", "json"]).default("table"))
    .addHelpText(
      "after",
      `
Settings: CDN_BASE_URL, CDN_ACCESS_KEY and the other variables. If one of these two is not set, also the
configuration of the current project's selected stack.`,
    )
    .action(async (options: ZonesArguments) => {
      const { printZones } = require("./list") as typeof import("./list");
      await printZones(options, io);
    });
}
