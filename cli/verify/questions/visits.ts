import type { Question } from "./question";
import type { Json } from "../bodies";
import type { Answer, Visit } from "../service";
import { statusOf } from "../words";
import { addRule, trigger } from "./pullZone";

const page = Buffer.from("verify page\n");
const errorPage = Buffer.from("verify error page\n");

/** Questions of a visitor. The pull zone has the storage zone as origin. */
export const visitQuestions: readonly Question[] = [
  {
    question:
      "`Cache-Control` of a missing file, with a rule of browser cache time 0 for status 404 before one of 3600 for all files",
    rows: ["R6.16", "R12.5"],
    recorded: "404; the first rule counts (documented)",
    asRecorded: /^201; 201; 404; (?!.*3600)/,
    ask: async (service) => {
      const rules: readonly Json[] = [
        {
          ActionParameter1: "0",
          OrderIndex: 20,
          Triggers: [{ Type: 8, PatternMatches: ["404"], PatternMatchingType: 0 }],
        },
        { ActionParameter1: "3600", OrderIndex: 21 },
      ];
      const statuses: string[] = [];
      for (const rule of rules) statuses.push(statusOf(await addRule(service, { ActionType: 16, ...rule })));
      return `${statuses.join("; ")}; ${cacheOf(await service.visit("verify/missing.css"))}`;
    },
  },
  {
    question: "Visit with a query string: whether it is compared with a Lua pattern of a URL trigger",
    rows: ["R6.17"],
    recorded: "the URL without the query (documented)",
    asRecorded: /^201; 201; the URL without the query$/,
    ask: async (service) => {
      const block = (path: string): Promise<Answer> =>
        addRule(service, {
          ActionType: 4,
          ...{ ActionParameter1: "", Triggers: [trigger(`pattern:^https?://[^/]+/${path}$`)] },
        });
      const rules = [await block("verify%-path"), await block("verify%-query%?x=1")];
      const without = (await service.visit("verify-path?x=1")).status === 403;
      const within = (await service.visit("verify-query?x=1", true)).status === 403;
      const compared =
        without === within
          ? `${without ? "both" : "neither"} matched`
          : `the URL ${within ? "with" : "without"} the query`;
      return `${rules.map(statusOf).join("; ")}; ${compared}`;
    },
  },
  {
    question: "Visit of a `.css` file; of one that was uploaded with `Override-Content-Type` application/json",
    rows: ["R3.2", "R3.14"],
    recorded: "200 text/css; 200 application/json",
    asRecorded: /^200 text\/css[^;]*(; charset[^;]*)?; 200 application\/json/,
    ask: async (service) => {
      await service.storage("PUT", "verify-plain.css", page);
      await service.storage("PUT", "verify-typed.css", page, { "Override-Content-Type": "application/json" });
      const visits = [await service.visit("verify-plain.css"), await service.visit("verify-typed.css", true)];
      return visits
        .map(({ status, headers }) => `${String(status)} ${headers["content-type"] ?? "no type"}`)
        .join("; ");
    },
  },
  {
    question:
      "Visit of a path with a final slash and a query, with redirects to `%{Path.2}`, `%{Path.2-}` and `%{Request.Path}`",
    rows: ["R6.9", "R6.11"],
    recorded: "/to/b; /to/b/c; /to/a/verify-path/b/c/?x=1",
    asRecorded: /^201 \/to\/b; 201 \/to\/b\/c; 201 \/to\/a\/verify-path\/b\/c\/\?x=1$/,
    ask: async (service) => {
      const redirects = [
        ["verify-segment", "/to/%{Path.2}"],
        ["verify-rest", "/to/%{Path.2-}"],
        ["verify-path", "/to%{Request.Path}"],
      ] as const;
      const added: Answer[] = [];
      for (const [name, target] of redirects) {
        const to = { ActionParameter1: `https://%{Url.Hostname}${target}`, ActionParameter2: "302" };
        added.push(await addRule(service, { ActionType: 1, ...to, Triggers: [trigger(`*/${name}/*`)] }));
      }
      const answers: string[] = [];
      for (const [index, [name]] of redirects.entries()) {
        const { status, headers } = await service.visit(`a/${name}/b/c/?x=1`, index > 0);
        const to = headers.location?.replace(/^https?:\/\/[^/]+/, "") ?? `no redirect, ${String(status)}`;
        answers.push(`${String(added[index]?.status)} ${to}`);
      }
      return answers.join("; ");
    },
  },
  {
    question: "Visit of a missing file, with a page `bunnycdn_errors/404.html` in the root of the storage zone",
    rows: ["R7.7"],
    recorded: "404 with this page",
    asRecorded: /^404, this page$/,
    ask: async (service) => {
      await service.storage("PUT", "bunnycdn_errors/404.html", errorPage);
      const { status, text } = await service.visit("verify-missing-1");
      return `${String(status)}, ${text === String(errorPage) ? "this page" : "another page"}`;
    },
  },
  {
    question:
      "Visit of a missing path and a missing `.css` file, with `Custom404FilePath` /verify-404.html and `Rewrite404To200`",
    rows: ["R7.8", "R7.10"],
    recorded: "200 and 404 with this page",
    asRecorded: /^200, this page; 404, this page$/,
    ask: async (service) => {
      await service.storage("PUT", "verify-404.html", page);
      const settings = { Custom404FilePath: "/verify-404.html", Rewrite404To200: true };
      const { status: updated } = await service.change(service.storageZone, "POST", "", settings);
      if (updated >= 300) return `the update was answered with ${String(updated)}`;
      const visits = [await service.visit("verify-missing-2"), await service.visit("verify-missing-2.css", true)];
      return visits
        .map(({ status, text }) => `${String(status)}, ${text === String(page) ? "this page" : "another page"}`)
        .join("; ");
    },
  },
];

function cacheOf({ status, headers }: Visit): string {
  return `${String(status)}; ${headers["cache-control"] ?? "no Cache-Control"}`;
}
