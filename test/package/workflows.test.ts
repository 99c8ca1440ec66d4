import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";
import { parse } from "yaml";

const root = path.join(__dirname, "..", "..");

interface Workflow {
  readonly on?: unknown;
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly if?: string;
  readonly permissions?: unknown;
  readonly environment?: unknown;
  readonly env?: unknown;
  readonly steps?: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly env?: Readonly<Record<string, unknown>>;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}

describe("The workflows", () => {
  const files = [...globSync(".github/workflows/*.yml", { cwd: root, dot: true }), "action.yml", "deploy/action.yml"];
  const texts = files.map((file) => readFileSync(path.join(root, file), "utf8"));
  const workflows = texts.flatMap((text) => ("jobs" in (parse(text) as object) ? [parse(text) as Workflow] : []));

  it("name each action of others by its commit, and so do examples and pages", () => {
    const examples = globSync(["examples/**/*.yml", "docs/**/*.md", "!**/node_modules"], { cwd: root });
    const named = examples.map((file) => readFileSync(path.join(root, file), "utf8"));
    const usesIn = (all: readonly string[]): string[] =>
      all.flatMap((text) => [...text.matchAll(/\buses: (?!\.\/)(.*)/g)].map(([, used = ""]) => used));
    const [own, shown] = [usesIn(texts), usesIn(named)];
    assert.ok(own.length >= 10 && shown.length >= 10);
    // The commit of our own tag is known once it is there.
    const pinned = /^[\w.-]+\/[\w.-]+(?:@[0-9a-f]{40}|(?:\/deploy)?@COMMIT) # v\d+\.\d+\.\d+$/;
    assert.deepEqual(
      [...own, ...shown].filter((used) => !pinned.test(used)),
      [],
    );
    assert.deepEqual(
      shown.filter((used) => !used.includes("@COMMIT ") && !own.includes(used)),
      [],
    );
  });

  it("let a job write only if it runs nothing of the repository, and keep no credentials in a checkout", () => {
    const jobs = workflows.flatMap(({ permissions, jobs: named }) =>
      Object.entries(named).map(([name, job]) => ({ name, permissions, ...job })),
    );
    for (const { name, permissions, steps = [] } of jobs) {
      const checkouts = steps.filter(({ uses = "" }) => uses.startsWith("actions/checkout@"));
      for (const { with: given } of checkouts) assert.equal(given?.["persist-credentials"], false, name);
      assert.notEqual(permissions, undefined, name);
      if (JSON.stringify(permissions).includes("write")) assert.deepEqual(checkouts, [], name);
    }
    assert.ok(jobs.some(({ permissions }) => JSON.stringify(permissions).includes("write")));
  });

  it("publish from an environment, with tools whose checksums they name, and run no other tool before packages are collected", () => {
    const release = parse(readFileSync(path.join(root, ".github/workflows/release.yml"), "utf8")) as Workflow;
    for (const [name, { permissions, environment, steps = [] }] of Object.entries(release.jobs)) {
      const scripts = steps.map(({ run = "" }) => run);
      if (permissions !== undefined) {
        assert.equal(environment, "release", name);
        for (const script of scripts) assert.doesNotMatch(script, /\bnpx\b|\bpipx\b|npm (?:ci|install)/, name);
      }
      const collected = steps.findIndex(({ uses = "" }) => uses.startsWith("actions/upload-artifact@"));
      for (const script of scripts.slice(0, Math.max(0, collected)))
        assert.doesNotMatch(script, /\bnpx\b|\bpipx\b|mocha|npm audit/, name);
    }
  });

  it("in examples and pages give secrets to single steps and permissions to write to single jobs, run no install scripts, keep no credentials, and skip forks", () => {
    const examples = globSync(["examples/**/*.yml", "docs/**/*.md", "!**/node_modules"], { cwd: root });
    const shown = examples.flatMap((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      if (file.endsWith(".yml")) return [{ file, text }];
      return [...text.matchAll(/```ya?ml.*\n([^]*?)```/g)].map(([, block = ""]) => ({ file, text: block }));
    });
    const ofGitHub = shown.filter(({ text }) => /^ *(?:- )?(?:uses|run): /m.test(text));
    assert.ok(ofGitHub.length >= 6);
    for (const { file, text } of ofGitHub) {
      assert.doesNotMatch(text, /npx --yes|npm (?:ci|install)(?!.* --ignore-scripts)/, file);
      const {
        on = "",
        permissions = "",
        env,
        jobs = {},
      } = { ...(parse(text) as Partial<Workflow> & { readonly env?: unknown }) };
      const shared = JSON.stringify([env, ...Object.values(jobs).map((job) => job.env)]);
      assert.doesNotMatch(shared, /secrets\.|github\.token/, file);
      const [checkouts, kept] = [/actions\/checkout@.*\n(.*\n?){2}/g, /persist-credentials: false/];
      for (const [checkout] of text.matchAll(checkouts)) assert.match(checkout, kept, file);
      if (Object.keys(jobs).length > 1) assert.doesNotMatch(JSON.stringify(permissions), /write/, file);
      if (!JSON.stringify(on).includes("pull_request")) continue;
      // A pull request from a fork has no secrets, so a job would fail.
      const noFork =
        /head\.repo\.full_name == github\.repository|^github\.event_name (?:!= 'pull_request'|== 'schedule')$/;
      for (const job of Object.values(jobs)) assert.match(job.if ?? "", noFork, file);
    }
  });
});
