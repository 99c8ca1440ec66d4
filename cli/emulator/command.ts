import { InvalidArgumentError, Option, type Command } from "commander";
import { defaultAccessKey } from "../../emulator/settings";
import type { CommandIo } from "../command";
import { integer } from "../command";
import type { EmulatorCommandOptions } from "./serve";

/** `pulumi-cdn-zones emulator` */
export function defineEmulator(command: Command, io: CommandIo): void {
  command
    .description(
      "Run an emulator of the service on this machine, in memory unless --data is given. Once it listens, it prints its address, key and " +
        "token: as text on a terminal, otherwise as one line of JSON. SIGINT and SIGTERM end it.",
    )
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
      "initial objects of each kind, such as storageZones; also accessLogs and takenNames; as JSON or YAML",
    )
    .option(
      "--data <folder>",
      "keep zones, files and passwords in this folder for the next start; a seed applies only to a new folder",
    )
    .option("--faults <file>", "fault rules, as JSON or YAML")
    .option(
      "--random-seed <n>",
      "random seed for passwords, log entries and faults (default: 1)",
      integer(0, 2 ** 32 - 1),
    )
    .option("--latency-ms <n>", "delay of every response", integer(0))
    .option("--rate-limit <n/s>", "respond with 429 after n requests in s seconds", rateLimit)
    .option("--replication-ms <n>", "time until a new replication region is enabled (default: 0)", integer(0))
    .option("--file-replication-ms <n>", "time until the replicas have an uploaded file (default: 0)", integer(0))
    .option(
      "--log-entries <n>",
      "number of access log entries of each pull zone with enableLogging: true",
      integer(0, 10_000_000),
    )
    .option(
      "--pointed-hostnames <names>",
      "hostnames whose DNS records point to the CDN, for free certificates, comma-separated; '*' for all",
      (names: string) => names.split(","),
    )
    .option(
      "--undelegated <domains>",
      "domains that are not delegated to their DNS zones, comma-separated; '*' for all",
      (domains: string) => domains.split(","),
    )
    .option("--verbose", "print each request on standard error")
    .addOption(
      new Option("--format <format>", "output format (default: text on a terminal, otherwise json)").choices([
        "text",
        "json",
      ]),
    )
    .option("--soft-delete", 'respond to GET of a deleted storage zone with "Deleted": true instead of 404')
    .option("--contract", "follow only the contract, without the recorded behaviour of the public service")
    .option(
      "--only-recorded",
      "answer 501 to every shape, number and name in a request that nobody recorded as accepted",
    )
    .addOption(
      new Option(
        "--allow-rows <rows>",
        "like --only-recorded, but allow what these rows of docs/contract-and-assumptions.md describe, comma-separated",
      )
        .argParser((rows: string) => rows.split(","))
        .implies({ onlyRecorded: true }),
    )
    .option(
      "--public-names",
      "with --contract: use the publicly known names of 13 pull zone fields, and decimal points",
    )
    .option("--decimal-point", "with --contract: write decimal fields with a decimal point: 0.0")
    .action(async (options: EmulatorCommandOptions) => {
      io.exitCode = await loaded().serve(options, io);
    })
    .helpCommand(false);
  command
    .command("exec")
    .description(
      "Run a command with CDN_BASE_URL, CDN_LOGS_BASE_URL, CDN_ACCESS_KEY, CDN_RESOLVER and CDN_EMULATOR_CONTROL_TOKEN of the emulator, " +
        "and exit with its exit code. The emulator prints on standard error. " +
        "An explicit Provider ignores these variables and calls the real service, unless its own variables are set: " +
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
