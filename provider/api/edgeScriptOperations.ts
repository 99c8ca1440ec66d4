import { wholeKinds } from "../kinds";
import type {
  EdgeScriptCode,
  EdgeScriptDetails,
  EdgeScriptRelease,
  EdgeScriptSecret,
  GetEdgeScriptResult,
} from "../types/edgeScript";
import type { ListEdgeScriptsArgs } from "../types/functions";
import { encode } from "../wire/codec";
import {
  edgeScriptCodeBodyTable,
  edgeScriptPublishTable,
  edgeScriptReleaseTable,
  edgeScriptSecretBodyTable,
  edgeScriptVariableBodyTable,
} from "../wire/edgeScript";
import { zoneId } from "./ids";
import type { CallOptions } from "./operation";
import { pathTo } from "./paths";
import { ZoneOperations } from "./zoneOperations";

const { EdgeScript: edgeScript } = wholeKinds;

/** Page size of lists of releases. Each release includes its code, so a page of 1000 would exceed the maximum size of a response. */
const releasesPerPage = 10;

/** Operations on edge scripts. Assumption: all of them. Each returned script contains the key that can publish code: keep it secret. */
export class EdgeScriptOperations extends ZoneOperations {
  /** Gets one edge script with its variables. The service may still return a deleted one, with `deleted: true`. */
  async getEdgeScript(id: number | string, options: CallOptions = {}): Promise<GetEdgeScriptResult> {
    return this.objects.get(edgeScript, id, options);
  }

  /** Lists all matching edge scripts with their variables, page by page. */
  async listEdgeScripts(args: ListEdgeScriptsArgs = {}, options: CallOptions = {}): Promise<GetEdgeScriptResult[]> {
    return this.objects.list(edgeScript, args, options);
  }

  /** Adds an edge script without code and without a pull zone. The request is retried only if it certainly was not applied. */
  async addEdgeScript(
    { name, type }: Pick<EdgeScriptDetails, "name" | "type">,
    options: CallOptions = {},
  ): Promise<GetEdgeScriptResult> {
    return this.objects.add(edgeScript, { name, type, createLinkedPullZone: false }, options);
  }

  /** Renames an edge script. @returns the script, if the response has it; otherwise get it to see the result */
  async renameEdgeScript(
    id: number | string,
    name: string,
    options: CallOptions = {},
  ): Promise<GetEdgeScriptResult | undefined> {
    return this.objects.update(edgeScript, id, { name }, options);
  }

  /** Deletes an edge script, but not the pull zones whose origin it is. */
  async deleteEdgeScript(id: number | string, options: CallOptions = {}): Promise<void> {
    return this.objects.delete(edgeScript, id, options);
  }

  /** Gets the code that was saved last. It is not necessarily live. */
  async getEdgeScriptCode(id: number | string, options: CallOptions = {}): Promise<EdgeScriptCode | undefined> {
    return this.details("EdgeScript", id, "code", options);
  }

  /** Gets the live release with its code. Undefined if the script was never published. */
  async getLiveEdgeScriptRelease(
    id: number | string,
    options: CallOptions = {},
  ): Promise<EdgeScriptRelease | undefined> {
    return this.details("EdgeScript", id, "release", options);
  }

  /**
   * Lists the releases of a script, each with its code unless `withCode` is false. Their order is not specified.
   */
  async listEdgeScriptReleases(
    id: number | string,
    { withCode = true, ...options }: CallOptions & { readonly withCode?: boolean } = {},
  ): Promise<EdgeScriptRelease[]> {
    const request = { operation: "list the releases of an edge script", below: "/releases" } as const;
    const omit = withCode ? undefined : ("code" as const);
    const how = { table: edgeScriptReleaseTable, perPage: releasesPerPage, omit };
    return this.objects.listBelow(edgeScript, id, { ...request, ...how }, options);
  }

  /** Makes an earlier release live again, by its `uuid`. This adds no release. */
  async rollBackEdgeScript(id: number | string, release: string, options: CallOptions = {}): Promise<void> {
    const below = pathTo("/publish", release);
    const body = encode(edgeScriptPublishTable, {});
    const request = { operation: "publish a release of an edge script", method: "POST", body, below } as const;
    await this.objects.change(edgeScript, id, { ...request, ...options });
  }

  /** Saves code. The code becomes live when it is published or, if the script was never published, immediately. */
  async saveEdgeScriptCode(id: number | string, code: string, options: CallOptions = {}): Promise<void> {
    const body = encode(edgeScriptCodeBodyTable, { code });
    const request = { operation: "save the code of an edge script", method: "POST", body, below: "/code" } as const;
    await this.objects.change(edgeScript, id, { ...request, ...options });
  }

  /** Publishes the saved code. The request is not retried, because each one may add a release. After a failure, get the live release. */
  async publishEdgeScript(id: number | string, note?: string, options: CallOptions = {}): Promise<void> {
    const body = encode(edgeScriptPublishTable, note === undefined ? {} : { note });
    const request = { operation: "publish an edge script", method: "POST", body, below: "/publish" } as const;
    await this.objects.change(edgeScript, id, { ...request, repeatable: false, ...options });
  }

  /** Adds a variable or changes its value. The change takes effect without publishing. */
  async setEdgeScriptVariable(
    id: number | string,
    name: string,
    value: string,
    options: CallOptions = {},
  ): Promise<void> {
    const body = encode(edgeScriptVariableBodyTable, { name, defaultValue: value });
    const request = {
      operation: "set a variable of an edge script",
      method: "PUT",
      body,
      below: "/variables",
    } as const;
    await this.objects.change(edgeScript, id, { ...request, ...options });
  }

  async deleteEdgeScriptVariable(
    id: number | string,
    variableId: number | string,
    options: CallOptions = {},
  ): Promise<void> {
    const below = pathTo("/variables", zoneId("variable", variableId));
    const request = { operation: "delete a variable of an edge script", method: "DELETE", below } as const;
    await this.objects.change(edgeScript, id, { ...request, ...options });
  }

  /** Lists the secrets of an edge script, without values: no operation returns them. */
  async listEdgeScriptSecrets(id: number | string, options: CallOptions = {}): Promise<EdgeScriptSecret[]> {
    return (await this.details("EdgeScript", id, "secrets", options))?.secrets ?? [];
  }

  /** Adds a secret or changes its value. The change takes effect without publishing. */
  async setEdgeScriptSecret(
    id: number | string,
    name: string,
    secret: string,
    options: CallOptions = {},
  ): Promise<void> {
    const body = encode(edgeScriptSecretBodyTable, { name, secret });
    const request = { operation: "set a secret of an edge script", method: "PUT", body, below: "/secrets" } as const;
    await this.objects.change(edgeScript, id, { ...request, ...options });
  }

  async deleteEdgeScriptSecret(
    id: number | string,
    secretId: number | string,
    options: CallOptions = {},
  ): Promise<void> {
    const below = pathTo("/secrets", zoneId("secret", secretId));
    const request = { operation: "delete a secret of an edge script", method: "DELETE", below } as const;
    await this.objects.change(edgeScript, id, { ...request, ...options });
  }
}
