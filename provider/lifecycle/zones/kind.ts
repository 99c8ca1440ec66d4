import type { CdnClient } from "../../api/client";
import { shown } from "../../api/input";
import type { Reads } from "../../api/reads";
import type { Kind, WholeKind } from "../../kinds";
import type { InputField } from "../../wire/fields";
import type { AcceptedRegions } from "../shared/checkInputs";
import type { Zone } from "../shared/find";
import type { CheckResult, LifeCycle, LifeCycleContext, Properties } from "../shared/lifeCycle";
import type { Writes } from "../shared/updates";
import { immutableChanges } from "../shared/updates";

// What storage zones, pull zones and DNS zones have in common: a number as id, and a unique name. Their life cycles are the same but for this.

/** What distinguishes the zones of one kind. */
export interface ZoneKind<Live extends Zone = Zone> {
  readonly name: WholeKind;
  readonly kind: Kind;
  /** Whether one that is only read, too, is not taken for gone because of another service or account. */
  readonly guardsReads: boolean;
  check(olds: Properties, news: Properties, regions: AcceptedRegions): CheckResult;
  list(client: CdnClient, search: string): Promise<Live[]>;
  /** Finds one for a refresh. */
  find(reader: Reads, id: string, prior: Properties): Promise<Live | undefined>;
  add(client: CdnClient, inputs: Properties): Promise<Live>;
  /** Adds to a zone what the service does not show with it, if a managed one wants it. @param known its state, or the inputs of an import */
  withMore?(reader: Reads, zone: Live, known: Properties): Promise<Live>;
  /**
   * Applies the declared settings to a zone. Sends nothing if nothing differs.
   *
   * @param update which settings an update changes, and what sends its requests; otherwise the zone is new or adopted
   * @returns the zone as it is afterwards
   */
  apply(context: ApplyContext, zone: Live, inputs: Properties, update?: ZoneUpdate): Promise<Live>;
  /** Settings that an update sends though the state has them as declared. */
  resent?(state: Properties, inputs: Properties): readonly string[];
  /** Outputs that differ from what is declared, and that an update of these settings has not sent. */
  left?(zone: Live, inputs: Properties, changed: readonly InputField[]): readonly string[];
  /** Why an update would be refused. */
  readonly refusal?: NonNullable<LifeCycle["refusal"]>;
  /** Refuses to delete what is in use. */
  refuseDeletion?(client: CdnClient, zone: Live, state: Properties): Promise<void>;
  /** See {@link LifeCycle.checkReplacement}. @param deletesFirst whether the old zone is deleted before the new one is created */
  checkReplacement?(context: LifeCycleContext, id: string, state: Properties, deletesFirst: boolean): Promise<void>;
  delete(context: LifeCycleContext, id: string): Promise<void>;
  /** The state of a zone that is only read. */
  externalState(zone: Live, prior: Properties): Properties;
  managedState(zone: Live, inputs: Properties, prior?: Properties): Properties;
  /** The presumed state of a zone that was created, and is not read yet. */
  presumedState(id: number, inputs: Properties): Properties;
  /** The live values of the declared inputs, and of no others, so that a default is never a difference. */
  liveInputs(zone: Live, state: Properties, declared: readonly string[]): Properties;
  /** The inputs to declare an existing zone with. */
  importInputs(zone: Live): Properties;
  /** The values of a zone under the names of its immutable inputs. */
  immutable(zone: Live): Properties;
  /** Whether a zone that did not exist before was created by our request: it is new, as requested and unused. */
  isOurs(zone: Live, inputs: Properties, began: number): boolean;
  /** What an adoption takes over besides settings, such as "files: 3". */
  contents(zone: Live): string;
}

export type ApplyContext = Pick<LifeCycleContext, "client" | "tell" | "turns">;

export interface ZoneUpdate {
  readonly changed: readonly InputField[];
  readonly send: Writes["send"];
}

/** The immutable properties in which a zone differs from what is declared, in words. */
export function immutableDifferences({ kind, ...zones }: ZoneKind, zone: Zone, inputs: Properties): string[] {
  const live = zones.immutable(zone);
  return immutableChanges(kind, live, inputs).map(
    (key) => `${key} is ${shown(live[key])}, declared is ${shown(inputs[key])}`,
  );
}
