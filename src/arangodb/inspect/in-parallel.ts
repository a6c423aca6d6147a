/** Runs a step for each item, a few at a time, and keeps their order. What a step throws ends it all. */
export async function inParallel<T, R>(
  items: readonly T[],
  atOnce: number,
  step: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await step(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return results;
}
