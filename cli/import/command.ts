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
      "Print the file that pulumi import needs to take over existing storage zones, and, to standard error, the " +
        "declarations to paste into the program. Nothing is changed.",
    )
    .summary("print the file for pulumi import --file that takes over storage zones")
    .argument("[zone...]", "ids or names of storage zones; digits are an id")
    .option("--name <name>", "name of a storage zone, for names made of digits; repeatable", repeatable)
    .option("--all", "every storage zone of the account")
    .addOption(
      new Option(
        "--state <file>",
        "output of pulumi stack export; its zones are left out; - for standard input; repeatable",
      )
        .default([], "the selected stack of the current project")
        .argParser(repeatable),
    )
    .addHelpText(
      "after",
      `
Example:
  pulumi-cdn-zones import 4711 acme-assets > import.json
  pulumi import --file import.json --generate-code=false --yes

Settings: CDN_BASE_URL, CDN_ACCESS_KEY and the other variables. If one of these two is not set, also the
configuration of the current project's selected stack. The file is for the default provider; with an
explicit provider, declare the zone with adopt: true.`,
    )
    .action(async (zones: readonly string[], { name = [], all, state }: Options) => {
      const isId = (word: string): boolean => /^[0-9]+$/.test(word);
      const ids = zones.filter(isId);
      const names = [...zones.filter((word) => !isId(word)), ...name];
      if (all !== true && ids.length + names.length === 0) {
        throw new UsageError("name at least one storage zone by id or name, or give --all");
      }
      const { writeImportFile } = require("./importFile") as typeof import("./importFile");
      await writeImportFile({ ids, names, all: all === true, state }, io);
    });
}
