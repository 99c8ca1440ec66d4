import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inProcess } from "./inProcess";
import { siteFixture } from "./siteFixture";

describe("messages of releases", function () {
  this.timeout(60_000);
  const site = siteFixture();
  const { run, requests, place, later, point, live } = site;
  const [first, second] = ["1234567".padEnd(40, "a"), "1234567".padEnd(40, "b")];

  interface Deployed {
    readonly release: string;
    readonly message: string | null;
    readonly commit: string | null;
  }
  let sources = 0;
  const sourceWith = (text: string): string => site.sourceOf(`message ${String(++sources)}`, { "index.html": text });
  /** Deploys a release from a job with these variables. */
  const deploy = async (
    text: string,
    env: Readonly<Record<string, string>> = {},
    ...more: readonly string[]
  ): Promise<Deployed & { readonly stderr: string }> => {
    const { url, accessKey } = site.emulator;
    const { code, stdout, stderr } = await inProcess(
      site.emulator,
      ["deploy", sourceWith(text), "acme-site", "--release", "--purge", "acme-web", "--format", "json", ...more],
      { env: { CDN_BASE_URL: url, CDN_ACCESS_KEY: accessKey, CDN_EDGE_DELAY_SECONDS: "0.05", ...env } },
    );
    assert.equal(code, 0, stderr);
    return { ...(JSON.parse(stdout) as Deployed), stderr };
  };
  const stored = (id: string): unknown => {
    const text = site.emulator.files.read(1, `releases/${id}.message.json`)?.toString();
    return text === undefined ? undefined : JSON.parse(text);
  };
  const fileWith = (name: string, content: object): string => {
    const file = path.join(site.folder, name);
    writeFileSync(file, JSON.stringify(content));
    return file;
  };

  it("are written before the note, listed, and out of the reach of visitors", async () => {
    const { release } = await deploy("1", { CI_COMMIT_SHA: first }, "--message", "New prices");
    assert.deepEqual(stored(release), { message: "New prices", commit: first });
    const sent = site.emulator.journal.flatMap(({ method, path: at }) => (method === "PUT" ? [at] : []));
    assert.deepEqual(
      sent.map((at) => at.replace(release, "ID")),
      ["ID.json", "ID/index.html", "ID.message.json", "ID.complete.json"].map((name) => `/acme-site/releases/${name}`),
    );
    assert.equal(site.emulator.visit(7, `/releases/${release}.message.json`).status, 404);
    const { stdout } = await run("releases", "acme-web");
    assert.match(stdout, new RegExp(`^\\* ${release} {2}[\\d-]+ [\\d:]+ UTC {2}live {2}1234567 New prices\n$`));
    const [listed] = JSON.parse((await run("releases", "acme-web", "--format", "json")).stdout) as Deployed[];
    assert.deepEqual([listed?.message, listed?.commit], ["New prices", first]);
  });

  it("are shown as the page on releases shows them", async () => {
    const page = readFileSync(path.join(__dirname, "../../docs/releases-and-rollback.md"), "utf8");
    const [, block = "", table = ""] = /### Messages[^]*?```sh\n([^]*?)```[^]*?```text\n([^]*?)```/.exec(page) ?? [];
    const words = (line: string): string[] =>
      line.split(/ (?=(?:[^"]*"[^"]*")*[^"]*$)/).map((word) => word.replaceAll('"', ""));
    site.sourceOf("page/public", { "index.html": "1" });
    const { url, accessKey } = site.emulator;
    const env = { CDN_BASE_URL: url, CDN_ACCESS_KEY: accessKey, CDN_EDGE_DELAY_SECONDS: "0.05" };
    const job = { ...env, CI_COMMIT_SHA: "abc1234".padEnd(40, "0") };
    point(place("0"));
    await later();
    const printed: string[] = [];
    for (const line of block.trim().split("\n")) {
      const [, , ...argv] = words(line);
      const { code, stdout, stderr } = await inProcess(site.emulator, argv, {
        env: job,
        cwd: path.join(site.folder, "page"),
      });
      assert.equal(code, 0, stderr);
      printed.push(stdout);
    }
    const shape = (text = ""): string => text.replace(/\b[0-9a-f]{12}\b/g, "ID").replace(/\d{4}-.*?UTC/g, "DATE");
    assert.equal(shape(printed[1]), shape(table));
    assert.match(printed[2] ?? "", /^Release \w+ of .* UTC \(abc1234 New prices\) was already live/);
  });

  it('show "-" for a release without one, and keep the first one of equal content, which they name', async () => {
    const old = place("0");
    point(old);
    await later();
    const { release } = await deploy("1", { CI_COMMIT_TITLE: "One", CI_COMMIT_SHA: first });
    const again = await deploy("1", { CI_COMMIT_TITLE: "Two", CI_COMMIT_SHA: second });
    assert.deepEqual([again.release, again.message, again.commit], [release, "One", first]);
    const other = await deploy("1", {}, "--message", "Three");
    assert.match(other.stderr, /has the same files, and keeps its first message: 1234567 One/);
    assert.deepEqual(stored(release), { message: "One", commit: first });
    assert.match((await run("releases", "acme-web")).stdout, new RegExp(`\n  ${old} .* UTC {8}-\n$`));
    const listed = JSON.parse((await run("releases", "acme-web", "--format", "json")).stdout) as Deployed[];
    assert.deepEqual([listed[1]?.message, listed[1]?.commit], [null, null]);
    // A complete release gets one with the next deployment of its files.
    const { message } = await deploy("0", { CI_COMMIT_TITLE: "Nought" });
    assert.deepEqual([message, stored(old)], ["Nought", { message: "Nought" }]);
  });

  it("come from the CI job, else from git, else only with the hash, in this order", async () => {
    const push = fileWith("push.json", { head_commit: { id: second, message: "Pushed\n\nbody" } });
    const request = fileWith("pull.json", {
      head_commit: null,
      pull_request: { title: "Asked for", head: { sha: second } },
    });
    const titled = { CI_COMMIT_TITLE: "Titled", CI_COMMIT_SHA: first };
    const found = async (text: string, env: Readonly<Record<string, string>>) => {
      const { message, commit } = await deploy(text, env, "--dry-run");
      return [message, commit];
    };
    assert.deepEqual(await found("1", { ...titled, GITHUB_EVENT_PATH: push }), ["Titled", first]);
    assert.deepEqual(await found("1", { CI_COMMIT_SHA: first, GITHUB_EVENT_PATH: push }), ["Pushed", second]);
    assert.deepEqual(await found("1", { GITHUB_EVENT_PATH: request, GITHUB_SHA: first }), ["Asked for", second]);
    const without = { GITHUB_EVENT_PATH: fileWith("other.json", { schedule: "daily" }), GITHUB_SHA: first };
    assert.deepEqual(await found("1", { ...without, PATH: "/nowhere" }), [null, first]);
    assert.deepEqual(await found("1", { GITHUB_EVENT_PATH: "/nowhere", GITHUB_SHA: "main" }), [null, null]);

    const repository = site.sourceOf("repository", { "public/index.html": "1" });
    const git = (...argv: readonly string[]): string =>
      execFileSync("git", ["-C", repository, "-c", "user.name=A", "-c", "user.email=a@a.example", ...argv], {
        encoding: "utf8",
      }).trim();
    git("init", "--quiet");
    const { CDN_BASE_URL, CDN_ACCESS_KEY } = {
      CDN_BASE_URL: site.emulator.url,
      CDN_ACCESS_KEY: site.emulator.accessKey,
    };
    const ofGit = async () => {
      const env = { CDN_BASE_URL, CDN_ACCESS_KEY, PATH: process.env["PATH"], ...without };
      const argv = ["deploy", "public", "acme-site", "--release", "--dry-run", "--format", "json"];
      const { code, stdout, stderr } = await inProcess(site.emulator, argv, { env, cwd: repository });
      assert.equal(code, 0, stderr);
      const { message, commit } = JSON.parse(stdout) as Deployed;
      return [message, commit];
    };
    assert.deepEqual(await ofGit(), [null, first]);
    git("commit", "--quiet", "--allow-empty", "-m", "Committed ü\n\nbody");
    assert.deepEqual(await ofGit(), ["Committed ü", git("rev-parse", "HEAD")]);
    // A repository can't make git start a program, here the one that checks a signature.
    const started = path.join(site.folder, "started");
    const program = path.join(site.folder, "gpg");
    const signs = String.raw`printf '\n[GNUPG:] SIG_CREATED \n' >&2; printf -- '-----BEGIN PGP SIGNATURE-----\n\nx\n-----END PGP SIGNATURE-----\n'`;
    writeFileSync(program, `#!/bin/sh\ntouch '${started}'; ${signs}\n`, { mode: 0o755 });
    git("config", "log.showSignature", "true");
    git("config", "gpg.program", program);
    git("commit", "--quiet", "--allow-empty", "-S", "-m", "Signed");
    rmSync(started);
    assert.deepEqual(await ofGit(), ["Signed", git("rev-parse", "HEAD")]);
    assert.ok(!existsSync(started));
  });

  it("are cut and cleaned if they are defaults, and refused before a request if they are given", async () => {
    const { message } = await deploy("1", { CI_COMMIT_TITLE: `a\u0007b\u001b[31m ${"🙂".repeat(300)}` }, "--dry-run");
    assert.equal(message, `a b [31m ${"🙂".repeat(190)}…`);
    const refusal = async (text: string, ...more: readonly string[]): Promise<string> => {
      const argv = ["deploy", sourceWith("1"), "acme-site", ...more, "--message", text];
      const { code, stderr } = await run(...argv);
      assert.deepEqual([code, requests()], [64, []]);
      return stderr;
    };
    assert.match(await refusal("a\nb", "--release"), /--message must be one line/);
    assert.match(await refusal("a\u0007b", "--release"), /--message must not contain control characters/);
    assert.match(await refusal("a".repeat(201), "--release"), /must have at most 200 characters, but has 201/);
    assert.match(await refusal(" ", "--release"), /--message must not be empty/);
    assert.match(await refusal("a"), /--message needs --release/);
  });

  it("contain no key or password: a given one is refused before anything is uploaded, a subject left out", async () => {
    for (const secret of [site.emulator.accessKey, "zone-password", Buffer.from("zone-password").toString("base64")]) {
      const argv = ["deploy", sourceWith("1"), "acme-site", "--release", "--message", `now with ${secret}!`];
      const { code, stderr } = await run(...argv);
      assert.equal(code, 64);
      assert.match(stderr, /--message must not contain a key or password/);
      assert.ok(!stderr.includes(secret) && requests().every((one) => one.startsWith("GET")));
    }
    const { message, commit, stderr } = await deploy("1", {
      ...{ CDN_ACCESS_KEY_EU: "another-key", CI_COMMIT_TITLE: "Use another-key", CI_COMMIT_SHA: first },
    });
    assert.deepEqual([message, commit], [null, first]);
    assert.match(
      stderr,
      /warning: The release gets no message, because the commit's subject contains a key or password/,
    );
  });

  it("are shown by rollback, which finds a release by 7 digits of its commit, and refuses two", async () => {
    const env = { CI_COMMIT_TITLE: "One", CI_COMMIT_SHA: first };
    const { release: one } = await deploy("1", env);
    await later();
    const { release: two } = await deploy("2", { CI_COMMIT_TITLE: "Two", CI_COMMIT_SHA: second });
    const hidden = { method: "GET", path: `/acme-site/releases/${one}.message.json`, nth: 1 } as const;
    site.emulator.setFaults([{ ...hidden, fault: { kind: "status", status: 404 } }]);
    const both = await run("rollback", "acme-web", "1234567", "--yes");
    assert.equal(both.code, 1);
    assert.match(
      both.stderr,
      new RegExp(`Several releases are from a commit 1234567: ${two} .*\\(1234567 Two\\), ${one} `),
    );
    assert.match((await run("rollback", "acme-web", "123456", "--yes")).stderr, /There is no release 123456\./);
    assert.match((await run("rollback", "acme-web", "7654321", "--yes")).stderr, /There is no release 7654321\./);
    const { code, stdout, stderr } = await run("rollback", "acme-web", first.slice(0, 8).toUpperCase(), "--yes");
    assert.equal(code, 0, stderr);
    assert.equal(live(), one);
    assert.match(stdout, new RegExp(`get release ${one} of .* UTC \\(1234567 One\\) instead of ${two}\n`));
    const json = JSON.parse((await run("rollback", "acme-web", two, "--yes", "--format", "json")).stdout) as Deployed;
    assert.deepEqual([json.release, json.message, json.commit], [two, "Two", second]);
  });

  it("don't hinder a rollback if they can't be read, and are read only if they are small and well-formed", async () => {
    const one = place("1");
    await later();
    point(place("2"));
    const file = `releases/${one}.message.json`;
    site.emulator.files.write(1, file, JSON.stringify({ message: "\u001b[2J##[error]a\nb", commit: "-n" }));
    const { stdout } = await run("releases", "acme-web");
    assert.match(stdout, new RegExp(`${one} .* UTC {8}\\[2J#\\\\u0023\\[error\\]a\n$`));
    site.emulator.files.write(1, file, JSON.stringify({ message: "a".repeat(10_000) }));
    assert.match((await run("releases", "acme-web")).stdout, new RegExp(`${one} .* -\n$`));
    assert.ok(!requests().some((at) => at.endsWith(".message.json")));
    site.emulator.files.write(1, file, JSON.stringify({ message: "One" }));
    site.emulator.setFaults([{ method: "GET", path: `/acme-site/${file}`, fault: { kind: "status", status: 403 } }]);
    const { code, stderr } = await run("rollback", "acme-web", "--yes");
    assert.equal(code, 0, stderr);
    assert.equal(live(), one);
  });

  it("are deleted with their release, and also those that versions without messages left", async () => {
    const { release } = await deploy("0", { CI_COMMIT_TITLE: "Nought" });
    // A version that does not know messages has deleted this release.
    const left = `releases/${"0".repeat(12)}.message.json`;
    site.emulator.files.write(1, left, JSON.stringify({ message: "gone" }));
    for (const text of ["1", "2", "3"]) await deploy(text, {}, "--keep", "2");
    const names = site.emulator.files.list(1).map(({ path: name }) => name);
    assert.ok(!names.some((name) => name.includes(release) || name === left), names.join(", "));
    // It has deleted the release, so its message is not that of a new one.
    const id = (await deploy("3", { CI_COMMIT_TITLE: "Three" })).release;
    for (const { path: name } of site.emulator.files.list(1)) {
      if (name.includes(id) && !name.endsWith(".message.json")) site.emulator.files.delete(1, name);
    }
    site.emulator.pullZones.change(7, { EdgeRules: [] });
    assert.equal((await deploy("3", { CI_COMMIT_TITLE: "Three again" })).message, "Three again");
    assert.deepEqual(stored(id), { message: "Three again" });
  });

  it("stay with their releases when a deployment without releases deletes what its source lacks", async () => {
    const { release } = await deploy("1", { CI_COMMIT_TITLE: "One" });
    assert.equal((await run("deploy", sourceWith("plain"), "acme-site", "--delete")).code, 0);
    assert.deepEqual(stored(release), { message: "One" });
  });
});
