import { InvalidInputError } from "../../api/errors";
import { pause } from "../../api/retry";
import type { GetPullZoneResult } from "../../types/pullZone";
import type { LifeCycleContext, Properties } from "../lifeCycle";
import { findById, findDelays } from "../zones/find";
import { unsupportedError } from "../zones/requests";
import { findHostname, hostnameInputs, managedState, withoutCertificate } from "./state";

type Context = Pick<LifeCycleContext, "client" | "tell">;

/**
 * Applies what is declared, and sends nothing that is done already. Each step that succeeds is noted in the state, so that after a
 * failure it tells what is still to be done.
 *
 * @returns whether anything was sent
 */
export async function applySettings(
  { client }: Context,
  zone: GetPullZoneResult,
  state: Properties,
  inputs: Properties,
): Promise<boolean> {
  const { hostname, forceSSL, managedCertificate, certificate, certificateKey } = hostnameInputs(inputs);
  let sent = false;
  const step = async (does: string, request: () => Promise<void>): Promise<void> => {
    sent = true;
    try {
      await request();
    } catch (error) {
      const advice = `Hostname ${hostname} of pull zone ${String(zone.id)}: this service has no operation that ${does}. Do it in the service's dashboard, and remove the setting here or add it to ignoreChanges`;
      throw (await unsupportedError(client, "PullZone", zone.id, error, advice)) ?? error;
    }
  };
  if (forceSSL !== undefined && forceSSL !== state["forceSSL"]) {
    await step("sets the redirect to HTTPS", () => client.setForceSSL(zone.id, hostname, forceSSL));
    state["forceSSL"] = forceSSL;
  }
  if (managedCertificate === undefined) delete state["managedCertificate"];
  else state["managedCertificate"] = managedCertificate && state["hasCertificate"] === true;
  if (managedCertificate === true) {
    if (state["hasCertificate"] === true && state["certificate"] !== undefined) {
      await step("removes a certificate", () => client.removeCertificate(zone.id, hostname));
      withoutCertificate(state);
    }
    if (state["hasCertificate"] !== true) {
      const load = (): Promise<void> => loadFreeCertificate(client, zone, hostname);
      await step("requests a free certificate", load);
      Object.assign(state, { hasCertificate: true, managedCertificate: true });
    }
  } else if (certificate !== undefined && certificateKey !== undefined) {
    const own = { certificate, certificateKey };
    if (certificate !== state["certificate"] || certificateKey !== state["certificateKey"]) {
      await step("adds a certificate", () => client.addCertificate(zone.id, hostname, own));
      Object.assign(state, own, { hasCertificate: true });
    }
  } else {
    // The certificate stays installed. That it is an own one must be known once a free one is declared.
    delete state["certificateKey"];
  }
  return sent;
}

async function loadFreeCertificate(
  client: LifeCycleContext["client"],
  zone: GetPullZoneResult,
  hostname: string,
): Promise<void> {
  try {
    await client.loadFreeCertificate(zone.id, hostname);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const system = zone.hostnames.find(({ isSystemHostname }) => isSystemHostname);
    const target = system?.value ?? zone.cnameDomain ?? "to the pull zone";
    const advice = `Set the DNS record ${hostname} CNAME ${target}, then run the same command again`;
    throw new InvalidInputError(`${error.message}. ${advice}`, "managedCertificate", error.evidence);
  }
}

/** The state once the service shows it; after a few seconds, as it is: its response to an assumed operation proves little. */
export async function shownState(
  { client, tell }: Context,
  zone: GetPullZoneResult,
  state: Properties,
  inputs: Properties,
): Promise<Properties> {
  let shown: Properties | undefined;
  for (const delay of findDelays) {
    if (delay > 0) await pause(delay);
    const live = findHostname(await findById(client, "PullZone", zone.id), inputs["hostname"]);
    if (live === undefined) continue;
    shown = managedState(zone, live, inputs, state);
    if (live.forceSSL === state["forceSSL"] && live.hasCertificate === state["hasCertificate"]) return shown;
  }
  const name = `Hostname ${String(inputs["hostname"])} of pull zone ${String(zone.id)}`;
  tell(`${name} was changed, but ${shown === undefined ? "is not shown" : "does not show all that is declared"} yet`);
  return shown ?? state;
}
