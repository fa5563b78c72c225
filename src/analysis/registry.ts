import { type FlatSettings, illegalArgument, type JsonObject } from '../common/index.ts';
import { analyzerTypes, builtInAnalyzer, standardMaxTokenLength } from './builtIn.ts';
import { type Chain, ChainAnalyzer, DEFAULT_POSITION_INCREMENT_GAP, type Named } from './chain.ts';
import { charFilters } from './charFilters/index.ts';
import type { ComponentType } from './components.ts';
import { tokenFilters } from './filters/index.ts';
import { ComponentParameters } from './parameters.ts';
import { type AnalysisKind, analysisTree } from './settingsTree.ts';
import type { CharFilter, TokenFilter, Tokenizer } from './stream.ts';
import { tokenizers } from './tokenizers/index.ts';
import { keywordTokenizer } from './tokenizers/simple.ts';
import type { AnalysisRegistry } from './types.ts';

/** One component by name or definition, with what the chain must know of it. */
interface Resolved<T> extends Named<T> {
  readonly type: ComponentType<T>;
  readonly parameters: ComponentParameters;
}

const tables = { tokenizer: tokenizers, filter: tokenFilters, char_filter: charFilters } as const;

type Kind = keyof typeof tables;
type ComponentOf<K extends Kind> = K extends 'tokenizer'
  ? Tokenizer
  : K extends 'filter'
    ? TokenFilter
    : CharFilter;

/** The components of one index: its own by name, the built-in ones behind them. */
export class IndexAnalysis implements AnalysisRegistry {
  readonly #tree: Readonly<Record<AnalysisKind, ReadonlyMap<string, JsonObject>>>;
  readonly #analyzers = new Map<string, ChainAnalyzer>();
  readonly #normalizers = new Map<string, (text: string) => string>();

  /** Builds everything at once, so that wrong settings fail when the index is made. */
  constructor(settings: JsonObject | FlatSettings) {
    this.#tree = analysisTree(settings);
    for (const kind of Object.keys(tables) as Kind[]) {
      for (const name of this.#tree[kind].keys()) this.component(kind, name);
    }
    for (const [name, values] of this.#tree.analyzer)
      this.#analyzers.set(name, this.#buildAnalyzer(name, values));
    for (const [name, values] of this.#tree.normalizer) {
      this.#normalizers.set(name, this.#buildNormalizer(name, values));
    }
  }

  analyzer(name: string): ChainAnalyzer {
    const analyzer = this.#analyzers.get(name) ?? builtInAnalyzer(name);
    if (analyzer === null) throw illegalArgument(`failed to find analyzer [${name}]`);
    return analyzer;
  }

  hasAnalyzer(name: string): boolean {
    return this.#analyzers.has(name) || analyzerTypes.has(name);
  }

  normalizer(name: string): (text: string) => string {
    const normalizer = this.#normalizers.get(name);
    if (normalizer !== undefined) return normalizer;
    if (name === 'lowercase') return this.#lowercase;
    throw illegalArgument(`failed to find normalizer [${name}]`);
  }

  hasNormalizer(name: string): boolean {
    return this.#normalizers.has(name) || name === 'lowercase';
  }

  /** A component of the index or a built-in one; null when there is none of that name. */
  component<K extends Kind>(kind: K, name: string): Resolved<ComponentOf<K>> | null {
    const values = this.#tree[kind].get(name);
    if (values !== undefined) return define(kind, name, values);
    const type = (tables[kind] as ReadonlyMap<string, ComponentType<ComponentOf<K>>>).get(name);
    if (type === undefined || type.prebuilt === false) return null;
    const parameters = new ComponentParameters(name, {});
    return { name, type, parameters, component: type.create(parameters) };
  }

  readonly #lowercase = (text: string): string =>
    this.#normalize(this.#normalizerChain('lowercase', ['lowercase'], []), text);

  #buildAnalyzer(name: string, values: JsonObject): ChainAnalyzer {
    const parameters = new ComponentParameters(name, values);
    const type = parameters.string('type');
    if (type === null && !parameters.has('tokenizer')) {
      throw illegalArgument(`analyzer [${name}] must specify either an analyzer type, or a tokenizer`);
    }
    if (type === null || type === 'custom') return this.#customAnalyzer(name, parameters);
    const row = analyzerTypes.get(type);
    if (row === undefined) throw illegalArgument(`Unknown analyzer type [${type}] for [${name}]`);
    return new ChainAnalyzer(name, row.create(parameters));
  }

  #customAnalyzer(name: string, parameters: ComponentParameters): ChainAnalyzer {
    const tokenizerName = parameters.string('tokenizer');
    if (tokenizerName === null) {
      throw illegalArgument(`analyzer [${name}] must specify either an analyzer type, or a tokenizer`);
    }
    const find = <K extends Kind>(kind: K, component: string): Resolved<ComponentOf<K>> => {
      const found = this.component(kind, component);
      if (found !== null) return found;
      throw illegalArgument(`Custom Analyzer [${name}] failed to find ${kind} under name [${component}]`);
    };
    const chain = chainOf(
      find('tokenizer', tokenizerName),
      (parameters.list('filter') ?? []).map((filter) => find('filter', filter)),
      (parameters.list('char_filter') ?? []).map((filter) => find('char_filter', filter)),
    );
    const gap = parameters.integer('position_increment_gap', DEFAULT_POSITION_INCREMENT_GAP);
    return new ChainAnalyzer(name, chain, gap);
  }

  #buildNormalizer(name: string, values: JsonObject): (text: string) => string {
    const parameters = new ComponentParameters(name, values);
    const type = parameters.string('type');
    if (type === 'lowercase') return this.#lowercase;
    if (type !== null && type !== 'custom') {
      throw illegalArgument(`Unknown normalizer type [${type}] for [${name}]`);
    }
    if (parameters.has('tokenizer')) throw illegalArgument('Custom normalizer cannot configure a tokenizer');
    const filters = parameters.list('filter') ?? [];
    const chain = this.#normalizerChain(name, filters, parameters.list('char_filter') ?? []);
    return (text) => this.#normalize(chain, text);
  }

  #normalizerChain(name: string, filters: readonly string[], charFilterNames: readonly string[]): Chain {
    const find = <K extends 'filter' | 'char_filter'>(
      kind: K,
      component: string,
    ): Resolved<ComponentOf<K>> => {
      const found = this.component(kind, component);
      if (found === null) {
        throw illegalArgument(`Custom normalizer [${name}] failed to find ${kind} under name [${component}]`);
      }
      if (found.type.normalizing !== true) {
        throw illegalArgument(
          `Custom normalizer [${name}] may not use ${kind === 'filter' ? 'filter' : 'char filter'} [${component}]`,
        );
      }
      return found;
    };
    return {
      charFilters: charFilterNames.map((filter) => find('char_filter', filter)),
      tokenizer: { name: 'keyword', component: keywordTokenizer },
      filters: filters.map((filter) => find('filter', filter)),
      standardMaxTokenLength: null,
    };
  }

  #normalize(chain: Chain, text: string): string {
    return new ChainAnalyzer('normalizer', chain).stream(text).tokens[0]?.term ?? '';
  }
}

/** A component made from its own parameters (index settings, or inline in `_analyze`). */
export function define<K extends Kind>(kind: K, name: string, values: JsonObject): Resolved<ComponentOf<K>> {
  const parameters = new ComponentParameters(name, values);
  const typeName = parameters.string('type');
  if (typeName === null) {
    throw illegalArgument(`${kind} [${name}] must specify either an analyzer type, or a tokenizer`);
  }
  const type = (tables[kind] as ReadonlyMap<string, ComponentType<ComponentOf<K>>>).get(typeName);
  if (type === undefined) throw illegalArgument(`Unknown ${kind} type [${typeName}] for [${name}]`);
  return { name, type, parameters, component: type.create(parameters) };
}

export function chainOf(
  tokenizer: Resolved<Tokenizer>,
  filters: readonly Resolved<TokenFilter>[],
  charFilterChain: readonly Resolved<CharFilter>[],
): Chain {
  return {
    charFilters: charFilterChain,
    tokenizer,
    filters,
    standardMaxTokenLength: standardMaxTokenLength(tokenizer.type.name, tokenizer.parameters),
  };
}

/** The analyzers, normalizers and components of an index with these settings. */
export function createAnalysisRegistry(settings: JsonObject | FlatSettings): IndexAnalysis {
  return new IndexAnalysis(settings);
}
