import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { blocksOf } from "./support/blocks";

const blocks = blocksOf("docs/files-by-s3-tools.md");
const program = blocks.filter(({ language }) => language === "ts").map(({ text }) => text)[0] ?? "";
const commands = blocks.filter(({ language }) => language === "sh").map(({ text }) => text);

/** Outputs of the page's program at the public service. */
const outputs: Readonly<Record<string, string>> = {
  endpoint: "https://de-s3.storage.bunnycdn.com",
  bucket: "acme-files",
  secretKey: "pa ss",
};

describe("The commands for S3 tools", () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "s3-"));
    // A tool prints its arguments, and what it gets from the environment.
    const tool = (names: string): string =>
      `#!/bin/sh\necho "$(basename "$0") $*"\nfor name in ${names}; do eval "echo $name=\\$$name"; done\n`;
    const outputOf = Object.entries(outputs).map(([name, value]) => `${name}) echo "${value}";;`);
    const tools = {
      pulumi: `#!/bin/sh\n[ "$1 $2" = "stack output" ] || exit 1\ncase "$3" in ${outputOf.join(" ")} *) exit 1;; esac\n`,
      aws: tool("AWS_ENDPOINT_URL_S3 AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY"),
      rclone: tool(
        ["TYPE", "PROVIDER", "ENDPOINT", "REGION", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY"]
          .map((name) => `RCLONE_CONFIG_FILES_${name}`)
          .join(" "),
      ),
      s3cmd: tool(""),
    };
    for (const [name, text] of Object.entries(tools)) {
      writeFileSync(path.join(folder, name), text);
      chmodSync(path.join(folder, name), 0o755);
    }
  });

  after(() => {
    rmSync(folder, { recursive: true });
  });

  it("name outputs of the program, and pass endpoint, region, bucket and key to each tool", function () {
    if (process.platform === "win32") return this.skip();
    for (const name of Object.keys(outputs)) assert.ok(program.includes(`export const ${name} =`), name);
    const env = { PATH: `${folder}:${process.env["PATH"] ?? ""}` };
    const printed = execFileSync("sh", ["-euc", commands.join("\n")], { encoding: "utf8", env }).split("\n");
    const { endpoint = "", bucket = "", secretKey = "" } = outputs;
    const ofAws = [
      `AWS_ENDPOINT_URL_S3=${endpoint}`,
      "AWS_REGION=de",
      `AWS_ACCESS_KEY_ID=${bucket}`,
      `AWS_SECRET_ACCESS_KEY=${secretKey}`,
    ];
    const ofRclone = [
      ...["TYPE=s3", "PROVIDER=Other", `ENDPOINT=${endpoint}`, "REGION=de"],
      ...[`ACCESS_KEY_ID=${bucket}`, `SECRET_ACCESS_KEY=${secretKey}`],
    ];
    assert.deepEqual(printed.filter(Boolean), [
      ...["aws configure set default.s3.addressing_style path", ...ofAws],
      ...["aws s3 ls s3://acme-files/", ...ofAws],
      ...["aws s3 sync ./public s3://acme-files/public", ...ofAws],
      "rclone copy ./public files:acme-files/public",
      ...ofRclone.map((line) => `RCLONE_CONFIG_FILES_${line}`),
      `s3cmd --host de-s3.storage.bunnycdn.com --host-bucket de-s3.storage.bunnycdn.com --access_key ${bucket} ` +
        `--secret_key ${secretKey} --region de put ./public/index.html s3://acme-files/public/index.html`,
    ]);
  });
});
