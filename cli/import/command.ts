import { Option, type Command } from "commander";
import type { CommandIo } from "../command";
import { repeatable, UsageError } from "../command";
import type { ImportArguments } from "./importFile";

interface Options extends Pick<ImportArguments, "state"> {
  readonly name?: readonly string[];
  readonly all?: true;
}

/** `pulumi-cdn-zones import` */
export function defineImport(command: Command, io: CommandIo): void {
  command
    .description(
      "Print the file that pulumi import needs to take over existing storage zones, pull zones, hostnames and edge " +
        "rules, and, to standard error, the declarations to paste into the program. Nothing is changed.",
    )
    .summary("print the file for pulumi import --file that takes over what exists")
    .argument("[object...]", "ids or names of storage zones, or KIND:ID; digits are an id")
    .option("--name <name>", "name of a zone, for names made of digits; repeatable", repeatable)
    .option("--all", "every storage zone, pull zone, hostname and edge rule of the account")
    .addOption(
      new Option(
        "--state <file>",
        "output of pulumi stack export; what it has is left out; - for standard input; repeatable",
      )
        .default([], "the selected stack of the current project")
        .argParser(repeatable),
    )
    .addHelpText(
      "after",
      `
Examples:
  pulumi-cdn-zones import 4711 acme-assets > import.json
  pulumi-cdn-zones import PullZone:4711 PullZone:acme-web > import.json
  pulumi-cdn-zones import PullZoneHostname:4711/www.acme.example PullZoneEdgeRule:4711/GUID > import.json
  pulumi import --file import.json --generate-code=false --yes

Settings: CDN_BASE_URL, CDN_ACCESS_KEY and the other variables. If one of these two is not set, also the
configuration of the current project's selected stack. The file is for the default provider; with an
explicit provider, declare the zone with adopt: true.`,
    )
    .action(async (objects: readonly string[], { name = [], all, state }: Options) => {
      if (all !== true && objects.length + name.length === 0) {
        throw new UsageError("name at least one storage zone by id or name, another object as KIND:ID, or give --all");
      }
      const { writeImportFile } = require("./importFile") as typeof import("./importFile");
      await writeImportFile({ objects, names: name, all: all === true, state }, io);
    });
}
