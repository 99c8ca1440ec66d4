import { parsedUrl } from "../wire/url";
import { isLoopback } from "./settings";

/** Returns the address of a site. @param localPort see {@link localPortOf} */
export function addressAt(name: string, localPort: string | undefined): string {
  return localPort === undefined ? `https://${name}` : `http://${name}.localhost${localPort}`;
}

/** Returns the port of a service on this machine, such as ":8080", "" for the usual one, and undefined for any other service. */
export function localPortOf(baseUrl: string | undefined): string | undefined {
  // Malformed settings are refused by the resources.
  const { protocol, hostname, port } = parsedUrl(baseUrl ?? "") ?? {};
  if (protocol !== "http:" || hostname === undefined || !isLoopback(hostname)) return undefined;
  return port === "" ? "" : `:${String(port)}`;
}
