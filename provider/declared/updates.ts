import type { Kind } from "../kinds";
import type { InputField } from "../wire/fields";
import { declaredIn, declaredKey } from "./state";
import type { Properties } from "./properties";
import { IncompleteError } from "./failures";
import { messageOf, isRefusal } from "../api/errors";
import { isUnknown, stringsIn } from "./properties";
import { sentence } from "../wire/words";
import { isSameValue } from "./sameValue";

/** How the values of a kind compare. */
export interface Comparison {
  /** Whether the service treats two values of a setting as equal. */
  isSame(field: InputField, a: unknown, b: unknown): boolean;
  /** Whether the program leaves a setting as it is. */
  isOpen(field: InputField, inputs: Properties): boolean;
}

const settingBySetting: Comparison = {
  isSame: isSameValue,
  isOpen: ({ name }, inputs) => inputs[name] === undefined,
};

/** What an update is about. */
export interface Update {
  readonly kind: Kind;
  /** @default what is not declared is left as it is */
  readonly comparison?: Comparison;
  /** What it can change. */
  readonly settings: readonly InputField[];
  readonly state: Properties;
  readonly inputs: Properties;
  /** The settings to send, unless the live object has them already. */
  readonly changed: readonly InputField[];
}

// An update sends what the program changed, and no more. What somebody changed outside stays until a refresh shows it.

/**
 * The settings whose declared value is another one than that in the state. One whose last write was unclear is among them: the state does
 * not record it as declared.
 */
export function changedSettings(declaration: Omit<Update, "changed">): InputField[] {
  const { settings, state, inputs, comparison = settingBySetting } = declaration;
  const known = stringsIn(state[declaredKey]);
  return settings.filter((field) => {
    const { name, immutable } = field;
    if (immutable === true || comparison.isOpen(field, inputs)) return false;
    const isNew = inputs[name] !== undefined && !known.includes(name);
    return isNew || !comparison.isSame(field, state[name], inputs[name]);
  });
}

/**
 * The immutable inputs that are declared otherwise than a state or a live object has them. An unknown value counts as another one; what
 * one of the two lacks does not.
 */
export function immutableChanges({ settings }: Kind, known: Properties, news: Properties): string[] {
  const isChanged = (field: InputField): boolean => {
    const [old, now] = [known[field.name], news[field.name]];
    return old !== undefined && now !== undefined && (isUnknown(now) || !isSameValue(field, old, now));
  };
  return settings.filter((field) => field.immutable === true && isChanged(field)).map(({ name }) => name);
}

/** A state in which these settings are still to be set: it does not record them as declared, so that the next update sends them. */
export function pending(state: Properties, settings: readonly InputField[]): Properties {
  const names = settings.map(({ name }) => name);
  return { ...state, [declaredKey]: stringsIn(state[declaredKey]).filter((name) => !names.includes(name)) };
}

/**
 * Keeps the known values of declared settings that an update did not send: if the live ones differ, the next refresh shows it. Says so.
 *
 * @param updated the state after the update, from the live object
 * @param more the names of further properties that differ and were not sent
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
 * The writes of one update, and the state that they have reached. Once one was sent, a failure carries that state: the next run then goes
 * on from there, even if the program no longer declares the change.
 */
export class Writes {
  /** The state so far. */
  readonly reached: Properties;
  #mayHaveChanged = false;

  constructor(
    private readonly id: string,
    { kind, state, inputs, changed }: Update,
  ) {
    this.reached = pending({ ...state, [declaredKey]: declaredIn(kind, inputs) }, changed);
  }

  /** Sends a request. @param sets the declared values that are set afterwards */
  async send<Answer>(sets: Properties, request: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await request();
      Object.assign(this.reached, sets);
      this.#note((declared) => [...new Set([...declared, ...Object.keys(sets)])]);
      return answer;
    } catch (error) {
      if (!isRefusal(error)) {
        // What may have been set is not what an earlier program declared either.
        Object.assign(this.reached, sets);
        this.#note((declared) => declared.filter((name) => !(name in sets)));
      }
      throw error;
    }
  }

  /** Runs an update. @throws {IncompleteError} if it fails once something may have been changed */
  async during<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      return await act();
    } catch (error) {
      if (!this.#mayHaveChanged) throw error;
      throw new IncompleteError(this.id, this.reached, messageOf(error), error);
    }
  }

  #note(declared: (before: string[]) => string[]): void {
    this.#mayHaveChanged = true;
    this.reached[declaredKey] = declared(stringsIn(this.reached[declaredKey]));
  }
}
