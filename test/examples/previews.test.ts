import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";
import { blocksOf } from "../docs/support/blocks";
import { onTheCli } from "../e2e/support/engines";
import { byVariables, openWorld, type World } from "../e2e/support/world";

const example = path.join(__dirname, "../../examples/website");

interface Job {
  readonly steps?: readonly { readonly run?: string }[];
  readonly script?: readonly string[];
}

function parsed(file: string): unknown {
  return parse(readFileSync(path.join(example, file), "utf8"));
}

/** The script of a job of GitHub, as a runner runs its steps; `npm ci` is left out. */
function gitHubJob(name: string): string {
  const { jobs } = parsed("github-previews.yml") as { jobs: Record<string, Job> };
  const steps = (jobs[name]?.steps ?? []).flatMap(({ run }) => (run === undefined || run === "npm ci" ? [] : [run]));
  assert.ok(steps.length > 0, name);
  return steps.map((step) => `${step}\nif [ -f github.env ]; then . ./github.env; fi\n`).join("");
}

/** The script of a job of GitLab, line by line. */
function gitLabJob(name: string): string {
  const jobs = parsed("gitlab-previews.yml") as Record<string, Job>;
  const { script = assert.fail(name) } = jobs[name] ?? {};
  return script.join("\n");
}

/** Stands in for `gh`: notes comments, and knows the state of each pull request from a file. */
const gh = `#!${process.execPath}
const fs = require("node:fs");
const [noun, verb, number, ...args] = process.argv.slice(2);
if (noun + verb === "prcomment") fs.appendFileSync("comments", number + " " + args.join(" ") + "\\n");
else if (noun + verb === "prview") console.log(JSON.parse(fs.readFileSync("states.json", "utf8"))[number]);
else throw new Error(noun + verb);
`;

describe("Previews of pull requests", () => {
  onTheCli((engine) => {
    let world: World;

    beforeEach(async () => {
      world = await openWorld(engine, { copyOf: example }, { ...byVariables });
      await mkdir(path.join(world.projectDir, "bin"));
      writeFileSync(path.join(world.projectDir, "bin/gh"), gh, { mode: 0o755 });
    });
    afterEach(() => world.close());

    const run = async (script: string, number: number): Promise<string> => {
      const env = {
        PATH: `${world.projectDir}/bin:${String(process.env["PATH"])}`,
        NUMBER: String(number),
        STACK: `pr-${String(number)}`,
        GITHUB_ENV: "github.env",
      };
      await rm(path.join(world.projectDir, "github.env"), { force: true });
      const { exitCode, text } = await world.stack.script(`set -e\n${script}`, { env });
      assert.equal(exitCode, 0, text);
      return text;
    };
    const names = (): unknown[] => world.emulator.pullZones.list().map(({ Name }) => Name);

    it("come and go with their pull request in GitHub Actions, and a forgotten one goes at night", async () => {
      await run(gitHubJob("deploy"), 42);
      await run(gitHubJob("deploy"), 7);
      assert.deepEqual(names(), ["acme-site-pr-42", "acme-site-pr-7"]);
      const [first] = world.emulator.pullZones.list();
      assert.match(String(world.emulator.visit(first?.Id ?? 0, "/").body), /Acme/);
      const comments = readFileSync(path.join(world.projectDir, "comments"), "utf8").split("\n");
      assert.match(
        comments[0] ?? "",
        /^42 --body Preview .*, https:\/\/acme-site-pr-42\.pull\.cdn\.example --edit-last/,
      );

      await run(gitHubJob("remove"), 42);
      assert.deepEqual(names(), ["acme-site-pr-7"]);
      // There never was one.
      await run(gitHubJob("remove"), 43);

      const states = path.join(world.projectDir, "states.json");
      writeFileSync(states, JSON.stringify({ 7: "OPEN" }));
      await run(gitHubJob("forgotten"), 0);
      assert.deepEqual(names(), ["acme-site-pr-7"]);
      writeFileSync(states, JSON.stringify({ 7: "MERGED" }));
      await run(gitHubJob("forgotten"), 0);
      assert.deepEqual([names(), world.emulator.storageZones.list()], [[], []]);
      assert.doesNotMatch(await run("pulumi stack ls", 0), /pr-/);
    });

    it("come and go with their environment in GitLab CI", async () => {
      await run(gitLabJob("preview"), 3);
      const set = readFileSync(path.join(world.projectDir, "preview.env"), "utf8");
      assert.equal(set, "SITE_URL=https://acme-site-pr-3.pull.cdn.example\n");
      await run(gitLabJob("remove-preview"), 3);
      assert.deepEqual(names(), []);
    });

    it("are the same by hand, as the page shows", async () => {
      const [commands] = blocksOf("docs/previews.md").filter(({ language }) => language === "sh");
      const text = String(commands?.text).replace(/^pulumi (up|destroy)$/gm, "pulumi $1 --yes");
      // The variable that selects a stack in tests would win.
      assert.match(await run(`unset PULUMI_STACK\n${text}`, 42), /^https:\/\/acme-site-pr-42\./m);
      assert.ok(!existsSync(path.join(world.projectDir, "Pulumi.pr-42.yaml")));
      assert.deepEqual(names(), []);
    });
  });
});
