import type { Readable, WholeKind } from "../kinds";
import { wholeKinds } from "../kinds";
import { isDeleted } from "./dialect";
import type { Objects } from "./objects";

/** Options of {@link everyone}. */
export interface Everyone<Whole> {
  /** Ids of objects that something else names, such as the pull zones in the response for their storage zone. */
  readonly named?: Iterable<number>;
  /** Number of lists to read. One is enough if the caller passes the objects of an earlier one as `named`, or deletes nothing. @default 2 */
  readonly lists?: 1 | 2;
  /** Query of the list, if only that query shows everything. @default that of the kind */
  readonly listQuery?: Readonly<Record<string, number>>;
  /**
   * Whether a list shows everything of an object that the decision depends on; otherwise the object is read. @default always
   *
   * @param shown the object as the list shows it, before it was decoded
   * @param list all objects of the list
   */
  readonly isWhole?: (object: Whole, shown: object, list: readonly Whole[]) => boolean;
}

/** Requests that {@link everyone} needs. */
interface Requests<Kind extends WholeKind> {
  readonly objects: Objects;
  readonly send: <T>(request: () => Promise<T>) => Promise<T>;
  readonly find: (id: number) => Promise<Readable<Kind> | undefined>;
}

/**
 * Returns every object of a kind, for a decision that must not miss one: whether something may be deleted that such an object can use. One list may
 * lack an object, so a second one is requested. An object that only one of them shows, or that something else names, is read by its id.
 *
 * @returns the objects; one that both lists show is contained as each of them shows it
 * @throws {CdnError} if a list or an object can't be read: then it is not known whether an object is missing
 */
export async function everyone<Kind extends WholeKind>(
  { objects, send, find }: Requests<Kind>,
  kind: Kind,
  { named = [], lists = 2, listQuery, isWhole = () => true }: Everyone<Readable<Kind>>,
): Promise<Readable<Kind>[]> {
  const listed = { ...wholeKinds[kind], ...(listQuery && { listQuery }) };
  const found: Readable<Kind>[] = [];
  const ids = new Set(named);
  /** Number of lists that show an object completely, by id. */
  const shownBy = new Map<number, number>();
  for (let list = 0; list < lists; list++) {
    const items: { readonly object: Readable<Kind>; readonly shown: object }[] = [];
    await send(() =>
      objects.lists.readAll(listed, {}, {}, (item, operation) => {
        const object = objects.decode(operation, listed, item) as Readable<Kind>;
        if (!isDeleted(item)) items.push({ object, shown: item as object });
      }),
    );
    const all = items.map(({ object }) => object);
    for (const { object, shown } of items) {
      ids.add(object.id);
      if (!isWhole(object, shown, all)) continue;
      shownBy.set(object.id, (shownBy.get(object.id) ?? 0) + 1);
      found.push(object);
    }
  }
  const doubtful = [...ids].filter((id) => (shownBy.get(id) ?? 0) < lists);
  const read = await Promise.all(doubtful.map(find));
  return [...found, ...read.filter((object) => object !== undefined)];
}
