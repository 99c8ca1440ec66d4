import type { Question } from "./question";
import { objectIn } from "../bodies";
import { shown, statusOf } from "../words";

export const auditQuestions: readonly Question[] = [
  {
    question: "Audit log of today: entries of the pull zone, with `Product`, `ResourceType`, `Action`, `ActorType`",
    rows: ["R1.8"],
    recorded: "not recorded; the operation is in the specification of 2026",
    ask: async (service) => {
      const id = service.pathOf(service.pullZone).split("/").pop() ?? "";
      const day = new Date().toISOString().slice(0, 10);
      const answer = await service.get(`/user/audit/${day}?ResourceId=${id}&Limit=1000`);
      const { Logs } = objectIn(answer.body);
      const entries: readonly unknown[] = Array.isArray(Logs) ? Logs : [];
      const words = entries
        .map(objectIn)
        .map(({ Product, ResourceType, Action, ActorType }) =>
          [Product, ResourceType, Action, ActorType].map(shown).join(" "),
        );
      return [statusOf(answer), ...new Set(words)].join("; ");
    },
  },
];
