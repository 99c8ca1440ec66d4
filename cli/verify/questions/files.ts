import { createHash } from "node:crypto";
import type { Question } from "./question";
import { itemsIn, objectIn } from "../bodies";
import { formOf, shown, statusOf } from "../words";

const content = Buffer.from("verify\n");
const checksum = createHash("sha256").update(content).digest("hex").toUpperCase();
const name = "verify.txt";

/** A single small file in the storage zone. The passwords were reset just before: how soon the host takes a new one is waited for. */
export const fileQuestions: readonly Question[] = [
  {
    question: "File: upload with a wrong checksum; with the right one",
    rows: ["R2.13", "R3.1"],
    recorded: "400; 201 File uploaded.",
    asRecorded: /^400\b[^;]*; 201 File uploaded\.$/,
    ask: async (service) => {
      const wrong = await service.storage("PUT", name, content, { Checksum: "0".repeat(64) });
      const right = await service.storage("PUT", name, content, { Checksum: checksum });
      return `${statusOf(wrong)}; ${statusOf(right)}`;
    },
  },
  {
    question: "File: `Checksum`, `ReplicatedZones`, form of `LastChanged` in a listing",
    rows: ["R3.3", "R3.10"],
    recorded: 'SHA-256 in upper case; "" without replicas; 2 or 3 fraction digits, no zone',
    asRecorded: /^SHA-256 in upper case; ""; [23] fraction digits, no zone$/,
    ask: async (service) => {
      const file = itemsIn((await service.storage("GET", "")).body).find(({ ObjectName }) => ObjectName === name) ?? {};
      const { Checksum, ReplicatedZones, LastChanged } = objectIn(file);
      const sum = Checksum === checksum ? "SHA-256 in upper case" : shown(Checksum);
      return `${sum}; ${shown(ReplicatedZones)}; ${formOf(LastChanged)}`;
    },
  },
  {
    question: "Storage host: a wrong password; an unknown storage zone",
    rows: ["R3.7"],
    recorded: "401; 401",
    asRecorded: /^401\b[^;]*; 401\b/,
    ask: async (service) => {
      const { name: zone } = service.storageZone;
      const answers = [`${zone}/${name}`, `${zone}-unknown/${name}`].map((path) =>
        service.storageWithoutPassword(path),
      );
      return (await Promise.all(answers)).map(statusOf).join("; ");
    },
  },
  {
    question: "File with a name of 6,001 characters; with a name that begins with a space",
    rows: ["R3.9"],
    recorded: "not recorded; documented as refused",
    ask: async (service) => {
      const answers: string[] = [];
      for (const odd of ["a".repeat(6001), "%20a"]) {
        const answer = await service.storage("PUT", odd, content);
        answers.push(statusOf(answer));
        if (answer.status < 300) await service.storage("DELETE", odd);
      }
      return answers.join("; ");
    },
  },
  {
    question: "File with the name `a ü#.txt`: upload, its name in a listing, deletion",
    rows: ["R12.3"],
    recorded: "not recorded; the same name",
    ask: async (service) => {
      const odd = "a ü#.txt";
      const path = encodeURIComponent(odd);
      const sent = await service.storage("PUT", path, content, { Checksum: checksum });
      const names = itemsIn((await service.storage("GET", "")).body).map(({ ObjectName }) => ObjectName);
      const listed = names.includes(odd) ? "the same" : shown(names.filter((one) => one !== name));
      return `${statusOf(sent)}; ${listed}; ${statusOf(await service.storage("DELETE", path))}`;
    },
  },
  {
    question: "Listing of a folder that does not exist",
    rows: ["R3.4"],
    recorded: "not recorded; 200 with an empty list, or 404",
    ask: async (service) => {
      const answer = await service.storage("GET", "nowhere/");
      return `${statusOf(answer)}${Array.isArray(answer.body) ? `, ${shown(answer.body)}` : ""}`;
    },
  },
  {
    question: "Folder: creation by a path with a final slash; a file in it; deletion of the folder; listing of it",
    rows: ["R3.6", "R3.15"],
    recorded: "201; 201; 200; empty",
    asRecorded: /^201\b[^;]*; 201\b[^;]*; 200\b[^;]*; empty$/,
    ask: async (service) => {
      const answers = [
        await service.storage("PUT", "folder/", Buffer.alloc(0)),
        await service.storage("PUT", "folder/file.txt", content, { Checksum: checksum }),
        await service.storage("DELETE", "folder/"),
      ];
      const left = itemsIn((await service.storage("GET", "folder/")).body).length;
      return `${answers.map(statusOf).join("; ")}; ${left === 0 ? "empty" : `${String(left)} entries`}`;
    },
  },
  {
    question: "File: deletion, and a second one",
    rows: ["R3.5"],
    recorded: "200 File deleted successfully.; 404 Object Not Found",
    asRecorded: /^200 File deleted successful?ly\.; 404 Object Not Found$/,
    ask: async (service) => {
      const first = await service.storage("DELETE", name);
      return `${statusOf(first)}; ${statusOf(await service.storage("DELETE", name))}`;
    },
  },
];
