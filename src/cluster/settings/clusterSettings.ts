import type { FlatSettings, Setting, SettingsRegistry } from '../../common/index.ts';
import { illegalArgument, settingValue, wildcardMatches } from '../../common/index.ts';
import { clusterSettingGroups } from './clusterSettingRows.ts';
import type { SettingsPatch } from './flat.ts';
import { patchSettings } from './flat.ts';
import { settingRow } from './validate.ts';

type Kind = 'transient' | 'persistent';

export interface ClusterSettingsState {
  readonly persistent: FlatSettings;
  readonly transient: FlatSettings;
}

/** Stores the persistent settings. */
export interface PersistentSettings {
  /** The saved settings. */
  current(): FlatSettings;
  /**
   * Replaces the settings with the result of `decide`; returning the same object changes nothing. `published`
   * runs in the turn in which the new ones become visible. Changes run one at a time.
   */
  change(decide: (current: FlatSettings) => FlatSettings, published: () => void): Promise<void>;
}

/** Settings of the original's configuration file: known, but fixed at startup. */
const NODE_SETTINGS: ReadonlySet<string> = new Set([
  'bootstrap.memory_lock',
  'cluster.initial_cluster_manager_nodes',
  'cluster.initial_master_nodes',
  'cluster.name',
  'discovery.seed_hosts',
  'discovery.seed_providers',
  'discovery.type',
  'http.compression',
  'http.cors.allow-origin',
  'http.cors.enabled',
  'http.host',
  'http.max_content_length',
  'http.port',
  'http.type',
  'indices.fielddata.cache.size',
  'indices.queries.cache.size',
  'indices.requests.cache.size',
  'network.bind_host',
  'network.host',
  'network.publish_host',
  'node.name',
  'node.roles',
  'path.data',
  'path.home',
  'path.logs',
  'path.repo',
  'path.shared_data',
  'processors',
  'node.processors',
  'thread_pool.search.queue_size',
  'thread_pool.search.size',
  'thread_pool.write.queue_size',
  'thread_pool.write.size',
  'transport.port',
  'transport.type',
]);

/**
 * Resolves cluster settings: transient over persistent over default. Listeners are called when an effective
 * value changes.
 */
export class ClusterSettings {
  readonly #registry: SettingsRegistry;
  readonly #persistent: PersistentSettings;
  #transient: FlatSettings = new Map();
  readonly #listeners = new Map<string, ((text: string) => void)[]>();

  constructor(registry: SettingsRegistry, persistent: PersistentSettings) {
    this.#registry = registry;
    this.#persistent = persistent;
  }

  get state(): ClusterSettingsState {
    return { persistent: this.#persistent.current(), transient: this.#transient };
  }

  /** The effective value, parsed. */
  value<T>(setting: Setting<T>): T {
    return settingValue(setting, this.#inForce());
  }

  /** The effective value as text, possibly the default; `null` for unknown keys. */
  text(key: string): string | null {
    return (
      this.#transient.get(key) ??
      this.#persistent.current().get(key) ??
      this.#registry.get(key)?.defaultText ??
      null
    );
  }

  /** Whether it was set explicitly, by a request or at startup. */
  isSet(key: string): boolean {
    return this.#transient.has(key) || this.#persistent.current().has(key) || this.#registry.isGiven(key);
  }

  onChange(key: string, listener: (text: string) => void): void {
    const listeners = this.#listeners.get(key) ?? [];
    listeners.push(listener);
    this.#listeners.set(key, listeners);
  }

  /** Applies both patches or neither. Throws illegal_argument in the original's words. */
  async update(persistent: SettingsPatch, transient: SettingsPatch): Promise<void> {
    let before: FlatSettings = new Map();
    let nextTransient: FlatSettings = new Map();
    await this.#persistent.change(
      (current) => {
        nextTransient = this.#patched('transient', this.#transient, transient);
        const next = this.#patched('persistent', current, persistent);
        before = this.#inForce();
        return persistent.size > 0 ? next : current;
      },
      () => {
        this.#transient = nextTransient;
        this.#notify(before, this.#inForce());
      },
    );
  }

  /** Defaults of all unset settings, for `include_defaults`. */
  defaults(): FlatSettings {
    const set = this.#inForce();
    const rows = this.#registry.all().filter((row) => row.scope === 'cluster' && !set.has(row.key));
    return new Map(rows.map((row) => [row.key, row.defaultText]));
  }

  #patched(kind: Kind, current: FlatSettings, patch: SettingsPatch): FlatSettings {
    const expanded = new Map<string, string | null>();
    for (const [key, value] of patch) {
      if (value === null && key.includes('*')) {
        for (const own of current.keys()) if (wildcardMatches(key, own)) expanded.set(own, null);
      } else {
        this.#check(kind, key, value);
        expanded.set(key, value);
      }
    }
    return patchSettings(current, expanded);
  }

  #check(kind: Kind, key: string, value: string | null): void {
    if (key.startsWith('archived.') && value === null) return;
    if (clusterSettingGroups.some((prefix) => key.startsWith(prefix))) return;
    if (NODE_SETTINGS.has(key)) throw illegalArgument(`${kind} setting [${key}], not dynamically updateable`);
    const row = settingRow(this.#registry, key);
    if (!row || row.scope !== 'cluster') throw illegalArgument(`${kind} setting [${key}], not recognized`);
    if (!row.dynamic) throw illegalArgument(`${kind} setting [${key}], not dynamically updateable`);
    if (value !== null) row.parse(key === row.key ? value : `[${value}]`);
  }

  #inForce(): FlatSettings {
    return new Map([...this.#persistent.current(), ...this.#transient]);
  }

  #notify(before: FlatSettings, after: FlatSettings): void {
    for (const [key, listeners] of this.#listeners) {
      if (before.get(key) === after.get(key)) continue;
      const text = after.get(key) ?? this.#registry.get(key)?.defaultText ?? '';
      for (const listener of listeners) listener(text);
    }
  }
}
