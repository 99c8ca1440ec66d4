import { createHash } from "node:crypto";
import type {
  EdgeScriptCode,
  EdgeScriptDetails,
  EdgeScriptRelease,
  EdgeScriptSecret,
  EdgeScriptSecretList,
  EdgeScriptVariable,
  FoundEdgeScript,
  GetEdgeScriptResult,
  LinkedPullZone,
} from "../types/edgeScript";
import type { FieldSpecs } from "./fields";
import { option, table } from "./fields";
import { secretsSeenKey } from "./stateKeys";

// Assumption: everything about edge scripts. The contract has none of it.

export const edgeScriptTypes = { dns: 0, standalone: 1, middleware: 2 } as const;
export const edgeScriptReleaseStatuses = { Archived: 0, Live: 1 } as const;

/** Limits of scripts. The service accepts code and variables above their limits, but the script then fails. */
export const edgeScriptLimits = {
  nameCharacters: 100,
  /** Size of the code in UTF-8. */
  codeBytes: 10 * 1024 ** 2,
  /** Size of code above which most requests of a new isolate were seen to fail. */
  reliableCodeBytes: 8 * 1024 ** 2,
  variables: 128,
  /** Length of the name of a variable or secret. */
  variableNameCharacters: 256,
  variableBytes: 2048,
  secretBytes: 4096,
} as const;

/** Returns the SHA-256 of code in UTF-8, in lower-case hexadecimal digits. */
export function sha256OfCode(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}

export const edgeScriptVariableTable = table<EdgeScriptVariable>(
  { object: "variable", type: "EdgeScriptVariable", doc: "A variable of an edge script.", assumed: true },
  {
    Id: { type: "int64", essential: true, readOnly: true, doc: "ID of the variable." },
    Name: { type: "string", essential: true, doc: "Name of the variable." },
    Required: { type: "boolean", doc: "Whether the dashboard asks for a value." },
    DefaultValue: { type: "string?", essential: true, doc: "Value of the variable." },
  },
);

const linkedPullZoneTable = table<LinkedPullZone>(
  { object: "linked pull zone", type: "LinkedPullZone", doc: "A pull zone with a script as origin.", assumed: true },
  {
    Id: { type: "int64", doc: "ID of the pull zone." },
    PullZoneName: { type: "string?", doc: "Name of the pull zone." },
    DefaultHostname: { type: "string?", doc: "Hostname that the service created for the pull zone." },
  },
);

/** Fields that a script and its resource have in common. */
const common: FieldSpecs = {
  Id: { type: "int64", essential: true, readOnly: true, doc: "ID of the edge script." },
  Name: {
    type: "string?",
    always: true,
    essential: true,
    doc: "Name of the script, not necessarily unique.",
    input: { required: true, doc: "Name of the script, not necessarily unique: at most 100 characters." },
  },
  ScriptType: {
    type: "enum",
    typed: "type",
    names: edgeScriptTypes,
    immutable: true,
    essential: true,
    doc: "Type of the script.",
    input: {
      required: true,
      doc: 'Type of the script: `"standalone"`, the origin of a pull zone; `"middleware"`, in front of an origin; `"dns"`, for a DNS record; other types as an integer. Changing it replaces the script.',
    },
  },
  DefaultHostname: {
    type: "string?",
    readOnly: true,
    doc: "Hostname of the script, as the service shows it: with or without `https://`.",
  },
  SystemHostname: { type: "string?", readOnly: true, doc: "Hostname that the service created for the script." },
  DeploymentKey: {
    type: "string?",
    readOnly: true,
    secret: true,
    doc: "Key that can only save and publish the code of this script, in the header `DeploymentKey`.",
  },
};

/** An edge script with its variables. Code, releases and secrets have separate operations. */
export const edgeScriptTable = table<GetEdgeScriptResult>(
  { object: "edge script", type: "GetEdgeScriptResult", doc: "An edge script.", assumed: true },
  {
    ...common,
    LastModified: { type: "date-time", readOnly: true, volatile: true, doc: "Time of the last change." },
    CurrentReleaseId: {
      type: "int64",
      essential: true,
      readOnly: true,
      volatile: true,
      doc: "ID of the live release; 0 if the script was never published.",
    },
    EdgeScriptVariables: {
      type: "object[]?",
      of: edgeScriptVariableTable,
      essential: true,
      readOnly: true,
      unordered: "Name",
      doc: "Variables of the script.",
    },
    Deleted: { type: "boolean", essential: true, readOnly: true, doc: "Whether the script was deleted." },
    LinkedPullZones: {
      type: "object[]?",
      of: linkedPullZoneTable,
      readOnly: true,
      volatile: true,
      unordered: "Id",
      doc: "Pull zones that have the script as origin, but not those that have it as middleware.",
    },
    Integration: {
      type: "json",
      optional: true,
      readOnly: true,
      volatile: true,
      doc: "Repository that deploys the script, unchanged.",
    },
    RepositoryId: { type: "int64?", readOnly: true, doc: "ID of the repository that deploys the script." },
    IntegrationId: { type: "int64?", readOnly: true, doc: "ID of the integration of that repository." },
    MonthlyCost: { type: "double", readOnly: true, volatile: true, doc: "Cost in the current month, in US dollars." },
    MonthlyRequestCount: { type: "int64", readOnly: true, volatile: true, doc: "Requests in the current month." },
    MonthlyCpuTime: {
      type: "int64",
      readOnly: true,
      volatile: true,
      doc: "CPU time in the current month. Its unit is not documented.",
    },
  },
);

/** A script as the function `getEdgeScript` returns it. */
export const foundEdgeScriptTable = table<FoundEdgeScript>(
  {
    object: "edge script",
    type: "FoundEdgeScript",
    doc: "The edge script that was looked up.",
    assumed: true,
    base: edgeScriptTable,
  },
  {
    EdgeScriptId: {
      type: "int64",
      readOnly: true,
      doc: "The same as `id`, under the name that resources use.",
    },
  },
);

/** The code that was saved last. */
export const edgeScriptCodeTable = table<EdgeScriptCode>(
  { object: "code of an edge script", type: "EdgeScriptCode", doc: "The saved code of an edge script.", assumed: true },
  {
    Code: { type: "string?", essential: true, doc: "The code." },
    LastModified: { type: "date-time", volatile: true, doc: "When it was saved." },
  },
);

export const edgeScriptReleaseTable = table<EdgeScriptRelease>(
  { object: "release", type: "EdgeScriptRelease", doc: "A release of an edge script.", assumed: true },
  {
    Id: { type: "int64", doc: "ID of the release." },
    Deleted: { type: "boolean", doc: "Whether the release was deleted." },
    Code: { type: "string?", essential: true, doc: "The whole code of the release." },
    Uuid: { type: "string?", essential: true, doc: "Identifier of the release in requests, of 8 characters." },
    Note: { type: "string?", doc: "Note of its publication. A rollback keeps it." },
    Author: { type: "string?", doc: "Name of the person who published it." },
    AuthorEmail: { type: "string?", doc: "Mail address of the person who published it." },
    CommitSha: { type: "string?", doc: "The commit that an integration published." },
    Status: { type: "enum", names: edgeScriptReleaseStatuses, doc: "Whether the release is live." },
    DateReleased: { type: "date-time?", doc: "Time of the first publication." },
    DatePublished: { type: "date-time?", doc: "Time of the last publication." },
  },
);

/** A secret as the service returns it, without its value: no operation returns that. */
export const edgeScriptSecretTable = table<EdgeScriptSecret>(
  { object: "secret", type: "EdgeScriptSecret", doc: "A secret of an edge script, without its value.", assumed: true },
  {
    Id: { type: "int64", essential: true, doc: "ID of the secret. A secret that is created again has another one." },
    Name: { type: "string", essential: true, doc: "Name of the secret." },
    LastModified: {
      type: "date-time",
      essential: true,
      doc: "When its value was last written, in UTC: with its ID the only sign of a change.",
    },
  },
);

/** Response of the operation that lists secrets. */
export const edgeScriptSecretListTable = table<EdgeScriptSecretList>(
  { object: "list of secrets", type: "EdgeScriptSecretList", doc: "The secrets of an edge script.", assumed: true },
  { Secrets: { type: "object[]?", of: edgeScriptSecretTable, essential: true, present: true, doc: "The secrets." } },
);

function body<Typed extends object>(doc: string, specs: FieldSpecs) {
  return table<Typed>(
    { object: "edge script", type: "EdgeScriptBody", doc, sent: true, omitsAbsent: true, assumed: true },
    specs,
  );
}

const { Name, ScriptType } = common as Required<Pick<typeof common, "Name" | "ScriptType">>;

/** Body of the operation that adds a script. A separate operation sends the code. */
export const addEdgeScriptTable = body<Pick<EdgeScriptDetails, "name" | "type"> & { createLinkedPullZone: false }>(
  "Adds a script.",
  {
    Name,
    ScriptType,
    CreateLinkedPullZone: { type: "boolean", doc: "Whether the service makes a pull zone for it. Always false." },
  },
);

/** Body of the operation that renames a script. */
export const updateEdgeScriptTable = body<Pick<EdgeScriptDetails, "name">>("Renames a script.", { Name });

/** Body of the operation that saves code. */
export const edgeScriptCodeBodyTable = body<{ code: string }>("Saves code.", {
  Code: { type: "string", doc: "The code." },
});

/** Body of the operation that publishes the saved code or an earlier release. */
export const edgeScriptPublishTable = body<{ note?: string }>("Publishes code.", {
  Note: { type: "string?", optional: true, doc: "Note of the release. A rollback ignores it." },
});

/** Body of the operation that adds a variable or changes its value. */
export const edgeScriptVariableBodyTable = body<Pick<EdgeScriptVariable, "name" | "defaultValue">>("Sets a variable.", {
  Name: { type: "string", doc: "Name of the variable." },
  DefaultValue: { type: "string?", doc: "Its value." },
});

/** Body of the operation that adds a secret or changes its value. */
export const edgeScriptSecretBodyTable = body<{ name: string; secret: string }>("Sets a secret.", {
  Name: { type: "string", doc: "Name of the secret." },
  Secret: { type: "string", secret: true, doc: "Its value." },
});

/** Arguments and outputs of a script. */
export const edgeScriptDetailsTable = table<GetEdgeScriptResult>(
  {
    object: "edge script",
    type: "EdgeScriptDetails",
    doc: "An edge script, as a resource has it.",
    partial: true,
    assumed: true,
  },
  {
    ...common,
    CodeSha256: {
      type: "string?",
      readOnly: true,
      doc: "SHA-256 of the saved code, in lower-case hexadecimal digits.",
    },
    LiveSha256: {
      type: "string?",
      readOnly: true,
      doc: "SHA-256 of the live code, in lower-case hexadecimal digits; absent if the script was never published.",
    },
    Release: {
      type: "string?",
      readOnly: true,
      doc: "ID of the live release, of 8 characters; absent if the script was never published.",
    },
  },
);

/** Code, variables and secrets of a script, and options that control how it is managed. */
export const edgeScriptOptions = table(
  { object: "edge script", type: "EdgeScriptOptions", doc: "Options of a declared edge script.", partial: true },
  {
    Code: {
      type: "string?",
      optional: true,
      comparedBy: "codeSha256",
      doc: "The code.",
      input: { doc: "The code, of at most 10 MiB in UTF-8. Exactly one of `code` and `source` is required." },
    },
    Source: {
      type: "string?",
      optional: true,
      doc: "File on this machine that has the code.",
      input: {
        doc: 'File on this machine that has the code, such as `"./dist/hello.js"`, relative to the project\'s folder.',
      },
    },
    Publish: {
      type: "boolean",
      optional: true,
      doc: "Whether the code is published.",
      input: {
        fallback: "true",
        doc: "Whether the code is published. False only saves it: a live release stays live, but a script that was never published runs the saved code.",
      },
    },
    Note: {
      type: "string?",
      optional: true,
      doc: "Note of the releases.",
      input: { doc: "Note of the releases that this resource publishes." },
    },
    Variables: {
      type: "json",
      map: true,
      optional: true,
      doc: "Variables by name.",
      input: {
        doc: 'Variables by name, such as `{ GREETING: "hello" }`: at most 128, each of at most 2,048 bytes in UTF-8. Variables that the program never declared are left alone.',
      },
    },
    Secrets: {
      type: "json",
      map: true,
      optional: true,
      secret: true,
      comparedBy: secretsSeenKey,
      doc: "Secrets by name.",
      input: {
        doc: "Secrets by name, each of at most 4,096 bytes in UTF-8. A secret can't have the name of a variable. Secrets that the program never declared are left alone. Secret.",
      },
    },
    Adopt: option(
      "Adopts the existing script of this name and type and applies the declared settings to it, instead of failing.",
    ),
  },
);
