import { Option, type Command } from "commander";
import { importedKinds, nounsOf } from "../../provider/kinds";
import type { CommandIo } from "../command";
import { repeatable, settingsHelp, stackOption, UsageError } from "../command";
import type { ImportArguments } from "./importFile";

interface Options extends Pick<ImportArguments, "state" | "out" | "protect"> {
  readonly name?: readonly string[];
  readonly all?: true;
  readonly plugin?: true;
}

/** `pulumi-cdn-zones import` */
export function defineImport(command: Command, io: CommandIo): void {
  command
    .description(
      `Write the file that pulumi import needs to take over existing ${nounsOf(importedKinds)}, and the program ` +
        "that declares them: into files with --out, otherwise to standard output and, the " +
        "declarations, to standard error. Nothing is changed in the account.",
    )
    .summary("write the program, and the file for pulumi import, that take over what exists")
    .argument("[object...]", "ids or names of storage zones, or KIND:ID; digits are an id")
    .option("--name <name>", "name of a zone, for names made of digits; repeatable", repeatable)
    .option("--all", `every ${nounsOf(importedKinds, "one")} of the account`)
    .option("--out <file>", "write the program to this file, and import.json beside it; neither is overwritten")
    .option("--no-protect", "declare and import without the option protect")
    .option("--plugin", "for native resources, which the plugin pulumi-resource-cdn serves")
    .addOption(
      new Option(
        "--state <file>",
        "output of pulumi stack export; what it has is left out; - for standard input; repeatable",
      )
        .default([], "the stack of the current project")
        .argParser(repeatable),
    )
    .addOption(stackOption())
    .addHelpText(
      "after",
      `
Examples:
  pulumi-cdn-zones import --all --out imported.ts
  pulumi-cdn-zones import 4711 acme-assets > import.json
  pulumi-cdn-zones import PullZone:4711 PullZone:acme-web > import.json
  pulumi-cdn-zones import PullZoneHostname:4711/www.acme.example PullZoneEdgeRule:4711/GUID > import.json
  pulumi import --file import.json --generate-code=false --yes

${settingsHelp} The file is for the default provider; with an
explicit provider, declare the zone with adopt: true.`,
    )
    .action(async (objects: readonly string[], { name = [], all, plugin, ...options }: Options) => {
      if (all !== true && objects.length + name.length === 0) {
        throw new UsageError(
          "give --all, as in `import --all --out imported.ts`, or at least one storage zone by id or name, or another object as KIND:ID",
        );
      }
      const { writeImportFile } = require("./importFile") as typeof import("./importFile");
      const flags = { all: all === true, plugin: plugin === true };
      await writeImportFile({ objects, names: name, ...flags, ...options }, io);
    });
}
