import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { root } from "./sources";

interface Workflow {
  readonly on: { readonly push: { readonly tags?: readonly string[] } };
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

function workflow(name: string): Workflow {
  return parse(readFileSync(path.join(root, ".github", "workflows", name), "utf8")) as Workflow;
}

function commandsOf({ jobs }: Workflow): string[] {
  return Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
}

describe("the workflows", () => {
  it("run in continuous integration what `npm run check` runs, and nothing else", () => {
    assert.deepEqual(commandsOf(workflow("ci.yml")), ["bash .ci/run"]);
    const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    assert.equal(scripts["check"], "bash .ci/run");
  });

  it("publish a tagged version with provenance, after the same, and only if the tag is that version", () => {
    const release = workflow("release.yml");
    assert.deepEqual(release.on.push.tags, ["v*"]);
    assert.equal(release.permissions["id-token"], "write");
    const [tag = "", check, audit, publish = "", ...more] = commandsOf(release);
    assert.match(tag, /\$GITHUB_REF_NAME.*version/);
    assert.deepEqual([check, audit], ["bash .ci/run", "npm audit"]);
    assert.match(publish, /publish --provenance --access public$/);
    assert.deepEqual(more, []);
  });
});
