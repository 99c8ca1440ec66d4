import { InvalidArgumentError, Option, type Command } from "commander";
import { defaultAccessKey } from "../../emulator/settings";
import type { CommandIo } from "../command";
import { integer } from "../command";
import type { EmulatorCommandOptions } from "./serve";

/** `pulumi-cdn-zones emulator` */
export function defineEmulator(command: Command, io: CommandIo): void {
  command
    .description(
      "Run an emulator of the service on this machine, in memory unless --data is given. Once it listens it prints its address, key " +
        'and token: in words on a terminal, otherwise as a line of JSON, {"event":"ready","url":…,"port":…,"storageHostname":…,' +
        '"accessKey":…,"controlToken":…,"resolver":…,"pid":…}. SIGINT and SIGTERM end it.',
    )
    .summary("run an emulator of the service on this machine")
    .option("--port <n>", "port to listen on (default: a free one)", integer(0, 65_535))
    .option(
      "--storage-port <n>",
      "port of the storage host, which serves files (default: a free one)",
      integer(0, 65_535),
    )
    .option("--host <host>", "address to listen on (default: 127.0.0.1)")
    .option("--access-key <key>", `key that requests must carry (default: ${defaultAccessKey})`)
    .option(
      "--seed <file>",
      "initial storageZones, pullZones, dnsZones, dnsRecords, edgeScripts, accessLogs and takenNames, as JSON or YAML",
    )
    .option(
      "--data <folder>",
      "keep zones, files and passwords in this folder, for the next start; the seed is for a new one",
    )
    .option("--faults <file>", "fault rules, as JSON or YAML")
    .option("--random-seed <n>", "seed of passwords and faults (default: 1)", integer(0, 2 ** 32 - 1))
    .option("--latency-ms <n>", "delay of every response", integer(0))
    .option("--rate-limit <n/s>", "answer 429 beyond n requests in s seconds", rateLimit)
    .option("--replication-ms <n>", "how long a new replication region is in progress (default: 0)", integer(0))
    .option("--file-replication-ms <n>", "how long until the replicas have an uploaded file (default: 0)", integer(0))
    .option(
      "--log-entries <n>",
      "access log entries of each pull zone with enableLogging: true; without pull zones in the seed there is one, with the id 1",
      integer(0, 10_000_000),
    )
    .option(
      "--pointed-hostnames <names>",
      "hostnames whose DNS records point to the CDN, comma-separated, so that they can have a free certificate; '*' for all",
      (names: string) => names.split(","),
    )
    .option(
      "--undelegated <domains>",
      "domains whose registrars name other nameservers, comma-separated, so that their DNS zones don't count for certificates; '*' for all",
      (domains: string) => domains.split(","),
    )
    .option("--verbose", "print each request on standard error")
    .addOption(
      new Option("--format <format>", "output format (default: text on a terminal, otherwise json)").choices([
        "text",
        "json",
      ]),
    )
    .option("--soft-delete", 'answer GET of a deleted storage zone with "Deleted": true instead of 404')
    .option("--contract", "answer as the contract alone, without what the public service was recorded to do")
    .option("--public-names", "with --contract: the publicly known names of 13 pull zone fields, and decimal points")
    .option("--decimal-point", "with --contract: write decimal fields with a decimal point: 0.0")
    .action(async (options: EmulatorCommandOptions) => {
      io.exitCode = await loaded().serve(options, io);
    })
    .helpCommand(false);
  command
    .command("exec")
    .description(
      "Run a command against the emulator, with CDN_BASE_URL, CDN_LOGS_BASE_URL, CDN_ACCESS_KEY, " +
        "CDN_RESOLVER and CDN_EMULATOR_CONTROL_TOKEN set, and exit with its exit code. What it prints itself goes to standard error. " +
        "An explicit Provider ignores these variables and calls the real service, unless its own are set: " +
        'CDN_BASE_URL_EU and CDN_ACCESS_KEY_EU for "eu".',
    )
    .summary("run a command against the emulator: exec -- COMMAND ARGS")
    .usage("-- COMMAND [ARGS...]")
    .argument("<command...>")
    .action(async (words: readonly string[]) => {
      io.exitCode = await loaded().serve(command.opts<EmulatorCommandOptions>(), io, words);
    });
}

function loaded(): typeof import("./serve") {
  return require("./serve") as typeof import("./serve");
}

function rateLimit(text: string): { requests: number; perSeconds: number } {
  const [, requests, perSeconds] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  if (requests === undefined) throw new InvalidArgumentError("It must be REQUESTS/SECONDS, such as 30/10.");
  return { requests: Number(requests), perSeconds: Number(perSeconds) };
}
