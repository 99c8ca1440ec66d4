/** Parses a date of the service, in UTC unless it has an offset, into milliseconds since the epoch. Returns NaN if the date is invalid. */
export function utcTime(date: string): number {
  return Date.parse(/^\d{4}-\d\d-\d\d[T ][\d:.]+$/i.test(date) ? `${date}Z` : date);
}

/** Whether a string starts with a valid day. `Date.parse` takes February 30 for March 2. */
export function startsWithValidDay(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? "";
  return day !== "" && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true;
}
