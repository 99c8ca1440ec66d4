import { Option, type Command } from "commander";
import type { Kind } from "../../provider/kinds";
import { defaultKind, importedKinds, importWord, kinds, listedKinds, nounsOf } from "../../provider/kinds";
import { shell } from "../../terminal/shell";
import type { CommandIo } from "../command";
import { repeatable, settingsHelp, stackOption, UsageError } from "../command";
import type { ImportArguments } from "./importFile";

interface Options extends Pick<ImportArguments, "state" | "out" | "protect"> {
  readonly name?: readonly string[];
  readonly all?: true;
  readonly plugin?: true;
}

/** Objects of other kinds, as `import` takes them. */
const zone = listedKinds.find((kind) => kind !== defaultKind) ?? defaultKind;
const [part = "", otherPart = ""] = importedKinds.flatMap((name) => {
  const { partId }: Kind = kinds[name];
  return partId === undefined ? [] : [importWord(name, `4711/${partId.example}`)];
});

/** `pulumi-cdn-zones import` */
export function defineImport(command: Command, io: CommandIo): void {
  command
    .description(
      `Write the file that pulumi import needs to take over existing ${nounsOf(importedKinds)}, and the program ` +
        "that declares them: into files with --out, otherwise to standard output and, the " +
        "declarations, to standard error. Nothing is changed in the account.",
    )
    .summary("write the program, and the file for pulumi import, that take over what exists")
    .argument("[object...]", `ids or names of ${kinds[defaultKind].noun}s, or KIND:ID; digits are an id`)
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
  ${shell`pulumi-cdn-zones import ${importWord(zone, "4711")} ${importWord(zone, "acme-web")} > import.json`}
  ${shell`pulumi-cdn-zones import ${part} ${otherPart} > import.json`}
  pulumi import --file import.json --generate-code=false --yes

${settingsHelp} The file is for the default provider; with an
explicit provider, declare the zone with adopt: true.`,
    )
    .action(async (objects: readonly string[], { name = [], all, plugin, ...options }: Options) => {
      if (all !== true && objects.length + name.length === 0) {
        throw new UsageError(
          "give --all, as in `import --all --out imported.ts`, or at least one " +
            `${kinds[defaultKind].noun} by id or name, or another object as KIND:ID`,
        );
      }
      const { writeImportFile } = require("./importFile") as typeof import("./importFile");
      const flags = { all: all === true, plugin: plugin === true };
      await writeImportFile({ objects, names: name, ...flags, ...options }, io);
    });
}
