/** The zones, by name, that a run's messages name with their id and with the way to take them over. */
export function namedForTakeOver(text: string): Map<string, string> {
  const named =
    /a storage zone named "([^"]+)" exists in this account with id (\d+)\. To adopt it, declare it with adopt: true/g;
  return new Map([...text.matchAll(named)].map(([, name = "", id = ""]) => [name, id]));
}
