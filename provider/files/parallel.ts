/**
 * Runs a function for each item, with at most `atOnce` in parallel. After a failure, no further one starts, and the error is thrown once the
 * running ones have ended.
 */
export async function forEach<T>(items: Iterable<T>, atOnce: number, run: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let next = iterator.next(); next.done !== true && failures.length === 0; next = iterator.next()) {
      try {
        await run(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failures.length > 0) throw failures[0];
}
