import { storageZoneTable } from "../../../provider/wire/storageZone";
import type { Question } from "./question";
import { objectIn } from "../bodies";
import { differences, formOf, shown, statusOf, unknownId } from "../words";

export const storageZoneQuestions: readonly Question[] = [
  {
    question: "Storage zone of tier Edge with region NY",
    rows: ["R2.1", "R2.11"],
    recorded: "created in DE",
    asRecorded: /^201, created in "DE"$/,
    ask: async (service) => {
      const edge = await service.create(service.storageZone, { Region: "NY", ZoneTier: 1 });
      if (edge.status < 300) return `${statusOf(edge)}, created in ${shown(objectIn(edge.body)["Region"])}`;
      const standard = await service.create(service.storageZone, { Region: "DE" });
      return `${statusOf(edge)}; tier Standard with region DE: ${statusOf(standard)}`;
    },
  },
  {
    question: "Storage zone: `Password` in the answer of the creation",
    rows: ["R2.2"],
    recorded: 'unsettled: "string", or the password',
    asRecorded: /^("string"; a GET another|the password, as in a GET)$/,
    ask: async (service) => {
      const { Password: given } = service.created(service.storageZone);
      const { Password: read } = objectIn((await service.get(service.pathOf(service.storageZone))).body);
      if (given === "string") return `"string"; a GET ${read === given ? "the same" : "another"}`;
      if (typeof given !== "string" || given === "")
        return `none; a GET ${typeof read === "string" ? "has it" : "none"}`;
      return given === read ? "the password, as in a GET" : "another than in a GET";
    },
  },
  {
    question: "Storage zone: form of `DateModified` after a creation, in a GET",
    rows: ["R1.6"],
    recorded: "7 fraction digits and Z; neither",
    asRecorded: /^7 fraction digits, Z; no fraction, no zone$/,
    ask: async (service) => {
      const { DateModified: read } = objectIn((await service.get(service.pathOf(service.storageZone))).body);
      return `${formOf(service.created(service.storageZone)["DateModified"])}; ${formOf(read)}`;
    },
  },
  {
    question: "Storage zone: settings of a new one that differ from the recording",
    rows: ["R2.1"],
    recorded: "none",
    asRecorded: /^none$/,
    ask: async (service) => {
      const { body } = await service.get(service.pathOf(service.storageZone));
      return differences(storageZoneTable, objectIn(body), {}, ["Name", "Region", "ZoneTier", "ReplicationRegions"]);
    },
  },
  {
    question: `GET of storage zone ${String(unknownId)}, which this account does not have`,
    rows: ["R1.3", "R2.4"],
    recorded: "401 without a body, or 404",
    asRecorded: /^(401$|404)/,
    ask: async (service) => statusOf(await service.get(`/storagezone/${String(unknownId)}`)),
  },
  {
    question: "Second storage zone of the same name",
    rows: ["R2.7"],
    recorded: "400 storagezone.name_taken",
    asRecorded: /^400 storagezone\.name_taken\b/,
    ask: async (service) => statusOf(await service.create(service.storageZone, { Region: "DE" })),
  },
  {
    question: "Storage zone with the main region `XX`",
    rows: ["R2.9"],
    recorded: "400 storagezone.validation: Invalid main region code.",
    asRecorded: /^400 storagezone\.validation\b/,
    ask: async (service) => statusOf(await service.create(service.refusedZone, { Region: "XX" })),
  },
  {
    question: "Storage zone with capitals and an underscore in its name",
    rows: ["R2.14"],
    recorded: "400 (documented)",
    asRecorded: /^400\b/,
    ask: async (service) => statusOf(await service.create(service.misnamedZone, { Region: "DE" })),
  },
  {
    question: "Storage zone: reset of both passwords",
    rows: ["R2.12"],
    recorded: "not recorded; documented as an empty answer",
    ask: async (service) => {
      const path = service.pathOf(service.storageZone);
      const before = objectIn((await service.get(path)).body);
      const answers = [
        await service.change(service.storageZone, "POST", "/resetPassword"),
        await service.resetReadOnlyPassword(),
      ];
      const after = objectIn((await service.get(path)).body);
      const states = ["Password", "ReadOnlyPassword"].map((name) =>
        after[name] === before[name] ? "the old" : "a new",
      );
      return answers.map((answer, index) => `${statusOf(answer)}, ${String(states[index])} one in a GET`).join("; ");
    },
  },
];
