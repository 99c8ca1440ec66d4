import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { packageSchema } from "../../provider/serve/native/schema";
import { packageVersion } from "../../provider/version";
import { addMavenProject } from "../../scripts/mavenProject";
import { isOnPath } from "../../scripts/onPath";
import { soak } from "../faults/support/size";

describe("The jar of the Java SDK", () => {
  const missing = [...["mvn", "unzip"].filter((command) => !isOnPath(command)), ...(soak ? [] : ["SOAK=1"])];
  const title = "has its dependencies, the version, the plugin's address and the license";
  if (missing.length > 0) it.skip(`${title} (needs ${missing.join(", ")})`);
  else
    it(title, () => {
      const folder = mkdtempSync(path.join(tmpdir(), "maven-"));
      const write = (file: string, text: string): void => {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), text);
      };
      try {
        // As the generator writes it, but with one class.
        write("build.gradle", 'dependencies {\n    implementation("com.google.code.gson:gson:2.8.9")\n}\n');
        write(
          "src/main/java/com/pulumi/cdn/Used.java",
          "package com.pulumi.cdn;\nclass Used { Object object = new com.google.gson.JsonObject(); }\n",
        );
        for (const file of ["README.md", "LICENSE"]) write(file, file);
        addMavenProject(folder);
        execFileSync("mvn", ["--quiet", "--batch-mode", "package"], {
          cwd: folder,
          stdio: ["ignore", "ignore", "inherit"],
        });
        const jar = path.join(folder, "target", `cdn-${packageVersion}.jar`);
        const inJar = (file: string): string => execFileSync("unzip", ["-p", jar, file], { encoding: "utf8" });
        assert.match(inJar("META-INF/maven/com.pulumi/cdn/pom.xml"), /<artifactId>gson</);
        assert.equal(inJar("com/pulumi/cdn/version.txt"), packageVersion);
        const { pluginDownloadURL: server } = packageSchema() as { readonly pluginDownloadURL?: string };
        const plugin = JSON.stringify({ resource: true, name: "cdn", version: packageVersion, server });
        assert.equal(inJar("com/pulumi/cdn/plugin.json"), plugin);
        assert.equal(inJar("META-INF/LICENSE"), "LICENSE");
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }).timeout(300_000);
});
