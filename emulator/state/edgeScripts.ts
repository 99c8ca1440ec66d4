import { z } from "zod";
import {
  edgeScriptLimits,
  edgeScriptReleaseStatuses,
  edgeScriptReleaseTable,
  edgeScriptSecretTable,
  edgeScriptTable,
  edgeScriptTypes,
} from "../../provider/wire/edgeScript";
import type { FieldSpecs, Table } from "../../provider/wire/fields";
import { table } from "../../provider/wire/fields";
import { partialWireSchema } from "../wire/schema";
import type { EdgeScript, EdgeScriptRelease, PartialEdgeScript, PullZone } from "./objects";
import type { WithPullZones } from "./pullZones";
import type { Kind, Store } from "./store";

function tableOf(object: string, specs: FieldSpecs): Table {
  return table({ object, type: "", doc: "", assumed: true }, specs);
}

const storedSecretTable: Table = {
  ...edgeScriptSecretTable,
  doc: "A secret of an edge script, with its value, which no answer shows.",
  fields: [
    ...edgeScriptSecretTable.fields,
    ...tableOf("secret", { Secret: { type: "string", secret: true, doc: "Its value." } }).fields,
  ],
};

/** The fields of a script that no response includes. */
const hidden = tableOf("edge script", {
  Code: { type: "string", doc: "The code that was saved last." },
  CodeModified: { type: "date-time", doc: "When it was saved." },
  Releases: { type: "object[]?", of: edgeScriptReleaseTable, doc: "Releases, oldest first." },
  Secrets: { type: "object[]?", of: storedSecretTable, doc: "Secrets with their values." },
});

const storedTable: Table = { ...edgeScriptTable, fields: [...edgeScriptTable.fields, ...hidden.fields] };

/** The stores that edge scripts need. */
export interface WithEdgeScripts extends WithPullZones {
  readonly edgeScripts: Store<EdgeScript, PartialEdgeScript>;
}

export const edgeScriptKind: Kind<EdgeScript, PartialEdgeScript> = {
  table: storedTable,
  path: "edgescript",
  nameField: "Name",
  schema: partialWireSchema<PartialEdgeScript>(storedTable).pipe(z.transform(numbered)),
  keepsDeleted: true,
  defaults: ({ Name, ScriptType }, random, settings) => {
    const hostname = `${(Name ?? "script").toLowerCase()}-${random.hex(5)}.scripts.cdn.example`;
    return {
      ScriptType: ScriptType ?? edgeScriptTypes.standalone,
      DeploymentKey: random.groups(8, 4, 4, 4, 12),
      DefaultHostname: `https://${hostname}`,
      SystemHostname: hostname,
      CodeModified: stampOf(settings.now()),
      Integration: null,
    };
  },
  onChange: (now, before) => ({ LastModified: stampOf(now, before?.LastModified) }),
  whole: (state, { object }) => ({ ...object, LinkedPullZones: linkedPullZones(state as WithEdgeScripts, object.Id) }),
  shown(state, { object }, { view, includeLinkedPullZones = view !== "page" }) {
    const LinkedPullZones = includeLinkedPullZones ? linkedPullZones(state as WithEdgeScripts, object.Id) : [];
    const isShown = ([name]: [string, unknown]): boolean => !hidden.fields.some(({ wire }) => wire === name);
    return Object.fromEntries(Object.entries({ ...object, LinkedPullZones }).filter(isShown));
  },
};

/** Returns the linked pull zones: those with the script as origin, not those that use it as middleware. */
function linkedPullZones({ pullZones }: WithPullZones, scriptId: number): EdgeScript["LinkedPullZones"] {
  const linked = pullZones.all().filter(({ object }) => object.EdgeScriptId === scriptId);
  return linked.map(({ object: { Id, Name, Hostnames } }) => ({
    Id,
    PullZoneName: Name,
    DefaultHostname: Hostnames?.find(({ IsSystemHostname }) => IsSystemHostname)?.Value ?? null,
  }));
}

/** Fills the fields that a seed omits: ids, and the live release, which by default is the last one. */
function numbered(script: PartialEdgeScript): PartialEdgeScript {
  const { EdgeScriptVariables, Secrets, Releases } = script;
  const live = Releases?.find(({ Status }) => Status === edgeScriptReleaseStatuses.Live) ?? Releases?.at(-1);
  const releases = withIds(Releases ?? []).map((release, index) => ({
    ...release,
    Uuid: release.Uuid ?? `seed${String(release.Id).padStart(4, "0")}`,
    Status: Releases?.[index] === live ? edgeScriptReleaseStatuses.Live : edgeScriptReleaseStatuses.Archived,
  }));
  const current = releases.find(({ Status }) => Status === edgeScriptReleaseStatuses.Live)?.Id;
  return {
    ...script,
    ...(EdgeScriptVariables && { EdgeScriptVariables: withIds(EdgeScriptVariables) }),
    ...(Secrets && { Secrets: withIds(Secrets).map((secret) => ({ LastModified: stampOf(0), ...secret })) }),
    ...(Releases && { Releases: releases, CurrentReleaseId: current ?? 0 }),
  };
}

function withIds<Part extends { Id?: number }>(parts: readonly Part[]): (Part & { Id: number })[] {
  let last = Math.max(0, ...parts.map(({ Id = 0 }) => Id));
  return parts.map((part) => ({ ...part, Id: part.Id ?? (last += 1) }));
}

/** Returns a time in the recorded form for secrets: seven decimals and no zone. It is later than the previous one, even within a millisecond. */
export function stampOf(now: number, before = ""): string {
  const time = new Date(now).toISOString().slice(0, -1);
  const rest = before.startsWith(time) ? Number(before.slice(time.length)) + 1 : 0;
  return time + String(rest).padStart(4, "0");
}

/** Returns the live release; undefined if the script was never published. */
export function liveRelease({ Releases }: EdgeScript): EdgeScriptRelease | undefined {
  return Releases?.find(({ Status }) => Status === edgeScriptReleaseStatuses.Live);
}

/** Whether a script can't start because of its variables. The service accepts such variables, and then responds with 400 to every visitor. */
export function isBroken({ EdgeScriptVariables }: EdgeScript): boolean {
  const variables = EdgeScriptVariables ?? [];
  const isTooLarge = ({ DefaultValue }: (typeof variables)[number]): boolean =>
    Buffer.byteLength(DefaultValue ?? "") > edgeScriptLimits.variableBytes;
  return variables.length > edgeScriptLimits.variables || variables.some(isTooLarge);
}

/** Returns the scripts of a pull zone: as its origin and as middleware. */
export function scriptsOf(
  { edgeScripts }: Pick<WithEdgeScripts, "edgeScripts">,
  { OriginType, EdgeScriptId, MiddlewareScriptId }: PullZone,
): { readonly origin?: EdgeScript | undefined; readonly middleware?: EdgeScript | undefined } {
  const running = (id: number | null): EdgeScript | undefined => {
    const script = edgeScripts.stored(id ?? 0)?.object;
    return script?.Deleted === false ? script : undefined;
  };
  return { origin: OriginType === 4 ? running(EdgeScriptId) : undefined, middleware: running(MiddlewareScriptId) };
}
