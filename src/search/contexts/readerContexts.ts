import { type Clock, OpenSearchError, type Random, randomUuid, type Timer } from '../../common/index.ts';

/** Something that lives on between requests: a scroll, a point in time. */
export interface ReaderContext {
  /** Ends it: searchers are given back. */
  close(): void;
}

interface Entry<T extends ReaderContext> {
  readonly number: number;
  readonly context: T;
  keepAliveMs: number;
  expiresMs: number;
}

/** What a look-up of an id gives. */
export interface Found<T> {
  readonly number: number;
  readonly context: T;
}

export interface ContextStoreOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Makes the ids of one kind of context tell from those of another. */
  readonly prefix: string;
  /** How many may be open; asked anew for each. */
  readonly most: () => number;
  readonly tooMany: (limit: number) => OpenSearchError;
}

const EXPIRY_PERIOD_MS = 10_000;

/** Contexts by id, each with a keep-alive by the clock; limited in number. */
export class ContextStore<T extends ReaderContext> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #options: ContextStoreOptions;
  readonly #timer: Timer;
  #next = 1;

  constructor(options: ContextStoreOptions) {
    this.#options = options;
    this.#timer = options.clock.every(EXPIRY_PERIOD_MS, () => this.expire());
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Throws when too many are open. */
  add(context: T, keepAliveMs: number): string {
    this.expire();
    const limit = this.#options.most();
    if (this.#entries.size >= limit) {
      context.close();
      throw this.#options.tooMany(limit);
    }
    const number = this.#next++;
    const id = encodeId(this.#options.prefix, randomUuid(this.#options.random), number);
    this.#entries.set(id, {
      number,
      context,
      keepAliveMs,
      expiresMs: this.#options.clock.nowMs() + keepAliveMs,
    });
    return id;
  }

  /** The context, its life prolonged; null when it is gone. */
  touch(id: string, keepAliveMs: number | null): Found<T> | null {
    this.expire();
    const entry = this.#entries.get(id);
    if (entry === undefined) return null;
    if (keepAliveMs !== null) entry.keepAliveMs = Math.max(entry.keepAliveMs, keepAliveMs);
    entry.expiresMs = this.#options.clock.nowMs() + entry.keepAliveMs;
    return entry;
  }

  remove(id: string): boolean {
    const entry = this.#entries.get(id);
    if (entry === undefined) return false;
    this.#entries.delete(id);
    entry.context.close();
    return true;
  }

  removeIf(test: (context: T) => boolean): number {
    const ids = [...this.#entries].filter(([, entry]) => test(entry.context)).map(([id]) => id);
    for (const id of ids) this.remove(id);
    return ids.length;
  }

  entries(): readonly { readonly id: string; readonly keepAliveMs: number }[] {
    return [...this.#entries].map(([id, { keepAliveMs }]) => ({ id, keepAliveMs }));
  }

  expire(): void {
    const now = this.#options.clock.nowMs();
    for (const [id, entry] of this.#entries) if (entry.expiresMs <= now) this.remove(id);
  }

  close(): void {
    this.#timer.cancel();
    this.removeIf(() => true);
  }
}

function encodeId(prefix: string, uuid: string, number: number): string {
  return Buffer.from(JSON.stringify([prefix, uuid, number])).toString('base64url');
}

/** The number within an id that this server (or one before it) gave out; null for any other text. */
export function contextNumber(id: string): number | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(id, 'base64url').toString('utf8'));
    const number = Array.isArray(parsed) ? parsed[2] : null;
    return typeof number === 'number' ? number : null;
  } catch {
    return null;
  }
}

/** `No search context found for id [n]`, as a scroll answers it. */
export function contextMissing(number: number): OpenSearchError {
  const cause = new OpenSearchError(
    'search_context_missing_exception',
    `No search context found for id [${number}]`,
  );
  return new OpenSearchError('search_phase_execution_exception', 'all shards failed', {
    status: 404,
    metadata: {
      phase: 'query',
      grouped: true,
      failed_shards: [{ shard: -1, index: null, reason: cause.toJson() }],
    },
    causedBy: cause,
    rootCauses: [cause],
  });
}
