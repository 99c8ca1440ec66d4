import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "yaml";
import { detectDrift } from "../../drift/detect";
import { renderReport } from "../../drift/report/render";
import { startEmulator, type Emulator } from "../../emulator";
import { stateNow } from "../drift/support/state";
import type { ScriptResult } from "../e2e/support/engineUnderTest";
import { runScript } from "../e2e/support/script";

const root = path.join(__dirname, "../..");

interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Stands in for `gh`: keeps issues in a file, and prints them as JSON. */
const gh = `#!${process.execPath}
const fs = require("node:fs");
const file = process.env.ISSUES;
const issues = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : [];
const [noun, verb, ...args] = process.argv.slice(2);
const option = (name) => args[args.indexOf("--" + name) + 1];
const issue = issues.find(({ number }) => String(number) === args[0]);
if (process.env.GH_TOKEN !== "a token") throw new Error("no token");
if (noun + verb === "issuelist") {
  const isListed = ({ label, state }) => label === option("label") && state === option("state");
  console.log(JSON.stringify(issues.filter(isListed).map(({ number }) => ({ number })).slice(0, Number(option("limit")))));
} else if (noun + verb === "issuecreate") {
  const body = fs.readFileSync(option("body-file"), "utf8");
  issues.push({ number: issues.length + 41, state: "open", label: option("label"), title: option("title"), body });
} else if (noun + verb === "issueedit") {
  Object.assign(issue, { title: option("title"), body: fs.readFileSync(option("body-file"), "utf8") });
} else if (noun + verb === "issueclose") {
  Object.assign(issue, { state: "closed", comment: option("comment") });
} else if (noun + verb !== "labelcreate") throw new Error(process.argv.join(" "));
fs.writeFileSync(file, JSON.stringify(issues));
`;

describe("The workflows that tell of drift", function () {
  this.timeout(60_000);
  let folder = "";
  let emulator: Emulator;
  let state = "";
  const run = "https://github.example/acme/cdn/actions/runs/7";

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "notifications-"));
    await mkdir(path.join(folder, "bin"));
    await writeFile(path.join(folder, "bin/gh"), gh, { mode: 0o755 });
    emulator = await startEmulator({ seed: { storageZones: [{ Id: 1, Name: "assets" }] } });
    state = await stateNow(emulator, { managed: { 1: { rewrite404To200: false } } });
  });
  after(async () => {
    await emulator.close();
    await rm(folder, { recursive: true });
  });

  /** Checks as the action does, and returns its outputs. */
  async function check(unmanaged = false): Promise<Record<string, string>> {
    const env = { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey };
    const report = await detectDrift({ states: [{ state }], env, unmanaged });
    const [json, markdown] = [path.join(folder, "drift.json"), path.join(folder, "comment.md")];
    await writeFile(json, renderReport("json", report));
    await writeFile(markdown, renderReport("markdown", report));
    return { "exit-code": report.verdict === "clean" ? "0" : "2", json, markdown };
  }

  /** Runs the last step of a workflow as a runner of GitHub Actions does. */
  async function tell(
    workflow: string,
    outputs: Readonly<Record<string, string>>,
    given: Readonly<Record<string, string>> = {},
  ): Promise<ScriptResult> {
    const text = await readFile(path.join(root, "examples/drift-ci", workflow), "utf8");
    const step = (parse(text) as { jobs: { drift: { steps: Step[] } } }).jobs.drift.steps.at(-1);
    const contexts: Record<string, string> = {
      "github.token": "a token",
      "github.server_url": "https://github.example",
      "github.repository": "acme/cdn",
      "github.run_id": "7",
      ...Object.fromEntries(Object.entries(outputs).map(([name, value]) => [`steps.drift.outputs.${name}`, value])),
      ...given,
    };
    const env = Object.entries(step?.env ?? {}).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => contexts[expression] ?? ""),
    ]);
    return runScript(`set -o pipefail\n${step?.run ?? ""}`, folder, {
      PATH: `${folder}/bin:${String(process.env["PATH"])}`,
      HOME: folder,
      RUNNER_TEMP: folder,
      ISSUES: path.join(folder, "issues.json"),
      NO_PROXY: "127.0.0.1",
      ...(Object.fromEntries(env) as Record<string, string>),
    });
  }

  it("use only outputs that the action has", async () => {
    const { outputs } = parse(await readFile(path.join(root, "action.yml"), "utf8")) as { outputs: object };
    for (const workflow of ["github-actions.yml", "github-issue.yml", "github-chat.yml"]) {
      const text = await readFile(path.join(root, "examples/drift-ci", workflow), "utf8");
      const used = [...text.matchAll(/steps\.drift\.outputs\.([\w-]+)/g)].map(([, name]) => name);
      assert.ok(used.length > 0);
      assert.deepEqual(
        used.filter((name) => !Object.keys(outputs).includes(String(name))),
        [],
      );
    }
  });

  describe("github-issue.yml", () => {
    const issues = async (): Promise<Record<string, unknown>[]> =>
      JSON.parse(await readFile(path.join(folder, "issues.json"), "utf8")) as Record<string, unknown>[];

    async function told(outputs: Readonly<Record<string, string>>): Promise<void> {
      const { exitCode, text } = await tell("github-issue.yml", outputs);
      assert.equal(exitCode, 0, text);
    }

    it("opens one issue, updates it, closes it, and opens another one later", async () => {
      await told(await check());
      assert.deepEqual(await issues(), []);

      emulator.storageZones.change(1, { Rewrite404To200: true });
      await told(await check());
      const [opened, ...more] = await issues();
      assert.deepEqual([opened?.["state"], opened?.["title"], more], ["open", "CDN drift: acme/dev", []]);
      assert.match(String(opened?.["body"]), /^Found by https:.*\/runs\/7, .*\n\n## .*drift/);
      assert.match(String(opened?.["body"]), /`rewrite404To200` \| `false → true`/);

      emulator.storageZones.change(1, { Rewrite404To200: false });
      emulator.storageZones.add({ Id: 2, Name: "made-by-hand" });
      await told(await check(true));
      const [updated, ...others] = await issues();
      assert.deepEqual(
        [updated?.["state"], updated?.["title"], others],
        ["open", "CDN drift: objects in no state", []],
      );
      assert.match(String(updated?.["body"]), /made-by-hand/);

      emulator.storageZones.delete(2);
      await told(await check(true));
      await told(await check(true));
      const [closed] = await issues();
      assert.deepEqual([closed?.["state"], closed?.["comment"]], ["closed", `No drift any more: ${run}`]);

      emulator.storageZones.change(1, { Rewrite404To200: true });
      await told(await check());
      assert.deepEqual(
        (await issues()).map((issue) => issue["state"]),
        ["closed", "open"],
      );
    });

    it("fails and leaves the issue if the check failed", async () => {
      const earlier = await issues();
      for (const outputs of [{}, { "exit-code": "64" }, { ...(await check()), "exit-code": "1" }]) {
        assert.notEqual((await tell("github-issue.yml", outputs)).exitCode, 0);
        assert.deepEqual(await issues(), earlier);
      }
    });
  });

  describe("github-chat.yml", () => {
    const path = "/services/T0/B0/secret-part";

    /** Posts to a chat on loopback, which answers with a status. */
    async function posted(
      outputs: Readonly<Record<string, string>>,
      status = 200,
    ): Promise<ScriptResult & { readonly messages: string[] }> {
      const messages: string[] = [];
      const server = createServer((request, response) => {
        let body = "";
        request.on("data", (part: Buffer) => (body += part.toString()));
        request.on("end", () => {
          assert.deepEqual([request.url, request.headers["content-type"]], [path, "application/json"]);
          messages.push((JSON.parse(body) as { text: string }).text);
          response.writeHead(status).end("told to secret-part");
        });
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      try {
        const webhook = { "secrets.CHAT_WEBHOOK": `http://127.0.0.1:${String(port)}${path}` };
        return { ...(await tell("github-chat.yml", outputs, webhook)), messages };
      } finally {
        await new Promise((resolve) => server.close(resolve));
      }
    }

    it("posts what drifted, and no secret is in the log", async () => {
      emulator.storageZones.change(1, { Rewrite404To200: true });
      emulator.storageZones.add({ Id: 3, Name: "by-hand" });
      const { exitCode, text, messages } = await posted(await check(true));
      assert.equal(exitCode, 0, text);
      assert.doesNotMatch(text, /secret-part/);
      assert.deepEqual(messages, [
        `CDN zones: drift\nacme/dev: drift\n• StorageZone StorageZone-1 changed\n• StorageZone by-hand unmanaged\n${run}`,
      ]);
      emulator.storageZones.delete(3);
    });

    it("posts that the check failed, if there is no report", async () => {
      assert.deepEqual((await posted({})).messages, [`CDN zones: the check failed\n${run}`]);
    });

    it("fails without the address in the log if the chat refuses the message", async () => {
      const { exitCode, text } = await posted({}, 404);
      assert.notEqual(exitCode, 0);
      assert.match(text, /404/);
      assert.doesNotMatch(text, /secret-part/);
    });
  });
});
