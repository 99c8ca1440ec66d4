import type { CdnClient } from "../../api/client";
import type { Kind, WholeKind } from "../../kinds";
import { shown } from "../../api/input";
import type { LifeCycleContext, Properties } from "../shared/lifeCycle";
import type { Zone } from "../shared/find";
import { isSameName } from "../shared/sameValue";

// What storage zones and pull zones have in common: a number as id, a unique name, an owner. Their creation, adoption and identity
// are the same.

/** What distinguishes the zones of one kind. */
export interface ZoneKind<Live extends Zone> {
  readonly name: WholeKind;
  readonly kind: Kind;
  list(client: CdnClient, search: string): Promise<Live[]>;
  add(client: CdnClient, inputs: Properties): Promise<Live>;
  /** Applies the declared settings to a zone. Sends nothing if nothing differs. @returns the zone as it is afterwards */
  applySettings(
    context: Pick<LifeCycleContext, "client" | "tell" | "turns">,
    zone: Live,
    inputs: Properties,
  ): Promise<Live>;
  managedState(zone: Live, inputs: Properties, prior?: Properties): Properties;
  /** The live values of the declared inputs, and of no others, so that a default is never a difference. */
  liveInputs(state: Properties, zone: Live, declared: readonly string[]): Properties;
  /** The presumed state of a zone that was created, and is not read yet. */
  presumedState(id: number, inputs: Properties): Properties;
  /** The values of a zone under the names of its immutable inputs. */
  immutable(zone: Live): Properties;
  /** Whether a zone that did not exist before was created by our request: it is new, as requested and unused. */
  isOurs(zone: Live, inputs: Properties, began: number): boolean;
  /** What an adoption takes over besides settings, such as "files: 3". */
  contents(zone: Live): string;
}

/** The names of the settings that can't be updated in place. */
export function immutableKeys({ settings }: Kind): string[] {
  return settings.filter((field) => field.immutable === true).map(({ name }) => name);
}

/** Whether the service takes two values of an immutable input for the same. */
export function isSameInput({ nameField }: Kind, key: string, a: unknown, b: unknown): boolean {
  return key === nameField ? isSameName(a, b) : a === b;
}

/** The immutable properties in which a zone differs from what is declared, in words. */
export function immutableDifferences<Live extends Zone>(
  zones: ZoneKind<Live>,
  zone: Live,
  inputs: Properties,
): string[] {
  const live = zones.immutable(zone);
  return differingKeys(zones, zone, inputs).map(
    (key) => `${key} is ${shown(live[key])}, declared is ${shown(inputs[key])}`,
  );
}

export function differingKeys<Live extends Zone>(zones: ZoneKind<Live>, zone: Live, inputs: Properties): string[] {
  const live = zones.immutable(zone);
  return immutableKeys(zones.kind).filter(
    (key) =>
      inputs[key] !== undefined && live[key] !== undefined && !isSameInput(zones.kind, key, inputs[key], live[key]),
  );
}
