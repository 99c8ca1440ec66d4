import type { Command, Option } from "commander";
import { Help } from "commander";
import { settingsHelp } from "../../cli/command";
import { programOf } from "../../cli/run";

/** Returns the page of commands: the help of each command, without the parts that are common to all. */
export function commandsPage(): string {
  const io = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: {}, cwd: () => "/" };
  const program = programOf(io);
  const sections = commandsIn(program).map(
    (command) => `## ${nameOf(command)}\n\n\`\`\`text example\n${helpOf(command).trim()}\n\`\`\``,
  );
  return [intro, ...sections, ""].join("\n\n");
}

const intro = `---
title: Commands
meta_desc: Every command of pulumi-cdn-zones with its options.
layout: package
---

<!-- Generated from the definitions in cli/ by \`npm run generate\`. -->

# Commands

\`npx pulumi-cdn-zones COMMAND\` runs a command. Every command also accepts \`--help\`, \`-C FOLDER\`, which runs it in this folder, and
\`--no-writes\`, which refuses each request that changes something in the account. \`emulator exec\` also accepts the options of \`emulator\`.
An argument of digits only is an id.

Commands that call the service take their settings from \`CDN_BASE_URL\`, \`CDN_ACCESS_KEY\` and other variables. If one of these two is not
set, they also use the configuration of a stack of the current project: the selected stack, or the stack that \`--stack NAME\` names.`;

function commandsIn(program: Command): Command[] {
  return program.commands.flatMap((command) => [command, ...commandsIn(command)]);
}

/** Returns the name of a command, with its parent's name: "emulator exec". */
function nameOf(command: Command): string {
  return command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();
}

/** Returns the options of a command, without those that the introduction describes. */
function visibleOptions(command: Command): Option[] {
  return new Help().visibleOptions(command).filter(({ long }) => long !== "--stack");
}

/** Returns the printed help of a command, with the examples at the end. */
function helpOf(command: Command): string {
  let text = "";
  command.configureHelp({ showGlobalOptions: false, visibleOptions }).helpOption(false);
  command.configureOutput({ writeOut: (more) => (text += more) }).outputHelp();
  return text.replace(`${settingsHelp} `, "").replace(`${settingsHelp}\n`, "");
}
