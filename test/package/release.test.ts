import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "yaml";

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps?: readonly { readonly run?: string }[] }>>;
}

const workflow = path.join(__dirname, "..", "..", ".github", "workflows", "release.yml");
const { jobs } = parse(readFileSync(workflow, "utf8")) as Workflow;

/** Stand-ins for the commands that publish. Each writes its arguments to `log`, and keeps what it published in the folder `public`. */
const commands = {
  gh: `case "$2" in
view) test -e "$PUBLIC/draft" || exit 1; if [ $# -gt 3 ]; then cat "$PUBLIC/draft"; fi ;;
create) echo true > "$PUBLIC/draft" ;;
upload) test ! -e "$PUBLIC/fails" ;;
edit) echo false > "$PUBLIC/draft" ;;
esac`,
  // The pinned npm is a tarball whose script publishes; its checksum is that of the real one.
  npm: `if [ "$1" = pack ]; then
  mkdir -p package/bin
  echo 'process.exit(require("child_process").spawnSync("publish", process.argv.slice(3), { stdio: "inherit" }).status)' > package/bin/npm-cli.js
  tar -czf npm-11.5.1.tgz package
elif [ -e "$PUBLIC/\${2%@*}-\${2#*@}.tgz" ]; then echo "\${2#*@}"; fi`,
  sha256sum: "grep -Eq '^[0-9a-f]{64}  npm-11.5.1.tgz$'",
  publish: `if [ "$1" = "./$(cat "$PUBLIC/fails" 2> /dev/null)" ] || [ -e "$PUBLIC/$1" ]; then exit 1; fi; touch "$PUBLIC/$1"`,
  python3: `grep -Eq '^uv==[0-9.]+ --hash=sha256:[0-9a-f]{64}$' tools.txt || exit 1
mkdir -p tools/bin && printf '#!/bin/bash\\necho "uv $*" >> "$LOG"\\n' > tools/bin/uv && chmod +x tools/bin/uv`,
};

describe("The release workflow, run again after a failure,", () => {
  let folder = "";
  const log = (): string[] => {
    const file = path.join(folder, "log");
    const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    rmSync(file, { force: true });
    return lines.map((line) => line.split(" ").slice(0, 5).join(" "));
  };
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  const fail = (text: string): void => writeFileSync(path.join(folder, "public", "fails"), text);
  const mend = (): void => rmSync(path.join(folder, "public", "fails"));

  function run(job: string): void {
    const work = mkdtempSync(path.join(folder, "job-"));
    execFileSync("tar", ["-czf", path.join(work, "pulumi-cdn-go.tar.gz"), "-C", folder, "cdn"]);
    const env = {
      PATH: `${path.join(folder, "bin")}:${process.env["PATH"] ?? ""}`,
      PUBLIC: path.join(folder, "public"),
      LOG: path.join(folder, "log"),
      ...{ GITHUB_REF_NAME: "v1.2.3", GITHUB_REPOSITORY: "acme/cdn", GH_TOKEN: "token", HOME: folder },
      // The repository on GitHub is a folder.
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: `url.${path.join(folder, "remote")}.insteadOf`,
      GIT_CONFIG_VALUE_0: "https://x-access-token:token@github.com/acme/cdn.git",
    };
    for (const { run: script } of jobs[job]?.steps ?? []) {
      if (script !== undefined) execFileSync("bash", ["-e", "-c", script], { cwd: work, env, stdio: "ignore" });
    }
  }

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "release-"));
    for (const name of ["bin", "public", "cdn"]) mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, "cdn", "go.mod"), "module cdn\n");
    for (const [name, script] of Object.entries(commands)) {
      const file = path.join(folder, "bin", name);
      writeFileSync(file, `#!/bin/bash\necho "${name} $*" >> "$LOG"\n${script}\n`);
      chmodSync(file, 0o755);
    }
    git("init", "--quiet", "--bare", "remote");
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("completes the draft and publishes it, and leaves a published release alone", () => {
    const changes = (): string[] => log().filter((line) => !line.startsWith("gh release view"));
    fail("");
    assert.throws(() => run("release"));
    assert.deepEqual(changes(), ["gh release create v1.2.3 --draft", "gh release upload v1.2.3 --clobber"]);
    mend();
    run("release");
    assert.deepEqual(changes(), ["gh release upload v1.2.3 --clobber", "gh release edit v1.2.3 --draft=false"]);
    run("release");
    assert.deepEqual(changes(), []);
  });

  it("publishes the npm packages that are not yet public", () => {
    const published = (): string[] => log().filter((line) => /^(?:publish|uv)/.test(line));
    const publish = (name: string): string => `publish ./${name}-1.2.3.tgz --provenance --access public`;
    fail("pulumi-resource-cdn-1.2.3.tgz");
    assert.throws(() => run("publish"));
    assert.deepEqual(published(), [publish("pulumi-cdn-zones"), publish("pulumi-resource-cdn")]);
    mend();
    run("publish");
    const [first, second, last = ""] = published();
    assert.deepEqual([first, second], [publish("pulumi-resource-cdn"), publish("pulumi-cdn-sdk")]);
    assert.match(last, /^uv publish --trusted-publishing always/);
  });

  it("leaves the tag of the Go module as it is", () => {
    const tagged = (): string => git("--git-dir", "remote", "rev-parse", "sdk/go/cdn/v1.2.3");
    run("go");
    assert.equal(git("--git-dir", "remote", "show", "sdk/go/cdn/v1.2.3:sdk/go/cdn/go.mod"), "module cdn\n");
    const before = tagged();
    writeFileSync(path.join(folder, "cdn", "go.mod"), "module other\n");
    run("go");
    assert.equal(tagged(), before);
  });
});
