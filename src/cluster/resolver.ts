import type { Clock, JsonObject } from '../common/index.ts';
import { illegalArgument, isJsonObject, wildcardMatches } from '../common/index.ts';
import { resolveDateMath } from './metadata/dateMath.ts';
import { indexClosed, indexNotFound } from './metadata/errors.ts';
import { invalidIndexName } from './metadata/indexName.ts';
import type { IndexResolver, IndexService, IndicesOptions, ResolvedIndex } from './types.ts';

/** What names currently refer to. */
export interface NameTable {
  readonly indices: ReadonlyMap<string, IndexService>;
  /** Alias → its indices, sorted by name. */
  readonly aliases: ReadonlyMap<string, readonly IndexService[]>;
  /** Data streams by name, each with its backing indices. */
  readonly dataStreams: ReadonlyMap<string, { readonly indices: readonly IndexService[] }>;
}

/** The names by which an index was reached: its own (`null`), or aliases. */
type Reached = Map<IndexService, Set<string | null>>;

/** Neither pattern nor list nor date math. */
const PLAIN_NAME = /^[^_*,<-][^*,<]*$/;
const MOST_KNOWN = 1000;

export class NameResolver implements IndexResolver {
  readonly #names: () => NameTable;
  readonly #clock: Clock;
  #knownOf: NameTable | null = null;
  #known = new WeakMap<IndicesOptions, Map<string, readonly ResolvedIndex[]>>();

  constructor(names: () => NameTable, clock: Clock) {
    this.#names = names;
    this.#clock = clock;
  }

  /** Throws in the original's words for names that do not exist, unless the options allow them. */
  resolve(expression: string | null, options: IndicesOptions): readonly ResolvedIndex[] {
    if (expression === null || !PLAIN_NAME.test(expression)) return this.#resolve(expression, options);
    const known = this.#plainNames(options);
    const found = known.get(expression);
    if (found !== undefined) return found;
    const named = this.#resolve(expression, options);
    if (known.size < MOST_KNOWN) known.set(expression, named);
    return named;
  }

  /** Cached results for single names, until the metadata changes. */
  #plainNames(options: IndicesOptions): Map<string, readonly ResolvedIndex[]> {
    const names = this.#names();
    if (names !== this.#knownOf) {
      this.#knownOf = names;
      this.#known = new WeakMap();
    }
    let known = this.#known.get(options);
    if (known === undefined) {
      known = new Map();
      this.#known.set(options, known);
    }
    return known;
  }

  #resolve(expression: string | null, options: IndicesOptions): readonly ResolvedIndex[] {
    const reached = this.#expand(expression, options);
    if (reached.size === 0 && !options.allowNoIndices) {
      throw indexNotFound(expression ?? '_all', options.resourceType);
    }
    return [...reached]
      .sort(([a], [b]) => (a.name < b.name ? -1 : 1))
      .map(([index, names]) => resolved(index, names));
  }

  #expand(expression: string | null, options: IndicesOptions): Reached {
    const reached: Reached = new Map();
    const parts = splitExpression(expression);
    if (parts === null) {
      this.#addMatches('*', options, reached);
      return reached;
    }
    const closed: IndexService[] = [];
    let wildcardSeen = false;
    for (const raw of parts) {
      if (raw.startsWith('-') && wildcardSeen) {
        this.#exclude(raw.slice(1), reached);
        continue;
      }
      const part = resolveDateMath(raw, this.#clock.nowMs());
      if (part.includes('*')) {
        wildcardSeen = true;
        const before = reached.size;
        this.#addMatches(part, options, reached);
        if (reached.size === before && !options.allowNoIndices)
          throw indexNotFound(part, options.resourceType);
      } else this.#addNamed(part, options, reached, closed);
    }
    // Missing names are reported before closed indices and exclusions.
    const forbidden = closed.find((index) => reached.has(index));
    if (forbidden) throw indexClosed(forbidden);
    return reached;
  }

  #addNamed(name: string, options: IndicesOptions, reached: Reached, closed: IndexService[]): void {
    if (name.startsWith('_') && name !== '_all') {
      throw invalidIndexName(name, "must not start with '_'.");
    }
    const { indices, aliases, dataStreams } = this.#names();
    const index = indices.get(name);
    const named =
      aliases.get(name) ?? (options.excludeDataStreams ? undefined : dataStreams.get(name)?.indices);
    const targets = index ? [index] : options.forbidAliases ? undefined : named;
    if (!targets) {
      if (options.forbidAliases && aliases.has(name)) {
        if (options.ignoreUnavailable) return;
        throw illegalArgument(
          `The provided expression [${name}] matches an alias, specify the corresponding concrete indices instead.`,
        );
      }
      if (options.ignoreUnavailable) return;
      throw indexNotFound(name, options.resourceType);
    }
    for (const target of targets) {
      if (target.state === 'close' && options.forbidClosed) {
        if (options.ignoreUnavailable) continue;
        closed.push(target);
      }
      add(reached, target, index || !aliases.has(name) ? null : name);
    }
  }

  #addMatches(pattern: string, options: IndicesOptions, reached: Reached): void {
    const { indices, aliases, dataStreams } = this.#names();
    const accepts = (index: IndexService, visible: boolean): boolean =>
      stateAccepted(index, options) && (visible || hiddenAccepted(options, pattern));
    for (const [name, index] of indices) {
      if (wildcardMatches(pattern, name) && accepts(index, !isHidden(index))) add(reached, index, null);
    }
    if (options.forbidAliases) return;
    for (const [name, stream] of options.excludeDataStreams ? [] : dataStreams) {
      if (!wildcardMatches(pattern, name)) continue;
      for (const index of stream.indices) if (accepts(index, true)) add(reached, index, null);
    }
    for (const [alias, targets] of aliases) {
      if (!wildcardMatches(pattern, alias)) continue;
      for (const index of targets) {
        if (accepts(index, index.aliases.get(alias)?.is_hidden !== true && !isHidden(index)))
          add(reached, index, pattern === '*' ? null : alias);
      }
    }
  }

  #exclude(pattern: string, reached: Reached): void {
    const { aliases, dataStreams } = this.#names();
    for (const [name, stream] of dataStreams) {
      if (wildcardMatches(pattern, name)) for (const index of stream.indices) reached.delete(index);
    }
    for (const index of [...reached.keys()]) if (wildcardMatches(pattern, index.name)) reached.delete(index);
    for (const [alias, targets] of aliases) {
      if (wildcardMatches(pattern, alias)) for (const index of targets) reached.delete(index);
    }
  }
}

const ALL: ReadonlySet<string> = new Set(['', '_all', '*']);

/** `null` means all indices. Names keep their spaces; trailing empty names are ignored. */
export function splitExpression(expression: string | null): readonly string[] | null {
  const names = expression?.replace(/,+$/, '') ?? '';
  return ALL.has(names) ? null : names.split(',');
}

function stateAccepted(index: IndexService, { expandWildcards }: IndicesOptions): boolean {
  if (expandWildcards.includes('none')) return false;
  if (expandWildcards.includes('all')) return true;
  return expandWildcards.includes(index.state === 'open' ? 'open' : 'closed');
}

function hiddenAccepted({ expandWildcards }: IndicesOptions, pattern: string): boolean {
  return expandWildcards.includes('all') || expandWildcards.includes('hidden') || pattern.startsWith('.');
}

export function isHidden(index: IndexService): boolean {
  return index.settings.get('index.hidden') === 'true';
}

function add(reached: Reached, index: IndexService, name: string | null): void {
  const names = reached.get(index);
  if (names) names.add(name);
  else reached.set(index, new Set([name]));
}

function resolved(index: IndexService, names: ReadonlySet<string | null>): ResolvedIndex {
  if (names.has(null)) return { index, aliasFilters: null, searchRouting: null };
  const aliases = [...names].map((name) => index.aliases.get(name as string) ?? {});
  const filters = aliases.map((alias) => alias.filter);
  const routings = aliases.map((alias) => alias.search_routing);
  return {
    index,
    aliasFilters: filters.every(isJsonObject) ? (filters as JsonObject[]) : null,
    searchRouting: routings.every((routing) => typeof routing === 'string')
      ? routings.flatMap((routing) => String(routing).split(','))
      : null,
  };
}
