import path from "node:path";

/** The folder of a program: from here the package is resolved by its name, as in a user's project. */
export const inProgramFolder = path.join(__dirname, "../../../examples/storage-zone");
