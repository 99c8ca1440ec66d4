import assert from "node:assert/strict";
import { globFault, Selection } from "../../provider/files/globs";

describe("Globs of a source", () => {
  for (const glob of [
    "+(a|a*)b",
    "+(a*)b",
    "*(a*)b",
    "+([a-z]|a)b",
    "(a+)+b",
    "{a,aa}+b",
    "*a*a*a*a*b",
    "**/a/**/a/**/a/**/a/**/a/**/a/**/a/**/a/**/b",
    "{a,aa}".repeat(30),
    "[a]+".repeat(5),
    "x".repeat(501),
  ]) {
    it(`refuses ${glob.slice(0, 30)}, which could take minutes`, () => {
      assert.match(globFault(glob) ?? "", /could take minutes|more than 500 characters/);
      assert.throws(() => new Selection({ exclude: [glob] }), /exclude: the glob ".*" (has|repeats)/);
    });
  }

  for (const glob of [
    "*.map",
    "**/docs/**/*.{js,css,map}",
    "*-*-*-*.js",
    "!(*.html)",
    "@(a|b*)/x",
    "*(1).txt",
    "c++/*.o",
    "[[:alpha:]]*",
    "a/*/b/*/c/*/d/*.js",
    "\\*\\*.js",
  ]) {
    it(`takes ${glob}, and ends for a name that nearly matches`, () => {
      assert.equal(globFault(glob), undefined);
      assert.equal(typeof new Selection({ exclude: [glob] }).isExcluded("-".repeat(120)), "boolean");
    });
  }

  it("bring back single names by include, but not what is private in a folder that is brought back", () => {
    const selection = new Selection({ include: [".env.example", "node_modules"], exclude: ["old.pem"] });
    const names = [
      ".env",
      ".env.example",
      "a/NODE_MODULES",
      "node_modules",
      "node_modules/a/.npmrc",
      "x.PEM",
      "a.html",
    ];
    assert.deepEqual(
      names.map((name) => selection.leftOutAs(name)),
      ["private", undefined, undefined, undefined, "private", "private", undefined],
    );
    assert.deepEqual(selection.unmatched, ['exclude "old.pem"']);
  });
});
