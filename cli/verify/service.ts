import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { confirmed } from "../../provider/api/confirm";
import { zoneId } from "../../provider/api/ids";
import { redactorOf } from "../../provider/api/redact";
import type { OwnedSettings } from "../../provider/api/settings";
import { logsUrlOf } from "../../provider/api/settings";
import { storageUrl } from "../../provider/api/storageFiles";
import type { HttpRequest } from "../../provider/api/transport";
import { httpTransport } from "../../provider/api/transport";
import { deleteCommand } from "../../provider/api/messages";
import { findDelays } from "../../provider/api/waits";
import { reasonOf } from "../command";
import type { Json } from "./bodies";
import { itemsIn, objectIn, parsed, sent } from "./bodies";
import { Identifiers } from "./identifiers";
import { deletionQuery, isNamed, misnamed, trial, trialDomain, type Trial } from "./trial";

/** Time after which each edge has a changed rule, in milliseconds. */
const edgeDelayMs = 22_000;

/** Delays before each look after a deletion, in milliseconds. */
const lookDelays = findDelays.slice(0, 4);

/** An answer of the service. */
export interface Answer {
  readonly status: number;
  /** The parsed body, as text if it is not JSON; undefined if it is empty. */
  readonly body: unknown;
}

/** The answer to a visitor. */
export interface Visit {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** The zones that a trial may have created. */
interface Made {
  /** The first creation that succeeded. */
  answer?: Json;
  /** Ids in the responses to creations, if they have the expected form. They are not trusted: see {@link Service.change}. */
  readonly ids: Set<number>;
  /** The id of the deleted zone, whose name was read before the deletion. */
  deleted?: number;
}

type Method = HttpRequest["method"];

/**
 * Sends single requests and remembers what it created. An id in a response may belong to another zone, so before each request that changes or
 * deletes a zone, a GET of that id must show the random name.
 */
export class Service {
  readonly storageZone: Trial = trial("storage zone", "/storagezone");
  /** A storage zone that should be refused. */
  readonly refusedZone: Trial = trial("storage zone", "/storagezone");
  /** A storage zone whose name should be refused. */
  readonly misnamedZone: Trial = misnamed(trial("storage zone", "/storagezone"));
  readonly pullZone: Trial = trial("pull zone", "/pullzone");
  /** A pull zone that has a storage zone as origin from the start. */
  readonly sitePullZone: Trial = trial("pull zone", "/pullzone");
  readonly dnsZone: Trial = trialDomain();
  readonly edgeScript: Trial = trial("edge script", "/compute/script");
  readonly middleware: Trial = trial("edge script", "/compute/script");
  readonly dnsScript: Trial = trial("edge script", "/compute/script");
  readonly #send: ReturnType<typeof httpTransport>;
  /** Whether a creation may have been applied although its response was lost. */
  readonly #made = new Map<Trial, Made>();
  /** Replaces the secrets of earlier responses in a text. */
  redact: (text: string) => string;
  readonly #identifiers = new Identifiers();

  constructor(
    private readonly settings: OwnedSettings,
    private readonly signal: AbortSignal,
  ) {
    this.#send = httpTransport(settings);
    this.redact = redactorOf(settings.accessKey);
  }

  /** Replaces secrets, ids and random names, as a published report needs it. */
  publishable(text: string): string {
    return this.#identifiers.hide(this.redact(text));
  }

  /** The main region of the storage zone that was created. */
  get region(): string | undefined {
    const { Region } = this.#made.get(this.storageZone)?.answer ?? {};
    return typeof Region === "string" && /^[A-Z]{2,4}$/.test(Region) ? Region : undefined;
  }

  get(path: string): Promise<Answer> {
    return this.#request("GET", path, undefined, this.signal);
  }

  /** Creates a zone, with its name. */
  async create(trial: Trial, body: Json = {}): Promise<Answer> {
    const before = this.#made.get(trial);
    const made: Made = before ?? { ids: new Set() };
    this.#made.set(trial, made);
    // A creation is never aborted, because its zone could then appear after the clean-up.
    const answer = await this.#request("POST", trial.path, { [trial.nameField]: trial.name, ...body });
    if (answer.status < 300) {
      made.answer ??= objectIn(answer.body);
      const id = idIn(answer.body);
      if (id !== undefined) made.ids.add(id);
    }
    // A refused creation leaves no zone, unless an earlier attempt was applied although it failed.
    else if (answer.status < 500 && before === undefined) this.#made.delete(trial);
    return answer;
  }

  /** Returns the response to the creation. */
  created(trial: Trial): Json {
    const answer = this.#made.get(trial)?.answer;
    if (answer !== undefined) return answer;
    throw new Error(`the ${trial.noun} was not created`);
  }

  /** @throws {InvalidInputError} if the creation was not answered with an id */
  pathOf(trial: Trial): string {
    return `${trial.path}/${String(zoneId(trial.noun, this.created(trial)["Id"]))}`;
  }

  /**
   * Changes a zone that was created, or a part of it.
   *
   * @param suffix what follows the path of the zone
   * @param body an object, or the bytes of a file
   * @throws {Error} unless a GET of its id shows its random name; nothing was sent then
   */
  async change(trial: Trial, method: Method, suffix: string, body?: unknown): Promise<Answer> {
    return this.changeAt(trial, method, `${this.pathOf(trial)}${suffix}`, body);
  }

  /** Does what {@link change} does, at a path of its own, such as that of a pull zone's shield. */
  async changeAt(trial: Trial, method: Method, path: string, body?: unknown): Promise<Answer> {
    await this.#readBack(trial, this.pathOf(trial));
    return this.#request(method, path, body, this.signal);
  }

  /** Returns the id of a created object, for a link to it. @throws {Error} unless a GET of that id shows the random name */
  async provenId(trial: Trial): Promise<number> {
    const path = this.pathOf(trial);
    await this.#readBack(trial, path);
    return Number(path.slice(path.lastIndexOf("/") + 1));
  }

  /** Creates a new read-only password. This operation has the id in its query. */
  async resetReadOnlyPassword(): Promise<Answer> {
    const id = await this.provenId(this.storageZone);
    return this.#request("POST", `/storagezone/resetReadOnlyPassword?id=${String(id)}`, undefined, this.signal);
  }

  /** Removes a URL from the caches, if it is below the hostname that the service derived from the random name. */
  async purge(file: string): Promise<Answer> {
    const url = encodeURIComponent(`https://${await this.#hostname()}/${file}`);
    return this.#request("POST", `/purge?url=${url}&exactPath=true`, undefined, this.signal);
  }

  /**
   * Requests a file of the pull zone as a visitor, without the key, once the edge has its rules.
   *
   * @param hasRules whether the edge had time to get the rules already
   */
  async visit(file: string, hasRules = false): Promise<Visit> {
    const hostname = await this.#hostname();
    const { protocol, hostname: apiHost, port } = new URL(this.settings.baseUrl);
    // The emulator serves sites at its own address.
    const isLocal = protocol === "http:";
    if (!isLocal && !hasRules) await setTimeout(edgeDelayMs, undefined, { signal: this.signal });
    const { request } = isLocal ? await import("node:http") : await import("node:https");
    const sent = request({
      ...(isLocal ? { host: apiHost, port } : { host: hostname }),
      path: `/${file}`,
      headers: { host: hostname },
      signal: this.signal,
      timeout: 10_000,
    });
    sent.once("timeout", () => sent.destroy(new Error(`${hostname} did not answer within 10 s`)));
    const [response] = (await once(sent.end(), "response")) as [IncomingMessage];
    const { statusCode = 0, headers: received } = response;
    return { status: statusCode, headers: received, text: await textOf(response) };
  }

  async #hostname(): Promise<string> {
    const zone = await this.#readBack(this.pullZone, this.pathOf(this.pullZone));
    const hostname = itemsIn(zone["Hostnames"])
      .map(({ Value }) => String(Value))
      .find((one) => one.startsWith(`${this.pullZone.name}.`));
    if (hostname === undefined) throw new Error("the pull zone has no hostname that begins with its name");
    return hostname;
  }

  /** Asks the host of the access logs for one entry of a pull zone. */
  async logs(pullZone: number, accessKey = this.settings.accessKey): Promise<Answer> {
    const send = httpTransport({
      ...this.settings,
      baseUrl: logsUrlOf(this.settings),
      accessKey,
    });
    const { status, text } = await send(
      { method: "GET", path: `/v2/pullzones/${String(pullZone)}/logs?limit=1` },
      this.signal,
    );
    return this.#noted(status, text);
  }

  /** Sends a request with a wrong password to the storage host. */
  async storageWithoutPassword(path: string): Promise<Answer> {
    const { StorageHostname } = await this.#readBack(this.storageZone, this.pathOf(this.storageZone));
    if (typeof StorageHostname !== "string") throw new Error("a GET of the storage zone shows no storage hostname");
    const baseUrl = storageUrl(StorageHostname, this.settings.baseUrl);
    const send = httpTransport({ ...this.settings, baseUrl, accessKey: "verify-wrong-password" });
    const { status, text } = await send({ method: "GET", path: `/${path}` }, this.signal);
    return this.#noted(status, text);
  }

  /** Sends a request to the storage host for the storage zone that was created. @param path of a file, or "" for the root */
  async storage(method: Method, path: string, content?: Buffer, headers: Record<string, string> = {}): Promise<Answer> {
    const { StorageHostname, Password } = await this.#readBack(this.storageZone, this.pathOf(this.storageZone));
    if (typeof StorageHostname !== "string" || typeof Password !== "string" || Password === "") {
      throw new Error("a GET of the storage zone shows no storage hostname or no password");
    }
    const [before, redactPassword] = [this.redact, redactorOf(Password, "[password]")];
    this.redact = (text) => redactPassword(before(text));
    const baseUrl = storageUrl(StorageHostname, this.settings.baseUrl);
    const send = httpTransport({ ...this.settings, baseUrl, accessKey: Password });
    const request = { method, path: `/${this.storageZone.name}/${path}`, headers, ...sent(content) };
    // The storage host refuses a new password for some seconds.
    for (let attempt = 0; ; attempt++) {
      const { status, text } = await send(request, this.signal);
      if (status !== 401 || attempt === 4) return this.#noted(status, text);
      await setTimeout(2000, undefined, { signal: this.signal });
    }
  }

  /** Deletes a zone. A second call sends the same request again. */
  async delete(trial: Trial): Promise<Answer> {
    const path = this.pathOf(trial);
    const made = this.#made.get(trial);
    const id = zoneId(trial.noun, this.created(trial)["Id"]);
    // A deleted zone can't be read, so the second deletion is sent without the check.
    if (made?.deleted !== id) await this.#readBack(trial, path);
    const answer = await this.#request("DELETE", `${path}${deletionQuery(trial)}`, undefined, this.signal);
    if (answer.status < 300 && made !== undefined) made.deleted = id;
    return answer;
  }

  /** Objects whose id a creation returned, but that have another name. {@link cleanUp} does not delete them. */
  readonly leftAlone = new Set<string>();

  /** Deletes everything that is left, even after an interruption. @returns what could not be deleted or may exist, with advice */
  async cleanUp(): Promise<string[]> {
    const left: string[] = [];
    const { dnsZone, edgeScript, middleware, dnsScript, storageZone } = this;
    // Those that may use others are deleted first.
    const users = [this.pullZone, this.sitePullZone, dnsZone, edgeScript, middleware, dnsScript];
    for (const trial of [...users, storageZone, this.refusedZone, this.misnamedZone]) {
      if (!this.#made.has(trial)) continue;
      const problem = await this.#remove(trial);
      if (problem !== undefined) left.push(`${trial.noun} ${trial.name}: ${problem}`);
    }
    return left;
  }

  async #remove(trial: Trial): Promise<string | undefined> {
    let problem: string | undefined;
    const isKnown = (this.#made.get(trial)?.ids.size ?? 0) > 0;
    for (let attempt = 0; attempt < 3; attempt++) {
      if (attempt > 0) await setTimeout(1000);
      problem = undefined;
      try {
        const paths = await this.#find(trial);
        for (const path of paths) problem = (await this.#removeAt(trial, path)) ?? problem;
        // A creation without an answer can appear late.
        if (paths.length === 0 && !isKnown) continue;
      } catch (error) {
        problem = `${reasonOf(error)}. If it exists, delete it in the service's dashboard`;
      }
      if (problem === undefined) return undefined;
    }
    return problem;
  }

  /** Deletes a zone, and looks whether it is gone: a success alone proves nothing. @returns the problem, if there is one */
  async #removeAt(trial: Trial, path: string): Promise<string | undefined> {
    let status = 0;
    const send = async (): Promise<undefined> =>
      void ({ status } = await this.#request("DELETE", `${path}${deletionQuery(trial)}`));
    const look = async (): Promise<{ isShown: boolean }> => ({ isShown: (await this.#ifThere(path)) !== undefined });
    const found = await confirmed(send, look, ({ isShown }) => !isShown, lookDelays);
    if (found?.isShown === false) return undefined;
    const but = status < 300 ? ", but the service still shows it" : "";
    return `its deletion was answered with ${String(status)}${but}. Delete it: ${deleteCommand({ address: this.settings.baseUrl }, path + deletionQuery(trial))}`;
  }

  /** Returns an object; undefined if it is gone. @throws {Error} for an answer that proves neither */
  async #ifThere(path: string): Promise<Json | undefined> {
    const { status, body } = await this.#request("GET", path);
    if (status === 404) return undefined;
    if (status !== 200 || idIn(body) === undefined) {
      throw new Error(`it may exist: a GET was answered with ${String(status)} and no object`);
    }
    const object = objectIn(body);
    return object["Deleted"] === true ? undefined : object;
  }

  /** Returns the paths of the zones with the random name, which is unique: by the ids of the creations, and in the list. */
  async #find(trial: Trial): Promise<string[]> {
    const list = await this.#request("GET", `${trial.path}?page=1&perPage=1000&search=${trial.name}`);
    if (list.status !== 200) throw new Error(`it may exist: the list was answered with ${String(list.status)}`);
    const { ids: given = [], deleted } = this.#made.get(trial) ?? {};
    // The list may still contain a deleted zone for a while.
    const isLeft = (zone: Json): boolean => isNamed(trial, zone) && zone["Deleted"] !== true && zone["Id"] !== deleted;
    const listed = itemsIn(list.body).filter(isLeft);
    const ids = new Set([...given, ...listed.flatMap((zone) => idIn(zone) ?? [])]);
    const paths: string[] = [];
    for (const id of ids) {
      const path = `${trial.path}/${String(id)}`;
      const zone = await this.#ifThere(path);
      if (zone === undefined) continue;
      if (isNamed(trial, zone)) paths.push(path);
      else this.leftAlone.add(`${trial.noun} ${String(id)}`);
    }
    if (paths.length === 0 && listed.length > 0) throw new Error("the list shows it, but a GET does not");
    return paths;
  }

  /** Checks that a GET shows the random name, with retries because a new zone may appear late. @throws {Error} if it does not */
  async #readBack(trial: Trial, path: string): Promise<Json> {
    for (let attempt = 0; ; attempt++) {
      const { status, body } = await this.get(path);
      const zone = objectIn(body);
      if (status === 200 && isNamed(trial, zone)) return zone;
      if (status === 200 || attempt === 2) {
        throw new Error(`a GET of ${path} does not show the name ${trial.name}, so nothing was changed there`);
      }
      await setTimeout(1000, undefined, { signal: this.signal });
    }
  }

  async #request(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
    const { status, text } = await this.#send({ method, path, ...sent(body) }, signal);
    return this.#noted(status, text);
  }

  #noted(status: number, text: string): Answer {
    const body = parsed(text);
    this.#identifiers.note(body);
    return { status, body };
  }
}

/** Returns the id in a response, which is validated because it becomes part of a path. */
function idIn(body: unknown): number | undefined {
  try {
    return zoneId("zone", objectIn(body)["Id"]);
  } catch {
    return undefined;
  }
}
