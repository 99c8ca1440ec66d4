import { accessLogEntryTable } from "../../provider/wire/accessLog";
import type { LogEntry } from "../state/objects";
import type { PartialOf } from "../wire/partial";
import { partialWireSchema } from "../wire/schema";

export const partialLogEntry = partialWireSchema<PartialOf<LogEntry>>(accessLogEntryTable);
