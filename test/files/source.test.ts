import assert from "node:assert/strict";
import { createHook } from "node:async_hooks";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import promises from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Selection } from "../../provider/files/globs";
import { pathFault, prefixOf } from "../../provider/files/names";
import { checksumOf, contentOf, readSource } from "../../provider/files/source";
import { asOnWindows } from "../fixtures/platform";

describe("The source of an upload", () => {
  let folder: string;
  beforeEach(() => (folder = realpathSync(mkdtempSync(path.join(tmpdir(), "source-")))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
  }
  const read = (source = "site", globs = {}) => readSource(path.join(folder, source), new Selection(globs), "");
  const pathsIn = async (globs = {}) => (await read("site", globs)).files.map((file) => file.path);

  for (const [what, replace] of [
    [
      "a file",
      () => {
        rmSync(path.join(folder, "site/docs/a.txt"));
        symlinkSync(path.join(folder, "outside/a.txt"), path.join(folder, "site/docs/a.txt"));
      },
    ],
    [
      "a folder",
      () => {
        renameSync(path.join(folder, "site/docs"), path.join(folder, "moved"));
        symlinkSync(path.join(folder, "outside"), path.join(folder, "site/docs"));
      },
    ],
    [
      "a named pipe",
      () => {
        rmSync(path.join(folder, "site/docs/a.txt"));
        execFileSync("mkfifo", [path.join(folder, "site/docs/a.txt")]);
      },
    ],
  ] as const) {
    it(`is not read through ${what} that was swapped after the walk`, async function () {
      if (process.platform === "win32") return this.skip();
      write({ "site/docs/a.txt": "public", "outside/a.txt": "secret" });
      const [found] = (await read()).files;
      replace();
      const file = found?.file ?? "";
      await assert.rejects(checksumOf(file), /a\.txt is no longer the file that was found.*Run the command again/);
      await assert.rejects(contentOf(file, 6).next(), /no longer the file that was found/);
    });
  }

  it("is read on Windows, where a path can have another device number than its opened file", async () => {
    write({ "site/a.txt": "a" });
    const { lstat } = promises;
    promises.lstat = (async (file: string) =>
      Object.assign(await lstat(file, { bigint: true }), { dev: 0n })) as typeof lstat;
    try {
      assert.deepEqual(await asOnWindows(() => pathsIn()), ["a.txt"]);
    } finally {
      promises.lstat = lstat;
    }
  });

  it("has links within it under each name, read where they lead to", async () => {
    write({ "site/v2/a.txt": "a", "site/real.txt": "real" });
    symlinkSync("v2", path.join(folder, "site/latest"));
    symlinkSync("v2", path.join(folder, "site/current"));
    symlinkSync("real.txt", path.join(folder, "site/link.txt"));
    const { files } = await read();
    assert.deepEqual(
      files.map(({ path: name, file }) => [name, path.relative(folder, file)]),
      [
        ["current/a.txt", "site/v2/a.txt"],
        ["latest/a.txt", "site/v2/a.txt"],
        ["link.txt", "site/real.txt"],
        ["real.txt", "site/real.txt"],
        ["v2/a.txt", "site/v2/a.txt"],
      ],
    );
  });

  it("fails at once for links that multiply", async () => {
    for (let level = 0; level < 40; level++) {
      write({ [`site/${String(level)}/a.txt`]: "a" });
      for (const name of ["x", "y"]) {
        symlinkSync(`../${String(level + 1)}`, path.join(folder, "site", String(level), name));
      }
    }
    await assert.rejects(read(), /has a folder that more than 1000 paths lead to, by symbolic links: ".*Remove links/);
  });

  it("of a Pulumi project is refused, unless what makes it one is excluded", async () => {
    for (const name of ["Pulumi.yaml", ".pulumi/stacks/e2e/dev.json", "Pulumi.json"]) {
      write({ [`site/${name}`]: "{}", "site/index.html": "home" });
      await assert.rejects(
        read(),
        /is the folder of a Pulumi project.*would be published\. Use a folder that has only/,
      );
      assert.deepEqual(await pathsIn({ exclude: ["/Pulumi.*", "/.pulumi"] }), ["index.html"]);
      rmSync(path.join(folder, "site"), { recursive: true });
    }
  });

  const secrets = {
    ".env": "",
    ".env.local": "",
    ".npmrc": "",
    ".git/config": "",
    "a/id_rsa": "",
    "a/id_ed25519": "",
    "a/tls.PEM": "",
    "a/tls.key": "",
    "infra/.pulumi/stacks/dev.json": "",
    "infra/Pulumi.dev.yaml": "",
    "infra/Pulumi.dev.yml": "",
    "infra/Pulumi.dev.json": "",
    "infra/pulumi.PROD.YML": "",
    "infra/Pulumi.yaml": "",
    ".bunny/cli.json": "",
    "node_modules/a/index.js": "",
  };

  it("leaves private names out, and says so once for all", async () => {
    write(
      Object.fromEntries(
        Object.entries({ ...secrets, ".DS_Store": "", "index.html": "" }).map(([name, text]) => [`site/${name}`, text]),
      ),
    );
    const { files, notices } = await read();
    assert.deepEqual(
      files.map((file) => file.path),
      ["index.html"],
    );
    assert.equal(notices.length, 1);
    assert.match(
      notices[0] ?? "",
      /Left out of .*: \.bunny, \.env, \.env\.local, \.git, \.npmrc, .* and 6 more\. To send one, name it in include/,
    );
    assert.deepEqual(await pathsIn({ include: [".env.*", "*.pem", "node_modules"], exclude: ["infra"] }), [
      ".env.local",
      "a/tls.PEM",
      "index.html",
      "node_modules/a/index.js",
    ]);
    const excluded = { exclude: [".*", "a", "infra", "node_modules"] };
    assert.deepEqual((await read("site", excluded)).notices, []);
  });

  it("names what is no file, and files whose rules only other hosts apply, once for all", async function () {
    if (process.platform === "win32") this.skip();
    write({
      "site/_redirects": "/a /b",
      "site/_headers": "",
      "site/a/_headers": "",
      "site/a/.htaccess": "",
      "site/i.html": "",
    });
    execFileSync("mkfifo", [path.join(folder, "site", "pipe")]);
    const { files, notices } = await read();
    assert.deepEqual(
      files.map((file) => file.path),
      ["_headers", "_redirects", "a/.htaccess", "a/_headers", "i.html"],
    );
    assert.equal(notices.length, 2);
    assert.match(notices[0] ?? "", /because they are no files, but pipes, sockets or devices: pipe$/);
    assert.match(
      notices[1] ?? "",
      /with rules that only other hosts apply: _headers, _redirects, a\/\.htaccess\. Visitors/,
    );
    assert.equal((await read("site", { exclude: ["_*", ".htaccess", "pipe"] })).notices.length, 0);
  });

  it("leaves the thread twice for each small file: to open it, and to read it", async () => {
    write(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`site/${String(index)}.txt`, "text"])));
    let calls = 0;
    const hook = createHook({ init: (_, type) => void (/^FSREQ|^FILEHANDLE/.test(type) && calls++) }).enable();
    const { files } = await read().finally(() => hook.disable());
    assert.equal(files.length, 50);
    // A few more find the files.
    assert.ok(calls >= 100 && calls <= 110, `${String(calls)} calls`);
  });

  it("has no names that break UTF-8 or UTF-16", () => {
    for (const name of ["a\ufffd", "a\ud800", "\udc00b"]) {
      assert.match(pathFault(name) ?? "", /not valid UTF-8/);
      assert.throws(() => prefixOf(name), /must be a folder of the zone.*not valid UTF-8/);
    }
    assert.equal(pathFault("\u{1f600}.txt"), undefined);
  });
});
