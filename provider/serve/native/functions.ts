import { InvokeResponse, type InvokeRequest } from "@pulumi/pulumi/proto/provider_pb";
import type { GetAccessLogsArgs } from "../../types/functions";
import type { CdnClient } from "../../api/client";
import { InvalidInputError } from "../../api/errors";
import {
  lookUpDnsZone,
  lookUpDnsZones,
  lookUpEdgeScript,
  lookUpEdgeScripts,
  lookUpPullZone,
  lookUpPullZones,
  lookUpStorageZone,
  lookUpStorageZones,
} from "../../api/lookUp";
import type { Properties } from "../../declared/properties";
import { accessLogEntryTable } from "../../wire/accessLog";
import { dnsZoneTable, listedDnsZoneTable } from "../../wire/dnsZone";
import { edgeScriptTable, foundEdgeScriptTable } from "../../wire/edgeScript";
import { pullZoneTable } from "../../wire/pullZone";
import { withoutSecrets, withSecretsMarked } from "../../wire/secrets";
import { storageZoneTable } from "../../wire/storageZone";
import type { ConfiguredContext } from "../context";
import { received, sent } from "./marshal";
import { functionArguments } from "./schema/functions";

/** Runs a function whose argument names are valid. `returned` marks the secrets of an object, or removes them. */
type Handler = (client: CdnClient, args: Properties, returned: typeof withSecretsMarked) => Promise<Properties>;

const handlers = {
  getStorageZone: async (client, args, returned) => returned(storageZoneTable, await lookUpStorageZone(client, args)),
  getStorageZones: async (client, args, returned) => {
    const { zones, ...rest } = await lookUpStorageZones(client, args);
    return { ...rest, zones: zones.map((zone) => returned(storageZoneTable, zone)) };
  },
  getPullZone: async (client, args, returned) => returned(pullZoneTable, await lookUpPullZone(client, args)),
  getPullZones: async (client, args, returned) => {
    const { zones, ...rest } = await lookUpPullZones(client, args);
    return { ...rest, zones: zones.map((zone) => returned(pullZoneTable, zone)) };
  },
  getDnsZone: async (client, args, returned) => returned(dnsZoneTable, await lookUpDnsZone(client, args)),
  getDnsZones: async (client, args, returned) => {
    const { zones, ...rest } = await lookUpDnsZones(client, args);
    return { ...rest, zones: zones.map((zone) => returned(listedDnsZoneTable, zone)) };
  },
  getEdgeScript: async (client, args, returned) => returned(foundEdgeScriptTable, await lookUpEdgeScript(client, args)),
  getEdgeScripts: async (client, args, returned) => {
    const { scripts, ...rest } = await lookUpEdgeScripts(client, args);
    return { ...rest, scripts: scripts.map((script) => returned(edgeScriptTable, script)) };
  },
  getAccessLogs: async (client, args, returned) => {
    const { entries, ...rest } = await client.getAccessLogs(args as unknown as GetAccessLogsArgs);
    return { ...rest, entries: entries.map((entry) => returned(accessLogEntryTable, entry)) };
  },
} satisfies Record<string, Handler>;

/** Calls a function for a program. */
export async function invoke(context: ConfiguredContext, request: InvokeRequest): Promise<InvokeResponse> {
  const name = request.getTok().replace("cdn:index:", "");
  if (!isFunction(name)) {
    const names = Object.keys(handlers).join(", ");
    throw new InvalidInputError(`${request.getTok()} is not a function of this provider. Its functions are ${names}`);
  }
  const given = Object.entries(received(request.getArgs()).plain).filter(([, value]) => value !== null);
  for (const [argument] of given) {
    if (Object.hasOwn(functionArguments(name), argument)) continue;
    const names = Object.keys(functionArguments(name)).join(", ");
    throw new InvalidInputError(`${argument} is not an argument of ${name}. The arguments are: ${names}`, argument);
  }
  const { withSecrets, ...args } = Object.fromEntries(given);
  const result = await handlers[name](context.client, args, withSecrets === true ? withSecretsMarked : withoutSecrets);
  return new InvokeResponse().setReturn(sent(result));
}

function isFunction(name: string): name is keyof typeof handlers {
  return Object.hasOwn(handlers, name);
}
