import type { Emulator } from "../../../emulator";
import { inProcess } from "../../cli/inProcess";

/** Returns the state that `import --all` writes for the account, as `pulumi stack export` prints it. */
export async function importedState(emulator: Emulator): Promise<string> {
  const { stdout } = await inProcess(emulator, ["import", "--all"]);
  const { resources } = JSON.parse(stdout) as { resources: { type: string; name: string }[] };
  const inState = resources.map((one) => ({
    ...one,
    urn: `urn:pulumi:dev::acme::${one.type}::${one.name}`,
    custom: true,
  }));
  return JSON.stringify({ version: 3, deployment: { resources: inState } });
}
