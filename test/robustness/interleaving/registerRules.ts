import type { Entry, History } from './history.ts';

/** One that sets a register. */
interface Setter {
  readonly label: string;
  readonly value: string | null;
  readonly begin: number;
  readonly end: number;
  readonly isDone: boolean;
  /** It was answered with an error in this life, in which nobody sees it any more; a crash may bring it back. */
  readonly failedIn: number | null;
}

const NOBODY: Setter = { label: 'nobody', value: null, begin: -1, end: -1, isDone: true, failedIn: null };

/**
 * Metadata acknowledged is metadata read, also after a restart; what was refused is never read; what was read once is
 * there until another change. A read sees a change that had begun before it ended, and none that was surely replaced.
 */
export function registerViolations(history: History): string[] {
  const setters = new Map<string, Setter[]>();
  const reads = new Map<string, { readonly value: string | null; readonly entry: Entry }[]>();
  for (const entry of history.entries) {
    for (const { key, value } of entry.sets ?? []) {
      if (entry.verdict === 'refused') continue;
      const { label, begin, end } = entry;
      // A document that failed may have brought a field.
      const failedIn = entry.isError && entry.changes === undefined ? entry.life : null;
      grouped(setters, key).push({ label, value, begin, end, isDone: entry.verdict === 'done', failedIn });
    }
    for (const { key, value } of entry.read ?? []) grouped(reads, key).push({ value, entry });
  }
  return [...reads].flatMap(([key, seen]) => violationsOf(key, [NOBODY, ...(setters.get(key) ?? [])], seen));
}

function violationsOf(
  key: string,
  setters: readonly Setter[],
  reads: readonly { readonly value: string | null; readonly entry: Entry }[],
): string[] {
  const violations: string[] = [];
  const before: { readonly setters: readonly Setter[]; readonly entry: Entry }[] = [];
  for (const { value, entry } of [...reads].sort((a, b) => a.entry.begin - b.entry.begin)) {
    const replaced = setters.filter(({ isDone, end }) => isDone && end < entry.begin);
    const possible = setters.filter(
      (setter) =>
        setter.value === value &&
        setter.begin < entry.end &&
        !(setter.failedIn === entry.life && setter.end < entry.begin) &&
        !replaced.some((later) => setter.end < later.begin),
    );
    const told = `#${entry.number} reads [${key}] as ${value}`;
    if (possible.length === 0) {
      const last = replaced.filter((one) => !replaced.some((later) => one.end < later.begin));
      violations.push(`${told}, acknowledged: ${last.map((one) => one.value).join(' or ')}`);
      continue;
    }
    // What an earlier reader saw was written by one of these: all of what is seen now was surely replaced by it.
    const gone = before.find(
      (earlier) =>
        earlier.entry.end < entry.begin &&
        possible.every((one) => earlier.setters.every((other) => one.end < other.begin)),
    );
    if (gone) violations.push(`${told}, but #${gone.entry.number} had read ${gone.setters[0].value}`);
    before.push({ setters: possible, entry });
  }
  return violations;
}

function grouped<T>(map: Map<string, T[]>, key: string): T[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}
