import { InvalidInputError } from "../../api/errors";
import { partId } from "../../api/input";
import { pullZoneHostname } from "../../kinds/pullZoneHostname";
import type { GetPullZoneResult, Hostname } from "../../types/pullZone";
import type { PullZoneHostnameInputs } from "../../types/pullZoneHostname";
import { declaredIn, declaredKey } from "../shared/declared";
import type { Properties } from "../shared/lifeCycle";
import { markKey } from "../shared/memory";
import { zoneRecord } from "../shared/parts";
import { isSameName } from "../shared/sameValue";

export const noun = pullZoneHostname.noun;

/** Checked inputs. */
export function hostnameInputs(inputs: Properties): PullZoneHostnameInputs {
  return inputs as object as PullZoneHostnameInputs;
}

/** The id of a hostname. Case means nothing in a hostname, so that one hostname has one id. */
export function idOf(pullZoneId: number, hostname: string): string {
  return `${String(pullZoneId)}/${hostname.toLowerCase()}`;
}

/** @throws {InvalidInputError} for an id that {@link idOf} does not make */
export function partsOf(id: string): { readonly pullZoneId: number; readonly hostname: string } {
  const { pullZoneId, part: hostname } = partId(noun, id);
  const wanted = idOf(pullZoneId, hostname);
  if (id === wanted) return { pullZoneId, hostname };
  throw new InvalidInputError(`The id of a ${noun} is in lower case: ${wanted}, but got: ${id}`, "id");
}

export function findHostname(zone: GetPullZoneResult | undefined, hostname: unknown): Hostname | undefined {
  return zone?.hostnames.find(({ value }) => isSameName(value, hostname));
}

/**
 * The state of a hostname that this stack does not manage; the base of a managed one.
 *
 * @param spelled the hostname as the program writes it
 */
export function hostnameState(zone: GetPullZoneResult, live: Hostname, spelled: unknown = live.value): Properties {
  const { forceSSL, isSystemHostname, isManagedHostname, hasCertificate } = live;
  const { id: pullZoneId, systemHostname } = zone;
  return {
    ...{ pullZoneId, hostname: spelled, forceSSL, isSystemHostname, isManagedHostname, hasCertificate },
    ...(systemHostname === undefined ? {} : { systemHostname }),
  };
}

/**
 * The state of a managed hostname.
 *
 * @param inputs what is declared
 * @param installed which certificate was installed when the state was last written: the service does not tell
 */
export function managedState(
  zone: GetPullZoneResult,
  live: Hostname,
  inputs: Properties,
  installed: Properties,
): Properties {
  const state = hostnameState(zone, live, inputs["hostname"]);
  for (const key of ["managedCertificate", "certificate", "certificateKey"]) {
    if (installed[key] !== undefined) state[key] = installed[key];
  }
  if (!live.hasCertificate) withoutCertificate(state);
  state[declaredKey] = declaredIn(pullZoneHostname, inputs);
  Object.assign(state, zoneRecord(zone));
  if (installed[markKey] !== undefined) state[markKey] = installed[markKey];
  return state;
}

/** The state of a managed hostname to which everything declared was applied. @param reached the state that the writes have reached */
export function settledState(
  zone: GetPullZoneResult,
  live: Hostname,
  inputs: Properties,
  reached: Properties,
): Properties {
  const state = managedState(zone, live, inputs, reached);
  const { managedCertificate, certificate } = inputs;
  if (managedCertificate === undefined) delete state["managedCertificate"];
  else state["managedCertificate"] = managedCertificate === true && live.hasCertificate;
  // The certificate stays installed. That it is an own one must be known once a free one is declared.
  if (certificate === undefined) delete state["certificateKey"];
  return state;
}

/** Notes that no certificate is installed. A refresh then shows it, and an update requests or installs what is declared. */
function withoutCertificate(state: Properties): void {
  state["hasCertificate"] = false;
  delete state["certificate"];
  delete state["certificateKey"];
  if (state["managedCertificate"] !== undefined) state["managedCertificate"] = false;
}

/**
 * The inputs to declare an existing hostname with. Whether a certificate is an own one is not known: declared as managed, it is kept as
 * it is, and a free one is requested only once it is lost.
 */
export function importInputs(zone: GetPullZoneResult, live: Hostname): Properties {
  return {
    pullZoneId: zone.id,
    hostname: live.value,
    ...(live.forceSSL ? { forceSSL: true } : {}),
    ...(live.hasCertificate && !live.isSystemHostname ? { managedCertificate: true } : {}),
  };
}
