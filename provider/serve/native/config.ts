import { DiffResponse, type DiffRequest } from "@pulumi/pulumi/proto/provider_pb";
import { distance } from "fastest-levenshtein";
import { ConfigurationError } from "../../api/errors";
import type { SettingSource } from "../../api/settings";
import { readSettings } from "../../api/settings";
import { providerOwner } from "../../api/settingsOwner";
import { settingSpecs } from "../../api/settingSpecs";
import type { CheckFailure } from "../../declared/failures";
import type { Properties } from "../../declared/properties";
import { isUnknown } from "../../declared/properties";
import { sentence } from "../../wire/words";
import { valueChange } from "./diff";
import { received } from "./marshal";
import { propertyDiff } from "./resources";

const settingNames = Object.keys(settingSpecs);
/** Keys that the engine adds to a provider's settings. */
const engineKeys: readonly string[] = ["version", "pluginDownloadURL", "__internal"];

/** Returns a provider's settings by the keys of the stack configuration. */
export function configOf(args: Properties): SettingSource["config"] {
  return (key) => args[key.slice("cdn:".length)];
}

/**
 * Checks a provider's settings. No failure has a property, because the engine would print the value, which may be a key.
 *
 * For the default provider, an unknown key is refused only if it looks like a misspelt setting: the settings of a project that is
 * itself named `cdn` have the same prefix.
 */
export function checkSettings(
  args: Properties,
  providerName: string | undefined,
): Pick<CheckFailure, "property" | "reason">[] {
  const failures = Object.keys(args).flatMap((name) => {
    if (settingNames.includes(name) || engineKeys.includes(name)) return [];
    const meant = settingNames.find((setting) => distance(name.toLowerCase(), setting.toLowerCase()) <= 2);
    const prefix = providerName === undefined ? "cdn:" : "";
    if (meant !== undefined) return [`${prefix}${name} is not a setting. Did you mean ${prefix}${meant}?`];
    return providerName === undefined
      ? []
      : [`${name} is not a setting of the provider. The settings are ${sentence(settingNames)}`];
  });
  if (failures.length === 0 && !Object.values(args).some(isUnknown)) {
    try {
      readSettings({ config: configOf(args), env: process.env, owner: providerOwner(providerName) });
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      failures.push(error.message);
    }
  }
  return failures.map((reason) => ({ property: "", reason }));
}

/** Returns the settings that change, without their values. No change replaces resources: a key may be rotated, and a service may move. */
export function diffSettings(request: DiffRequest): DiffResponse {
  const { plain: olds } = received(request.hasOldInputs() ? request.getOldInputs() : request.getOlds());
  const { plain: news } = received(request.getNews());
  const names = [...new Set([...Object.keys(olds), ...Object.keys(news)])];
  const changes = names.flatMap((name) => valueChange(name, olds[name], news[name]));
  const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
  const response = new DiffResponse()
    .setChanges(changes.length > 0 ? DIFF_SOME : DIFF_NONE)
    .setDiffsList(changes.map(([path]) => path))
    .setHasdetaileddiff(true);
  for (const [path, kind] of changes) {
    response.getDetaileddiffMap().set(path, propertyDiff({ kind, replaces: false, inInputs: true }));
  }
  return response;
}
