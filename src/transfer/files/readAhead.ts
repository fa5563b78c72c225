/** Reads items until `enough` says so; returns those, and the whole sequence including them. */
export async function readAhead<T>(
  items: AsyncIterable<T>,
  isEnough: (start: readonly T[]) => boolean,
): Promise<{ readonly start: readonly T[]; readonly all: AsyncIterable<T> }> {
  const start: T[] = [];
  const rest = items[Symbol.asyncIterator]();
  while (!isEnough(start)) {
    const { value, done } = await rest.next();
    if (done) break;
    start.push(value);
  }
  const all = (async function* () {
    yield* start;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  })();
  return { start, all };
}
