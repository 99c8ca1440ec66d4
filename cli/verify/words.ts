import { isDeepStrictEqual } from "node:util";
import type { Field, Table } from "../../provider/wire/fields";
import type { Json } from "./bodies";
import type { Answer } from "./service";
import { objectIn } from "./bodies";

/** An id that no zone has. */
export const unknownId = 2 ** 31 - 1;

/** Returns the status and, for an error, the service's key and message. */
export function statusOf({ status, body }: Answer): string {
  const { ErrorKey, Field, Message, error } = objectIn(body);
  // The host of the access logs has another form of errors.
  const { code, message } = objectIn(error);
  const said = [ErrorKey, Field, Message, code, message].filter((word) => typeof word === "string" && word !== "");
  return [String(status), ...said].join(" ").trim();
}

/** Describes the form of a date: its fraction and its zone. */
export function formOf(date: unknown): string {
  if (typeof date !== "string") return date === null ? "null" : "absent";
  const [, fraction = "", zone = ""] = /T[\d:]+(\.\d+)?(.*)$/.exec(date) ?? [];
  const digits = fraction === "" ? "no fraction" : `${String(fraction.length - 1)} fraction digits`;
  return `${digits}, ${zone === "" ? "no zone" : zone}`;
}

/** Returns the settings that a program can declare and that differ from the recording. None of them is secret. */
export function differences(table: Table, live: Json, recorded: Json, others: readonly string[]): string {
  const isSetting = ({ wire, input, secret, id, writeOnly }: Field): boolean =>
    input !== undefined && secret !== true && !id && writeOnly !== true && !others.includes(wire);
  const texts = table.fields.filter(isSetting).flatMap(({ wire, alias }) => {
    const value = live[wire] ?? (alias === undefined ? undefined : live[alias]);
    if (!(wire in live) && (alias === undefined || !(alias in live))) return [`${wire} absent`];
    const expected = recorded[wire];
    const isSame = expected === undefined ? isNothing(value) : isDeepStrictEqual(value, expected);
    return isSame ? [] : [`${wire} ${shown(value)}`];
  });
  return texts.length === 0 ? "none" : texts.join(", ");
}

function isNothing(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0);
}

export function shown(value: unknown): string {
  return JSON.stringify(value) ?? "absent";
}

export function countOf(value: unknown): string {
  return Array.isArray(value) ? String(value.length) : value === null ? "null" : "absent";
}
