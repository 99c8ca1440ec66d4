import type { Command } from "commander";
import { settingsHelp } from "../../cli/command";
import { programOf } from "../../cli/run";

/** The page with all commands: what each says with `--help`, without what all of them say. */
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

\`npx pulumi-cdn-zones COMMAND\` runs one of these. Each also takes \`--help\`, which prints what is below, and \`-C FOLDER\`;
\`emulator exec\` also takes the options of \`emulator\`.

The commands that call the service take their settings from \`CDN_BASE_URL\`, \`CDN_ACCESS_KEY\` and the other variables. If one of these two
is not set, they also use the configuration of the current project's stack: the selected one, or that of \`--stack\`.`;

function commandsIn(program: Command): Command[] {
  return program.commands.flatMap((command) => [command, ...commandsIn(command)]);
}

/** "emulator exec" */
function nameOf(command: Command): string {
  return command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();
}

/** As it is printed, with the examples at its end. */
function helpOf(command: Command): string {
  let text = "";
  if (command.parent !== null) command.configureHelp({ showGlobalOptions: false }).helpOption(false);
  command.configureOutput({ writeOut: (more) => (text += more) }).outputHelp();
  return text.replace(`${settingsHelp} `, "").replace(`${settingsHelp}\n`, "");
}
