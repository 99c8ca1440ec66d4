import { createSocket } from "node:dgram";
import type { Service } from "../router";
import { isSameName } from "../state/dnsRecords";

/** Whether a domain is delegated to its zone here. */
export function isDelegated({ undelegatedDomains }: Service, domain: string | null | undefined): boolean {
  return !undelegatedDomains.has("*") && !undelegatedDomains.has((domain ?? "").toLowerCase());
}

/** Returns the nameservers of a domain. Top-level domains have some, so that a client can distinguish a domain without any from a resolver that does not answer. */
function nameserversOf(service: Service, domain: string): readonly string[] | null {
  const { dnsZones, dnsAnswers } = service;
  const given = dnsAnswers[domain];
  if (given !== undefined) return given;
  const zone = dnsZones.list().find(({ Domain }) => isSameName(domain, Domain));
  const own = [zone?.Nameserver1, zone?.Nameserver2].filter((host) => typeof host === "string");
  if (zone !== undefined && isDelegated(service, domain)) return own;
  return domain.includes(".") ? [] : [`a.nic.${domain}`];
}

/**
 * A DNS resolver for this machine only. It answers queries for the nameservers of a domain and for hostnames that lead here, and nothing else.
 */
export class DnsResolver {
  readonly #socket = createSocket("udp4");
  #address = "";
  #isClosed = false;

  constructor(service: Service) {
    this.#socket.on("message", (query, { port, address }) => {
      const answer = answerTo(service, query);
      if (answer !== undefined) this.#socket.send(answer, port, address);
    });
  }

  /** Host and port of the resolver. */
  get address(): string {
    return this.#address;
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#socket.once("error", reject).bind(0, "127.0.0.1", resolve);
    });
    this.#address = `127.0.0.1:${String(this.#socket.address().port)}`;
  }

  /** Closes the socket. A second call does nothing. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await new Promise<void>((resolve) => void this.#socket.close(resolve));
  }
}

const headerLength = 12;
const types = { A: 1, NS: 2 } as const;

/** Returns the response to a query (RFC 1035); undefined for no response. */
function answerTo(service: Service, query: Buffer): Buffer | undefined {
  const labels: string[] = [];
  let at = headerLength;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const end = at + 5;
  if (query.length < end) return undefined;
  const name = labels.join(".").toLowerCase();
  const type = query.readUInt16BE(at + 1);
  const hosts = nameserversOf(service, name);
  if (hosts === null) return undefined;
  const { pointedHostnames } = service;
  const isPointed = pointedHostnames.has("*") || pointedHostnames.has(name);
  const addresses = isPointed ? [recordOf(types.A, Buffer.from([192, 0, 2, 1]))] : [];
  const records = type === types.NS ? hosts.map(nsRecord) : type === types.A ? addresses : [];
  const header = Buffer.alloc(headerLength);
  query.copy(header, 0, 0, 2);
  // The flags of a response with recursion. Code 3 means that the name does not exist.
  header.writeUInt16BE(0x8180 | (hosts.length === 0 && !isPointed ? 3 : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, query.subarray(headerLength, end), ...records]);
}

function nsRecord(host: string): Buffer {
  const labels = host.split(".").map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, "latin1"));
  return recordOf(types.NS, Buffer.concat([...labels, Buffer.alloc(1)]));
}

/** Returns a record for the name of the query, valid for 0 seconds. */
function recordOf(type: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xc0, headerLength, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]), data]);
}
