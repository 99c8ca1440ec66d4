import { Option, type Command } from "commander";
import type { CommandIo } from "../command";
import { settingsHelp, stackOption } from "../command";
import type { ReleasesOptions } from "./list";

/** `pulumi-cdn-zones releases` */
export function defineReleases(command: Command, io: CommandIo): void {
  command
    .description(
      "List the releases of a site or an edge script, newest first, with their messages, and mark the live release. Changes nothing in the account.",
    )
    .argument("<object>", "pull-zone:NAME or edge-script:NAME, or the id instead of the name")
    .addOption(new Option("--format <format>", "output format").choices(["table", "json"]).default("table"))
    .option("--code <file>", "for an edge script: write the live code to this file, or over it, and list nothing")
    .addOption(stackOption())
    .addHelpText(
      "after",
      `
Examples:
  pulumi-cdn-zones releases pull-zone:acme-web
  pulumi-cdn-zones releases edge-script:acme-hello
  pulumi-cdn-zones releases edge-script:acme-hello --code dist/hello.js

${settingsHelp}`,
    )
    .action(async (object: string, options: ReleasesOptions) => {
      const { printReleases } = require("./list") as typeof import("./list");
      await printReleases(object, options, io);
    });
}
