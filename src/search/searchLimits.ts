import { type LimitName, limits, parseTimeMs } from '../common/index.ts';

/** Limits of searches from the cluster settings. */
export class SearchLimits {
  readonly #setting: (key: string) => string | null;

  constructor(setting: (key: string) => string | null = () => null) {
    this.#setting = setting;
  }

  of(name: LimitName): number {
    const { setting, value } = limits[name];
    return Number(this.#setting(setting ?? '') ?? value);
  }

  get maxKeepAliveMs(): number {
    const text = this.#setting('search.max_keep_alive');
    return text ? parseTimeMs(text, 'search.max_keep_alive') : limits.keepAliveMs.value;
  }

  /** Negative for none. */
  get defaultTimeoutMs(): number {
    const key = 'search.default_search_timeout';
    return parseTimeMs(this.#setting(key) ?? '-1', key);
  }

  get allowExpensiveQueries(): boolean {
    return this.#setting('search.allow_expensive_queries') !== 'false';
  }

  get allowIdFieldData(): boolean {
    return this.#setting('indices.id_field_data.enabled') !== 'false';
  }
}
