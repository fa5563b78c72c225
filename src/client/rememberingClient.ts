import { LRUCache } from 'lru-cache';
import { type Clock, type JsonObject, stringifyJson } from '../common/index.ts';
import { RestClient } from './restClient.ts';
import type { SettingLookup } from './types.ts';
import type { Upstream } from './upstream.ts';

/** The default of `index.refresh_interval`: searches may lag behind documents this long anyway. */
const MAX_AGE_MS = 1000;
const MAX_ANSWERS = 1000;

interface Remembered {
  readonly answer: Promise<unknown>;
  readonly sinceMs: number;
}

type Mappings = ReadonlyMap<string, JsonObject>;

/**
 * A client of a real cluster that caches mappings and settings for a short time instead of asking for every
 * statement. The cache is dropped when a request that may change them passes through this server, and by
 * `forget`.
 */
export class RememberingClient extends RestClient {
  readonly #clock: Clock;
  readonly #remembered = new LRUCache<string, Remembered>({ max: MAX_ANSWERS });
  /** An unchanged mapping stays the same object, because everything derived from it is cached by identity. */
  readonly #mappings = new LRUCache<string, { readonly text: string; readonly mapping: JsonObject }>({
    max: MAX_ANSWERS,
  });

  constructor(upstream: Upstream, clock: Clock) {
    super(upstream);
    this.#clock = clock;
    upstream.onChange(() => this.forget());
  }

  forget(): void {
    this.#remembered.clear();
  }

  override getMappings(expression: string): Promise<Mappings> {
    return this.#once(`mappings ${expression}`, async () => {
      const mappings = [...(await super.getMappings(expression))];
      return new Map(mappings.map(([index, mapping]) => [index, this.#same(index, mapping)]));
    });
  }

  override maxResultWindow(expression: string): Promise<number> {
    return this.#once(`window ${expression}`, () => super.maxResultWindow(expression));
  }

  override clusterSettings(): Promise<SettingLookup> {
    return this.#once('settings', () => super.clusterSettings());
  }

  #same(index: string, mapping: JsonObject): JsonObject {
    const text = stringifyJson(mapping);
    const known = this.#mappings.get(index);
    if (known?.text === text) return known.mapping;
    this.#mappings.set(index, { text, mapping });
    return mapping;
  }

  /** Shares one request between concurrent callers; errors are not cached. */
  #once<T>(question: string, ask: () => Promise<T>): Promise<T> {
    const nowMs = this.#clock.nowMs();
    const known = this.#remembered.get(question);
    if (known !== undefined && nowMs - known.sinceMs < MAX_AGE_MS) return known.answer as Promise<T>;
    const answer = ask();
    const remembered = { answer, sinceMs: nowMs };
    this.#remembered.set(question, remembered);
    answer.catch(() => {
      if (this.#remembered.get(question) === remembered) this.#remembered.delete(question);
    });
    return answer;
  }
}
