import type { Question } from "./question";
import type { Json } from "../bodies";
import type { Answer, Service } from "../service";
import { itemsIn, objectIn } from "../bodies";
import { countOf, shown, statusOf, unknownId } from "../words";

/** Types of records by their numbers. */
const types = { A: 0, CNAME: 2, TXT: 3, Redirect: 5, PullZone: 7, HTTPS: 14 } as const;

export const dnsQuestions: readonly Question[] = [
  {
    question: "DNS zone of a domain that nobody can register: creation, and its `NameserversDetected`",
    rows: ["R10.1", "R10.4", "R10.15"],
    recorded: "201; true, so it says nothing about the delegation",
    asRecorded: /^201; true$/,
    ask: async (service) => {
      const answer = await service.create(service.dnsZone);
      const { NameserversDetected } = objectIn((await service.get(service.pathOf(service.dnsZone))).body);
      return `${statusOf(answer)}; ${shown(NameserversDetected)}`;
    },
  },
  {
    question: "Second DNS zone of the same domain",
    rows: ["R10.16"],
    recorded: "400 dnszone.name_taken, for a domain of another account",
    asRecorded: /^400 dnszone\.name_taken\b/i,
    ask: async (service) => statusOf(await service.create(service.dnsZone)),
  },
  {
    question: `GET of DNS zone ${String(unknownId)}; deletion of an unknown record`,
    rows: ["R1.2", "R10.2"],
    recorded: "404 dnsZone.not_found; 404 dnszone.record_not_found",
    asRecorded: /^404 dnsZone\.not_found\b[^;]*; 404 dnszone\.record_not_found\b/i,
    ask: async (service) => {
      const zone = await service.get(`/dnszone/${String(unknownId)}`);
      const record = await service.change(service.dnsZone, "DELETE", `/records/${String(unknownId)}`);
      return `${statusOf(zone)}; ${statusOf(record)}`;
    },
  },
  {
    question: "HTTPS record with `Priority` 1 and `Value` `. alpn=h2`: its JSON",
    rows: ["R10.8"],
    recorded: "not recorded; Priority and Value as they are sent (users of the API)",
    ask: async (service) => {
      const sent = { Type: types.HTTPS, Name: "", Priority: 1, Value: ". alpn=h2", Ttl: 300 };
      const { body, ...answer } = await added(service, sent);
      const record = Object.entries(objectIn(body)).filter(([name]) => name !== "Id");
      return `${statusOf({ ...answer, body })}; ${shown(Object.fromEntries(record))}`;
    },
  },
  {
    question: "HTTPS record whose `Value` is only a target; with a trailing space",
    rows: ["R10.8"],
    recorded: "not recorded; 201 for the latter (users of the API)",
    ask: async (service) => {
      const answers: string[] = [];
      for (const Value of ["alone.example", "spaced.example "]) {
        const answer = await added(service, { Type: types.HTTPS, Name: "alone", Priority: 1, Value });
        answers.push(`${statusOf(answer)}${answer.status < 300 ? `, ${shown(objectIn(answer.body)["Value"])}` : ""}`);
      }
      return answers.join("; ");
    },
  },
  {
    question: "Redirect record with `Ttl` 300: its `Ttl`",
    rows: ["R10.11"],
    recorded: "201; 300",
    asRecorded: /^201; 300$/,
    ask: async (service) => {
      const answer = await added(service, {
        ...{ Type: types.Redirect, Name: "go", Value: "https://example.com/", Ttl: 300 },
      });
      return `${statusOf(answer)}; ${shown(objectIn(answer.body)["Ttl"])}`;
    },
  },
  {
    question: "TXT record of 4,000 characters, of 4,001, with `ü`",
    rows: ["R10.3", "R10.7"],
    recorded: "201; 400 validation_error Value; the same",
    asRecorded: /^201; 400 validation_error Value\b[^;]*; 400 validation_error Value\b/,
    ask: async (service) => {
      const texts = ["a".repeat(4000), "a".repeat(4001), "ü"];
      const answers: string[] = [];
      for (const Value of texts) answers.push(statusOf(await added(service, { Type: types.TXT, Name: "text", Value })));
      return answers.join("; ");
    },
  },
  {
    question: "Record with only a value: `AutoSslIssuance`, `Weight`, `Accelerated`",
    rows: ["R10.5", "R10.6"],
    recorded: "true, 100, false",
    asRecorded: /^201; true, 100, false$/,
    ask: async (service) => {
      const answer = await added(service, { Type: types.A, Name: "a", Value: "192.0.2.1" });
      const { AutoSslIssuance, Weight, Accelerated } = objectIn(answer.body);
      return `${statusOf(answer)}; ${[AutoSslIssuance, Weight, Accelerated].map(shown).join(", ")}`;
    },
  },
  {
    question: "CNAME record with a trailing dot: its `Value`",
    rows: ["R10.5"],
    recorded: "not recorded",
    ask: async (service) => {
      const answer = await added(service, { Type: types.CNAME, Name: "c", Value: "target.example." });
      return `${statusOf(answer)}; ${shown(objectIn(answer.body)["Value"])}`;
    },
  },
  {
    question: "Order of the records of a zone, which were added as HTTPS, Redirect, TXT, A, CNAME",
    rows: ["R10.12"],
    recorded: "sorted by type",
    asRecorded: /^sorted by type$/,
    ask: async (service) => {
      const { Records } = objectIn((await service.get(service.pathOf(service.dnsZone))).body);
      const order = (Array.isArray(Records) ? (Records as unknown[]) : []).map((one) => objectIn(one)["Type"]);
      const numbers = order.map(Number);
      if (numbers.length > 1 && numbers.every((type, index) => index === 0 || type >= (numbers[index - 1] ?? 0))) {
        return "sorted by type";
      }
      return `types ${shown(order)}`;
    },
  },
  {
    question: "List of DNS zones with `view=1`: `Records` of the zone",
    rows: ["R12.4"],
    recorded: "not recorded; null",
    ask: async (service) => {
      const { Id } = service.created(service.dnsZone);
      const { status, body } = await service.get(`/dnszone?page=1&perPage=1000&search=${service.dnsZone.name}&view=1`);
      const zone = itemsIn(body).find((one) => one["Id"] === Id);
      return `${String(status)}; ${zone === undefined ? "the zone is not listed" : countOf(zone["Records"])}`;
    },
  },
  {
    question: "Two CNAME records of one name",
    rows: ["R10.17"],
    recorded: "201; 201",
    asRecorded: /^201; 201$/,
    ask: async (service) => {
      const record = (Value: string) => added(service, { Type: types.CNAME, Name: "two", Value });
      return `${statusOf(await record("one.example"))}; ${statusOf(await record("two.example"))}`;
    },
  },
  {
    question: "PullZone record with a `PullZoneId`: `LinkName` and `Value`",
    rows: ["R10.10"],
    recorded: "the id; the name of the pull zone",
    asRecorded: /^201; the id; the name$/,
    ask: async (service) => {
      const PullZoneId = await service.provenId(service.pullZone);
      const answer = await added(service, { Type: types.PullZone, Name: "site", PullZoneId });
      const { LinkName, Value } = objectIn(answer.body);
      const link = LinkName === String(PullZoneId) ? "the id" : shown(LinkName);
      return `${statusOf(answer)}; ${link}; ${Value === service.pullZone.name ? "the name" : shown(Value)}`;
    },
  },
  {
    question: "Zone file: export; import of a record, and the same import again",
    rows: ["R10.13"],
    recorded: "200; 200, 1 record; 200, 1 record",
    asRecorded: /^200; 200, 1 record; 200, 1 record$/,
    ask: async (service) => {
      const { status } = await service.get(`${service.pathOf(service.dnsZone)}/export`);
      const file = Buffer.from('verify-imported\t300\tIN\tTXT\t"verify"\n');
      const answers: string[] = [];
      for (let time = 0; time < 2; time++) {
        const answer = await service.change(service.dnsZone, "POST", "/import", file);
        const { RecordsSuccessful } = objectIn(answer.body);
        answers.push(`${statusOf(answer)}, ${RecordsSuccessful === 1 ? "1 record" : shown(RecordsSuccessful)}`);
      }
      return [String(status), ...answers].join("; ");
    },
  },
  {
    question: "DNSSEC: enabled; disabled",
    rows: ["R10.14"],
    recorded: "200; 200, with null texts",
    asRecorded: /^200; 200, null$/,
    ask: async (service) => {
      const on = await service.change(service.dnsZone, "POST", "/dnssec");
      const off = await service.change(service.dnsZone, "DELETE", "/dnssec");
      return `${statusOf(on)}; ${statusOf(off)}, ${shown(objectIn(off.body)["DsRecord"])}`;
    },
  },
  {
    question: "Custom nameserver with a trailing dot, in a GET",
    rows: ["R10.18", "R10.20"],
    recorded: "with the dot",
    asRecorded: /^200; "ns1\.verify\.example\."$/,
    ask: async (service) => {
      const answer = await service.change(service.dnsZone, "POST", "", {
        ...{ CustomNameserversEnabled: true, Nameserver1: "ns1.verify.example.", Nameserver2: "ns2.verify.example." },
        SoaEmail: "hostmaster@verify.example",
      });
      const { Nameserver1 } = objectIn((await service.get(service.pathOf(service.dnsZone))).body);
      return `${statusOf(answer)}; ${shown(Nameserver1)}`;
    },
  },
];

function added(service: Service, record: Json): Promise<Answer> {
  return service.change(service.dnsZone, "PUT", "/records", record);
}
