import type { HttpRequest } from "../../provider/api/transport";
import { shieldPlans } from "../../provider/wire/shieldConstants";
import type { Json } from "./bodies";
import type { Answer, Service } from "./service";
import { objectIn } from "./bodies";

/** The shield zones of the trials, for questions after the deletion of their pull zones. */
const ids = new WeakMap<Service, number>();

/** Adds a shield to the trial pull zone: on the plan without a fee, which each body names. */
export async function addShield(service: Service): Promise<Answer> {
  const pullZoneId = await service.provenId(service.pullZone);
  const body = { pullZoneId, shieldZone: { planType: shieldPlans.Basic } };
  return service.changeAt(service.pullZone, "POST", "/shield/shield-zone", body);
}

/**
 * Returns the id of the trial pull zone's shield.
 *
 * @throws {Error} unless the pull zone shows its random name, and the shield the pull zone and the plan Basic
 */
export async function shieldOf(service: Service): Promise<number> {
  const pullZone = await service.provenId(service.pullZone);
  const answer = await service.get(`/shield/shield-zone/get-by-pullzone/${String(pullZone)}`);
  const { shieldZoneId: id, pullZoneId, planType } = dataIn(answer);
  if (typeof id !== "number" || !Number.isSafeInteger(id) || pullZoneId !== pullZone || planType !== shieldPlans.Basic)
    throw new Error("the pull zone shows no shield of its own on the plan Basic, so nothing was changed there");
  ids.set(service, id);
  return id;
}

/** Returns the id of the trial's shield, whose pull zone may be deleted. */
export function formerShield(service: Service): number {
  const id = ids.get(service);
  if (id === undefined) throw new Error("the pull zone had no shield");
  return id;
}

/** Changes the shield of the trial pull zone, or a part of it. @param request returns path and body for its id */
export async function changeShield(
  service: Service,
  method: HttpRequest["method"],
  request: (id: number) => readonly [path: string, body?: Json | Buffer],
): Promise<Answer> {
  const [path, body] = request(await shieldOf(service));
  return service.changeAt(service.pullZone, method, path, body);
}

/** Returns the shield of the trial pull zone, as a GET of its id shows it. */
export async function readShield(service: Service): Promise<Json> {
  return dataIn(await service.get(`/shield/shield-zone/${String(await shieldOf(service))}`));
}

/** Returns the error of an answer, which has one of three places. */
export function errorIn({ body }: Answer): Json {
  const { error, errorResponse, ...flat } = objectIn(body);
  return [error, errorResponse].map(objectIn).find((one) => Object.keys(one).length > 0) ?? flat;
}

/** Returns the status and the key of an error. */
export function shieldStatus(answer: Answer): string {
  const { errorKey } = errorIn(answer);
  return [String(answer.status), ...(typeof errorKey === "string" ? [errorKey] : [])].join(" ");
}

export function statusesOf(answers: readonly Answer[]): string {
  return answers.map(shieldStatus).join("; ");
}

/** Returns the content of an answer's envelope. */
export function dataIn({ body }: Answer): Json {
  return objectIn(objectIn(body)["data"]);
}
