import { documentViolations } from './documentRules.ts';
import { registerViolations } from './registerRules.ts';

/** What a request asks for. Values are unique in a history, so that what is read tells who wrote it. */
export interface Change {
  readonly index: string;
  readonly id: string;
  /** null: a deletion. */
  readonly value: string | null;
  /** What else the document says, for searches by field. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly isCreate?: boolean;
  /** `if_seq_no`, `if_primary_term`. */
  readonly condition?: Place | null;
}

/** Where an operation stands in the history of its shard. */
export interface Place {
  readonly seqNo: number;
  readonly term: number;
}

/** Metadata as registers: `template t1` → a value, null where there is none. */
export interface Setting {
  readonly key: string;
  readonly value: string | null;
}

/** A document as a reader saw it; place and version are null where there is none. */
export interface Seen {
  readonly index: string;
  readonly id: string;
  readonly value: string | null;
  readonly place: Place | null;
  readonly version: number | null;
}

export interface Asked {
  readonly label: string;
  readonly changes?: readonly Change[];
  /** What the request sets when it succeeds. */
  readonly sets?: readonly Setting[];
  /** Its changes are searchable when it is answered. */
  readonly isRefreshed?: boolean;
  /** What was acknowledged before in this index is searchable when it is answered. */
  readonly refreshes?: string;
  /** All documents of the index go. */
  readonly wipes?: string;
  /** A search of this index, by a field or for everything. */
  readonly searches?: { readonly index: string; readonly where: readonly [string, string] | null };
  /** Copies of shards move: searches before and after it do not ask the same copy. */
  readonly moves?: boolean;
}

/** `unknown`: it failed or was never answered, and may have been done. */
export type Verdict = 'done' | 'refused' | 'unknown';

export interface ChangeResult {
  readonly verdict: Verdict;
  readonly place: Place | null;
  readonly version: number | null;
}

export interface Answered {
  readonly verdict: Verdict;
  /** It was answered with an error of the server. */
  readonly isError?: boolean;
  /** One for each change. */
  readonly results?: readonly ChangeResult[];
  /** What a GET saw. */
  readonly got?: readonly Seen[];
  readonly found?: {
    readonly hits: readonly Seen[];
    /** No shard failed or was left out. */
    readonly isComplete: boolean;
    /** Which copy was asked; null: any. */
    readonly copy: string | null;
  };
  readonly read?: readonly Setting[];
  /** What should never be answered. */
  readonly problem?: string;
}

/** A request with its times: numbers that grow with every event. */
export interface Entry extends Asked, Answered {
  readonly number: number;
  /** Grows with every start of the server. */
  readonly life: number;
  readonly begin: number;
  readonly end: number;
}

/** What stays true. */
export interface Promises {
  /** Indices of one shard: there a number belongs to one document only. */
  readonly hasOneShard: (index: string) => boolean;
  /** What a GET saw is there after a crash too, acknowledged or not. */
  readonly readsSurvive: boolean;
}

export interface Life {
  readonly number: number;
  readonly openedAt: number;
}

/** Records what clients ask and are answered, and finds what cannot be. Knows nothing of schedules. */
export class History {
  #now = 0;
  #life = 0;
  readonly #entries: Entry[] = [];
  readonly #open = new Map<number, { readonly asked: Asked; readonly begin: number }>();
  readonly #lives: Life[] = [{ number: 0, openedAt: 0 }];
  #numbers = 0;
  /** What each (term, number) means, of the histories before too. */
  readonly meanings: Map<string, string>;

  constructor(meanings = new Map<string, string>()) {
    this.meanings = meanings;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get lives(): readonly Life[] {
    return this.#lives;
  }

  get openRequests(): readonly string[] {
    return [...this.#open.values()].map(({ asked }) => asked.label);
  }

  /** To be called before the request is sent; its number. */
  begin(asked: Asked): number {
    const number = this.#numbers++;
    this.#open.set(number, { asked, begin: this.#now++ });
    return number;
  }

  end(number: number, answered: Answered): void {
    const open = this.#open.get(number);
    if (!open) return;
    this.#open.delete(number);
    const { asked, begin } = open;
    this.#entries.push({ ...asked, ...answered, number, life: this.#life, begin, end: this.#now++ });
  }

  /** The server is gone: what was not answered may have been done, and is done no more. */
  crash(): void {
    for (const number of [...this.#open.keys()]) this.end(number, { verdict: 'unknown' });
    this.#life++;
  }

  /** The server answers again. */
  opened(): void {
    this.#lives.push({ number: this.#life, openedAt: this.#now++ });
  }

  /** The next history, that begins with what the last readers of this one saw. */
  settled(): History {
    const next = new History(this.meanings);
    const documents = new Map<string, Seen>();
    const registers = new Map<string, Setting>();
    for (const { got, read } of this.#entries) {
      for (const seen of got ?? []) documents.set(`${seen.index}/${seen.id}`, seen);
      for (const setting of read ?? []) registers.set(setting.key, setting);
    }
    const there = [...documents.values()].filter(({ value }) => value !== null);
    const number = next.begin({
      label: 'found at the start',
      changes: there.map(({ index, id, value }) => ({ index, id, value })),
      sets: [...registers.values()],
      isRefreshed: true,
    });
    const results = there.map(({ place, version }) => ({ verdict: 'done', place, version }) as const);
    next.end(number, { verdict: 'done', results });
    return next;
  }

  violations(promises: Promises): string[] {
    const problems = this.#entries.flatMap(({ number, label, problem }) =>
      problem === undefined ? [] : [`#${number} ${label}: ${problem}`],
    );
    return [...problems, ...documentViolations(this, promises), ...registerViolations(this)];
  }
}
