import { InvalidInputError, UnexpectedResponseError } from "../../api/errors";
import type { GetPullZoneResult, Hostname } from "../../types/pullZone";
import type { Change } from "../operations";
import type { Properties } from "../../declared/properties";
import { confirmed } from "../../api/confirm";
import { eventually } from "../../api/waits";
import { goneError, requestOf } from "../../api/messages";
import { unchangedError, unsupportedError } from "../requests";
import type { Context } from "./certificate";
import { loadFreeCertificate } from "./certificate";
import type { LiveHostname } from "./state";
import { findHostname, hostnameInputs } from "./state";
import { warning } from "../../wire/words";

/** Error key of the service for a redirect to HTTPS of a hostname without a certificate. */
const noCertificate = "pullzone.hostname_ssl_not_enabled";

/**
 * Applies changes, and skips those that are already applied. The hostname is served at every point in between: a free certificate replaces a custom
 * one, which is not removed before, and a redirect to HTTPS ends first and begins last.
 *
 * @returns the hostname after the changes
 */
export async function apply(
  context: Context,
  { whole: zone, part: live }: LiveHostname,
  inputs: Properties,
  change: Change,
): Promise<LiveHostname> {
  const { client } = context;
  const { changed, reached } = change;
  // This is the service's spelling, which may differ from the program's.
  const { value: hostname } = live;
  const { forceSSL, managedCertificate, certificate, certificateKey } = hostnameInputs(inputs);
  const isChanged = (setting: string): boolean => changed.some(({ name }) => name === setting);
  const what = `Hostname ${hostname} of pull zone ${String(zone.id)}`;
  const look = async (): Promise<Hostname | undefined> =>
    findHostname(await client.reads.find("PullZone", zone.id), hostname);
  /** @param isDone whether the hostname is as the request should make it; without it, the request itself shows that */
  const send = (
    sets: Properties,
    does: string,
    request: () => Promise<void>,
    isDone?: (shown: Hostname) => boolean,
  ): Promise<void> =>
    change.send(sets, async () => {
      const attempt = async (): Promise<undefined> => {
        try {
          await request();
        } catch (error) {
          const advice = `${what}: this service has no operation that ${does}. Do it in the service's dashboard, and remove the setting from the program or add it to ignoreChanges`;
          throw (await unsupportedError(client, "PullZone", zone.id, error, advice)) ?? error;
        }
      };
      if (isDone === undefined) return attempt();
      const shown = await confirmed(attempt, look, isDone);
      const seen = requestOf("get", "PullZone", zone.id);
      if (shown === undefined) throw goneError(`${what} was removed while it was being updated`, seen);
      if (!isDone(shown)) throw unchangedError(what, seen);
    });
  let after = live;
  const redirect = async (to: boolean): Promise<void> => {
    if (forceSSL !== to || !isChanged("forceSSL") || live.forceSSL === to) return;
    const request = async (): Promise<void> => {
      try {
        await client.setForceSSL(zone.id, hostname, forceSSL);
      } catch (error) {
        if (!(error instanceof InvalidInputError) || error.evidence?.said?.errorKey !== noCertificate) throw error;
        const advice =
          managedCertificate === true || certificate !== undefined
            ? "Run pulumi up --refresh: it restores the declared certificate"
            : "Declare managedCertificate: true, or certificate and certificateKey, then run the same command again";
        throw new InvalidInputError(
          `${what} has no certificate, so plain HTTP can't be redirected to HTTPS. ${advice}`,
          "forceSSL",
          error.evidence,
        );
      }
    };
    await send({ forceSSL }, "sets the redirect to HTTPS", request, (shown) => shown.forceSSL === forceSSL);
    after = { ...after, forceSSL };
  };

  await redirect(false);
  if (managedCertificate === true) {
    // The origin of a certificate is known only if this resource installed it.
    const isInstalled = live.hasCertificate && reached["certificate"] === undefined;
    if (isChanged("managedCertificate") && !isInstalled) {
      const load = (): Promise<void> => loadFreeCertificate(context, zone, hostname);
      await send({ managedCertificate }, "requests a free certificate", load);
      delete reached["certificate"];
      delete reached["certificateKey"];
      after = { ...after, hasCertificate: await isCertificateShown(context, zone, hostname) };
      if (!after.hasCertificate && forceSSL === true && isChanged("forceSSL") && !live.forceSSL) {
        const error = new UnexpectedResponseError(
          `Hostname ${hostname} of pull zone ${String(zone.id)} shows no certificate yet, so plain HTTP is not redirected to HTTPS. Run the same command again`,
          { request: requestOf("get", "PullZone", zone.id) },
        );
        // A certificate that the hostname does not show does not count as requested.
        await change.send({ managedCertificate }, () => Promise.reject(error));
      }
    }
  } else if (certificate !== undefined && certificateKey !== undefined) {
    if (isChanged("certificate") || isChanged("certificateKey")) {
      const own = { certificate, certificateKey };
      // Even if the response is lost, this certificate may be installed.
      Object.assign(reached, own);
      const add = (): Promise<void> => client.addCertificate(zone.id, hostname, own);
      await send(own, "adds a certificate", add, (shown) => shown.hasCertificate);
      after = { ...after, hasCertificate: true };
    }
  }
  await redirect(true);
  return { whole: zone, part: after };
}

/** Whether the service shows a certificate within a few seconds: a successful request for one proves little. */
async function isCertificateShown({ client, tell }: Context, zone: GetPullZoneResult, hostname: string) {
  const look = async (): Promise<Hostname | undefined> =>
    findHostname(await client.reads.find("PullZone", zone.id), hostname);
  const found = await eventually(look, ({ hasCertificate }) => hasCertificate);
  if (found?.hasCertificate === true) return true;
  tell(
    warning(`Hostname ${hostname} of pull zone ${String(zone.id)} got a free certificate, but does not show it yet`),
  );
  return false;
}
