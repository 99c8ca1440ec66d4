import assert from "node:assert/strict";
import path from "node:path";
import type { Checkpoint } from "../../engine";
import { cliEngine, hasCli } from "../e2e/support/cliEngine";
import type { EngineUnderTest, RunResult, StackUnderTest } from "../e2e/support/engineUnderTest";
import { localEngine } from "../e2e/support/localEngine";
import { Fixture, type Declared, type FixtureProgram } from "./fixture";

const withCli = hasCli() ? describe : describe.skip;

/** A stack of the fixture program on one of the engines. */
class Subject {
  constructor(
    readonly fixture: Fixture,
    readonly stack: StackUnderTest,
  ) {}

  static async open(engine: EngineUnderTest): Promise<Subject> {
    const fixture = await Fixture.open();
    const projectDir = path.join(__dirname, "fixtures/program");
    const secretConfig = { "fixture:password": "hunter2" };
    return new Subject(
      fixture,
      await engine.openStack({ projectDir, secretConfig, config: { "fixture:account": "me" } }),
    );
  }

  program(program: FixtureProgram): Promise<void> {
    return this.stack.configure({ env: this.fixture.env(program) });
  }

  async close(): Promise<void> {
    await Promise.all([this.stack.close(), this.fixture.close()]);
  }
}

withCli("local engine: beside the Pulumi CLI", function () {
  this.timeout(240_000);
  const thing = (name: string, inputs: object = {}, options: Record<string, unknown> = {}): Declared => ({
    ...{ name, inputs: { name, ...inputs } },
    options,
  });
  const declared: Declared[] = [
    thing(
      "a",
      { region: "eu", tags: ["x"], password: { config: "password" }, mint: true },
      { additionalSecretOutputs: ["token"] },
    ),
    thing("b", { from: { ref: "a.token" } }),
    { kind: "box", name: "box", inputs: { size: 1, inside: { ref: "a.id" } } },
    thing("c", {}, { parent: { ref: "box" }, protect: true }),
    { kind: "provider", name: "other", inputs: { "fixture:account": { secret: "second" } } },
    thing("d", { exclusive: true, region: "eu" }, { provider: { ref: "other" }, dependsOn: [{ ref: "b" }] }),
    thing("e", { region: { ref: "d.token" } }),
  ];
  const outputs = { id: { ref: "a.id" }, token: { ref: "a.token" } };
  const later: Declared[] = [
    thing("a", { region: "us", tags: ["x", "y"], password: { config: "password" } }),
    thing("b", { from: { ref: "a.token" }, note: { deep: [1] } }),
    thing("d", { exclusive: true, region: "us" }),
    thing("e", { region: { ref: "d.token" } }),
    thing("f", { slow: 10 }),
  ];

  // A failure stops the others where they are, which is another place on every run: so it comes after them all.
  const last = { dependsOn: later.map(({ name }) => ({ ref: name })) };

  it("takes the same steps, gives the same counts and exit codes", async () => {
    const local = await scenario(localEngine);
    const cli = await scenario(cliEngine);
    for (const [name, run] of local) assert.deepEqual(run, cli.get(name), name);
  });

  async function scenario(engine: EngineUnderTest): Promise<Map<string, object>> {
    const subject = await Subject.open(engine);
    const { stack, fixture } = subject;
    const runs = new Map<string, object>();
    const note = (name: string, run: RunResult): void => void runs.set(name, comparable(run));
    try {
      await subject.program({ resources: declared, outputs });
      note("first preview", await stack.preview());
      note("first up", await stack.up());
      note("preview without changes", await stack.preview({ expectNoChanges: true }));
      await fixture.change("a", { tags: [], region: "asia" });
      await fixture.change("b", undefined);
      note("refresh preview", await stack.refresh({ previewOnly: true, expectNoChanges: true }));
      note("preview with refresh", await stack.preview({ refresh: true }));
      note("refresh", await stack.refresh());
      await subject.program({ resources: later, outputs });
      note("preview of the change", await stack.preview({ expectNoChanges: true }));
      note("protected", await stack.up());
      const unprotected = [...declared.slice(2, 3), thing("c", {}, { parent: { ref: "box" } })];
      await subject.program({ resources: [...later, ...unprotected], outputs });
      note("change", await stack.up());
      await subject.program({ resources: [...later, thing("bad", { failCreate: true }, last)] });
      note("failed create", await stack.up());
      await subject.program({ resources: [...later, thing("half", { partial: true }, last)] });
      note("partial create", await stack.up());
      note("after the partial create", await stack.up());
      note("destroy", await stack.destroy());
      assert.deepEqual(await fixture.objects(), {});
    } finally {
      await subject.close();
    }
    return runs;
  }

  it("hands a stack over to the CLI, which sees no change, and takes it back", async () => {
    const [local, cli] = [await Subject.open(localEngine), await Subject.open(cliEngine)];
    try {
      const env = local.fixture.env({ resources: declared, outputs });
      for (const { stack } of [local, cli]) await stack.configure({ env });
      assert.equal((await local.stack.up()).exitCode, 0);
      await cli.stack.importState(await local.stack.exportState());
      assert.equal((await cli.stack.preview({ expectNoChanges: true })).exitCode, 0, "the CLI sees no change");
      assert.equal((await cli.stack.refresh({ previewOnly: true, expectNoChanges: true })).exitCode, 0);

      assert.equal((await cli.stack.up()).exitCode, 0);
      const back = await cli.stack.exportState();
      assert.deepEqual(urns(back).sort(), urns(await local.stack.exportState()).sort());
      await local.stack.importState(back);
      assert.equal((await local.stack.preview({ expectNoChanges: true })).exitCode, 0, "nor does this engine then");
      assert.deepEqual(await local.stack.outputs(), await cli.stack.outputs());
      const [shown, imported] = [
        await cli.stack.exportState({ showSecrets: true }),
        await local.stack.exportState({ showSecrets: true }),
      ];
      assert.deepEqual(inputsOf(imported), inputsOf(shown));
    } finally {
      await Promise.all([local.close(), cli.close()]);
    }
  });
});

/** A run as both engines should tell it: independent steps may come in any order, and ids are made up anew. */
function comparable({ exitCode, steps, summary }: RunResult): object {
  const told = steps.map(({ op, name, detailedDiff, failed }) => ({ op, name, detailedDiff, failed }));
  told.sort((left, right) => `${left.name} ${left.op}`.localeCompare(`${right.name} ${right.op}`));
  return { exitCode, summary, steps: told };
}

function urns({ deployment }: Checkpoint): string[] {
  return (deployment.resources ?? []).map(({ urn }) => urn);
}

function inputsOf({ deployment }: Checkpoint): Record<string, unknown> {
  return Object.fromEntries((deployment.resources ?? []).map(({ urn, inputs }) => [urn, inputs]));
}
