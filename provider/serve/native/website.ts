import type { Input, Inputs, Output } from "@pulumi/pulumi";
import type { Alias, ComponentResourceOptions, CustomResourceOptions } from "@pulumi/pulumi/resource";
import { ComponentResource, CustomResource } from "@pulumi/pulumi/resource";
import { invokeOutput } from "@pulumi/pulumi/runtime/invoke";
import { isDryRun } from "@pulumi/pulumi/runtime/settings";
import type { WebsiteClasses } from "../../components/website";
import { declareWebsite } from "../../components/website";
import { websiteType } from "../../components/website/arguments";
import { checkWebsite } from "../../components/website/check";
import { sourceFault } from "../../components/website/source";
import type { Scope } from "../../components/website/names";
import type { Kind, KindName } from "../../kinds";
import { kinds } from "../../kinds";
import { packageVersion } from "../../version";
import { nativeType, resourceType } from "../../kinds/resourceTypes";

/** The component Website of the plugin. */
export class NativeWebsite extends ComponentResource {
  /** The outputs for a program. */
  readonly properties: Inputs;

  constructor(name: string, args: object, opts: ComponentResourceOptions, scope: Scope) {
    const checked = checkWebsite(name, args);
    // The engine calls a run once the resources are there that the component depends on.
    const faultOf = isDryRun() ? undefined : sourceFault;
    super(websiteType, name, {}, opts);
    this.properties = declareWebsite(this, name, checked, classes, (id) => domainOf(id, this), scope, faultOf);
    this.registerOutputs(this.properties);
  }
}

const classes = {
  StorageZone: partClass<WebsiteClasses["StorageZone"]>("StorageZone"),
  PullZone: partClass<WebsiteClasses["PullZone"]>("PullZone"),
  StorageFolder: partClass<WebsiteClasses["StorageFolder"]>("StorageFolder"),
  PullZoneHostname: partClass<WebsiteClasses["PullZoneHostname"]>("PullZoneHostname"),
  PullZoneEdgeRule: partClass<WebsiteClasses["PullZoneEdgeRule"]>("PullZoneEdgeRule"),
  DnsRecord: partClass<WebsiteClasses["DnsRecord"]>("DnsRecord"),
};

/** Returns the class of a kind, like that of an SDK generated from the schema. It has the outputs of the kind, so the type is asserted. */
function partClass<PartClass>(name: KindName): PartClass {
  const kind: Kind = kinds[name];
  const outputs = Object.fromEntries(kind.outputNames.map((output) => [output, undefined]));
  const part = class extends CustomResource {
    constructor(resourceName: string, args: Inputs, opts: CustomResourceOptions) {
      super(
        nativeType(name),
        resourceName,
        { ...outputs, ...args },
        {
          ...(kind.deleteBeforeReplace === false ? {} : { deleteBeforeReplace: true }),
          // The version is the same as in the SDKs, so that their resources share a provider with these.
          version: packageVersion,
          ...opts,
          aliases: [{ type: resourceType(name) }, ...(opts.aliases ?? []).flatMap((alias) => withType(alias, name))],
        },
      );
    }
  };
  return part as PartClass;
}

/** Returns an alias, and the same alias for a dynamic resource. */
function withType(alias: Input<string | Alias>, kind: KindName): Input<string | Alias>[] {
  return [alias, { ...(alias as Alias), type: resourceType(kind) }];
}

function domainOf(id: Input<number>, parent: ComponentResource): Output<string> {
  return invokeOutput<{ domain?: string }>("cdn:index:getDnsZone", { id }, { parent }).apply(
    ({ domain = "" }) => domain,
  );
}
