import type { Checkpoint } from "../../engine";
import { providerText } from "../../provider/serve/dynamic/providerText";
import { stateOf } from "../account";
import type { Row } from "../measure";

interface Resource {
  readonly type: string;
  readonly inputs: Record<string, unknown>;
  readonly outputs: Record<string, unknown>;
}

/** What a zone costs in a state, and what it would cost with each field of the contract once and nothing of ours. */
export function stateBytes(one: Checkpoint): { zone: number; bare: number } {
  const { resources } = stateOf(1, one).deployment as unknown as { resources: Resource[] };
  const zone = resources.find(({ type }) => type.endsWith("StorageZone"));
  if (zone === undefined) throw new Error("the state has no zone");
  const { __provider: inInputs, ...inputs } = zone.inputs;
  const { __provider: inOutputs, __declared, ...outputs } = zone.outputs;
  if (inInputs === undefined || inOutputs === undefined || __declared === undefined) throw new Error("odd state");
  return { zone: bytes(zone), bare: bytes({ ...zone, inputs, outputs }) };
}

export function stateRows(one: Checkpoint): Row[] {
  return [
    {
      what: "`__provider` bytes in state per resource",
      floor: "–",
      target: 200,
      unit: "bytes",
      // It stands in the inputs and in the outputs.
      measure: () =>
        Promise.resolve({
          value: 2 * bytes({ __provider: providerText("StorageZone") }),
          details: { text: providerText("StorageZone").length },
        }),
    },
    {
      what: "state bytes per zone",
      floor: "the same without what is ours: `__provider`, `__declared`",
      target: 1.25,
      measure: () => {
        const { zone, bare } = stateBytes(one);
        return Promise.resolve({ value: zone / bare, details: { bytes: zone, bare } });
      },
    },
  ];
}

function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
