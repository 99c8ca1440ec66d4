import { once } from "node:events";
import { appendFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { get } from "node:http";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Emulator } from "../../emulator";
import { cliEngine } from "../../test/e2e/support/cliEngine";
import type { RunResult } from "../../test/e2e/support/engineUnderTest";
import { localEngine } from "../../test/e2e/support/localEngine";
import { byVariables, openWorld, type World } from "../../test/e2e/support/world";

const engines = {
  local: { engine: localEngine, name: "local engine (stand-in for the Pulumi CLI)" },
  cli: { engine: cliEngine, name: "the Pulumi CLI" },
};

/** Runs the website example from its first `up` to `destroy`, with a changed page, and a change made outside of Pulumi, on the way. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { engine: { type: "string", default: "local" } } });
  if (values.engine !== "local" && values.engine !== "cli") {
    throw new Error(`--engine must be local or cli, but got: ${JSON.stringify(values.engine)}`);
  }
  const { engine, name } = engines[values.engine];
  const world = await openWorld(
    engine,
    { copyOf: path.join(__dirname, "..", "..", "examples", "website") },
    { ...byVariables, stackName: "quickstart" },
  );
  try {
    print(`Engine: ${name}\nService: an emulator at ${world.emulator.url}\n`);
    await walk(world);
  } finally {
    await world.close();
  }
}

async function walk({ stack, emulator, projectDir }: World): Promise<void> {
  const { pullZones, storageZones } = emulator;
  title(1, "Declare a website with its domain (examples/website)");
  show(await stack.up());
  const zone = storageZones.named("acme-site");
  const [pullZone] = pullZones.list();
  if (zone === undefined || pullZone === undefined) throw new Error("the site was not created");
  print(`    while this runs, a browser opens the site at ${siteOf(emulator, pullZone.Name)}/`);

  title(2, "Change a page: only that file is sent, and the cache is emptied");
  appendFileSync(path.join(projectDir, "public", "index.html"), "<!-- changed -->\n");
  show(await stack.preview({ diff: true }));
  show(await stack.up());
  if (!String(emulator.visit(pullZone.Id, "/").body).includes("changed")) throw new Error("the page was not delivered");

  title(3, "Outside of Pulumi, somebody makes the zone answer 200 for missing files");
  storageZones.change(zone.Id, { Rewrite404To200: true });
  print(`    a visitor now gets: ${await visited(emulator, pullZone.Name)}`);

  title(4, "Show the drift with old and new value; a pipeline goes by the exit code");
  const preview = await stack.preview({ refresh: true, diff: true, expectNoChanges: true });
  show(preview, preview.exitCode);
  print(`    exit code ${String(preview.exitCode)}`);
  if (preview.exitCode !== 7) throw new Error("the change was not reported as drift");

  title(5, "Repair it");
  show(await stack.up({ refresh: true }));
  if (storageZones.get(zone.Id)?.Rewrite404To200 !== false) throw new Error("the drift was not repaired");
  print(`    a visitor now gets: ${await visited(emulator, pullZone.Name)}`);

  title(6, "Clean up");
  show(await stack.destroy());
  if (storageZones.list().length + pullZones.list().length > 0) throw new Error("a zone was left behind");
  print("\nDone: nothing is left. Next: README.md, then your own account with `pulumi up`.");
}

/** Where a browser finds what a pull zone serves. */
function siteOf({ port }: Emulator, name: string | null | undefined): string {
  return `http://${name ?? ""}.localhost:${String(port)}`;
}

/** What a visitor gets for a page that is not there. Each asks for another one, so that no cache answers. */
async function visited(emulator: Emulator, name: string | null | undefined): Promise<string> {
  const url = new URL(`/missing-${String(Date.now())}`, siteOf(emulator, name));
  // Not every system resolves *.localhost, as browsers do.
  const asked = get({ host: "127.0.0.1", port: url.port, path: url.pathname, headers: { host: url.host } });
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  response.resume();
  return `${String(response.statusCode)} for a missing page`;
}

/** Prints what a run did. */
function show({ text, exitCode }: RunResult, expected = 0): void {
  print(text);
  if (exitCode !== expected) throw new Error("the step above failed");
}

function title(step: number, text: string): void {
  print(`\n${String(step)}. ${text}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`quickstart: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
