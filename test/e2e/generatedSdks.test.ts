import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { packageSchema } from "../../provider/serve/native/schema";
import examples from "../../provider/serve/native/schema/examples.json";
import { runScript } from "./support/script";
import { soak } from "../faults/support/size";
import { isOnPath } from "../../scripts/onPath";
import { addMavenProject } from "../../scripts/mavenProject";

const root = path.join(__dirname, "..", "..");

interface Language {
  readonly name: string;
  readonly needs: readonly string[];
  readonly slow: boolean;
  readonly script: string;
  /** The examples of the schema that the script compiles, too, and the file that each becomes. */
  readonly example?: readonly [language: "typescript" | "python" | "go" | "java", file: string];
}

/** What compiles all of a generated SDK, in its folder. All but TypeScript download Pulumi's SDK for the language, or compile it. */
const languages: readonly Language[] = [
  {
    name: "nodejs",
    needs: ["pulumi-language-nodejs"],
    slow: false,
    script: `${path.join(root, "node_modules/.bin/tsc")} --noEmit --strict --target es2020 --module commonjs --skipLibCheck index.ts examples/*/*.ts`,
    example: ["typescript", "index.ts"],
  },
  {
    name: "python",
    needs: ["pulumi-language-python", "python3"],
    slow: true,
    // A program is checked against it. In the SDK itself, checkers find what Pulumi's generator writes for every provider.
    script: `python3 -m venv .venv
.venv/bin/pip install --quiet . mypy pyright
.venv/bin/python -c 'import pulumi_cdn, pulumi_cdn.config'
mkdir program && cd program
cat > program.py <<'END'
import pulumi
import pulumi_cdn as cdn

zone = cdn.StorageZone("zone", name="acme", region="DE", replication_regions=["NY"], zone_tier=cdn.ZoneTier.STANDARD)
pulumi.export("used", cdn.get_storage_zone(name="other").storage_used)
pulumi.export("regions", cdn.config.extraRegions)
END
for program in program.py ../examples/*/*.py; do ../.venv/bin/mypy --strict "$program"; done
../.venv/bin/pyright --pythonpath ../.venv/bin/python program.py ../examples`,
    example: ["python", "program.py"],
  },
  {
    name: "go",
    needs: ["pulumi-language-go", "go"],
    slow: true,
    script: `go mod init example.com/pulumi-cdn/sdk/go
go mod edit -require github.com/pulumi/pulumi/sdk/v3@v3.260.0
go mod tidy
go vet ./...`,
    example: ["go", "main.go"],
  },
  {
    name: "java",
    needs: ["pulumi-language-java", "mvn"],
    slow: true,
    // All examples are of one class.
    script: `mvn --quiet --batch-mode compile dependency:build-classpath -Dmdep.outputFile=classpath
for program in examples/*/App.java; do
  javac -cp "target/classes:$(cat classpath)" -d "$(dirname "$program")" "$program"
done`,
    example: ["java", "App.java"],
  },
  { name: "dotnet", needs: ["pulumi-language-dotnet", "dotnet"], slow: true, script: "dotnet build" },
];

describe("The SDK that is generated for", () => {
  for (const language of languages) {
    const { name, needs, slow } = language;
    const missing = [
      ...["pulumi", ...needs].filter((command) => !isOnPath(command)),
      ...(slow && !soak ? ["SOAK=1"] : []),
    ];
    const title = `${name} compiles, with its config${language.example === undefined ? "" : " and the examples"}`;
    if (missing.length > 0) it.skip(`${title} (needs ${missing.join(", ")})`);
    else it(title, () => compiles(language)).timeout(900_000);
  }
});

async function compiles({ name, script, example }: Language): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "sdk-"));
  const env = { ...process.env, PULUMI_HOME: path.join(folder, "home"), PULUMI_SKIP_UPDATE_CHECK: "true" };
  try {
    writeFileSync(path.join(folder, "schema.json"), JSON.stringify(packageSchema()));
    const generate = `pulumi package gen-sdk ./schema.json --language ${name} --out sdk`;
    const generated = await runScript(generate, folder, env);
    assert.equal(generated.exitCode, 0, generated.text);
    const sdk = path.join(folder, "sdk", name);
    if (example !== undefined) writeExamples(sdk, example);
    if (name === "java") addMavenProject(sdk);
    mkdirSync(path.join(folder, "node_modules", "@pulumi"), { recursive: true });
    symlinkSync(
      path.join(root, "node_modules", "@pulumi", "pulumi"),
      path.join(folder, "node_modules", "@pulumi", "pulumi"),
    );
    symlinkSync(path.join(folder, "sdk", "nodejs"), path.join(folder, "node_modules", "pulumi-cdn-sdk"));
    symlinkSync(path.join(root, "node_modules", "@types"), path.join(folder, "node_modules", "@types"));
    const { exitCode, text } = await runScript(script, sdk, env);
    assert.equal(exitCode, 0, text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeExamples(sdk: string, [language, file]: NonNullable<Language["example"]>): void {
  for (const [name, programs] of Object.entries(examples)) {
    mkdirSync(path.join(sdk, "examples", name), { recursive: true });
    writeFileSync(path.join(sdk, "examples", name, file), programs[language]);
  }
}
