import { Option, type Command } from "commander";
import { listedKinds, nounsOf } from "../../provider/kinds";
import type { CommandIo } from "../command";
import { settingsHelp, stackOption } from "../command";
import type { ZonesArguments } from "./list";

/** `pulumi-cdn-zones zones` */
export function defineZones(command: Command, io: CommandIo): void {
  const nouns = nounsOf(listedKinds);
  command
    .description(`List the ${nouns} of the account. Changes nothing.`)
    .option(
      "--kind <kind>",
      `list only this kind: ${listedKinds.slice(0, -1).join(", ")} or ${String(listedKinds.at(-1))}`,
    )
    .addOption(new Option("--format <format>", "output format").choices(["table", "json"]).default("table"))
    .addOption(stackOption())
    .addHelpText("after", `\n${settingsHelp}`)
    .action(async (options: ZonesArguments) => {
      const { printZones } = require("./list") as typeof import("./list");
      await printZones(options, io);
    });
}
