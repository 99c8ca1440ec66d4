import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { kinds as emulatedKinds } from "../../emulator/state/kinds";
import { settingTable } from "../../provider/api/settingSpecs";
import { websiteTables } from "../../provider/components/website/arguments";
import type { Kind } from "../../provider/kinds";
import { kinds } from "../../provider/kinds";
import { accessLogEntryTable, accessLogPageTable } from "../../provider/wire/accessLog";
import {
  edgeRuleActionMeanings,
  edgeRuleMatchingMeanings,
  edgeRuleTriggerMeanings,
} from "../../provider/wire/edgeRuleMeanings";
import { functionTables } from "../../provider/wire/functions";
import { packageSchema } from "../../provider/serve/native/schema";
import { actionPackages } from "./actionPackages";
import { classFile } from "./classes";
import { commandsPage } from "./commands";
import { llmsIndex } from "./llms";
import { formatted, root } from "./formatted";
import { driftReportSchema } from "./reportSchema";
import { registries } from "./registries";
import { withTables } from "./tables";
import {
  argumentInterfaces,
  constantsFile,
  emulatorTypesFile,
  fileOf,
  nestedTables,
  storedTable,
  typesFile,
  typesOfKinds,
  wireTypesFile,
} from "./types";

/** Returns the text of every generated file by its path. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const stored = Object.entries(emulatedKinds).map(
    ([store, { table }]) => [store, storedTable(store, table, Object.values<Kind>(kinds))] as const,
  );
  const files: Record<string, string> = {
    ...registries(),
    ...typesOfKinds(Object.values<Kind>(kinds)),
    ...Object.fromEntries(
      Object.values<Kind>(kinds).map((kind) => [`provider/resources/${fileOf(kind)}.ts`, classFile(kind)]),
    ),
    "provider/types/accessLog.ts": typesFile([accessLogPageTable]),
    "provider/types/functions.ts":
      "// Generated from provider/wire/functions.ts by `npm run generate`.\n\n" +
      'import type { LogStatus, LogTime } from "./logArguments";\n\n' +
      argumentInterfaces(Object.values(functionTables)),
    "provider/types/settings.ts":
      "// Generated from provider/api/settingSpecs.ts by `npm run generate`.\n\n" + argumentInterfaces([settingTable]),
    "provider/types/website.ts":
      "// Generated from provider/components/website/arguments.ts by `npm run generate`.\n\n" +
      'import type * as pulumi from "@pulumi/pulumi";\n' +
      'import type { StorageFolderReleasesInputs } from "./storageFolder";\n' +
      'import type { WebsiteTransform } from "./websiteTransform";\n\n' +
      argumentInterfaces(Object.values(websiteTables)),
    "provider/wire/edgeRuleConstants.ts":
      "// Generated from provider/wire/edgeRuleMeanings.ts by `npm run generate`.\n\n" +
      constantsFile({
        edgeRuleActionTypes: edgeRuleActionMeanings,
        edgeRuleTriggerTypes: edgeRuleTriggerMeanings,
        edgeRuleMatchings: edgeRuleMatchingMeanings,
      }),
    "emulator/wire/objects.ts": wireTypesFile(
      stored.map(([, table]) => table),
      [accessLogEntryTable],
    ),
    "emulator/typesOfKinds.ts": emulatorTypesFile(stored),
    "docs/commands.md": commandsPage(),
    "docs/drift-report.schema.json": JSON.stringify(driftReportSchema()),
    "schema.json": JSON.stringify(packageSchema()),
    "llms.txt": llmsIndex(root),
    ...actionPackages(root),
  };
  const ofKinds = Object.values<Kind>(kinds).flatMap(({ table, bodies = [] }) => [...bodies, table]);
  const tables = nestedTables([...ofKinds, accessLogPageTable]);
  const docs = readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" }).map(
    (page) => `docs/${page}`,
  );
  for (const page of ["README.md", ...docs]) {
    if (!page.endsWith(".md")) continue;
    const text = readFileSync(path.join(root, page), "utf8");
    if (text.includes("<!-- begin:")) files[page] = withTables(text, tables);
  }
  return formatted(files);
}
