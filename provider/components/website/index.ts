import { existsSync } from "node:fs";
import path from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import { warn } from "@pulumi/pulumi/log";
import { addressesOf } from "./addresses";
import { output } from "@pulumi/pulumi/output";
import type { Args } from "../../types/args";
import type { DnsRecordInputs } from "../../types/dnsRecord";
import type { PullZoneInputs } from "../../types/pullZone";
import type { PullZoneEdgeRuleInputs } from "../../types/pullZoneEdgeRule";
import type { PullZoneHostnameInputs } from "../../types/pullZoneHostname";
import type { StorageFolderInputs } from "../../types/storageFolder";
import type { StorageZoneInputs } from "../../types/storageZone";
import type { WebsiteArgs } from "../../types/website";
import type { ArgsTransform } from "../../types/websiteTransform";
import { nameKey } from "../../wire/dnsName";
import type { PartOfZone } from "../../wire/pullZoneLimits";
import { pullZoneLimits, limitText } from "../../wire/pullZoneLimits";
import { faultKey } from "../../wire/stateKeys";
import { websiteError } from "./check";
import type { Scope } from "./names";
import { refuseEqualNames } from "./names";
import type { WebsiteRule } from "./rules";
import { pointerTo, pullZoneSettings, rulesOf } from "./rules";

type PartClass<Inputs, Outputs = unknown> = new (
  name: string,
  args: Args<Inputs>,
  opts: pulumi.CustomResourceOptions,
) => pulumi.CustomResource & Outputs;

/** The classes of the parts: those of the npm package or those of the plugin. */
export interface WebsiteClasses {
  readonly StorageZone: PartClass<
    StorageZoneInputs,
    { readonly storageZoneId: pulumi.Output<number>; readonly name: pulumi.Output<string> }
  >;
  readonly PullZone: PartClass<
    PullZoneInputs,
    { readonly pullZoneId: pulumi.Output<number>; readonly systemHostname: pulumi.Output<string | undefined> }
  >;
  readonly StorageFolder: PartClass<
    StorageFolderInputs,
    { readonly release: pulumi.Output<string | undefined>; readonly releasePath: pulumi.Output<string | undefined> }
  >;
  readonly PullZoneHostname: PartClass<PullZoneHostnameInputs>;
  readonly PullZoneEdgeRule: PartClass<PullZoneEdgeRuleInputs>;
  readonly DnsRecord: PartClass<DnsRecordInputs>;
}

/** The parts of a website. */
export interface WebsiteParts<Classes extends WebsiteClasses> {
  readonly storageZone: InstanceType<Classes["StorageZone"]>;
  readonly pullZone: InstanceType<Classes["PullZone"]>;
  readonly folder: InstanceType<Classes["StorageFolder"]>;
}

/** The outputs of a website in addition to its parts. */
export interface WebsiteOutputs {
  /** The address of the site: `https://` and `canonicalHostname`, else the first hostname without a wildcard, else the hostname of the service. See {@link addressesOf}. */
  readonly url: pulumi.Output<string>;
  /** The addresses of all hostnames without a wildcard. The hostname of the service is the last one. */
  readonly urls: pulumi.Output<string[]>;
  /** The ID of the release that the program delivered: 12 hexadecimal digits that follow from the files. After a rollback, visitors get another one. */
  readonly release: pulumi.Output<string | undefined>;
  /** ID of the pull zone. */
  readonly pullZoneId: pulumi.Output<number>;
  /** ID of the storage zone. */
  readonly storageZoneId: pulumi.Output<number>;
}

/**
 * Declares the parts of a website.
 *
 * @param domainOf looks up the domain of a DNS zone
 * @param faultOf returns why no part can be created or changed with a source; see {@link sourceFault}
 */
export function declareWebsite<Classes extends WebsiteClasses>(
  component: pulumi.ComponentResource,
  name: string,
  args: WebsiteArgs,
  classes: Classes,
  domainOf: (dnsZoneId: pulumi.Input<number>) => pulumi.Output<string>,
  scope: Scope,
  faultOf?: (name: string, source: unknown) => string | undefined,
): WebsiteParts<Classes> & WebsiteOutputs {
  const { hostnames = [], canonicalHostname, dnsZoneId, releases = { keep: 5 }, transform = {} } = args;
  const parent = { parent: component };
  const adopt = args.adopt === true ? { adopt: true } : {};
  const adoptRule = args.adopt === true ? { adopt: true, adoptByDescription: true } : {};
  const takeOver = args.takeOverHostnames === true ? { takeOver: true } : {};
  // Another name replaces the zones with their rules. The old ones go once the new site is complete.
  const replaced = { ...parent, deleteBeforeReplace: false };
  const changed = <Inputs>(
    part: string,
    change: ArgsTransform<Inputs> | undefined,
    own: Args<Inputs>,
  ): Args<Inputs> => {
    if (typeof change !== "function") return { ...own, ...change };
    const returned: unknown = change(own);
    if (typeof returned === "object" && returned !== null) return returned as Args<Inputs>;
    throw websiteError(name, `transform.${part} must return the arguments, but returned nothing`);
  };

  const partNameOf = (hostname: string): string => `${name}-${nameKey(hostname)}`;
  // A pull zone has one rule of each name, and its hostname has at most one record.
  const namedParts = [
    ...hostnames.map((of) => ({ type: "PullZoneHostname", name: partNameOf(of), of: `hostname ${of}` })),
    ...rulesOf(args, output("")).map((rule) => ({
      type: "PullZoneEdgeRule",
      name: `${name}-${rule.name}`,
      of: `edge rule ${rule.name}`,
    })),
    { type: "PullZoneEdgeRule", name: `${name}-release`, of: "edge rule release" },
  ];
  refuseEqualNames(name, namedParts, scope);
  let found: (fault: string | undefined) => void = () => undefined;
  // The zones wait for it, because only the transformed arguments of the folder say which source it has.
  const fault = new Promise<string | undefined>((resolve) => (found = resolve));
  const faulty = faultOf === undefined ? {} : { [faultKey]: fault };
  const ofStorageZone = { ...storageZoneArgs(args), ...adopt };
  const storageZone = new classes.StorageZone(
    name,
    { ...changed<StorageZoneInputs>("storageZone", transform.storageZone, ofStorageZone), ...faulty },
    replaced,
  );
  const { storageZoneId } = storageZone;
  const ofPullZone = changed<PullZoneInputs>("pullZone", transform.pullZone, {
    name: args.name,
    storageZoneId,
    ...pullZoneSettings(args.cache?.html),
    ...adopt,
  });
  const zoneName = (ofPullZone.name ?? args.name) as pulumi.Input<string>;
  const pullZone = new classes.PullZone(name, { ...ofPullZone, ...faulty }, replaced);
  const { pullZoneId, systemHostname } = pullZone;
  const ofFolder = changed<StorageFolderInputs>("folder", transform.folder, {
    storageZoneId,
    source: args.source,
    exclude: args.exclude,
    contentTypes: args.contentTypes,
    // The folder empties the cache as well, because files at the root can change without the rule that points to a release.
    purgePullZoneIds: [pullZoneId],
    ...(releases === false ? {} : { releases, rootFiles: rootFilesOf(args) }),
  });
  found(faultOf?.(name, ofFolder.source));
  const folder = new classes.StorageFolder(name, ofFolder, parent);
  const pointer = releases === false ? undefined : pointerTo(folder.releasePath, storageZone);
  // Hostnames and their records wait for what visitors get, because they may move here from another pull zone.
  const delivered: pulumi.Resource[] = [folder];
  const rules = rulesOf(args, pageForMissing(args), pointer);
  warnOfLimits(component, name, { rules: rules.length, hostnames: hostnames.length });
  // If the site is adopted, its last rule reports what belongs to no part, so it follows all others.
  const last = args.adopt === true ? rules.at(-1) : undefined;
  const reportOthers = { reportOthers: [...hostnames] };
  const declaredRules: pulumi.Resource[] = [];
  const declareRule = (rule: WebsiteRule, dependsOn: pulumi.Input<pulumi.Resource[]>): pulumi.Resource => {
    const options = { ...adoptRule, ...(rule === last ? reportOthers : {}) };
    // The service accepts several rules with 0, so 0 does not identify one.
    const ruleArgs = { pullZoneId, orderIndex: rules.indexOf(rule) + 1, ...rule.args, ...options };
    const aliases = (rule.otherNames ?? []).map((other) => ({ name: `${name}-${other}` }));
    const opts = { ...replaced, ...(aliases.length === 0 ? {} : { aliases }), dependsOn };
    const resource = new classes.PullZoneEdgeRule(`${name}-${rule.name}`, ruleArgs, opts);
    declaredRules.push(resource);
    return resource;
  };
  // The rule waits for the files, because the path of a release is known before they are uploaded.
  if (pointer !== undefined) delivered.push(declareRule(pointer, [folder]));
  // If there are too many rules, the pointer must not be the one that the service refuses, so the others start a moment after it. They don't
  // depend on it, because its change ends only when every edge has it.
  const afterPointer = folder.urn.apply(async (): Promise<pulumi.Resource[]> => {
    await new Promise((resolve) => setImmediate(resolve));
    return [folder];
  });
  for (const rule of rules)
    if (rule !== pointer && rule !== last && rule.needsHostnames !== true) declareRule(rule, afterPointer);

  const domain = dnsZoneId === undefined || hostnames.length === 0 ? undefined : domainOf(dnsZoneId);
  const ofHostname: pulumi.Resource[] = [];
  for (const [index, hostname] of hostnames.entries()) {
    const partName = partNameOf(hostname);
    const dependsOn = [...delivered];
    if (dnsZoneId !== undefined && domain !== undefined) {
      const recordName = domain.apply((of) => nameIn(of, hostname, `hostnames[${String(index)}]`, name));
      // All hostnames get a record of this type, because a CNAME is not possible for the domain itself.
      dependsOn.push(
        new classes.DnsRecord(
          partName,
          { dnsZoneId, name: recordName, type: "PullZone", pullZoneId, ...adopt, ...takeOver },
          { ...parent, dependsOn: delivered },
        ),
      );
    }
    const settings = { forceSSL: true, managedCertificate: true, ...takeOver };
    const part = new classes.PullZoneHostname(
      partName,
      { pullZoneId, hostname, ...settings },
      { ...parent, dependsOn },
    );
    ofHostname.push(part);
  }
  for (const rule of rules) if (rule.needsHostnames === true) declareRule(rule, ofHostname);

  if (last !== undefined) declareRule(last, [...declaredRules, ...ofHostname]);

  return {
    storageZone: storageZone as InstanceType<Classes["StorageZone"]>,
    pullZone: pullZone as InstanceType<Classes["PullZone"]>,
    folder: folder as InstanceType<Classes["StorageFolder"]>,
    ...addressesOf(
      {
        hostnames,
        canonicalHostname,
        zoneName,
        systemHostname,
      },
      scope.baseUrl,
    ),
    // A preview shows an output that the state lacks as unknown.
    release: releases === false ? output(undefined) : folder.release,
    pullZoneId,
    storageZoneId,
  };
}

/** Warns if a website alone exceeds the usual limits of a pull zone. */
function warnOfLimits(
  component: pulumi.ComponentResource,
  name: string,
  counts: Readonly<Record<PartOfZone, number>>,
): void {
  for (const part of ["rules", "hostnames"] as const) {
    if (counts[part] > pullZoneLimits[part]) {
      void warn(limitText(`Website ${name}`, part, String(counts[part])), component);
    }
  }
}

function storageZoneArgs(args: WebsiteArgs): Args<StorageZoneInputs> {
  const { name, region = "DE", replicationRegions, singlePageApp = false, forceDestroy } = args;
  return {
    name,
    region,
    replicationRegions,
    rewrite404To200: singlePageApp,
    custom404FilePath: pageForMissing(args).apply((page) => (page === "" ? "" : `/${page}`)),
    forceDestroy,
  };
}

/** Returns the files to upload also to the root: the error page, because the service may look for it in the root or in the release. */
function rootFilesOf(args: WebsiteArgs): pulumi.Output<string[]> {
  // Root files are globs.
  return pageForMissing(args).apply((page) => (page === "" ? [] : [page.replace(/[*?[\](){}!]/g, "\\$&")]));
}

/** Returns the error page for missing files; "" for none. */
function pageForMissing({ source, singlePageApp, notFoundPage }: WebsiteArgs): pulumi.Output<string> {
  if (singlePageApp === true) return output("index.html");
  if (notFoundPage !== undefined) return output(notFoundPage);
  return output(source).apply((folder) => (hasNotFoundPage(folder) ? "404.html" : ""));
}

/** Whether the source has an error page. A source that is not built yet counts as having one: if it has none, the service shows its own page. */
function hasNotFoundPage(folder: string): boolean {
  return !existsSync(folder) || existsSync(path.join(folder, "404.html"));
}

/** Returns the name of a hostname's record, relative to the domain. @throws {InvalidInputError} for a hostname of another domain */
function nameIn(domain: string, hostname: string, property: string, website: string): string {
  const [whole, end] = [nameKey(hostname), nameKey(domain)];
  if (whole === end) return "";
  if (whole.endsWith(`.${end}`)) return whole.slice(0, -end.length - 1);
  const advice = "For another domain, declare a PullZoneHostname and a DnsRecord outside of the website";
  throw websiteError(
    website,
    `${property} must be in the DNS zone's domain ${domain}, but got: ${JSON.stringify(hostname)}. ${advice}`,
  );
}
