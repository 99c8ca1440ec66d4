import { ListResponse, type ListRequest } from "@pulumi/pulumi/proto/provider_pb";
import { InvalidInputError } from "../../api/errors";
import { zoneId } from "../../api/ids";
import type { CdnClient } from "../../api/client";
import { withParts } from "../../api/lookUp";
import type { Kind, KindName, Readable, WholeKind } from "../../kinds";
import { idOutputOf, kinds, wholeOf, wholeKinds } from "../../kinds";
import { pluralOf } from "../../wire/words";
import { lifeCycleOf } from "../../lifecycle";
import type { Importable } from "../../lifecycle/lifeCycle";
import type { Properties } from "../../declared/properties";
import { isUnknown } from "../../declared/properties";
import type { ConfiguredContext } from "../context";
import { received } from "./marshal";
import { kindOfType } from "./tokens";

/** Returns the filter of a list: the text that names of zones contain, or the zone of the parts. */
export function filterOf(kind: KindName): string {
  return kinds[kind].path === undefined ? idOutputOf(kind) : "search";
}

/** Returns the objects of a kind that can be imported, in pages if the engine asks for them. A token is the number of objects before its page. */
export async function list(context: ConfiguredContext, request: ListRequest): Promise<ListResponse[]> {
  const name = kindOfType(request.getToken());
  const { noImport, noun }: Kind = kinds[name];
  if (noImport !== undefined) throw new InvalidInputError(`There is no list of ${pluralOf(noun)}`);
  const { plain: query } = received(request.getQuery());
  const unknown = Object.keys(query).find((key) => key !== filterOf(name));
  if (unknown !== undefined) {
    const filters = `The only filter is ${filterOf(name)}`;
    throw new InvalidInputError(`${unknown} is not a filter of the list of ${pluralOf(noun)}. ${filters}`, unknown);
  }
  if (Object.values(query).some(isUnknown)) return [new ListResponse().setComputed(new ListResponse.Computed())];

  const found = await importable(context.client, name, query);
  const start = Number(request.getContinuationToken());
  const limit = request.getLimit() > 0 ? Math.min(request.getLimit(), found.length) : found.length;
  const end = request.getPageSize() > 0 ? Math.min(start + request.getPageSize(), limit) : limit;
  const results = found
    .slice(start, end)
    .map((one) => new ListResponse().setResult(new ListResponse.Result().setId(one.id).setName(one.name)));
  if (end >= limit) return results;
  const next = new ListResponse.Continuation().setContinuationToken(String(end));
  return [...results, new ListResponse().setContinuation(next)];
}

async function importable(client: CdnClient, kind: KindName, query: Properties): Promise<Importable[]> {
  const [wholeKind] = wholeOf(kind, "");
  const id = query[idOutputOf(kind)];
  const zones =
    id === undefined
      ? await listed(client, wholeKind, wholeKind === kind ? query : {}, wholeKind !== kind)
      : [await client.reads.read(wholeKind, zoneId(kinds[wholeKind].noun, id))];
  const lifeCycle = lifeCycleOf(kind);
  // The service may return the parts of a zone separately.
  const complete =
    wholeKind === kind ? zones : await Promise.all(zones.map((whole) => lifeCycle.withDetails(client.reads, whole)));
  return complete.flatMap((whole) => lifeCycle.importable(whole));
}

/** Returns the zones that are not deleted, on request with their parts, which a list may omit. */
async function listed<Whole extends WholeKind>(
  client: CdnClient,
  kind: Whole,
  filters: object,
  needsParts: boolean,
): Promise<Readable<Whole>[]> {
  const found = await client.objects.list<Readable<Whole>>(wholeKinds[kind], filters, {}, true);
  const zones = found.filter((whole) => !("deleted" in whole && whole.deleted));
  return needsParts ? Promise.all(zones.map((whole) => withParts(client, kind, whole))) : zones;
}
