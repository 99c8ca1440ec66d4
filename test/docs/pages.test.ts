import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import ts from "typescript";
import examples from "../../provider/serve/native/schema/examples.json";
import { blocksOf, pages, root } from "./support/blocks";

/** Their packages are large: what the pages use of them is declared in `support/otherProviders.d.ts`, as the real ones have it. */
const otherProviders = ["aws", "cloudflare"];

describe("The documentation", function () {
  this.timeout(120_000);

  it("links to existing files and headings", () => {
    const broken: string[] = [];
    for (const page of pages) {
      const text = withoutCode(readFileSync(path.join(root, page), "utf8"));
      for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        const [, ownFile] = /^https:\/\/[\w./-]+\/blob\/main\/(.+)$/.exec(target) ?? [];
        if (ownFile === undefined && /^[a-z]+:/.test(target)) continue;
        const [file = "", heading] = (ownFile ?? target).split("#");
        const folder = ownFile === undefined ? path.dirname(page) : "";
        const standing = path.join(root, file === "" ? page : path.join(folder, file));
        if (!existsSync(standing)) broken.push(`${page}: ${target}`);
        else if (heading !== undefined && !headingsOf(standing).includes(heading)) broken.push(`${page}: ${target}`);
      }
    }
    assert.deepEqual(broken, []);
  });

  it("has only whole addresses on the pages that Pulumi's registry shows, because the other pages are not there", () => {
    for (const page of ["docs/_index.md", "docs/installation-configuration.md"]) {
      const text = withoutCode(readFileSync(path.join(root, page), "utf8"));
      const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
      assert.ok(targets.length >= 3);
      assert.deepEqual(
        targets.filter((target) => !target.startsWith("https://")),
        [],
        page,
      );
    }
  });

  it("says at the top of each resource and function what it rests on", () => {
    const link = "(../contract-and-assumptions.md#documented-recorded-inferred)";
    const bases = ["documented", "recorded", "inferred"].map((word) => `\n\nSource: [${word}]${link}`);
    const without = pages
      .filter((page) => /^docs\/(resources|functions)\//.test(page) && page !== "docs/resources/provider.md")
      .filter((page) => !bases.some((basis) => readFileSync(path.join(root, page), "utf8").includes(basis)));
    assert.deepEqual(without, []);
  });

  it("shows programs that compile", () => {
    const blocks = [...pages.flatMap((page) => programsIn(page)), ...pluginExamples()];
    assert.ok(blocks.length >= 5, `only ${String(blocks.length)} programs were found`);
    const folder = mkdtempSync(path.join(tmpdir(), "docs-programs-"));
    try {
      const files = blocks.map(({ page, text }, index) => {
        const file = path.join(
          folder,
          `${String(index)}-${page.replace(/\W+/g, "-")}.${/^(?:const .*= )?await /m.test(text) ? "mts" : "ts"}`,
        );
        writeFileSync(file, text);
        return file;
      });
      linkPackages(folder);
      const program = ts.createProgram([...files, path.join(__dirname, "support", "otherProviders.d.ts")], {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.Node16,
        moduleResolution: ts.ModuleResolutionKind.Node16,
        moduleDetection: ts.ModuleDetectionKind.Force,
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        types: ["node"],
        typeRoots: [path.join(root, "node_modules", "@types")],
      });
      const faults = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
        const text = ts.flattenDiagnosticMessageText(messageText, "\n");
        return `${path.basename(file?.fileName ?? "")}: ${text}`;
      });
      assert.deepEqual(faults, []);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** The TypeScript programs of a page; one without imports gets the usual ones. */
function programsIn(page: string): { page: string; text: string }[] {
  return blocksOf(page)
    .filter(({ language, text }) => language === "ts" && !/^(function|async function\*?|\w+\.get)\b/.test(text))
    .map(({ text }) => ({ page, text: text.includes('from "pulumi-cdn-zones') ? text : withImports(text) }));
}

/** The examples in the plugin's schema. The SDK that they import has what the npm package has, as far as they use it. */
function pluginExamples(): { page: string; text: string }[] {
  return Object.entries(examples).map(([name, { typescript }]) => ({
    page: `example of ${name}`,
    text: typescript.replace('"pulumi-cdn-sdk"', '"pulumi-cdn-zones"'),
  }));
}

function withImports(block: string): string {
  const others = otherProviders.filter((name) => block.includes(`new ${name}.`));
  const imports = others.map((name) => `import * as ${name} from "@pulumi/${name}";\n`).join("");
  return `${imports}import * as pulumi from "@pulumi/pulumi";\nimport * as cdn from "pulumi-cdn-zones";\nasync function program() {\n${block}}\nvoid [program, pulumi, cdn];\n`;
}

function linkPackages(folder: string): void {
  const modules = path.join(folder, "node_modules");
  mkdirSync(path.join(modules, "@pulumi"), { recursive: true });
  symlinkSync(root, path.join(modules, "pulumi-cdn-zones"));
  for (const name of ["pulumi", "policy"]) {
    symlinkSync(path.join(root, "node_modules", "@pulumi", name), path.join(modules, "@pulumi", name));
  }
  writeFileSync(path.join(folder, "package.json"), "{}");
}

function headingsOf(file: string): string[] {
  const headings = [...withoutCode(readFileSync(file, "utf8")).matchAll(/^#+ (.*)$/gm)].map(([, text = ""]) => text);
  return headings.map((text) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/ /g, "-"),
  );
}

function withoutCode(text: string): string {
  return text.replace(/^```[^]*?^```/gm, "");
}
