import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { cliEngine, hasCli } from "../../test/e2e/support/cliEngine";
import { localEngine } from "../../test/e2e/support/localEngine";
import { byVariables, openWorld, type World } from "../../test/e2e/support/world";
import { command, did, pressEnter, say, show, title, visit } from "./screen";

const production = "prod";
const preview = "pr-42";

/** Runs the website example in two stacks, from the first `up` to `destroy`, with a drift report and a rollback on the way. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { engine: { type: "string", default: hasCli() ? "cli" : "local" } } });
  if (values.engine !== "local" && values.engine !== "cli") {
    throw new Error(`--engine must be local or cli, but got: ${JSON.stringify(values.engine)}`);
  }
  const engine = values.engine === "cli" ? cliEngine : localEngine;
  say(
    engine === cliEngine
      ? "Engine:  the pulumi on your PATH; its state is kept in a temporary folder. Without it: npm run quickstart -- --engine local"
      : "Engine:  a stand-in for the Pulumi CLI, because pulumi is not on the PATH or because you chose it",
  );
  const folder = mkdtempSync(path.join(tmpdir(), "quickstart-"));
  const world = await openWorld(
    engine,
    { copyOf: path.join(__dirname, "..", "..", "examples", "website") },
    { ...byVariables, stackName: production },
  );
  say(`Service: an emulator at ${world.emulator.url}. It needs no account and no key, and nothing leaves this machine`);
  try {
    const { projectDir, emulator } = world;
    const second = await engine.openStack({ projectDir, stackName: preview, env: byVariables.env(emulator) });
    try {
      await walk(world, second, folder);
    } finally {
      await second.close();
    }
  } finally {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function walk(world: World, second: World["stack"], folder: string): Promise<void> {
  const { stack, emulator, projectDir } = world;
  const { url, accessKey, port, pullZones, storageZones } = emulator;
  const run = command({ folder, env: { CDN_BASE_URL: url, CDN_ACCESS_KEY: accessKey } });
  const site = { port, name: "acme-site" };

  title(1, "Declare a website with its domain, and a preview site for pull request 42");
  // Both stacks are updated at the same time, as by two pipelines.
  const [first, other] = await Promise.all([stack.up(), second.up()]);
  show(`pulumi up --stack ${production}`, first);
  show(`pulumi up --stack ${preview}`, other);
  const web = pullZones.list().find(({ Name }) => Name === site.name);
  if (web === undefined) throw new Error("the site was not created");
  did("open it in a browser", `http://${site.name}.localhost:${String(port)}/`);
  did("and the preview", `http://${site.name}-${preview}.localhost:${String(port)}/`);
  did("a visitor gets", await visit(site, "/"));

  title(2, "Change a page: visitors get the complete new release at once");
  appendFileSync(path.join(projectDir, "public", "index.html"), "<!-- new -->\n");
  show(`pulumi up --stack ${production}`, await stack.up());
  if (!String(emulator.visit(web.Id, "/").body).includes("new")) throw new Error("the page was not delivered");

  title(3, "Somebody adds a redirect by hand, and makes the storage zone answer 200 for missing files");
  const zone = storageZones.named(site.name);
  const rules = pullZones.get(web.Id)?.EdgeRules ?? [];
  pullZones.change(web.Id, { EdgeRules: [...rules, { ...rogue, OrderIndex: rules.length }] });
  storageZones.change(zone?.Id ?? 0, { Rewrite404To200: true });
  did("a visitor of /about/ gets", await visit(site, "/about/"));
  did("a visitor of a missing page gets", await visit(site, "/missing/"));

  title(4, "Find the changes: compare both states with the service, without program or passphrase");
  mkdirSync(path.join(folder, "states"));
  for (const [name, of] of [[production, stack] as const, [preview, second] as const]) {
    writeFileSync(path.join(folder, "states", `${name}.json`), JSON.stringify(await of.exportState()));
  }
  const check = ["drift", "--state", "states", "--unmanaged", "--report", "text=-", "--report", "html=drift.html"];
  await run(check, 2);
  did("the same report for a browser", pathToFileURL(path.join(folder, "drift.html")).href);
  await pressEnter("Open the site and the report. Press Enter to repair, roll back and clean up");

  title(5, "Repair: pulumi restores what is declared, and the redirect is removed where it was added");
  show(`pulumi up --refresh --stack ${production}`, await stack.up({ refresh: true }));
  pullZones.change(web.Id, {
    EdgeRules: (pullZones.get(web.Id)?.EdgeRules ?? []).filter(({ Guid }) => Guid !== rogue.Guid),
  });
  did("a visitor of /about/ gets", await visit(site, "/about/"));
  did("a visitor of a missing page gets", await visit(site, "/missing-too/"));

  title(6, "Roll back to the previous release, without an upload");
  await run(["rollback", `pull-zone:${site.name}`, "--yes"], 0);
  if (String(emulator.visit(web.Id, "/").body).includes("new")) throw new Error("the release before was not delivered");

  title(7, "Clean up");
  const [gone, alsoGone] = await Promise.all([stack.destroy(), second.destroy()]);
  show(`pulumi destroy --stack ${production}`, gone);
  show(`pulumi destroy --stack ${preview}`, alsoGone);
  if (storageZones.list().length + pullZones.list().length > 0) throw new Error("a zone was left behind");
  say("\nDone: everything is deleted. Next: read README.md, then run `pulumi up` with your own account.");
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
