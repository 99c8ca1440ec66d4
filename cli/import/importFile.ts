import { existsSync } from "node:fs";
import { mkdir, realpath, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, resolve, sep } from "node:path";
import type { OwnedSettings } from "../../provider/api/settings";
import { isPublicService } from "../../provider/api/settings";
import { kinds } from "../../provider/kinds";
import { stringsIn } from "../../provider/declared/properties";
import type { AcceptedRegions } from "../../provider/declared/checkInputs";
import { acceptedCodes } from "../../provider/declared/checkInputs";
import { nativeType, resourceType } from "../../provider/kinds/resourceTypes";
import { sentence } from "../../provider/wire/words";
import { providerText } from "../../provider/serve/dynamic/providerText";
import { onStack, shell } from "../../terminal/shell";
import { printableLines } from "../../terminal/text";
import type { CommandIo } from "../command";
import { CommandError, print, reasonOf, tell, UsageError } from "../command";
import { writeTo } from "../print";
import { clientWith } from "../client";
import { stackSettings } from "../stack";
import { stateAt } from "../state";
import type { DeclarationOptions, Declarations } from "./declarations";
import { declarationsOf, programOf } from "./declarations";
import { find, type Found } from "./find";
import { tellLeftOut } from "./leftOut";
import { managedObjects } from "./managed";
import { withSlugs } from "./names";
import { tellSecretLooking } from "./secretLooking";
import { parseFormerState, removalCommands, settingsOf, type FormerState } from "./terraform";
import { wantedIn } from "./wanted";
import { declaredKey, serviceKey } from "../../provider/wire/stateKeys";

/** The arguments of `import`. */
export interface ImportArguments {
  /** `KIND:ID` or `KIND:NAME`; without a kind, a storage zone. */
  readonly objects: readonly string[];
  /** Names of zones, which may consist of digits. */
  readonly names: readonly string[];
  readonly all: boolean;
  /** Whether zones come with their parts. */
  readonly parts: boolean;
  /** Whether pull zones come with the storage zones that are their origins. */
  readonly origins: boolean;
  /** A Terraform state file; `-` is standard input. */
  readonly fromState?: string;
  /** State files; `-` is standard input. If empty, the selected stack of the current project is used. */
  readonly state: readonly string[];
  /** The program to write. `import.json` is written to the same folder. */
  readonly out?: string;
  readonly protect: boolean;
  /** Whether to declare native resources. */
  readonly plugin: boolean;
  /** Whether to declare every setting that an update can send. */
  readonly allSettings: boolean;
}

/**
 * Writes the declarations and the file for `pulumi import --file`: to files, or to standard error and standard output. Each resource in the
 * file has the inputs and outputs that a later read returns.
 */
export async function writeImportFile(given: ImportArguments, io: CommandIo): Promise<void> {
  const named = [...given.objects.map((word) => wantedIn(word)), ...given.names.map((word) => wantedIn(word, "name"))];
  const former = given.fromState === undefined ? undefined : await formerState(given.fromState, io);
  const wanted = [...(former?.objects ?? []), ...named];
  const files = given.out === undefined ? undefined : outputFiles(given.out, io);
  const settings = await stackSettings(io);
  const client = clientWith(settings, io);
  const { name: service } = client.reads.service;
  const { all, parts, origins, allSettings } = given;
  const [managed, result] = await Promise.all([
    managedObjects(given.state, io, service),
    find(client, { wanted, all, parts, origins, allSettings }, io),
  ]);
  const { absent } = result;
  if (former !== undefined && absent.length > 0 && absent.length === former.objects.length) {
    throw new CommandError(
      `The account has none of the ${String(absent.length)} objects in the Terraform state. Check that the access key belongs to the account that owns them`,
    );
  }
  tellLeftOut(result, managed, former, io);
  const fresh = result.found.filter((one) => managed.urnOf(one) === undefined);
  let found = withSlugs(fresh, (kind, name) => managed.hasName(kind, name));
  const present = (former?.objects ?? []).filter((one) => !absent.includes(one));
  const settingsThere = settingsOf(present, former?.settings ?? []);
  const removals = removalCommands([...present.map((one) => one.former), ...settingsThere].map((one) => one.address));
  if (found.length === 0) {
    if (files === undefined) print(io, fileText([]));
    tell(io, "There is nothing to import.");
    if (removals.length > 0) writeTo(io.stderr, `${removalText}:\n${indented(removals)}`);
    return;
  }
  tellSecretLooking(found, io);
  const { protect, plugin } = given;
  const sources = files === undefined ? [] : sourcesOf(found, files.program, io);
  found = found.map((one) => sources.find(({ of }) => of === one)?.withSource ?? one);
  const json = fileText(found.map((one) => (plugin ? nativeResource(one) : dynamicResource(one, service))));
  const options: DeclarationOptions = { protect, plugin, managedName: (kind, id) => managed.nameOf(kind, id) };
  const declarations = declarationsOf(found, options);
  const stack = onStack(io.stack);
  const commands = configCommands(found, declarations, settings, stack);
  const importing = (file: string): string =>
    shell`pulumi import --file ${file} --generate-code=false --yes` + (protect ? "" : " --protect=false") + stack;
  if (files === undefined) {
    print(io, json);
    const before = commands.length === 0 ? "" : `Set the configuration:\n${commands.join("")}`;
    // The text is not shortened, because the user pastes it.
    const after = removals.length === 0 ? "" : `${removalText}:\n${indented(removals)}\n`;
    writeTo(io.stderr, `${before}Declare after ${importing("FILE")}:\n\n${declarations.text}\n${after}`);
    return;
  }
  const { program, importFile, isPlain } = files;
  if (sources.length > 0) await makeFolderIn(dirname(program), scriptsFolder, io);
  await write(program, printableLines(programOf(declarations, options, isPlain)), io);
  await write(importFile, json, io);
  for (const { file, code } of sources) await write(file, code, io);
  const module = JSON.stringify(moduleOf(program));
  const steps = [
    ...(commands.length === 0 ? [] : [`Set the configuration:\n${commands.join("")}`]),
    `${importing(importFile)}\n`,
    `Add to the program: ${isPlain ? `require(${module});` : `import ${module};`}\n`,
    `pulumi preview${stack} shows no change${exceptionsOf(found, declarations, given)}. Then delete ${importFile}.\n`,
    ...(removals.length === 0 ? [] : [`${removalText}:\n${indented(removals)}`]),
  ];
  print(
    io,
    `Wrote ${program} with ${String(found.length)} resource${found.length === 1 ? "" : "s"}, and ${sentence([importFile, ...sources.map(({ file }) => file)])}.\n` +
      steps.map((step, index) => `${String(index + 1)}. ${step}`).join(""),
  );
}

/** Returns the path by which a program in the same folder loads a file. Node and TypeScript find only `.js` and `.ts` without an extension. */
function moduleOf(file: string): string {
  const extension = extname(file);
  const loaded: Readonly<Record<string, string>> = { ".cjs": ".cjs", ".mts": ".mjs" };
  return `./${basename(file, extension)}${loaded[extension] ?? ""}`;
}

/** The reason for this step: `terraform destroy` deletes everything in the Terraform state. */
const removalText = "Remove the imported objects from the Terraform state before Terraform runs again";

function indented(commands: readonly string[]): string {
  return commands.map((command) => `  ${command}\n`).join("");
}

async function formerState(file: string, io: CommandIo): Promise<FormerState> {
  const { origin, read } = stateAt(file, io);
  return parseFormerState(await read(), origin);
}

/** @param service see {@link serviceKey}: until the first refresh or update, nothing else tells the state where the object is */
function dynamicResource({ kind, id, name, inputs, state }: Found, service: string): object {
  const __provider = providerText(kind);
  const outputs = { ...state, [serviceKey]: service, __provider };
  return { type: resourceType(kind), name, id, inputs: { ...inputs, __provider }, outputs };
}

/** The file for `pulumi import`. With the plugin it has only ids, because Pulumi reads the rest through the plugin. */
function nativeResource({ kind, id, name }: Found): object {
  return { type: nativeType(kind), name, id };
}

function fileText(resources: readonly object[]): string {
  return printableLines(`${JSON.stringify({ resources }, undefined, 2)}\n`);
}

/** Returns the commands that set the configuration. The file contains no secrets. @param stack option of the commands */
function configCommands(
  found: readonly Found[],
  { configKeys }: Declarations,
  { extraRegions, baseUrl }: OwnedSettings,
  stack: string,
): string[] {
  const missing = regionsBeyond(found, { extraRegions, isPublicService: isPublicService(baseUrl) });
  const regions = [...extraRegions, ...missing].join(",");
  return [
    ...(missing.length === 0 ? [] : [`  ${shell`pulumi config set cdn:extraRegions ${regions}`}${stack}\n`]),
    ...configKeys.map(({ key, needed, isJson = false }) => {
      // The service shows no secret. With another value, pulumi up replaces the live one.
      const note = needed ? "the live value" : "optional: it stays as it is";
      return `  ${shell`pulumi config set --secret ${key}`}${stack} # ${note}${isJson ? ", as JSON" : ""}\n`;
    }),
  ];
}

/** Whether the state lacks secrets until the next update. Pulumi's own import through the plugin also reads them. */
function needsSecrets({ configKeys }: Declarations): boolean {
  return configKeys.some(({ needed }) => needed);
}

/** Describes what the first preview shows after an import. */
function exceptionsOf(
  found: readonly Found[],
  declarations: Declarations,
  { plugin, allSettings }: Pick<ImportArguments, "plugin" | "allSettings">,
): string {
  const secrets = found.some(({ secretNames = [] }) => secretNames.length > 0)
    ? ["for secrets: pulumi up writes those of edge scripts and adds the others to the state"]
    : !plugin && needsSecrets(declarations)
      ? ["for the secrets that are added to the state"]
      : [];
  // Pulumi's own import reads the code itself, and the program names its file.
  const sources =
    plugin && found.some(({ inputs }) => inputs["source"] !== undefined)
      ? ["for the source of edge scripts, which pulumi up writes to the state without a publication"]
      : [];
  const settings =
    plugin && allSettings
      ? ["for settings that equal the live ones, which pulumi up records without sending them"]
      : [];
  const exceptions = [...settings, ...sources, ...secrets];
  return exceptions.length === 0 ? "" : ` except ${exceptions.join(", and ")}`;
}

/** Returns the region codes that need the setting `extraRegions`. */
function regionsBeyond(found: readonly Found[], accepted: AcceptedRegions): string[] {
  const codes = found.flatMap(({ kind, inputs }) =>
    kinds[kind].args.flatMap(({ name, input }): unknown[] => {
      const value = inputs[name];
      const given: readonly unknown[] = Array.isArray(value) ? value : [value];
      const codes = acceptedCodes(input, accepted);
      return input.codes === undefined ? [] : given.filter((code) => !codes.includes(String(code)));
    }),
  );
  // Other texts are not region codes, and one that begins with a hyphen would be read as an option of the command.
  const isCode = (code: unknown): code is string => typeof code === "string" && /^[A-Z0-9][A-Z0-9-]{0,19}$/.test(code);
  return [...new Set(codes.filter(isCode))].sort();
}

/** Folder next to the program for the code of edge scripts. */
const scriptsFolder = "scripts";

/** A file with the code of an edge script. The program refers to it. */
interface Source {
  readonly of: Found;
  readonly file: string;
  readonly code: string;
  readonly withSource: Found;
}

/** Returns the files for the code of edge scripts, next to the program. @throws {CommandError} if one of them exists */
function sourcesOf(found: readonly Found[], program: string, io: CommandIo): Source[] {
  return found.flatMap((one): Source[] => {
    const { code, ...inputs } = one.inputs;
    if (one.kind !== "EdgeScript" || typeof code !== "string") return [];
    const file = join(dirname(program), scriptsFolder, `${one.name}.js`);
    if (existsSync(resolve(io.cwd(), file)))
      throw new CommandError(`${file} exists, so nothing was written. ${moveIt}`);
    const source = `./${file.split(sep).join("/")}`;
    const names = stringsIn(one.state[declaredKey]).filter((name) => name !== "code");
    const state = { ...one.state, source, [declaredKey]: [...names, "source"].sort() };
    return [{ of: one, file, code, withSource: { ...one, inputs: { ...inputs, source }, state } }];
  });
}

interface OutputFiles {
  readonly program: string;
  readonly importFile: string;
  /** Whether the program is JavaScript for CommonJS. */
  readonly isPlain: boolean;
}

/** Returns the files to write, relative to the current folder. @throws {CommandError} if one of them exists */
function outputFiles(out: string, io: CommandIo): OutputFiles {
  const extension = extname(out);
  if (![".ts", ".mts", ".js", ".cjs"].includes(extension)) {
    throw new UsageError(
      `--out must be the name of a TypeScript or JavaScript file, such as imported.ts, but got: ${out}. ` +
        `For another language, omit --out: pulumi-cdn-zones import … --plugin > import.json, then ` +
        shell`pulumi import --file import.json --out ${out} --yes`,
    );
  }
  const importFile = join(dirname(out), "import.json");
  for (const file of [out, importFile]) {
    if (existsSync(resolve(io.cwd(), file)))
      throw new CommandError(`${file} exists, so nothing was written. ${moveIt}`);
  }
  return { program: out, importFile, isPlain: [".js", ".cjs"].includes(extension) };
}

const moveIt = "Move it, or choose an --out in another folder";

/** Creates a folder. @throws {CommandError} if it is a link to another place, because a checkout may contain it */
async function makeFolderIn(parent: string, name: string, io: CommandIo): Promise<void> {
  const above = resolve(io.cwd(), parent);
  await mkdir(join(above, name), { recursive: true });
  if ((await realpath(join(above, name))) === join(await realpath(above), name)) return;
  throw new CommandError(`${join(parent, name)} is a link to another folder, so nothing was written. ${moveIt}`);
}

async function write(file: string, text: string, io: CommandIo): Promise<void> {
  await writeFile(resolve(io.cwd(), file), text, { flag: "wx" }).catch((error: unknown) => {
    throw new CommandError(`${file} can't be written: ${reasonOf(error)}`);
  });
}
