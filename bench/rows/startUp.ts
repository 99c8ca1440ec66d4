import { CheckRequest, ConfigureRequest } from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import path from "node:path";
import { startProvider } from "../../engine/provider/process";
import { connectProvider, unary } from "../../engine/provider/rpc";
import { providerText, resourceType } from "../../provider/serve/dynamic/providerText";
import { Project, root } from "../account";
import type { Row } from "../measure";
import { compare, median, rounded, timed } from "../measure";
import { runNode } from "../run";

const empty = "exports.handler=()=>({check:async(olds,news)=>({inputs:news,failures:[]})})";

export function startUpRows(runs: number): Row[] {
  return [
    {
      what: "import of the package, resources only",
      floor: "bare @pulumi/pulumi import",
      target: 1.05,
      measure: async () => {
        const project = new Project();
        // Both in one process: the package loads after what it extends, and adds to it.
        const script =
          "const began=performance.now();require('@pulumi/pulumi');const bare=performance.now()-began;" +
          "require('pulumi-cdn-zones').StorageZone;console.log(bare+' '+(performance.now()-began))";
        const times: number[][] = [];
        for (let run = 0; run < runs; run++) {
          times.push((await runNode(["-e", script], {}, project.folder)).split(" ").map(Number));
        }
        const ratio = median(times.map(([bare = NaN, whole = NaN]) => whole / bare));
        const [floorMs, oursMs] = [0, 1].map((column) => median(times.map((time) => time[column] ?? NaN)));
        project.remove();
        return { value: ratio, details: { "bare ms": rounded(floorMs ?? NaN, 0), ms: rounded(oursMs ?? NaN, 0) } };
      },
    },
    {
      what: "provider process to first answer",
      floor: "the same process with an empty provider",
      target: 1.15,
      measure: async () => {
        const project = new Project();
        const { ratio, floorMs, oursMs } = await compare(
          runs,
          () => timed(() => firstAnswer(project, empty)),
          () => timed(() => firstAnswer(project, providerText("StorageZone"))),
        );
        project.remove();
        return { value: ratio, details: { "empty ms": rounded(floorMs, 0), ms: rounded(oursMs, 0) } };
      },
    },
    {
      what: "command to its first byte (help)",
      floor: "bare Node",
      target: 1.5,
      measure: async () => {
        const { ratio, floorMs, oursMs } = await compare(
          runs,
          () => timed(() => runNode(["-e", "console.log(1)"], {})),
          () => timed(() => runNode([path.join(root, "dist", "cli", "main.js"), "--help"], {})),
        );
        return { value: ratio, details: { "bare ms": rounded(floorMs, 0), ms: rounded(oursMs, 0) } };
      },
    },
  ];
}

async function firstAnswer(project: Project, text: string): Promise<void> {
  const provider = await startProvider({
    script: path.join(root, "node_modules", "@pulumi", "pulumi", "cmd", "dynamic-provider", "index.js"),
    cwd: project.folder,
    env: { ...process.env, CDN_BASE_URL: "http://127.0.0.1:1", CDN_ACCESS_KEY: "key" },
    engineAddress: "127.0.0.1:1",
    log: () => undefined,
  });
  try {
    const client = connectProvider(provider.address);
    const configuration = new ConfigureRequest();
    configuration.setArgs(Struct.fromJavaScript({}));
    await unary<unknown>((done) => client.configure(configuration, done));
    const request = new CheckRequest();
    request.setUrn(`urn:pulumi:bench::bench::${resourceType("StorageZone")}::zone`);
    request.setOlds(Struct.fromJavaScript({}));
    request.setNews(Struct.fromJavaScript({ name: "zone", region: "DE", __provider: text }));
    const answer = await unary<{ getFailuresList(): unknown[] }>((done) => client.check(request, done));
    if (answer.getFailuresList().length > 0) throw new Error("the check found fault");
    client.close();
  } finally {
    await provider.end();
  }
}
