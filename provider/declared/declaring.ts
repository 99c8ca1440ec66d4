import type { Kind } from "../kinds";
import type { Field, InputField } from "../wire/fields";
import { inputFields, isEmptyIfAbsent, isNoId } from "../wire/fields";
import type { Properties } from "./properties";
import { alignSet, stringsIn } from "./properties";
import type { Comparison } from "./compare";
import { differing, isSameValue, shows } from "./compare";
import { emptyValue, managed, optionsIn } from "./state";

/** What a kind does differently from its tables when its objects are compared and declared. */
export interface Declaring<Live> {
  readonly kind: Kind;
  /** Returns the outputs of an object. @param known declared inputs and known state */
  outputs(live: Live, known: Properties): Properties;
  /** Returns the values of the inputs as the service shows them. @default the outputs */
  shown?(live: Live, known: Properties, declaredNames: readonly string[]): Properties;
  /** Whether the service treats two values as equal. @default isSameValue */
  isSame?(field: Field, a: unknown, b: unknown, shown: Properties): boolean;
  /** Whether an object with these values has the property. @default it has every property */
  has?(name: string, shown: Properties): boolean;
  /** Returns the value that a new object has. @default `initial` in the table */
  initial?(field: InputField, shown: Properties): unknown;
}

export interface Declared<Live> {
  readonly managedState: (live: Live, inputs: Properties, prior?: Properties) => Properties;
  /** Returns the live values of the declared inputs, and of others whose values differ from those of a new object. */
  readonly liveInputs: (live: Live, state: Properties, declaredNames: readonly string[]) => Properties;
  /**
   * Returns inputs that declare an existing object: the required ones, and those that differ from a new object.
   *
   * @param all whether to also return everything else that an update can send
   */
  readonly importInputs: (live: Live, all?: boolean) => Properties;
  /** Returns the settings in which an object differs from the declaration. @param among the settings to compare */
  readonly differences: (live: Live, inputs: Properties, among?: readonly InputField[]) => InputField[];
  /** Returns a body with all settings of an object. @param changed settings that get their declared values; the others keep their live ones */
  readonly fullBody: (inputs: Properties, live?: Live, changed?: readonly InputField[]) => Properties;
  /** Returns how an update compares values. */
  readonly comparison: (shown?: Properties) => Comparison;
}

/** Whether an update can send a setting with this value, and a program can have it in plain text. */
export function isSendable(field: InputField, value: unknown): boolean {
  const { immutable, secret, volatile, writeOnly } = field;
  const isFixed = immutable === true || secret === true || volatile === true || writeOnly === true;
  return !isFixed && value !== null && !isNoId(field, value);
}

/** Whether a program that declares this value omits the setting. */
function isOmitted({ input }: InputField, value: unknown): boolean {
  return input.emptyIsNone === true && Array.isArray(value) && value.length === 0;
}

export function declaring<Live>(spec: Declaring<Live>): Declared<Live> {
  const { kind } = spec;
  const isOpen = ({ name, input }: InputField, inputs: Properties): boolean =>
    inputs[name] === undefined && input.resets !== true;
  const isSame = (field: Field, a: unknown, b: unknown, shown: Properties): boolean =>
    (spec.isSame ?? isSameValue)(field, a, b, shown);
  const comparison = (shown: Properties = {}): Comparison => ({
    isSame: (field, a, b) => isSame(field, a, b, shown),
    isOpen,
  });
  const shownIn = (live: Live, known: Properties = {}, declaredNames: readonly string[] = []): Properties =>
    spec.shown?.(live, known, declaredNames) ?? spec.outputs(live, known);
  const omitted = (field: InputField, before: unknown): unknown =>
    field.input.resets === true ? (field.input.initial ?? emptyValue(field)) : before;

  /** Returns a live value with the known spelling wherever both are equal for the service, and with sets in their known order. */
  function aligned(field: InputField, live: unknown, knownValue: unknown, shown: Properties): unknown {
    if (
      live === knownValue ||
      ((knownValue !== undefined || field.input?.resets === true) &&
        shows(field, live, knownValue, shown, comparison(shown)))
    )
      return knownValue;
    if (!Array.isArray(live)) return live;
    const { of } = field;
    if (of === undefined)
      return field.unordered === true && Array.isArray(knownValue)
        ? alignSet(stringsIn(live), stringsIn(knownValue))
        : live;
    return live.map((element: Properties, index) => {
      const before = (Array.isArray(knownValue) ? (knownValue[index] ?? {}) : {}) as Properties;
      const inner = inputFields(of).map((one) => {
        const isNothing = one.input.required !== true && isSame(one, element[one.name], before[one.name], shown);
        return [one.name, isNothing ? before[one.name] : element[one.name]] as const;
      });
      return Object.fromEntries(inner.filter(([, value]) => value !== undefined));
    });
  }

  return {
    managedState(live, inputs, prior = {}) {
      const known = { ...prior, ...inputs };
      const [state, shown] = [{ ...spec.outputs(live, known) }, shownIn(live, known, Object.keys(inputs))];
      for (const field of kind.settings) {
        const { name, writeOnly } = field;
        if (inputs[name] === undefined) continue;
        const value = name in shown && !(name in state) ? shown[name] : state[name];
        state[name] = writeOnly === true ? inputs[name] : aligned(field, value, inputs[name], shown);
        if (state[name] === undefined) delete state[name];
      }
      return managed(kind, { ...state, ...optionsIn(kind, inputs) }, inputs, prior);
    },
    liveInputs(live, state, declaredNames) {
      const shown = shownIn(live, state, declaredNames);
      const values = kind.args.map((field) => {
        const { name, input, writeOnly } = field;
        const isSetting = kind.settings.includes(field);
        const value = isSetting && writeOnly !== true ? shown[name] : state[name];
        if (!declaredNames.includes(name))
          return [
            name,
            input.resets === true && isSetting ? aligned(field, value, undefined, shown) : undefined,
          ] as const;
        if (isOmitted(field, value)) return [name, undefined] as const;
        return [name, aligned(field, value ?? emptyValue(field), state[name], shown)] as const;
      });
      return Object.fromEntries(values.filter(([, value]) => value !== undefined));
    },
    importInputs(live, all = false) {
      const shown = { ...shownIn(live) };
      // The service may show null for an empty string.
      const isEmpty = (field: InputField): boolean =>
        isEmptyIfAbsent(field) && !field.id && field.input.resets !== true;
      for (const field of all ? kind.settings.filter(isEmpty) : []) shown[field.name] ??= "";
      const isDeclared = (field: InputField): boolean => {
        const { name, input } = field;
        if (shown[name] === undefined || !(spec.has?.(name, shown) ?? true)) return false;
        if (all && isSendable(field, shown[name])) return !isOmitted(field, shown[name]);
        const initial = spec.initial === undefined ? input.initial : spec.initial(field, shown);
        return input.required === true || !isSame(field, shown[name], initial, shown);
      };
      return Object.fromEntries(
        kind.settings
          .filter(isDeclared)
          .map((field) => [field.name, aligned(field, shown[field.name], undefined, shown)]),
      );
    },
    differences(live, inputs, among = kind.settings) {
      const shown = shownIn(live);
      return differing(shown, inputs, among, comparison(shown));
    },
    fullBody(inputs, live, changed = kind.settings) {
      const shown = live === undefined ? {} : shownIn(live);
      const values = kind.settings.map((field) => {
        const { name } = field;
        return [name, changed.includes(field) ? (inputs[name] ?? omitted(field, shown[name])) : shown[name]] as const;
      });
      return Object.fromEntries(values);
    },
    comparison,
  };
}
