import type { Command } from "commander";
import { programOf } from "../../cli/run";

/** The page with all commands: what each says with `--help`. */
export function commandsPage(): string {
  const io = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: {}, cwd: () => "/" };
  const program = programOf(io);
  const sections = commandsIn(program).map(
    (command) => `## ${nameOf(command)}\n\n\`\`\`text example\n${helpOf(command).trim()}\n\`\`\``,
  );
  return [intro, `\`\`\`text example\n${helpOf(program).trim()}\n\`\`\``, ...sections, ""].join("\n\n");
}

const intro = `---
title: Commands
meta_desc: Every command of pulumi-cdn-zones with its options.
layout: package
---

<!-- Generated from the definitions in cli/ by \`npm run generate\`. -->

# Commands

\`npx pulumi-cdn-zones COMMAND\` runs one of these. This page is what each says with \`--help\`.`;

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
  command.configureOutput({ writeOut: (more) => (text += more) }).outputHelp();
  return text;
}
