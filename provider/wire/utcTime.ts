/** Reads a date of the service, which is UTC whether it says so or not. NaN where it is none. */
export function utcTime(date: string): number {
  return Date.parse(/^\d{4}-\d\d-\d\d[T ][\d:.]+$/i.test(date) ? `${date}Z` : date);
}

/** Whether a text begins with a day that there is, such as `2026-02-28`: the 30th would be taken for a day in March. */
export function beginsWithDay(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? "";
  return day !== "" && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
}
