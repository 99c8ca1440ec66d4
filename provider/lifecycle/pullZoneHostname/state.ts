import { InvalidInputError } from "../../api/errors";
import { partId } from "../../api/ids";
import { pullZoneHostname } from "../../kinds/pullZoneHostname";
import { nameKey, isSameName } from "../../wire/dnsName";
import type { GetPullZoneResult, Hostname } from "../../types/pullZone";
import type { PullZoneHostnameInputs } from "../../types/pullZoneHostname";
import { managed } from "../../declared/state";
import type { Properties } from "../../declared/properties";
import type { LivePart } from "../locate";
import { picked } from "../../declared/properties";

/** Returns checked inputs with their types. */
export function hostnameInputs(inputs: Properties): PullZoneHostnameInputs {
  return inputs as object as PullZoneHostnameInputs;
}

/** Returns the id of a hostname, which is the same for all spellings. */
export function idOf(pullZoneId: number, hostname: string): string {
  return `${String(pullZoneId)}/${nameKey(hostname)}`;
}

/**
 * Splits the id of a hostname. Ids of 0.3.0 contain the declared spelling in lower case.
 *
 * @throws {InvalidInputError} for any other text than {@link idOf} returns
 */
export function partsOf(id: string): { readonly pullZoneId: number; readonly hostname: string } {
  const { zoneId: pullZoneId, part: hostname } = partId(pullZoneHostname, id);
  const wanted = idOf(pullZoneId, hostname);
  if (id === wanted || (wanted !== id.toLowerCase() && id === id.toLowerCase())) return { pullZoneId, hostname };
  throw new InvalidInputError(`The id of a hostname must be in lower case: ${wanted}, but got: ${id}`, "id");
}

export function findHostname(zone: GetPullZoneResult | undefined, hostname: unknown): Hostname | undefined {
  return zone?.hostnames.find(({ value }) => isSameName(value, hostname));
}

/** A hostname with its pull zone, as the service returned them. */
export type LiveHostname = LivePart<Hostname, "PullZone">;

/** Returns the state of a hostname that this stack does not manage, which is also the base of a managed one. */
export function externalState({ whole: zone, part }: LiveHostname): Properties {
  const { value: hostname, forceSSL, isSystemHostname, isManagedHostname, hasCertificate } = part;
  const { id: pullZoneId, systemHostname } = zone;
  return {
    ...{ pullZoneId, hostname, forceSSL, isSystemHostname, isManagedHostname, hasCertificate },
    ...(systemHostname === undefined ? {} : { systemHostname }),
  };
}

/**
 * Returns the state of a managed hostname.
 *
 * @param prior last state, which records the installed certificate: the service does not return it
 */
export function managedState(live: LiveHostname, inputs: Properties, prior: Properties): Properties {
  const state = { ...externalState(live), ...picked(prior, [...certificateInputs, "takeOver"]) };
  if (inputs["takeOver"] !== undefined) state["takeOver"] = inputs["takeOver"];
  if (inputs["hostname"] !== undefined) state["hostname"] = inputs["hostname"];
  if (!live.part.hasCertificate) withoutCertificate(state);
  return managed(pullZoneHostname, state, inputs, prior);
}

const certificateInputs = ["managedCertificate", "certificate", "certificateKey"];

/** See {@link Operations.liveInputs}. */
export function liveInputs(live: LiveHostname, state: Properties, declaredNames: readonly string[]): Properties {
  const values = managedState(live, { hostname: state["hostname"] }, state);
  // The state lacks it if the certificate was missing, which may show late.
  return picked({ managedCertificate: live.part.hasCertificate, ...values }, declaredNames);
}

/** Returns the state of a managed hostname to which the complete declaration was applied. @param reached state after the writes */
export function settledState(live: LiveHostname, inputs: Properties, reached: Properties): Properties {
  const state = managedState(live, inputs, reached);
  const { managedCertificate, certificate, takeOver } = inputs;
  if (takeOver === undefined) delete state["takeOver"];
  if (managedCertificate === undefined) delete state["managedCertificate"];
  else if (managedCertificate !== true || live.part.hasCertificate) state["managedCertificate"] = managedCertificate;
  // The certificate stays installed. The state keeps it, because an update to a free one must know that it is custom.
  if (certificate === undefined) delete state["certificateKey"];
  return state;
}

/** Notes that no certificate is installed. A refresh then shows that, and an update requests or installs the declared one. */
function withoutCertificate(state: Properties): void {
  state["hasCertificate"] = false;
  delete state["certificate"];
  delete state["certificateKey"];
  if (state["managedCertificate"] === true) delete state["managedCertificate"];
}

/**
 * Returns inputs that declare an existing hostname. It is not known whether its certificate is custom or free. Declared as managed, the certificate
 * is kept, and a free one is requested only if it is lost.
 */
export function importInputs({ whole: zone, part: live }: LiveHostname, all = false): Properties {
  return {
    pullZoneId: zone.id,
    hostname: live.value,
    ...(live.forceSSL || all ? { forceSSL: live.forceSSL } : {}),
    ...(live.hasCertificate && !live.isSystemHostname ? { managedCertificate: true } : {}),
  };
}
