import type { Command } from "commander";
import { settingsHelp } from "../../cli/command";
import { programOf } from "../../cli/run";

/** Returns the page of commands: the help of each command, without the parts that are common to all. */
export function commandsPage(): string {
  const io = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: {}, cwd: () => "/" };
  const program = programOf(io);
  const overview = helpOf(program);
  const sections = commandsIn(program).map(
    (command) => `## ${nameOf(command)}\n\n\`\`\`text example\n${helpOf(command).trim()}\n\`\`\``,
  );
  return [intro, `\`\`\`text example\n${overview.trim()}\n\`\`\``, ...sections, ""].join("\n\n");
}

const intro = `---
title: Commands
meta_desc: Every command of pulumi-cdn-zones with its options.
layout: package
---

<!-- Generated from the definitions in cli/ by \`npm run generate\`. -->

# Commands

\`npx pulumi-cdn-zones COMMAND\` runs a command. Every command also accepts \`--help\`, which prints the text below, and \`-C FOLDER\`;
\`emulator exec\` also accepts the options of \`emulator\`.

Commands that call the service take their settings from \`CDN_BASE_URL\`, \`CDN_ACCESS_KEY\` and other variables. If one of these two is not
set, they also use the configuration of a stack of the current project: the selected stack, or the stack that \`--stack\` names.`;

function commandsIn(program: Command): Command[] {
  return program.commands.flatMap((command) => [command, ...commandsIn(command)]);
}

/** Returns the name of a command, with its parent's name: "emulator exec". */
function nameOf(command: Command): string {
  return command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();
}

/** Returns the printed help of a command, with the examples at the end. */
function helpOf(command: Command): string {
  let text = "";
  if (command.parent !== null) command.configureHelp({ showGlobalOptions: false }).helpOption(false);
  command.configureOutput({ writeOut: (more) => (text += more) }).outputHelp();
  return text.replace(`${settingsHelp} `, "").replace(`${settingsHelp}\n`, "");
}
