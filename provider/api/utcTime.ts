/** Reads a date of the service, which is UTC whether it says so or not. */
export function utcTime(date: string): number {
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(date) ? date : `${date}Z`);
}
