/** The rows of docs/contract-and-assumptions.md that no trial zone can answer, by what an answer needs. */
export const openRows: readonly { readonly needs: string; readonly rows: readonly string[] }[] = [
  {
    needs: "a hostname of your own that leads to the service, and one that does not",
    rows: ["R5.1", "R5.2", "R5.3", "R5.4", "R5.5", "R5.6", "R8.3", "R10.9", "R10.21", "R10.22", "R10.23", "R10.24"],
  },
  {
    needs: "visitors of a site",
    rows: [
      ...["R4.14", "R6.12", "R7.6", "R7.9", "R9.8", "R9.14", "R9.16"],
      ...["R11.4", "R11.5", "R11.6", "R11.7", "R11.8"],
    ],
  },
  { needs: "replicas, which cost more", rows: ["R2.5", "R2.10", "R3.12"] },
  { needs: "another or a suspended account, or the key of a team member", rows: ["R1.9", "R3.13"] },
  { needs: "many requests at once, or hundreds of zones and records", rows: ["R3.8", "R7.4", "R8.8", "R8.9"] },
  {
    needs: "requests that no trial sends",
    rows: [...["R1.1", "R1.5", "R3.11"], ...["R4.17", "R7.2"], "R13.9"],
  },
  { needs: "a plan that the account pays for, or more lists than a plan allows", rows: ["R13.12", "R13.24"] },
];
