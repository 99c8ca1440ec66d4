import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { OwnedSettings } from "../../provider/api/settings";
import type { HttpRequest } from "../../provider/api/transport";
import { httpTransport } from "../../provider/api/transport";
import { reasonOf } from "../command";

/** An answer of the service. */
export interface Answer {
  readonly status: number;
  /** Undefined if it is empty or no JSON. */
  readonly body: unknown;
}

export type Json = Readonly<Record<string, unknown>>;

/** A kind of zone that is created, and certainly deleted. */
export interface Trial {
  readonly noun: string;
  readonly path: "/storagezone" | "/pullzone";
  readonly name: string;
}

/** Sends single requests, and knows what it has created. */
export class Service {
  readonly storageZone: Trial = { noun: "storage zone", path: "/storagezone", name: randomName() };
  readonly pullZone: Trial = { noun: "pull zone", path: "/pullzone", name: randomName() };
  readonly #send: ReturnType<typeof httpTransport>;
  /** A creation whose answer got lost may have been applied. */
  readonly #begun = new Map<Trial, Json>();

  constructor(
    settings: OwnedSettings,
    private readonly signal: AbortSignal,
  ) {
    this.#send = httpTransport(settings);
  }

  async ask(method: HttpRequest["method"], path: string, body?: unknown): Promise<Answer> {
    return this.#request(method, path, body, this.signal);
  }

  get(path: string): Promise<Answer> {
    return this.ask("GET", path);
  }

  /** Creates a zone, with its name. */
  async create(trial: Trial, body: Json): Promise<Answer> {
    const before = this.#begun.get(trial);
    this.#begun.set(trial, before ?? {});
    // It is never cut off: a zone might appear after the cleaning up.
    const answer = await this.#request("POST", trial.path, { Name: trial.name, ...body });
    if (answer.status < 300) this.#begun.set(trial, objectIn(answer.body));
    // Refused, so there is none, unless an earlier one was applied though it failed.
    else if (answer.status < 500 && before === undefined) this.#begun.delete(trial);
    return answer;
  }

  /** The answer of its creation. */
  created(trial: Trial): Json {
    const body = this.#begun.get(trial);
    if (typeof body?.["Id"] === "number") return body;
    throw new Error(`the ${trial.noun} was not created`);
  }

  pathOf(trial: Trial): string {
    return `${trial.path}/${String(this.created(trial)["Id"])}`;
  }

  async delete(trial: Trial): Promise<Answer> {
    const answer = await this.ask("DELETE", `${this.pathOf(trial)}${deletion(trial)}`);
    if (answer.status < 300) this.#begun.delete(trial);
    return answer;
  }

  /** Deletes what is left, also after an interruption. @returns what could not be deleted, or may exist */
  async cleanUp(): Promise<string[]> {
    const left: string[] = [];
    for (const trial of [this.pullZone, this.storageZone]) {
      if (!this.#begun.has(trial)) continue;
      const problem = await this.#remove(trial);
      if (problem !== undefined) left.push(`${trial.noun} ${trial.name}: ${problem}`);
    }
    return left;
  }

  async #remove(trial: Trial): Promise<string | undefined> {
    let problem: string | undefined;
    for (let attempt = 0; attempt < 3; attempt++) {
      if (attempt > 0) await setTimeout(1000);
      try {
        const path = await this.#find(trial);
        if (path === undefined) return undefined;
        const { status } = await this.#request("DELETE", `${path}${deletion(trial)}`);
        problem = `its deletion was answered with ${String(status)}`;
        if (status < 300 || status === 404) return undefined;
      } catch (error) {
        problem = reasonOf(error);
      }
    }
    return problem;
  }

  /** A creation without an answer is looked for by its name, which nobody else has. */
  async #find(trial: Trial): Promise<string | undefined> {
    if (typeof this.#begun.get(trial)?.["Id"] === "number") return this.pathOf(trial);
    const list = await this.#request("GET", `${trial.path}?page=1&perPage=1000&search=${trial.name}`);
    if (list.status !== 200) throw new Error(`it may exist: the list was answered with ${String(list.status)}`);
    const found = itemsIn(list.body).find(({ Name, Deleted }) => Name === trial.name && Deleted !== true);
    return found && `${trial.path}/${String(found["Id"])}`;
  }

  async #request(method: HttpRequest["method"], path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
    const { status, text } = await this.#send({ method, path, ...(body === undefined ? {} : { body }) }, signal);
    return { status, body: parsed(text) };
  }
}

/** Without it, the pull zones of a storage zone would be deleted with it. */
function deletion({ path }: Trial): string {
  return path === "/storagezone" ? "?deleteLinkedPullZones=false" : "";
}

function randomName(): string {
  return `verify-${randomBytes(6).toString("hex")}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function objectIn(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** The zones of a list, in its envelope or without. */
export function itemsIn(body: unknown): Json[] {
  const items = Array.isArray(body) ? (body as unknown[]) : objectIn(body)["Items"];
  return Array.isArray(items) ? items.map(objectIn) : [];
}
