import type { Kind } from "../kinds";
import type { InputField } from "../wire/fields";
import { isEmptyIfAbsent } from "../wire/fields";
import { declaredIn } from "./state";
import type { Properties } from "./properties";
import { IncompleteError } from "./failures";
import { messageOf, isRefusal } from "../api/errors";
import { isUnknown, stringsIn } from "./properties";
import { sentence } from "../wire/words";
import type { Comparison } from "./compare";
import { isSameValue, settingBySetting, shows } from "./compare";
import { declaredKey, unreadKey } from "../wire/stateKeys";

/** The facts on which an update is based. */
export interface Update {
  readonly kind: Kind;
  /** How to compare values. @default undeclared settings are left unchanged */
  readonly comparison?: Comparison;
  /** Settings that the update can change. */
  readonly settings: readonly InputField[];
  readonly state: Properties;
  readonly inputs: Properties;
  /** Settings to send, unless the live object already has them. */
  readonly changed: readonly InputField[];
}

// An update sends only what the program changed. Changes from outside stay until a refresh shows them.

/**
 * Returns the settings whose declared value differs from the state. They include settings whose last write had an unclear result, because the state
 * does not record these as declared.
 */
export function changedSettings(declaration: Omit<Update, "changed">): InputField[] {
  const { settings, state, inputs, comparison = settingBySetting } = declaration;
  const declaredNames = stringsIn(state[declaredKey]);
  return settings.filter((field) => {
    const { name, immutable } = field;
    if (immutable === true || comparison.isOpen(field, inputs)) return false;
    const isNew = inputs[name] !== undefined && !declaredNames.includes(name);
    return isNew || !comparison.isSame(field, state[name], inputs[name]);
  });
}

/**
 * Returns the immutable inputs whose declared value differs from a state or a live object. An unknown value counts as different; a value that one of
 * the two lacks does not.
 */
export function immutableChanges({ settings }: Kind, olds: Properties, news: Properties): string[] {
  const isChanged = (field: InputField): boolean => {
    const [old, now] = [olds[field.name], news[field.name]];
    return old !== undefined && now !== undefined && (isUnknown(now) || !isSameValue(field, old, now));
  };
  return settings.filter((field) => field.immutable === true && isChanged(field)).map(({ name }) => name);
}

/** Returns a state in which these settings are pending: it does not record them as declared, so that the next update sends them. */
export function pending(state: Properties, settings: readonly InputField[]): Properties {
  const names = settings.map(({ name }) => name);
  return { ...state, [declaredKey]: stringsIn(state[declaredKey]).filter((name) => !names.includes(name)) };
}

/**
 * Keeps and reports the known values of declared settings that an update did not send. If the live values differ, the next refresh shows it.
 *
 * @param updated state after the update, from the live object
 * @param more names of further properties that differ and were not sent
 */
export function leaveOthers(
  updated: Properties,
  { settings, state, inputs, changed, comparison = settingBySetting }: Update,
  more: readonly string[],
  tell: (what: string) => void,
): Properties {
  const isLeft = (field: InputField): boolean =>
    field.immutable !== true &&
    !comparison.isOpen(field, inputs) &&
    !changed.includes(field) &&
    !comparison.isSame(field, updated[field.name], state[field.name]);
  const names = [...settings.filter(isLeft).map(({ name }) => name), ...more];
  if (names.length === 0) return updated;
  tell(`was changed outside, and this update does not revert that: ${sentence(names)}. A refresh shows the change`);
  const result = { ...updated };
  for (const name of names) {
    if (name in state) result[name] = state[name];
    else delete result[name];
  }
  return result;
}

/**
 * Keeps the known values of what the program does not declare and what somebody changed outside: only a refresh accepts that. Such a value differed
 * from the state before the update, and is the same afterwards. Everything else that changed follows from the update.
 *
 * @param updated state after the update, from the live object
 * @param before state of the live object before the update
 */
export function keepUndeclared(
  updated: Properties,
  before: Properties,
  { kind, state, inputs }: Pick<Update, "kind" | "state" | "inputs">,
): Properties {
  if (state[unreadKey] === true) return updated;
  const declaredNames = stringsIn(state[declaredKey]);
  const declared = kind.settings.filter(({ name }) => declaredNames.includes(name));
  const isShown = (field: InputField): boolean =>
    shows(field, before[field.name], state[field.name], before, settingBySetting);
  const result = { ...updated };
  for (const field of kind.table.fields) {
    const { name, volatile, input } = field;
    const isDeclared = inputs[name] !== undefined || input?.resets === true;
    const isOutside =
      !isSameValue(field, updated[name], state[name]) && isSameValue(field, updated[name], before[name]);
    if (volatile === true || isDeclared || !isOutside) continue;
    // A state has the declared value, although the service stores another one instead.
    const isStored = declared.some((one) => one.name === name && isShown(one));
    if (isStored) continue;
    if (name in state) result[name] = state[name];
    // Otherwise the state does not know the value, such as a password after an import.
    else if (isEmptyIfAbsent(field)) delete result[name];
  }
  return result;
}

/**
 * The writes of one update, and the state that they have reached. After the first write, an error contains that state, so that the next run
 * continues from there even if the program no longer declares the change.
 */
export class Writes {
  /** State after the writes so far. */
  readonly reached: Properties;
  #mayHaveChanged = false;

  constructor(
    private readonly id: string,
    { kind, state, inputs, changed }: Pick<Update, "kind" | "state" | "inputs" | "changed">,
  ) {
    this.reached = pending({ ...state, [declaredKey]: declaredIn(kind, inputs) }, changed);
  }

  /** Sends a request. @param sets the declared values that it sets */
  readonly send = async <Answer>(sets: Properties, request: () => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await request();
      Object.assign(this.reached, sets);
      this.#note((names) => [...new Set([...names, ...Object.keys(sets)])]);
      return answer;
    } catch (error) {
      if (!isRefusal(error)) {
        // The object may have the new values, so the state no longer has those that an earlier program declared.
        Object.assign(this.reached, sets);
        this.#note((names) => names.filter((name) => !(name in sets)));
      }
      throw error;
    }
  };

  /** Runs an update. @throws {IncompleteError} if it fails once something may have been changed */
  async during<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      return await act();
    } catch (error) {
      if (!this.#mayHaveChanged) throw error;
      throw new IncompleteError(this.id, this.reached, messageOf(error), error);
    }
  }

  #note(change: (before: string[]) => string[]): void {
    this.#mayHaveChanged = true;
    this.reached[declaredKey] = change(stringsIn(this.reached[declaredKey]));
  }
}
