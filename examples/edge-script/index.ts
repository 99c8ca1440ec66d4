import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";

const config = new pulumi.Config();

// A changed file is saved and published by the next `pulumi up`.
const hello = new cdn.EdgeScript("hello", {
  name: "acme-hello",
  type: "standalone",
  source: "./src/hello.js",
  variables: { GREETING: config.get("greeting") ?? "hello" },
  secrets: { TOKEN: config.requireSecret("token") },
});

// The script is the origin: it answers the requests of this pull zone.
const web = new cdn.PullZone("web", { name: "acme-hello", edgeScriptId: hello.edgeScriptId });

export const edgeScriptId = hello.edgeScriptId;
export const release = hello.release;
export const pullZoneId = web.pullZoneId;
export const deploymentKey = hello.deploymentKey;
