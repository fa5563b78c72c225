import type { Change, ChangeResult, Entry, History, Place, Promises, Seen } from './history.ts';

/** A change of a document, with its times. */
interface Write {
  readonly value: string | null;
  readonly change: Change | null;
  readonly begin: number;
  readonly end: number;
  readonly life: number;
  readonly isDone: boolean;
  place: Place | null;
  readonly version: number | null;
  /** From when on every search sees it or a later one; Infinity: nobody said so. */
  searchableAt: number;
}

/** A document as one reader saw it. */
interface Sight {
  readonly entry: Entry;
  readonly seen: Seen | null;
  readonly kind: 'GET' | 'search';
  /** What surely came before it. */
  readonly since: (write: Write) => number;
  /** Sights of one place are compared with each other. */
  readonly place: string | null;
  readonly isComplete: boolean;
}

const NOTHING: Write = {
  value: null,
  change: null,
  begin: -1,
  end: -1,
  life: 0,
  isDone: true,
  place: null,
  version: null,
  searchableAt: -1,
};

export function documentViolations(history: History, promises: Promises): string[] {
  const documents = new DocumentHistories(history);
  const violations = numbersTwice(history, promises);
  for (const entry of history.entries) violations.push(...foundTwice(entry));
  for (const [key, writes] of documents.writes) {
    const found: string[] = [
      ...order(writes),
      ...conditions(writes),
      ...sights(writes, documents.sightsOf(key, promises)),
    ];
    violations.push(...found.map((text) => `[${key}] ${text}`));
  }
  return violations;
}

class DocumentHistories {
  readonly writes = new Map<string, Write[]>();
  readonly #history: History;
  readonly #gets = new Map<string, Sight[]>();
  readonly #searches: readonly Entry[];
  /** Before and after which searches do not ask the same copies. */
  readonly #moves: readonly Entry[];

  constructor(history: History) {
    this.#history = history;
    const wipes = history.entries.filter(
      ({ wipes, verdict }) => wipes !== undefined && verdict !== 'refused',
    );
    for (const entry of history.entries) {
      for (const [i, change] of (entry.changes ?? []).entries()) {
        const result = entry.results?.[i] ?? { verdict: entry.verdict, place: null, version: null };
        if (result.verdict === 'refused') continue;
        this.#of(change.index, change.id).push(this.#write(entry, change, result));
      }
    }
    for (const entry of history.entries) for (const seen of entry.got ?? []) this.#get(entry, seen);
    for (const wipe of wipes) {
      for (const [key, writes] of this.writes) {
        if (key.startsWith(`${wipe.wipes}/`)) writes.push({ ...this.#write(wipe, null, null), value: null });
      }
    }
    this.#searches = history.entries.filter(({ found }) => found !== undefined);
    this.#moves = history.entries.filter(({ moves }) => moves === true);
    for (const writes of this.writes.values()) writes.sort((a, b) => a.begin - b.begin);
    this.#placeObserved();
  }

  sightsOf(key: string, { readsSurvive }: Promises): Sight[] {
    const gets = this.#gets.get(key) ?? [];
    const [index, id] = key.split('/');
    const searches = this.#searches
      .filter(({ searches }) => searches?.index === index)
      .map((entry) => this.#sight(entry, index, id));
    return [...gets.map((get) => (readsSurvive ? { ...get, place: 'GET' } : get)), ...searches];
  }

  #sight(entry: Entry, index: string, id: string): Sight {
    const { hits, isComplete, copy } = entry.found as NonNullable<Entry['found']>;
    const hit = hits.find((one) => one.id === id) ?? null;
    const turn = this.#moves.filter(({ end }) => end < entry.begin).length;
    const isMoving = this.#moves.some(({ begin, end }) => begin < entry.end && entry.begin < end);
    const isByField = entry.searches?.where !== null;
    return {
      entry,
      kind: 'search',
      seen: hit ?? { index, id, value: null, place: null, version: null },
      since: (write) => write.searchableAt,
      place: copy === null || isMoving || isByField ? null : `${copy} ${entry.life} ${turn}`,
      isComplete,
    };
  }

  #get(entry: Entry, seen: Seen): void {
    const key = `${seen.index}/${seen.id}`;
    this.#of(seen.index, seen.id);
    const sight: Sight = {
      entry,
      kind: 'GET',
      seen,
      since: (write) => (write.isDone ? write.end : Number.POSITIVE_INFINITY),
      place: `GET ${entry.life}`,
      isComplete: true,
    };
    const known = this.#gets.get(key);
    if (known) known.push(sight);
    else this.#gets.set(key, [sight]);
  }

  #write(entry: Entry, change: Change | null, result: ChangeResult | null): Write {
    const { begin, end, life } = entry;
    const isDone = (result?.verdict ?? entry.verdict) === 'done';
    return {
      value: change?.value ?? null,
      change,
      begin,
      end,
      life,
      isDone,
      place: result?.place ?? null,
      version: result?.version ?? null,
      searchableAt: isDone && change ? this.#searchableAt(entry, change.index) : Number.POSITIVE_INFINITY,
    };
  }

  #searchableAt(entry: Entry, index: string): number {
    if (entry.isRefreshed) return entry.end;
    const refreshed = this.#history.entries
      .filter((other) => other.refreshes === index && other.verdict === 'done' && other.begin > entry.end)
      .map(({ end }) => end);
    const reopened = this.#history.lives
      .filter(({ number }) => number > entry.life)
      .map(({ openedAt }) => openedAt);
    return Math.min(...refreshed, ...reopened);
  }

  #of(index: string, id: string): Write[] {
    const key = `${index}/${id}`;
    const writes = this.writes.get(key) ?? [];
    this.writes.set(key, writes);
    return writes;
  }

  /** A write that was never answered has the place at which a reader saw it. */
  #placeObserved(): void {
    const places = new Map<string, Place | null>();
    for (const { got, found } of this.#history.entries) {
      for (const { value, place } of [...(got ?? []), ...(found?.hits ?? [])]) {
        if (value !== null) places.set(value, place);
      }
    }
    for (const write of [...this.writes.values()].flat()) {
      if (write.place === null && write.value !== null) write.place = places.get(write.value) ?? null;
    }
  }
}

/** By time; of one life also by number. */
function isSurelyBefore(one: Write, other: Write): boolean {
  if (one.end < other.begin) return true;
  if (other.end < one.begin || one.life !== other.life || !one.place || !other.place) return false;
  return one.place.seqNo < other.place.seqNo;
}

/** Each reader saw the document as some write left it: not one that was surely replaced, and none older than before. */
function sights(writes: readonly Write[], all: readonly Sight[]): string[] {
  const violations: string[] = [];
  const before = new Map<string, { readonly sight: Sight; readonly writers: readonly Write[] }[]>();
  for (const sight of [...all].sort((a, b) => a.entry.begin - b.entry.begin)) {
    const { entry, kind, seen, since } = sight;
    const value = seen?.value ?? null;
    if (value === null && !sight.isComplete) continue;
    const where = entry.searches?.where ?? null;
    const told = `${kind} #${entry.number} sees ${value}${seen?.place ? ` at ${text(seen.place)}` : ''}`;
    const settled = writes.filter((write) => since(write) < entry.begin);
    const possible = [NOTHING, ...writes].filter(
      (write) =>
        write.begin < entry.end &&
        (write.value === value || (value === null && !matches(write, where))) &&
        !settled.some((later) => later !== write && isSurelyBefore(write, later)),
    );
    if (possible.length === 0) {
      const last = settled.filter((one) => !settled.some((later) => isSurelyBefore(one, later)));
      violations.push(`${told}, expected ${last.map(described).join(' or ') || 'none of it'} or later`);
      continue;
    }
    if (sight.place === null) continue;
    const earlier = before.get(sight.place) ?? [];
    before.set(sight.place, earlier);
    const gone = earlier.find(
      (one) =>
        one.sight.entry.end < entry.begin &&
        possible.every((write) => one.writers.every((other) => isSurelyBefore(write, other))),
    );
    if (gone) violations.push(`${told}, but #${gone.sight.entry.number} saw ${gone.sight.seen?.value}`);
    earlier.push({ sight, writers: possible });
  }
  return violations;
}

function matches({ value, change }: Write, where: readonly [string, string] | null): boolean {
  if (value === null) return false;
  return where === null || change?.fields?.[where[0]] === where[1];
}

/** A write that began when another was answered has a higher number, a term that is not lower, a higher version. */
function order(writes: readonly Write[]): string[] {
  const violations: string[] = [];
  const done = writes.filter(({ isDone, place }) => isDone && place !== null);
  if (writes.some(({ change }) => change === null)) return violations;
  for (const later of done) {
    for (const one of done) {
      if (one.end >= later.begin) continue;
      const [a, b] = [one.place as Place, later.place as Place];
      if (b.seqNo <= a.seqNo || b.term < a.term) {
        violations.push(`${described(later)} came after ${described(one)}`);
      }
      const isDeleted = writes.some(
        ({ value, begin, end }) => value === null && end > one.begin && begin < later.end,
      );
      if (!isDeleted && one.version !== null && later.version !== null && later.version <= one.version) {
        violations.push(
          `version ${later.version} of ${later.value} came after ${one.version} of ${one.value}`,
        );
      }
    }
  }
  return violations;
}

/** Of those that wait for the same state one wins; a creation finds nothing. */
function conditions(writes: readonly Write[]): string[] {
  const violations: string[] = [];
  if (writes.some(({ change }) => change === null)) return violations;
  const done = writes
    .filter(({ isDone, place }) => isDone && place !== null)
    .sort((a, b) => (a.place as Place).seqNo - (b.place as Place).seqNo);
  for (const [i, write] of done.entries()) {
    const before = done[i - 1];
    const { condition, isCreate } = write.change as Change;
    if (condition && before?.place && before.place.seqNo > condition.seqNo) {
      violations.push(`${described(write)} expected ${text(condition)}, but ${described(before)} was there`);
    }
    const mayBeDeleted = writes.some(
      ({ value, isDone, begin, end }) =>
        value === null && !isDone && begin < write.end && (before === undefined || end > before.begin),
    );
    if (isCreate && before && before.value !== null && !mayBeDeleted) {
      violations.push(`${described(write)} was created, but ${described(before)} was there`);
    }
  }
  return violations;
}

/** (term, number) never means two things. */
function numbersTwice(history: History, { hasOneShard }: Promises): string[] {
  const known = history.meanings;
  const violations = new Set<string>();
  const wiped = new Set(history.entries.flatMap(({ wipes }) => wipes ?? []));
  const note = (index: string, id: string, value: string | null, place: Place | null): void => {
    if (place === null || wiped.has(index)) return;
    const key = `${index}${hasOneShard(index) ? '' : `/${id}`} ${text(place)}`;
    const what = `${id} = ${value}`;
    const before = known.get(key);
    if (before === undefined) known.set(key, what);
    else if (before !== what) violations.add(`(term, number) twice: [${key}] is ${before}, and ${what}`);
  };
  for (const entry of history.entries) {
    for (const [i, { index, id, value }] of (entry.changes ?? []).entries()) {
      const result = entry.results?.[i];
      if (result?.verdict === 'done') note(index, id, value, result.place);
    }
    for (const { index, id, value, place } of [...(entry.got ?? []), ...(entry.found?.hits ?? [])]) {
      if (value !== null) note(index, id, value, place);
    }
  }
  return [...violations];
}

function foundTwice({ number, found }: Entry): string[] {
  const ids = (found?.hits ?? []).map(({ id }) => id);
  const twice = new Set(ids.filter((id, i) => ids.indexOf(id) !== i));
  return [...twice].map((id) => `search #${number} finds [${id}] twice`);
}

function text({ term, seqNo }: Place): string {
  return `(${term}, ${seqNo})`;
}

function described({ value, place }: Write): string {
  return `${value ?? 'nothing'}${place ? ` at ${text(place)}` : ''}`;
}
