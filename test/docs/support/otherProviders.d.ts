declare module "@pulumi/aws" {
  import type { CustomResource, Input, Output } from "@pulumi/pulumi";

  export namespace route53 {
    const RecordType: { readonly CNAME: "CNAME" };

    class Record extends CustomResource {
      constructor(
        name: string,
        args: {
          name: Input<string>;
          records?: Input<Input<string>[] | undefined>;
          ttl?: Input<number | undefined>;
          type: Input<string>;
          zoneId: Input<string>;
        },
      );
    }

    class Zone extends CustomResource {
      readonly nameServers: Output<string[]>;
      constructor(name: string, args?: { name?: Input<string> });
    }
  }
}

declare module "@pulumi/cloudflare" {
  import type { CustomResource, Input } from "@pulumi/pulumi";

  export class DnsRecord extends CustomResource {
    constructor(
      name: string,
      args: {
        content?: Input<string | undefined>;
        name: Input<string>;
        proxied?: Input<boolean | undefined>;
        ttl: Input<number>;
        type: Input<string>;
        zoneId: Input<string>;
      },
    );
  }
}

// No generated SDK was at hand: these names follow from the documentation of the Terraform resource and the rules of Pulumi's bridge.
declare module "@pulumi/bunnynet" {
  import type { CustomResource, Input, Output } from "@pulumi/pulumi";

  interface Cdn {
    originSsl?: boolean;
    pullzoneId?: number;
  }

  interface Endpoint {
    name: string;
    type: string;
    cdns?: Cdn[];
    ports?: { container: number; exposed?: number; protocols?: string[] }[];
  }

  interface Container {
    name: string;
    imageRegistry: number;
    imageNamespace: string;
    imageName: string;
    imageTag: string;
    endpoints?: Endpoint[];
  }

  export class ComputeContainerApp extends CustomResource {
    readonly containers: Output<Container[] | undefined>;
    constructor(
      name: string,
      args: {
        name?: Input<string>;
        version?: Input<number>;
        regionsAlloweds: Input<string[]>;
        regionsRequireds: Input<string[]>;
        containers?: Input<Container[]>;
      },
    );
  }
}
