import { ConflictError } from "../../api/errors";
import { inMessage } from "../../wire/words";
import { requestOf } from "../../api/messages";
import { edgeScript } from "../../kinds/edgeScript";
import type { Report } from "../../declared/checkInputs";
import type { Properties } from "../../declared/properties";
import { isUnknown } from "../../declared/properties";
import type { RunMemory } from "../../run/memory";

// A script is adopted by its name, and the name can change in place. If one resource renames its script and a new one adopts by the old name, the
// order of the run would decide whether the new one adopts the script of the other.

/** Names by which new resources of the program adopt scripts, and names that other resources give up. */
interface Names {
  readonly adopting: Set<string>;
  readonly givenUp: Set<string>;
}

const namesOf = new WeakMap<RunMemory, Names>();

function namesIn(memory: RunMemory): Names {
  const names = namesOf.get(memory) ?? { adopting: new Set(), givenUp: new Set() };
  namesOf.set(memory, names);
  return names;
}

const advice =
  "Remove adopt: true, so that a new script is created, or rename in one run and add the other resource in the next";

/** Refuses a new resource that adopts by a name that another resource gives up. */
export function checkAdoption(memory: RunMemory, inputs: Properties, report: Report): void {
  const { adopt, name } = inputs;
  if (adopt !== true || isUnknown(name)) return;
  const { adopting, givenUp } = namesIn(memory);
  const claim = edgeScript.claim(inputs);
  adopting.add(claim);
  if (!givenUp.has(claim)) return;
  report("adopt", `must not be true while another resource renames its script from ${inMessage(name)}`, "true", advice);
}

/** Refuses to rename a script if a new resource adopts by its name. */
export function refuseAdopted(memory: RunMemory, id: string, state: Properties, news: Properties): void {
  const claim = edgeScript.claim(state);
  if (isUnknown(news["name"])) return;
  if (claim === edgeScript.claim(news)) return;
  const { adopting, givenUp } = namesIn(memory);
  givenUp.add(claim);
  if (!adopting.has(claim)) return;
  const what = `Edge script ${id} can't be renamed to ${inMessage(news["name"])}`;
  throw new ConflictError(
    `${what}: a new resource of this program declares ${inMessage(state["name"])} with adopt: true, and could adopt this script. ${advice}`,
    { request: requestOf("update", "EdgeScript", id) },
  );
}
