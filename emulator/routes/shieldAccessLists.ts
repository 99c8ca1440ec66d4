import { z } from "zod";
import type { Answer } from "../http";
import { json, Refusal } from "../http";
import type { Route, Service, ServiceRequest } from "../router";
import { route } from "../router";
import { noError, refusedShield, ruleDeleted, shieldBody } from "../shield/answers";
import type { ManagedList } from "../shield/lists";
import { entriesOf, isEntryOf, managedLists, switchedOff } from "../shield/lists";
import { planOf } from "../shield/plans";
import { noted } from "../sources";
import type { PullZoneShield, ShieldAccessList } from "../state/objects";
import { existingShield } from "./pullZoneShields";

const lists = "/shield/shield-zone/:id/access-lists";

/** The operations on access lists of shields. */
export const shieldAccessListRoutes: readonly Route[] = [
  route("R13.19", "listShieldAccessLists", "GET", lists, overview),
  route("R13.20", "addShieldAccessList", "POST", lists, (service, request) => {
    const { shieldAccessLists } = service;
    const shield = shieldOf(service, request);
    const given = shieldBody(addSchema, request, "access_list");
    checkEntries(service, shield, given);
    if (ownLists(service, shield).length >= planOf(shield).customLists) throw limitReached("lists");
    const { name, type, content, description = null, checksum = null } = given;
    const list = { name, type, content, description, checksum, shieldZoneId: shield.Id };
    const { Id } = shieldAccessLists.add(list, request.lag);
    return shown(service, Id);
  }),
  route("R13.21", "getShieldAccessList", "GET", `${lists}/:listId`, (service, request) => {
    const { Id } = listOf(service, request);
    if (service.shieldAccessLists.found(Id) === undefined) throw noList();
    return shown(service, Id);
  }),
  route("R13.20", "updateShieldAccessList", "PATCH", `${lists}/:listId`, (service, request) => {
    const before = listOf(service, request);
    const { name, content, checksum } = shieldBody(updateSchema, request, "access_list");
    const list = { ...before, name: name ?? before.name, content: content ?? before.content };
    checkEntries(service, shieldOf(service, request), list, before);
    service.shieldAccessLists.change(before.Id, {
      ...{ name: list.name, content: list.content },
      ...(checksum == null ? {} : { checksum }),
    });
    return shown(service, before.Id);
  }),
  route("R13.21", "deleteShieldAccessList", "DELETE", `${lists}/:listId`, (service, request) => {
    service.shieldAccessLists.delete(listOf(service, request).Id);
    return ruleDeleted();
  }),
  route("R13.23", "configureShieldAccessList", "PATCH", `${lists}/configurations/:configurationId`, configure),
];

const updateSchema = z.looseObject({
  name: z.string().min(1).nullish(),
  content: z.string().min(1).nullish(),
  checksum: z.string().nullish(),
});
const addSchema = z.looseObject({
  name: z.string().min(1),
  type: z.int(),
  content: z.string().min(1),
  description: z.string().nullish(),
  checksum: z.string().nullish(),
});

function shieldOf(service: Service, { path }: ServiceRequest): PullZoneShield {
  return existingShield(service, path.id("id")).object;
}

function ownLists({ shieldAccessLists }: Service, { Id }: PullZoneShield): readonly ShieldAccessList[] {
  return shieldAccessLists.having("shieldZoneId", Id).map(({ object }) => object);
}

function listOf(service: Service, request: ServiceRequest): ShieldAccessList {
  const id = request.path.id("listId");
  const list = ownLists(service, shieldOf(service, request)).find(({ Id }) => Id === id);
  if (list === undefined) throw noList();
  return list;
}

function shown({ shieldAccessLists }: Service, id: number): Answer {
  const data = shieldAccessLists.shown(shieldAccessLists.existing(id), { view: "one" });
  return json(200, { data, error: noted("R13.10", noError) });
}

/** Assumption: the service checks the form of entries. */
function checkEntries(
  service: Service,
  shield: PullZoneShield,
  { type, content }: { readonly type: number; readonly content: string },
  before?: ShieldAccessList,
): void {
  const entries = entriesOf(content);
  const invalid = entries.find((entry) => !isEntryOf(type, entry));
  if (invalid !== undefined || entries.length === 0) {
    const message = `The entry '${invalid ?? ""}' is not valid.`;
    const errorKey = "model_validation_error.access_list";
    throw new Refusal(refusedShield({ source: "assumed", status: 400, errorKey, message }));
  }
  const others = ownLists(service, shield).filter((list) => list.Id !== before?.Id);
  const count = entries.length + entriesIn(others);
  if (count > planOf(shield).customEntries) throw limitReached("entries");
}

function entriesIn(all: readonly ShieldAccessList[]): number {
  return all.reduce((count, { content }) => count + entriesOf(content).length, 0);
}

/** Assumption: the key and the status. */
function limitReached(what: string): Refusal {
  const message = `The plan of the Shield Zone does not allow more ${what}.`;
  return new Refusal(refusedShield({ source: "R13.24", errorKey: "limit_reached.access_list", message }));
}

function noList(): Refusal {
  const errorKey = "not_found_or_unauthorised_access.access_list";
  return new Refusal(refusedShield({ source: "R13.21", errorKey, message: "Access list not found." }));
}

/** Returns all lists of a shield, which come without an envelope and without their entries. */
function overview(service: Service, request: ServiceRequest): Answer {
  const { shieldAccessLists } = service;
  const shield = shieldOf(service, request);
  const own = ownLists(service, shield);
  const listed = shieldAccessLists.listed("", false).filter(({ object }) => object.shieldZoneId === shield.Id);
  const { customEntries, customLists } = planOf(shield);
  return json(200, {
    managedLists: managedLists.map((list) => shownManaged(shield, list)),
    customLists: listed.map((list) => shieldAccessLists.shown(list, { view: "list" })),
    customEntryCount: entriesIn(own),
    customEntryLimit: customEntries,
    customListCount: own.length,
    customListLimit: customLists,
    error: noted("R13.10", noError),
  });
}

interface Configuration {
  readonly isEnabled: boolean;
  readonly action: number;
}

function configurationsOf({ ManagedLists }: PullZoneShield): Readonly<Record<number, Configuration>> {
  return ManagedLists as Record<number, Configuration>;
}

function shownManaged(shield: PullZoneShield, list: ManagedList): object {
  const other = { description: null, category: 1, entryCount: 1000, updateFrequency: "Daily", lastUpdated: null };
  return { ...list, ...other, ...(configurationsOf(shield)[list.listId] ?? switchedOff) };
}

const configurationSchema = z.looseObject({ isEnabled: z.boolean().nullish(), action: z.int().nullish() });

/** Changes what a shield does with a list, its own or one of the service. */
function configure(service: Service, request: ServiceRequest): Answer {
  const shield = shieldOf(service, request);
  const id = request.path.id("configurationId");
  const { isEnabled, action } = shieldBody(configurationSchema, request, "access_list");
  const changed = (before: Configuration): Configuration => ({
    isEnabled: isEnabled ?? before.isEnabled,
    action: action ?? before.action,
  });
  const answered = (configuration: Configuration): Answer =>
    json(200, { data: { configurationId: id, ...configuration }, error: noted("R13.10", noError) });
  const own = ownLists(service, shield).find(({ configurationId }) => configurationId === id);
  if (own !== undefined) {
    service.shieldAccessLists.change(own.Id, { ...changed(own), lastModified: own.lastModified });
    return answered(changed(own));
  }
  const managed = managedLists.find(({ configurationId }) => configurationId === id);
  if (managed === undefined) throw noList();
  if (managed.requiredPlan > shield.planType) {
    const message = "The list is not available on the plan of the Shield Zone.";
    throw new Refusal(refusedShield({ source: "R13.23", errorKey: "not_available.access_list", message }));
  }
  const configurations = configurationsOf(shield);
  const configuration = changed(configurations[managed.listId] ?? switchedOff);
  service.pullZoneShields.change(shield.Id, {
    ManagedLists: { ...configurations, [managed.listId]: configuration },
  });
  return answered(configuration);
}
