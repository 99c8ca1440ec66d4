/** A time: a Date, or a string in one of the formats that `from` names. */
export type LogTime = Date | string;

/** A status code, or a string with one or more codes and classes: "5xx", "404,5xx". */
export type LogStatus = number | string;
