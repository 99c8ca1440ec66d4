import assert from "node:assert/strict";
import { defineKind, nameIn } from "../../provider/kinds/kind";
import { findNamed } from "../../provider/api/find";
import { table } from "../../provider/wire/fields";

interface DnsZone {
  readonly id: number;
  readonly domain: string;
}

describe("A kind whose name is another field", () => {
  const dnsZone = defineKind({
    name: "DnsZone",
    noun: "DNS zone",
    description: "A DNS zone.",
    class: { doc: [], example: "", get: "" },
    table: table<DnsZone>(
      { object: "DNS zone", type: "DnsZone", doc: "A DNS zone." },
      { Id: { type: "int64", doc: "ID." }, Domain: { type: "string", doc: "Domain.", input: { required: true } } },
    ),
    nameField: "domain",
    options: table({ object: "DNS zone", type: "DnsZoneOptions", doc: "Options." }, {}),
  });

  it("is claimed and found by it, in any case", async () => {
    const zones: DnsZone[] = [
      { id: 1, domain: "other.example" },
      { id: 2, domain: "Acme.example" },
    ];
    assert.equal(dnsZone.claim({ domain: "Acme.example", name: "x" }), "acme.example");
    assert.deepEqual([nameIn(dnsZone, { domain: "a" }), nameIn(dnsZone, { name: "a" })], ["a", undefined]);
    const [found] = await findNamed(dnsZone, "acme.EXAMPLE", async () => zones);
    assert.equal(found?.id, 2);
  });
});
