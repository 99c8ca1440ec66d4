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

/** Checked inputs. */
export function hostnameInputs(inputs: Properties): PullZoneHostnameInputs {
  return inputs as object as PullZoneHostnameInputs;
}

/** The id of a hostname: the same for all its spellings. */
export function idOf(pullZoneId: number, hostname: string): string {
  return `${String(pullZoneId)}/${nameKey(hostname)}`;
}

/**
 * The ids of 0.3.0 have the hostname as it was declared, in lower case.
 *
 * @throws {InvalidInputError} for another id that {@link idOf} does not make
 */
export function partsOf(id: string): { readonly pullZoneId: number; readonly hostname: string } {
  const { zoneId: pullZoneId, part: hostname } = partId(pullZoneHostname.noun, id);
  const wanted = idOf(pullZoneId, hostname);
  if (id === wanted || (wanted !== id.toLowerCase() && id === id.toLowerCase())) return { pullZoneId, hostname };
  throw new InvalidInputError(`The id of a hostname must be in lower case: ${wanted}, but got: ${id}`, "id");
}

export function findHostname(zone: GetPullZoneResult | undefined, hostname: unknown): Hostname | undefined {
  return zone?.hostnames.find(({ value }) => isSameName(value, hostname));
}

/** A hostname and its pull zone, as the service has them. */
export type LiveHostname = LivePart<Hostname, "PullZone">;

/** The state of a hostname that this stack does not manage; the base of a managed one. */
export function externalState({ zone, part }: LiveHostname): Properties {
  const { value: hostname, forceSSL, isSystemHostname, isManagedHostname, hasCertificate } = part;
  const { id: pullZoneId, systemHostname } = zone;
  return {
    ...{ pullZoneId, hostname, forceSSL, isSystemHostname, isManagedHostname, hasCertificate },
    ...(systemHostname === undefined ? {} : { systemHostname }),
  };
}

/**
 * The state of a managed hostname.
 *
 * @param inputs what is declared
 * @param prior what the last state says of the certificate that is installed: the service does not tell
 */
export function managedState(live: LiveHostname, inputs: Properties, prior: Properties): Properties {
  const state = { ...externalState(live), ...picked(prior, certificateInputs) };
  if (inputs["hostname"] !== undefined) state["hostname"] = inputs["hostname"];
  if (!live.part.hasCertificate) withoutCertificate(state);
  return managed(pullZoneHostname, state, inputs, prior);
}

const certificateInputs = ["managedCertificate", "certificate", "certificateKey"];

/** See {@link Operations.liveInputs}. */
export function liveInputs(live: LiveHostname, prior: Properties, declared: readonly string[]): Properties {
  return picked(managedState(live, { hostname: prior["hostname"] }, prior), declared);
}

/** The state of a managed hostname to which everything declared was applied. @param reached the state that the writes have reached */
export function settledState(live: LiveHostname, inputs: Properties, reached: Properties): Properties {
  const state = managedState(live, inputs, reached);
  const { managedCertificate, certificate } = inputs;
  if (managedCertificate === undefined) delete state["managedCertificate"];
  else state["managedCertificate"] = managedCertificate === true && live.part.hasCertificate;
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
export function importInputs({ zone, part: live }: LiveHostname): Properties {
  return {
    pullZoneId: zone.id,
    hostname: live.value,
    ...(live.forceSSL ? { forceSSL: true } : {}),
    ...(live.hasCertificate && !live.isSystemHostname ? { managedCertificate: true } : {}),
  };
}
