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
