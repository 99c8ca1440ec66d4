import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { cliEngine, hasCli } from "../../test/e2e/support/cliEngine";
import { localEngine } from "../../test/e2e/support/localEngine";
import type { RunResult } from "../../test/e2e/support/engineUnderTest";
import { byVariables, openWorld, type World } from "../../test/e2e/support/world";
import {
  addressOf,
  anyKey,
  command,
  did,
  isTerminal,
  say,
  show,
  shownCommand,
  title,
  visit,
  withProgress,
} from "./screen";

const production = "prod";
const preview = "pr-42";
/** Name of the zones of the example in production. */
const zoneName = "acme-site";

const help = `npm run quickstart -- [options]

A tour of pulumi-cdn-zones on an emulator of the service: a site in two stacks, drift, repair and rollback. It needs no account and takes
less than a minute. At the end it waits for a key, and then deletes everything. Without a terminal it deletes at once all but the report.

  --engine cli|local  cli: the pulumi on the PATH; local: a stand-in for it (default: cli if there is one)
  --keep              keep the sites, the states and the report, and print how to open them again
  --help              show this text
`;

interface Options {
  readonly engine: typeof cliEngine;
  readonly keep: boolean;
}

function optionsOf(argv: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      engine: { type: "string", default: hasCli() ? "cli" : "local" },
      keep: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return undefined;
  if (values.engine !== "local" && values.engine !== "cli") {
    throw new Error(`--engine must be local or cli, but got: ${JSON.stringify(values.engine)}`);
  }
  return { engine: values.engine === "cli" ? cliEngine : localEngine, keep: values.keep };
}

/** Runs the website example in two stacks, from the first `up` to `destroy`, with a drift report and a rollback on the way. */
async function main(): Promise<void> {
  const options = optionsOf(process.argv.slice(2));
  if (options === undefined) return say(help.trimEnd());
  const { engine, keep } = options;
  say(
    engine === cliEngine
      ? "Engine:  the pulumi on your PATH; its state is kept in a temporary folder. Without it: npm run quickstart -- --engine local"
      : "Engine:  a stand-in for the Pulumi CLI, because pulumi is not on the PATH or because you chose it",
  );
  const folder = mkdtempSync(path.join(tmpdir(), "quickstart-"));
  const data = path.join(folder, "emulator");
  const world = await openWorld(
    engine,
    { copyOf: path.join(__dirname, "..", "..", "examples", "website") },
    { ...byVariables, stackName: production, data },
  );
  const { projectDir, emulator } = world;
  say(`Service: an emulator at ${emulator.url}. It needs no account and no key, and nothing leaves this machine`);
  let isDone = false;
  try {
    const second = await engine.openStack({
      projectDir,
      stackName: preview,
      env: { ...byVariables.env(emulator), CDN_EDGE_DELAY_SECONDS: "0.05" },
    });
    try {
      await walk(world, second, folder);
      if (!keep) await cleanUp(world, second);
      isDone = true;
    } finally {
      await second.close();
    }
  } finally {
    await world.close();
    if (!isDone || (!keep && isTerminal())) rmSync(folder, { recursive: true, force: true });
  }
  if (keep) return tellKept(emulator, folder);
  if (!isTerminal()) {
    for (const name of ["emulator", "states"]) rmSync(path.join(folder, name), { recursive: true, force: true });
    did("the report", path.join(folder, "drift.html"));
  }
  say(
    `\nDone: everything${isTerminal() ? "" : " else"} is deleted. Next: read README.md, then run \`pulumi up\` with your own account.`,
  );
}

function tellKept({ port, storageHostname }: World["emulator"], folder: string): void {
  say(`\nKept in ${folder}: drift.html, the states, and the emulator's zones and files. To open the sites again:`);
  const ports = `--port ${String(port)} --storage-port ${String(storageHostname.split(":").at(-1))}`;
  say(`  npx pulumi-cdn-zones emulator --data ${path.join(folder, "emulator")} ${ports}`);
}

async function walk(world: World, second: World["stack"], folder: string): Promise<void> {
  const { stack, emulator, projectDir } = world;
  const { url, accessKey, port, pullZones, storageZones } = emulator;
  const run = command({ folder, env: { CDN_BASE_URL: url, CDN_ACCESS_KEY: accessKey } });
  // Not by the name of the pull zone: its own hostname is redirected to this one.
  const site = { port, name: "www.acme.example" };
  const [live, tried] = [addressOf(site), addressOf({ port, name: `${zoneName}-${preview}` })];
  const seen = async (to: string): Promise<string> => (await visit(site, to)).line;

  title(1, "Declare a website with its domain, and a preview site for pull request 42");
  // Both stacks are updated at the same time, as by two pipelines.
  await pulumi([`up --stack ${production}`, () => stack.up()], [`up --stack ${preview}`, () => second.up()]);
  const web = pullZones.list().find(({ Name }) => Name === zoneName);
  if (web === undefined) throw new Error("the site was not created");
  did("open it in a browser", live);
  did("and the preview", tried);
  did("a visitor gets", await seen("/"));

  title(2, "Change a page: visitors get the complete new release at once");
  appendFileSync(path.join(projectDir, "public", "index.html"), "<!-- new -->\n");
  await pulumi([`up --stack ${production}`, () => stack.up()]);
  if (!(await visit(site, "/")).body.includes("new")) throw new Error("the page was not delivered");

  title(3, "Somebody adds a redirect by hand, and makes the storage zone answer 200 for missing files");
  const zone = storageZones.named(zoneName);
  const rules = pullZones.get(web.Id)?.EdgeRules ?? [];
  pullZones.change(web.Id, { EdgeRules: [...rules, { ...rogue, OrderIndex: rules.length }] });
  storageZones.change(zone?.Id ?? 0, { Rewrite404To200: true });
  did("a visitor of /about/ gets", await seen("/about/"));
  did("a visitor of a missing page gets", await seen("/missing/"));

  title(4, "Find the changes: compare both states with the service, without program or passphrase");
  mkdirSync(path.join(folder, "states"));
  for (const [name, of] of [[production, stack] as const, [preview, second] as const]) {
    writeFileSync(path.join(folder, "states", `${name}.json`), JSON.stringify(await of.exportState()));
  }
  const check = ["drift", "--state", "states", "--unmanaged", "--report", "text=-", "--report", "html=drift.html"];
  await run(check, 2);
  const report = pathToFileURL(path.join(folder, "drift.html")).href;
  did("the same report for a browser", report);

  title(5, "Repair: pulumi restores what is declared, and the redirect is removed where it was added");
  await pulumi([`up --refresh --stack ${production}`, () => stack.up({ refresh: true })]);
  pullZones.change(web.Id, {
    EdgeRules: (pullZones.get(web.Id)?.EdgeRules ?? []).filter(({ Guid }) => Guid !== rogue.Guid),
  });
  did("a visitor of /about/ gets", await seen("/about/"));
  did("a visitor of a missing page gets", await seen("/missing-too/"));

  title(6, "Roll back to the previous release, without an upload");
  await run(["rollback", `pull-zone:${zoneName}`, "--yes"], 0);
  if ((await visit(site, "/")).body.includes("new")) throw new Error("the release before was not delivered");

  say(`\nThe site: ${live}, the preview: ${tried}, the report: ${report}`);
}

async function cleanUp({ stack, emulator: { storageZones, pullZones } }: World, second: World["stack"]): Promise<void> {
  await anyKey("Look at them as long as you like. Press a key to delete everything");
  title(7, "Clean up");
  await pulumi(
    [`destroy --stack ${production}`, () => stack.destroy()],
    [`destroy --stack ${preview}`, () => second.destroy()],
  );
  if (storageZones.list().length + pullZones.list().length > 0) throw new Error("a zone was left behind");
}

/** Runs commands of pulumi at the same time, and shows what each did. */
async function pulumi(...runs: readonly (readonly [args: string, run: () => Promise<RunResult>])[]): Promise<void> {
  const lines = runs.map(([args]) => `pulumi ${args}`);
  for (const line of lines) shownCommand(line);
  const results = await withProgress(Promise.all(runs.map(([, run]) => run())));
  for (const [index, result] of results.entries()) show(lines[index] ?? "", result, { isNamed: runs.length > 1 });
}

/** A redirect that no program declares. */
const rogue = {
  Guid: "c0ffee00-0000-4000-8000-000000000001",
  ActionType: 1,
  ActionParameter1: "https://elsewhere.example/",
  ActionParameter2: "302",
  Enabled: true,
  Triggers: [{ Type: 0, PatternMatches: ["/about/*"] }],
};

main().catch((error: unknown) => {
  process.stderr.write(`quickstart: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
