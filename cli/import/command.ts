import { Option, type Command } from "commander";
import type { Kind } from "../../provider/kinds";
import { defaultKind, importedKinds, importWord, kinds, nounsOf } from "../../provider/kinds";
import { pluralOf } from "../../provider/wire/words";
import { shell } from "../../terminal/shell";
import type { CommandIo } from "../command";
import { repeatable, settingsHelp, stackOption, UsageError } from "../command";
import type { ImportArguments } from "./importFile";

interface Options extends Pick<ImportArguments, "state" | "fromState" | "out" | "protect"> {
  readonly name?: readonly string[];
  readonly all?: true;
  readonly withoutParts?: true;
  readonly withOrigin?: true;
  readonly plugin?: true;
  readonly allSettings?: true;
}

/** Examples of parts as arguments of `import`, for the help. */
const [part = "", otherPart = ""] = importedKinds.flatMap((name) => {
  const { partId }: Kind = kinds[name];
  return partId === undefined ? [] : [importWord(name, `4711/${partId.example}`)];
});

/** `pulumi-cdn-zones import` */
export function defineImport(command: Command, io: CommandIo): void {
  command
    .description(
      `Import existing ${nounsOf(importedKinds)}: write the file for pulumi import, and the program that ` +
        "declares them. Without --out, the file is printed on standard output and the program on standard error. Changes nothing in the " +
        "account.",
    )
    .argument(
      "[object...]",
      `${pluralOf(kinds[defaultKind].noun)} by id, name or glob; other objects as KIND:ID, KIND:NAME or KIND:GLOB`,
    )
    .option(
      "--name <name>",
      "zone with exactly this name, even if it looks like an id (digits) or a glob; repeatable",
      repeatable,
    )
    .option("--all", "all these objects of the account")
    .option(
      "--without-parts",
      "omit the hostnames, edge rules and records of zones, and the rate limits and access lists of shields",
    )
    .option("--with-origin", "include the storage zones that are origins of pull zones")
    .option(
      "--from-state <file>",
      "import the objects in this terraform.tfstate under the same names; - for standard input",
    )
    .option(
      "--out <file>",
      "write the program to this file, and import.json to the same folder; existing files are not overwritten",
    )
    .option(
      "--all-settings",
      "also declare settings with the value of a new object; except secrets, values that change by themselves, ids of 0, and plans of shields",
    )
    .option("--no-protect", "declare and import without the option protect")
    .option("--plugin", "declare native resources, which the plugin pulumi-resource-cdn serves")
    .addOption(
      new Option(
        "--state <file>",
        "output of pulumi stack export, whose objects are omitted; - for standard input; repeatable",
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

${settingsHelp}
The file for pulumi import works only for the default provider. With an explicit provider, declare the zone with adopt: true.`,
    )
    .action(
      async (
        objects: readonly string[],
        { name = [], all, withoutParts, withOrigin, plugin, allSettings, ...options }: Options,
      ) => {
        if (all !== true && options.fromState === undefined && objects.length + name.length === 0) {
          throw new UsageError(
            "give --all, as in `import --all --out imported.ts`, or at least one " +
              `${kinds[defaultKind].noun} by id or name, or another object as KIND:ID`,
          );
        }
        const { writeImportFile } = require("./importFile") as typeof import("./importFile");
        const flags = { all: all === true, parts: withoutParts !== true, origins: withOrigin === true };
        await writeImportFile(
          { objects, names: name, ...flags, plugin: plugin === true, allSettings: allSettings === true, ...options },
          io,
        );
      },
    );
}
