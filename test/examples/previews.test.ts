import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";
import { blocksOf } from "../docs/support/blocks";
import { onTheCli } from "../e2e/support/engines";
import { byVariables, openWorld, type World } from "../e2e/support/world";

const example = path.join(__dirname, "../../examples/website");

interface Comment {
  readonly id: number;
  readonly number: string;
  readonly user: { readonly login: string };
  readonly body: string;
}

interface Job {
  readonly steps?: readonly { readonly run?: string; readonly env?: object }[];
  readonly script?: readonly string[];
  readonly environment?: object;
}

function parsed(file: string): unknown {
  return parse(readFileSync(path.join(example, file), "utf8"));
}

/** Steps that install from the registry. */
const isInstallation = (line: string): boolean => /^npm ci\b/.test(line);

/** The script of a job of GitHub, as a runner runs its steps: each has the secrets of its own `env` only. */
function gitHubJob(name: string): string {
  const { jobs } = parsed("github-previews.yml") as { jobs: Record<string, Job> };
  const steps = (jobs[name]?.steps ?? []).flatMap(({ run, env = {} }) =>
    run === undefined || isInstallation(run) ? [] : [{ run, hasKey: "CDN_ACCESS_KEY" in env }],
  );
  assert.ok(steps.length > 0, name);
  const lines = steps.map(
    ({ run, hasKey }) =>
      `${hasKey ? 'export CDN_ACCESS_KEY="$SECRET"' : "unset CDN_ACCESS_KEY"}\n${run}\nif [ -f github.env ]; then . ./github.env; fi\n`,
  );
  return `SECRET=$CDN_ACCESS_KEY\n${lines.join("")}`;
}

/** The script of a job of GitLab, line by line. */
function gitLabJob(name: string): string {
  const jobs = parsed("gitlab-previews.yml") as Record<string, Job>;
  const { script = assert.fail(name), environment } = jobs[name] ?? {};
  // The variables have the scope of an environment.
  const first = environment === undefined ? ["unset CDN_ACCESS_KEY"] : [];
  return [...first, ...script.filter((line) => !isInstallation(line))].join("\n");
}

/** Stands in for `gh`: keeps comments in a file, and knows the state of each pull request from another one. */
const gh = `#!${process.execPath}
const fs = require("node:fs");
const read = (file, otherwise) => fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : otherwise;
const comments = read("comments.json", []);
const save = () => fs.writeFileSync("comments.json", JSON.stringify(comments));
const args = process.argv.slice(2);
const after = (option) => args[args.indexOf(option) + 1];
const [, number] = /^repos\\/acme\\/site\\/issues\\/(\\d+)\\/comments$/.exec(args[1]) ?? [];
const [, id] = /^repos\\/acme\\/site\\/issues\\/comments\\/(\\d+)$/.exec(args[3]) ?? [];
if (args[0] === "pr" && args[1] === "view") console.log(read("states.json")[args[2]]);
else if (args[0] === "pr" && args[1] === "comment") {
  comments.push({ id: comments.length + 1, number: args[2], user: { login: "github-actions[bot]" }, body: after("--body") });
  save();
} else if (args[0] === "api" && number !== undefined) {
  const [, login, start] = /login == "([^"]+)" and \\(.body \\| startswith\\("([^"]+)"\\)/.exec(after("--jq"));
  const found = comments.filter((of) => of.number === number && of.user.login === login && of.body.startsWith(start));
  for (const { id } of found) console.log(id);
} else if (args[0] === "api" && after("--method") === "PATCH" && id !== undefined) {
  comments.find((of) => of.id === Number(id)).body = after("--raw-field").replace(/^body=/, "");
  save();
} else throw new Error(args.join(" "));
`;

describe("Previews of pull requests", () => {
  onTheCli((engine) => {
    let world: World;

    beforeEach(async () => {
      world = await openWorld(engine, { copyOf: example }, { ...byVariables, stackName: "dev" });
      await mkdir(path.join(world.projectDir, "bin"));
      const manifest = path.join(world.projectDir, "package.json");
      const build = { build: 'echo "${CDN_ACCESS_KEY:-none}" > public/key.txt' };
      writeFileSync(
        manifest,
        JSON.stringify({ ...(JSON.parse(readFileSync(manifest, "utf8")) as object), scripts: build }),
      );
      writeFileSync(path.join(world.projectDir, "bin/gh"), gh, { mode: 0o755 });
    });
    afterEach(() => world.close());

    const run = async (script: string, number: number): Promise<string> => {
      const env = {
        PATH: `${world.projectDir}/bin:${String(process.env["PATH"])}`,
        NUMBER: String(number),
        STACK: `pr-${String(number)}`,
        GITHUB_ENV: "github.env",
        GH_REPO: "acme/site",
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
      // Others on the pull request have comments, too, and the same user writes those of all workflows.
      const file = path.join(world.projectDir, "comments.json");
      const comments = (): Comment[] => JSON.parse(readFileSync(file, "utf8")) as Comment[];
      const [own, ofOther] = comments();
      const text = /^<!-- preview of the site -->\nPreview of this pull request: http:\/\/acme-site-pr-42\.localhost:/;
      assert.match(own?.body ?? "", text);
      assert.match(ofOther?.body ?? "", /acme-site-pr-7\./);
      const drift: Comment = { id: 3, number: "42", user: { login: "github-actions[bot]" }, body: "no drift" };
      const copied: Comment = { id: 4, number: "42", user: { login: "mallory" }, body: own?.body ?? "" };
      writeFileSync(file, JSON.stringify([copied, { ...own, body: "<!-- preview of the site -->\nold" }, drift]));
      await run(gitHubJob("deploy"), 42);
      assert.match(comments()[1]?.body ?? "", text);
      assert.deepEqual([comments()[0], comments().slice(2)], [copied, [drift]]);

      // The build has no key.
      assert.equal(String(world.emulator.visit(first?.Id ?? 0, "/key.txt").body), "none\n");

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
      await run(gitLabJob("build"), 3);
      await run(gitLabJob("preview"), 3);
      const [site] = world.emulator.pullZones.list();
      assert.equal(String(world.emulator.visit(site?.Id ?? 0, "/key.txt").body), "none\n");
      const set = readFileSync(path.join(world.projectDir, "preview.env"), "utf8");
      assert.equal(set, `SITE_URL=http://acme-site-pr-3.localhost:${String(world.emulator.port)}\n`);
      await run(gitLabJob("remove-preview"), 3);
      assert.deepEqual(names(), []);
    });

    it("are the same by hand, as the page shows", async () => {
      const [commands] = blocksOf("docs/previews.md").filter(({ language }) => language === "sh");
      const text = String(commands?.text).replace(/^pulumi (up|destroy)$/gm, "pulumi $1 --yes");
      // The variable that selects a stack in tests would win.
      assert.match(await run(`unset PULUMI_STACK\n${text}`, 42), /^http:\/\/acme-site-pr-42\.localhost:/m);
      assert.ok(!existsSync(path.join(world.projectDir, "Pulumi.pr-42.yaml")));
      assert.deepEqual(names(), []);
    });
  });
});
