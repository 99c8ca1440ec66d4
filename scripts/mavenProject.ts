import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { packageSchema } from "../provider/serve/native/schema";
import { packageVersion } from "../provider/version";

/**
 * Adds to the folder of the generated Java SDK what Maven needs to build it, because the generator writes a project for Gradle only. The
 * dependencies are those of that project. The resources, which Gradle would generate, have the version that the SDK reads and the plugin's
 * address that Pulumi reads.
 */
export function addMavenProject(folder: string): void {
  const { pluginDownloadURL } = packageSchema() as { readonly pluginDownloadURL?: string };
  const plugin = { resource: true, name: "cdn", version: packageVersion, server: pluginDownloadURL };
  const resources = path.join(folder, "src", "main", "resources", "com", "pulumi", "cdn");
  mkdirSync(resources, { recursive: true });
  writeFileSync(path.join(resources, "version.txt"), packageVersion);
  writeFileSync(path.join(resources, "plugin.json"), JSON.stringify(plugin));
  writeFileSync(path.join(folder, "pom.xml"), pomOf(readFileSync(path.join(folder, "build.gradle"), "utf8")));
}

function pomOf(buildGradle: string): string {
  const dependencies = [...buildGradle.matchAll(/implementation\("([^":]+):([^":]+):([^":]+)"\)/g)].map(
    ([, group = "", artifact = "", version = ""]) =>
      `    <dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`,
  );
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.pulumi</groupId>
  <artifactId>cdn</artifactId>
  <version>${packageVersion}</version>
  <licenses>
    <license><name>Apache-2.0</name></license>
  </licenses>
  <properties>
    <maven.compiler.source>11</maven.compiler.source>
    <maven.compiler.target>11</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
${dependencies.join("\n")}
  </dependencies>
  <build>
    <resources>
      <resource><directory>src/main/resources</directory></resource>
      <resource>
        <directory>.</directory>
        <targetPath>META-INF</targetPath>
        <includes><include>README.md</include><include>LICENSE</include></includes>
      </resource>
    </resources>
  </build>
</project>
`;
}
