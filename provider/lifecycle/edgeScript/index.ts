import { isDeepStrictEqual } from "node:util";
import type { CdnClient } from "../../api/client";
import { ConflictError } from "../../api/errors";
import { inMessage, sentence, importOption } from "../../wire/words";
import { edgeScript } from "../../kinds/edgeScript";
import { edgeScriptDetailsTable, edgeScriptOptions } from "../../wire/edgeScript";
import type { InputField } from "../../wire/fields";
import { inputFields } from "../../wire/fields";
import { utcTime } from "../../wire/utcTime";
import { byName } from "../byName";
import { alone, findKnown } from "../locate";
import { objectLifeCycle } from "../objectLifeCycle";
import type { Operations } from "../operations";
import type { Properties } from "../../declared/properties";
import type { DiffResult, LifeCycle, LifeCycleContext, ReadResult } from "../lifeCycle";
import type { ManagedRead } from "../wrappers";
import { withFindings, withReplacementCheck } from "../wrappers";
import { requestOf } from "../../api/messages";
import { isUnknown, stringsIn } from "../../declared/properties";
import type { Comparison } from "../../declared/compare";
import { differing, isSameValue, settingBySetting } from "../../declared/compare";
import { apply } from "./apply";
import { dueSecrets, refuseExcess } from "./applyEnvironment";
import { checkEdgeScript, excessOf } from "./check";
import { checkedCode, computed, hashInput } from "./code";
import { valuesIn, variablesOf } from "./environment";
import { refuseLinked } from "./links";
import type { LiveScript } from "./live";
import { refuseAdopted } from "./names";
import { comparedCode } from "./live";
import {
  externalState,
  importInputs,
  foreign,
  isUnchanged,
  leftVariables,
  liveInputs,
  managedState,
  remarks,
  settledState,
  withDetails,
} from "./state";
import { declaredKey, otherVariablesKey, unsettledKey } from "../../wire/stateKeys";

/** The hash of the code, as a setting. */
const codeField: InputField[] = edgeScriptDetailsTable.fields
  .filter(({ name }) => name === hashInput)
  .map((field) => ({ ...field, input: { doc: field.doc } }));

/** Settings that an update compares and sends. A change of only the note or `publish` sends nothing. */
const settings: readonly InputField[] = [
  ...edgeScript.settings,
  ...inputFields(edgeScriptOptions).filter(({ name }) => name === "variables" || name === "secrets"),
  ...codeField,
];

const isMap = ({ name }: InputField): boolean => name === "variables" || name === "secrets";

const isSame: Comparison["isSame"] = (field, a, b) =>
  isMap(field) ? isDeepStrictEqual(a ?? {}, b ?? {}) : isSameValue(field, a, b);

/** Comparison of scripts. A name that is dropped from a map is a change. Whether code is due depends on both of its hashes; see {@link isCodeDue}. */
const comparison: Comparison = {
  isSame: (field, a, b) => field.name === hashInput || isSame(field, a, b),
  isOpen: (field, inputs) => field.name === hashInput || (!isMap(field) && inputs[field.name] === undefined),
};

/**
 * Whether the code in a state differs from the declared code: the live code, or the saved code if the program does not publish. Code whose
 * request failed is not recorded as declared, because it is not known what was saved.
 */
function isCodeDue(state: Properties, { publish, [hashInput]: wanted }: Properties): boolean {
  if (wanted === undefined) return false;
  return isSavedUnclear(state) || wanted !== state[publish === false ? hashInput : "liveSha256"];
}

/** Whether the request that saved the code failed without an answer, so that it may not be saved. */
function isSavedUnclear(state: Properties): boolean {
  return state[unsettledKey] === true && !stringsIn(state[declaredKey]).includes(hashInput);
}

/** Operations of edge scripts. Assumption: all of them. */
const edgeScripts: Operations<LiveScript> = {
  locate: alone("EdgeScript"),
  identity: {
    ...byName<LiveScript>({
      allowsSameName: true,
      list: namedScripts,
      add: async (client, inputs, memory) => {
        // The code is checked first, so that a source that has changed since the check does not leave a script without code.
        await checkedCode(memory, inputs);
        return client.addEdgeScript({ name: String(inputs["name"]), type: String(inputs["type"]) });
      },
      presumed: (id, { name, type }) =>
        ({ id, name, type, currentReleaseId: 0, edgeScriptVariables: [] }) as unknown as LiveScript,
      isOurs,
    }),
    taken: (_, { name }) =>
      new ConflictError(
        `Nothing was created: another resource of this program also declares an edge script named ${inMessage(name)}. Scripts are found by their names: give one of them another name`,
        { request: requestOf("add", "EdgeScript") },
      ),
    incomplete: ({ id, name }, cause) =>
      `Edge script ${inMessage(name)} (id ${String(id)}) was created, but not as declared yet: ${cause}. The next pulumi up continues`,
  },
  check: (olds, news, { memory }) => checkEdgeScript(olds, news, memory),
  settings,
  comparison: () => comparison,
  differences,
  resent: (state, inputs) => [
    ...(isCodeDue(state, inputs) ? [hashInput] : []),
    ...(dueSecrets(state, valuesIn(inputs, "secrets")).length > 0 ? ["secrets"] : []),
  ],
  withDetails,
  apply,
  refuseDeletion: (context, script) =>
    refuseLinked(
      context,
      script,
      "deleted",
      "First set edgeScriptId or middlewareScriptId of the pull zone to 0, or delete the record",
    ),
  delete: ({ client }, { id }) => client.deleteEdgeScript(id),
  externalState,
  managedState,
  settledState,
  left: (script, inputs, _changed, state) => leftVariables(script, inputs, state),
  liveInputs,
  importInputs,
  importable: (script: LiveScript) => [{ live: script, name: script.name ?? String(script.id) }],
  contents: ({ currentReleaseId, edgeScriptVariables }) =>
    `${currentReleaseId > 0 ? "published" : "never published"}, variables: ${String(edgeScriptVariables.length)}`,
};

/** Returns the settings in which a script differs from the declaration. No response has the values of secrets, so all of them differ. */
function differences(script: LiveScript, inputs: Properties): InputField[] {
  const [variables, secrets] = [valuesIn(inputs, "variables"), valuesIn(inputs, "secrets")];
  const shown = {
    name: script.name,
    variables: variablesOf(script, Object.keys(variables)),
    ...(inputs[hashInput] === undefined ? {} : { [hashInput]: comparedCode(script, inputs)?.sha256 }),
  };
  const among = settings.filter(({ immutable }) => immutable !== true);
  return differing(shown, { ...inputs, variables, secrets }, among, { ...settingBySetting, isSame });
}

/** Tolerance for dates of the service, in milliseconds: clocks of its servers may differ. */
const clockToleranceMs = 5_000;

/**
 * Returns the script with exactly that name, if there is one. It is not known whether names ignore case.
 *
 * @throws {ConflictError} if there are several: none is chosen at random
 */
async function namedScripts(client: CdnClient, name: string): Promise<LiveScript[]> {
  const found = await client.listEdgeScripts({ search: name });
  const named = found.filter((script) => !script.deleted && script.name === name);
  if (named.length < 2) return named;
  const ids = sentence(named.map(({ id }) => String(id)));
  throw new ConflictError(
    `Nothing was created or adopted: this account has several edge scripts named ${inMessage(name)}: ${ids}. Import one of them with ${importOption("ID")}, delete those that nothing needs, or choose another name`,
    { request: requestOf("list", "EdgeScript") },
  );
}

/** Whether our request created a script. A new script has neither code nor variables. */
function isOurs(script: LiveScript, { type }: Properties, began: number): boolean {
  const { lastModified, currentReleaseId, edgeScriptVariables } = script;
  const isNew = utcTime(lastModified) >= began - clockToleranceMs;
  return isNew && script.type === type && currentReleaseId === 0 && edgeScriptVariables.length === 0;
}

/** Checks a replacement. If the name stays, the old script is deleted first. */
async function checkReplacement(
  context: LifeCycleContext,
  id: string,
  state: Properties,
  deletesFirst: boolean,
): Promise<void> {
  if (!deletesFirst) return;
  const script = await findKnown(context.client.reads, "EdgeScript", id, state);
  if (script === undefined) return;
  const advice =
    "Its type can't be changed, so it would be deleted before the new one exists. Also give the script another name: then the new one is created first, pull zones and records move to it, and the old one is deleted";
  await refuseLinked(context, script, "replaced", advice);
}

const base = withReplacementCheck(withFindings(objectLifeCycle(edgeScripts), findings), checkReplacement);

/** Adds remarks and, if requested, foreign values. The last inputs stay if the script equals its state: it has no text of the code. */
async function findings(read: ManagedRead<LiveScript>): Promise<ReadResult> {
  const { reader, found, live, prior, lastInputs, wantsForeign } = read;
  const { inputs, ...others } = found;
  const keeps = lastInputs === undefined && isUnchanged(live, prior);
  return {
    ...others,
    ...(keeps ? { keepsInputs: true } : inputs && { inputs }),
    ...remarks(live, prior),
    ...(wantsForeign && { foreign: await foreign(reader, live, prior) }),
  };
}

/** Requires an update if the declared code is saved but not live. Other differences show in the inputs. */
function diff(state: Properties, news: Properties): DiffResult {
  const result = base.diff(state, news);
  const isSaved = !isUnknown(news[hashInput]) && news["publish"] !== false && state[hashInput] === news[hashInput];
  if (result.replaces.length > 0 || !isSaved || !isCodeDue(state, news)) return result;
  const has = isSavedUnclear(state) ? "may have the declared code saved" : "has the declared code saved";
  return { ...result, settles: true, changesOutputs: true, notice: `${has}, but not live: pulumi up publishes it` };
}

export const edgeScriptLifeCycle: LifeCycle = {
  ...base,
  computed,
  diff,
  lookAhead,
};

/** Refuses, already in the preview, what an update can't do. */
async function lookAhead(context: LifeCycleContext, id: string, state: Properties, news: Properties): Promise<void> {
  refuseAdopted(context.memory, id, state, news);
  await countVariables(context, id, state, news);
}

/**
 * Refuses too many variables, including undeclared ones. The state records only their number at the last read. The script is read only if they may
 * be too many.
 */
async function countVariables(
  { client }: LifeCycleContext,
  id: string,
  state: Properties,
  news: Properties,
): Promise<void> {
  const [before, declared] = [valuesIn(state, "variables"), valuesIn(news, "variables")];
  if (excessOf(Object.keys(declared).length, Number(state[otherVariablesKey] ?? 0)) === undefined) return;
  if (Object.keys(declared).every((name) => before[name] !== undefined)) return;
  const script = await client.reads.find("EdgeScript", id);
  if (script !== undefined) refuseExcess("can't be updated", script, before, declared);
}
