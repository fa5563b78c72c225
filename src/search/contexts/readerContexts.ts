import { type Clock, type OpenSearchError, type Random, randomUuid, type Timer } from '../../common/index.ts';

/** A shard copy held by a context, as named in errors. */
export type ShardPlace = readonly [index: string, shard: number, node: string | null];

/** State kept between requests: a scroll or a point in time. */
export interface ReaderContext {
  /** The shards that it holds, if its id contains them. */
  readonly places?: readonly ShardPlace[];
  /** Closes the context and its searchers. */
  close(): void;
}

interface Entry<T extends ReaderContext> {
  readonly number: number;
  readonly context: T;
  keepAliveMs: number;
  expiresMs: number;
}

/** The result of looking up an id. */
export interface Found<T> {
  readonly number: number;
  readonly context: T;
}

export interface ContextStoreOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Distinguishes ids of this kind of context from others. */
  readonly prefix: string;
  /** Maximum number of open contexts, checked for each new one. */
  readonly most: () => number;
  readonly tooMany: (limit: number) => OpenSearchError;
}

const EXPIRY_PERIOD_MS = 10_000;

/** Contexts by id, each with a keep-alive, and limited in number. */
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

  /** Throws if too many are open. */
  add(context: T, keepAliveMs: number): string {
    this.expire();
    const limit = this.#options.most();
    if (this.#entries.size >= limit) {
      context.close();
      throw this.#options.tooMany(limit);
    }
    const { places } = context;
    const number = this.#next;
    // Each shard has its own number.
    this.#next += Math.max(1, places?.length ?? 0);
    const parts = [this.#options.prefix, randomUuid(this.#options.random), number];
    const id = encodeId(places === undefined ? parts : [...parts, places]);
    this.#entries.set(id, {
      number,
      context,
      keepAliveMs,
      expiresMs: this.#options.clock.nowMs() + keepAliveMs,
    });
    return id;
  }

  /**
   * Returns the context and extends its life; `null` if it does not exist any more. One that is overdue lives
   * until `expire` runs.
   */
  touch(id: string, keepAliveMs: number | null): Found<T> | null {
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

function encodeId(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The parts of an id issued by this server (or an earlier run). */
export interface IdParts {
  readonly number: number;
  readonly places: readonly ShardPlace[];
}

/** `null` for any other text. */
export function idParts(id: string): IdParts | null {
  // Node's decoder ignores other characters.
  if (!/^[\w-]*={0,2}$/.test(id)) return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(id, 'base64url').toString('utf8'));
    if (!Array.isArray(parsed) || typeof parsed[2] !== 'number') return null;
    const places: readonly unknown[] = Array.isArray(parsed[3]) ? parsed[3] : [];
    return { number: parsed[2], places: places.filter(isPlace) };
  } catch {
    return null;
  }
}

function isPlace(value: unknown): value is ShardPlace {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}
