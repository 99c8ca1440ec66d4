import type { EdgeScriptCode, EdgeScriptRelease, EdgeScriptSecretList, GetEdgeScriptResult } from "../types/edgeScript";
import {
  addEdgeScriptTable,
  edgeScriptCodeTable,
  edgeScriptDetailsTable,
  edgeScriptOptions,
  edgeScriptReleaseTable,
  edgeScriptSecretListTable,
  edgeScriptTable,
  foundEdgeScriptTable,
  updateEdgeScriptTable,
} from "../wire/edgeScript";
import type { ListedAs, WholeKindOf, WithDetails } from "./kind";
import { defineKind } from "./kind";

const listedAs: ListedAs<GetEdgeScriptResult> = {
  columns: [
    { head: "TYPE", of: ({ type }) => type },
    { head: "PUBLISHED", of: ({ currentReleaseId }) => (currentReleaseId > 0 ? "yes" : "no") },
    { head: "VARIABLES", of: ({ edgeScriptVariables }) => edgeScriptVariables.map(({ name }) => name) },
  ],
  summary: ({ id, name, type, currentReleaseId, edgeScriptVariables }) => {
    const variables = edgeScriptVariables.map((variable) => variable.name);
    // In the output of the command, `type` is that of the object.
    return { id, name, scriptType: type, isPublished: currentReleaseId > 0, variables };
  },
};

export const edgeScript: WholeKindOf<GetEdgeScriptResult> &
  WithDetails<{ code: EdgeScriptCode; release: EdgeScriptRelease; secrets: EdgeScriptSecretList }> = defineKind({
  name: "EdgeScript",
  noun: "edge script",
  description:
    "A script that the service runs at its edge, with its code, variables and secrets. A pull zone names it in `edgeScriptId` or `middlewareScriptId`, a DNS record in `scriptId`.",
  class: {
    doc: [
      "A script that the service runs at its edge: as the origin of a pull zone, which names it in `edgeScriptId`; as middleware in front of one, which names it in `middlewareScriptId`; or as the answer of a DNS record, which names it in `scriptId`.",
      "`pulumi up` saves and publishes the code if the live code is another one. Variables and secrets take effect without a publication.",
      "Assumption: all of it; the contract has no edge scripts.",
    ],
    example: `
      const hello = new cdn.EdgeScript("hello", {
        name: "acme-hello",
        type: "standalone",
        source: "./dist/hello.js",
        variables: { GREETING: "hello" },
      });
      const web = new cdn.PullZone("web", { name: "acme-hello", edgeScriptId: hello.edgeScriptId });

      export const key = hello.deploymentKey;
    `,
    get: "Reads an existing script without managing it. If there is no such script, the deployment fails.",
  },
  table: edgeScriptDetailsTable,
  readTable: edgeScriptTable,
  bodies: [
    edgeScriptTable,
    foundEdgeScriptTable,
    edgeScriptCodeTable,
    edgeScriptReleaseTable,
    edgeScriptSecretListTable,
  ],
  nameField: "name",
  // Names are not known to ignore case.
  claim: ({ name }) => String(name),
  listedAs,
  path: "/compute/script",
  filters: { search: "string" },
  add: addEdgeScriptTable,
  update: updateEdgeScriptTable,
  deleteQuery: { deleteLinkedPullZones: false },
  details: {
    code: { operation: "read the saved code of an edge script", path: "/code", table: edgeScriptCodeTable },
    release: {
      operation: "read the live release of an edge script",
      path: "/releases/active",
      table: edgeScriptReleaseTable,
      isOptional: true,
    },
    secrets: { operation: "list the secrets of an edge script", path: "/secrets", table: edgeScriptSecretListTable },
  },
  listIsAssumed: true,
  idOutput: "edgeScriptId",
  options: edgeScriptOptions,
  // Another name is free, and visitors are served all along.
  deleteBeforeReplace: false,
  computed: ["codeSha256"],
  outline: ({ type, currentReleaseId }) => ({
    text: `${String(type)}, ${Number(currentReleaseId) > 0 ? "published" : "never published"}`,
  }),
  hints: {
    kept: "live settings, declare them in the program (code: npx pulumi-cdn-zones releases edge-script:NAME --code FILE)",
  },
  linkedOutputs: ["codeSha256", "liveSha256", "release"],
  stableOutputs: ["defaultHostname", "systemHostname", "deploymentKey"],
});
