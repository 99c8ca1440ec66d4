import type { Deployment } from "../deployment/deployment";
import { Reported, Stopped } from "../deployment/errors";
import { startProgram, type ProgramProcess } from "../program/process";
import { serve } from "../program/server";
import { ProgramRun, type Strategy } from "./programRun";
import type { Session } from "./session";

/** How long a program may take to end by itself once its registrations are no longer answered. */
const patienceMs = 2_000;

/** Runs the program by an operation's strategy, to its end or until the operation stops. */
export async function runProgram(session: Session, deployment: Deployment, strategy: Strategy): Promise<void> {
  deployment.assertRunning();
  const run = new ProgramRun(deployment, strategy);
  deployment.settings.providers.warmUp();
  try {
    await serveProgram(session, deployment, run);
  } finally {
    await deployment.limiter.idle();
    await run.settleStackOutputs();
  }
}

async function serveProgram(session: Session, deployment: Deployment, run: ProgramRun): Promise<void> {
  const { project, config, env } = session;
  const server = await serve(deployment, run);
  try {
    const program = startProgram(deployment, project, config, env, server.address);
    try {
      const completed = await Promise.race([program.ended, whenStopped(deployment).then(() => undefined)]);
      if (completed === undefined) await windDown(deployment, program);
      else if (!completed) throw new Reported("the program has failed");
      // An SDK that does not say when it is done is done when it has ended.
      else await run.programDone();
    } finally {
      await program.end();
    }
  } finally {
    server.close();
  }
}

function whenStopped({ stopped }: Deployment): Promise<void> {
  if (stopped.aborted) return Promise.resolve();
  return new Promise((resolve) => stopped.addEventListener("abort", () => resolve(), { once: true }));
}

// Steps that run come to their end and are recorded; only then is the program made to go, since it may still hear
// of what they did.
async function windDown(deployment: Deployment, program: ProgramProcess): Promise<never> {
  await deployment.limiter.idle();
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)));
  await Promise.race([program.ended, patience]);
  clearTimeout(timer);
  throw new Stopped();
}
