import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { get } from "node:http";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Emulator } from "../emulator";
import { cliEngine } from "../test/e2e/support/cliEngine";
import type { RunResult } from "../test/e2e/support/engineUnderTest";
import { localEngine } from "../test/e2e/support/localEngine";
import { byVariables, openWorld, type World } from "../test/e2e/support/world";

const engines = {
  local: { engine: localEngine, name: "local engine (stand-in for the Pulumi CLI)" },
  cli: { engine: cliEngine, name: "the Pulumi CLI" },
};

/** Runs the storage-zone example from its first `up` to `destroy`, with a change made outside of Pulumi on the way. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { engine: { type: "string", default: "local" } } });
  if (values.engine !== "local" && values.engine !== "cli") {
    throw new Error(`--engine must be local or cli, but got: ${JSON.stringify(values.engine)}`);
  }
  const { engine, name } = engines[values.engine];
  const world = await openWorld(
    engine,
    { copyOf: path.join(__dirname, "..", "examples", "storage-zone") },
    {
      ...byVariables,
      config: { pullZoneId: "77" },
      stackName: "quickstart",
      seed: {
        // The storage zone that the program creates gets the id 1.
        pullZones: [
          { Id: 77, Name: "website", StorageZoneId: 1, OriginUrl: "https://www.example.com", BlockedCountries: ["XX"] },
        ],
      },
    },
  );
  try {
    print(`Engine: ${name}\nService: an emulator at ${world.emulator.url}, seeded with pull zone 77`);
    print(`Site: what pull zone 77 serves, while this runs: ${siteOf(world.emulator)}/\n`);
    await walk(world);
  } finally {
    await world.close();
  }
}

async function walk({ stack, emulator }: World): Promise<void> {
  const { storageZones } = emulator;
  title(1, "Declare a storage zone and read a pull zone (examples/storage-zone)");
  show(await stack.up({ refresh: true }));
  const zone = storageZones.named("acme-assets");
  if (zone === undefined) throw new Error("the storage zone was not created");

  title(2, "Outside of Pulumi, somebody makes the zone answer 200 for missing files");
  storageZones.change(Number(zone.Id), { Rewrite404To200: true, StorageUsed: 4096, FilesStored: 1 });
  print("    (its counters changed as well, which is not drift)");
  print(`    a visitor now gets: ${await visited(emulator)}`);

  title(3, "Show the drift with old and new value; a pipeline goes by the exit code");
  const preview = await stack.preview({ refresh: true, diff: true, expectNoChanges: true });
  show(preview, preview.exitCode);
  print(`    exit code ${String(preview.exitCode)}`);
  if (preview.exitCode !== 7) throw new Error("the change was not reported as drift");

  title(4, "Repair it");
  show(await stack.up({ refresh: true }));
  if (storageZones.named("acme-assets")?.Rewrite404To200 !== false) throw new Error("the drift was not repaired");
  // The cache still has what visitors got before.
  await fetch(`${emulator.url}/pullzone/77/purgeCache`, { method: "POST", headers: { AccessKey: emulator.accessKey } });
  print(`    and once the cache is purged: ${await visited(emulator)}`);
  // destroy refuses a zone that holds files.
  storageZones.change(Number(zone.Id), { StorageUsed: 0, FilesStored: 0 });

  title(5, "Clean up");
  show(await stack.destroy());
  if (storageZones.list().length > 0) throw new Error("a storage zone was left behind");
  print("\nDone: nothing is left. Next: README.md, then your own account with `pulumi up`.");
}

/** Where a browser finds what pull zone 77 serves. */
function siteOf({ port }: Emulator): string {
  return `http://website.localhost:${String(port)}`;
}

/** What a visitor gets for a page that is not there. */
async function visited(emulator: Emulator): Promise<string> {
  const url = new URL("/missing", siteOf(emulator));
  // Not every system resolves *.localhost, as browsers do.
  const asked = get({ host: "127.0.0.1", port: url.port, path: url.pathname, headers: { host: url.host } });
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  response.resume();
  return `GET ${url.href} ${String(response.statusCode)}`;
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
