import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { watchProcesses } from "./watch";

describe("the watch over processes", () => {
  const lasting = ["-e", "process.stdin.resume()", "the-watched-one"];

  it("keeps each of two that are started alike, one after the other, and what either of them started", async function () {
    if (process.platform !== "linux") return this.skip();
    const watch = watchProcesses();
    const found = (text: string): number => watch.seen().filter(({ environment }) => environment.includes(text)).length;
    const until = async (text: string): Promise<void> => {
      while (found(text) === 0) await sleep(10);
    };
    try {
      for (const mark of ["WATCHED=first", "WATCHED=second"]) {
        const env = { ...process.env, WATCHED: mark.slice(8) };
        const child = spawn(process.execPath, lasting, { env, stdio: ["pipe", "ignore", "inherit"] });
        await until(mark);
        child.stdin.end();
        await once(child, "close");
      }
      const shell = spawn("/bin/sh", ["-c", 'WATCHED=below "$@"; exit 0', "sh", process.execPath, ...lasting], {
        stdio: ["pipe", "ignore", "inherit"],
      });
      await until("WATCHED=below");
      shell.stdin.end();
      await once(shell, "close");
    } finally {
      watch.stop();
    }
    const alike = watch.seen().filter(({ args }) => args.startsWith(process.execPath) && args.includes("watched-one"));
    const marks = ["first", "second", "below"].filter((mark) =>
      alike.some(({ environment }) => environment.includes(`WATCHED=${mark}`)),
    );
    assert.deepEqual(marks, ["first", "second", "below"]);
    assert.equal(new Set(alike.map(({ args }) => args)).size, 1);
  });
});
