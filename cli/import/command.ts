import { Option, type Command } from "commander";
import type { Kind } from "../../provider/kinds";
import { defaultKind, importedKinds, importWord, kinds, nounsOf } from "../../provider/kinds";
import { shell } from "../../drift/terminal/shell";
import type { CommandIo } from "../command";
import { repeatable, settingsHelp, stackOption, UsageError } from "../command";
import type { ImportArguments } from "./importFile";

interface Options extends Pick<ImportArguments, "state" | "fromState" | "out" | "protect"> {
  readonly name?: readonly string[];
  readonly all?: true;
  readonly withoutParts?: true;
  readonly withOrigin?: true;
  readonly plugin?: true;
}

/** Objects of other kinds, as `import` takes them. */
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
    .argument(
      "[object...]",
      `${kinds[defaultKind].noun}s by id, name or glob, or KIND:ID, KIND:NAME or KIND:GLOB; digits are an id`,
    )
    .option("--name <name>", "name of a zone that is neither an id nor a glob; repeatable", repeatable)
    .option("--all", `every ${nounsOf(importedKinds, "one")} of the account`)
    .option("--without-parts", "zones without their hostnames, edge rules and records")
    .option("--with-origin", "a pull zone with the storage zone that is its origin")
    .option(
      "--from-state <file>",
      "terraform.tfstate, or the output of terraform state pull: takes over what it has, under its names; - for standard input",
    )
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
  pulumi-cdn-zones import 'PullZone:acme-*' DnsZone:acme.example --with-origin --out acme.ts
  pulumi-cdn-zones import --from-state terraform.tfstate --out imported.ts
  ${shell`pulumi-cdn-zones import ${part} ${otherPart} > import.json`}
  pulumi import --file import.json --generate-code=false --yes

${settingsHelp} The file is for the default provider; with an
explicit provider, declare the zone with adopt: true.`,
    )
    .action(
      async (objects: readonly string[], { name = [], all, withoutParts, withOrigin, plugin, ...options }: Options) => {
        if (all !== true && options.fromState === undefined && objects.length + name.length === 0) {
          throw new UsageError(
            "give --all, as in `import --all --out imported.ts`, or at least one " +
              `${kinds[defaultKind].noun} by id or name, or another object as KIND:ID`,
          );
        }
        const { writeImportFile } = require("./importFile") as typeof import("./importFile");
        const flags = { all: all === true, parts: withoutParts !== true, origins: withOrigin === true };
        await writeImportFile({ objects, names: name, ...flags, plugin: plugin === true, ...options }, io);
      },
    );
}
