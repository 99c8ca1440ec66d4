import type { PropertiesOf } from "./sources";
import { withoutInput } from "./sources";

/** The interface of the arguments, by function; `settings` are the provider's. */
const interfaces = {
  getStorageZone: "GetStorageZoneArgs",
  getStorageZones: "GetStorageZonesArgs",
  getPullZone: "GetPullZoneArgs",
  getAccessLogs: "GetAccessLogsArgs",
  settings: "Settings",
} as const;

/** The arguments of functions with their docs, for the schema of the native plugin. */
export function argumentsFile(propertiesOf: PropertiesOf): string {
  const specs = Object.entries(interfaces).map(([of, name]) => {
    const properties = propertiesOf(name).map(({ name: property, type, optional, doc, fallback }) => {
      const text = fallback === undefined ? doc : `${doc} Default: ${fallback}.`;
      return [property, { type: withoutInput(type), doc: text, ...(optional ? { optional } : {}) }] as const;
    });
    return [of, Object.fromEntries(properties)] as const;
  });
  const names = Object.keys(interfaces)
    .map((name) => JSON.stringify(name))
    .join(" | ");
  return `// Generated from the interfaces of the arguments by \`npm run generate\`.

/** An argument: its type as TypeScript writes it, and what it means. */
export interface ArgumentSpec {
  readonly type: string;
  readonly doc: string;
  readonly optional?: true;
}

/** The arguments of a function, by name. */
export type ArgumentSpecs = Readonly<Record<string, ArgumentSpec>>;

export const argumentSpecs: Readonly<Record<${names}, ArgumentSpecs>> = ${JSON.stringify(Object.fromEntries(specs))};
`;
}
