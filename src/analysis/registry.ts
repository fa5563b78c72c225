import { type FlatSettings, illegalArgument, type JsonObject } from '../common/index.ts';
import { analyze } from './analyze.ts';
import { analyzerTypes, builtInAnalyzer } from './builtIn.ts';
import { type Chain, ChainAnalyzer, DEFAULT_POSITION_INCREMENT_GAP } from './chain.ts';
import { derivedAnalyzer } from './derived.ts';
import { type ComponentOf, chainOf, IndexComponents, type Kind, type Resolved } from './indexComponents.ts';
import { ComponentParameters, noScripts } from './parameters.ts';
import { analysisTree, flatSettings } from './settingsTree.ts';
import { keywordTokenizer } from './tokenizers/simple.ts';
import type { AnalysisRegistry, AnalyzeContext, PredicateCompiler } from './types.ts';

/**
 * Creates the analyzers and normalizers of these settings, plus the built-in ones. Throws
 * illegal_argument_exception.
 */
export function createAnalysisRegistry(
  settings: JsonObject | FlatSettings,
  compilePredicate: PredicateCompiler = noScripts,
): AnalysisRegistry {
  return new IndexAnalysis(settings, compilePredicate);
}

class IndexAnalysis implements AnalysisRegistry {
  readonly components: IndexComponents;
  readonly #analyzers = new Map<string, ChainAnalyzer>();
  readonly #normalizers = new Map<string, ChainAnalyzer>();

  constructor(settings: JsonObject | FlatSettings, compilePredicate: PredicateCompiler) {
    const tree = analysisTree(settings);
    this.components = new IndexComponents(tree, { settings: flatSettings(settings), compilePredicate });
    for (const [name, values] of tree.analyzer) this.#analyzers.set(name, this.#buildAnalyzer(name, values));
    this.#normalizers.set('lowercase', this.#buildNormalizer('lowercase', { filter: ['lowercase'] }));
    for (const [name, values] of tree.normalizer) {
      this.#normalizers.set(name, this.#buildNormalizer(name, values));
    }
  }

  analyzer(name: string): ChainAnalyzer {
    const analyzer = this.#analyzers.get(name) ?? builtInAnalyzer(name) ?? this.#derived(name);
    if (analyzer === null) throw illegalArgument(`failed to find analyzer [${name}]`);
    return analyzer;
  }

  #derived(name: string): ChainAnalyzer | null {
    const derived = derivedAnalyzer(name, (base) => this.analyzer(base));
    if (derived !== null) this.#analyzers.set(name, derived);
    return derived;
  }

  hasAnalyzer(name: string): boolean {
    return this.#analyzers.has(name) || analyzerTypes.has(name) || this.#derived(name) !== null;
  }

  normalizer(name: string): (text: string) => string {
    const normalizer = this.normalizerAnalyzer(name);
    return (text) => normalizer.stream(text).tokens[0]?.term ?? '';
  }

  hasNormalizer(name: string): boolean {
    return this.#normalizers.has(name);
  }

  normalizerAnalyzer(name: string): ChainAnalyzer {
    const normalizer = this.#normalizers.get(name);
    if (normalizer === undefined) throw illegalArgument(`failed to find normalizer under [${name}]`);
    return normalizer;
  }

  analyze(body: JsonObject, context: AnalyzeContext): JsonObject {
    return analyze(body, this, context);
  }

  #buildAnalyzer(name: string, values: JsonObject): ChainAnalyzer {
    if (name.startsWith('_')) throw illegalArgument(`analyzer name must not start with '_'. got "${name}"`);
    const parameters = new ComponentParameters(name, values);
    const type = parameters.string('type');
    if (type === 'custom' && !parameters.has('tokenizer')) {
      throw illegalArgument(`Custom Analyzer [${name}] must be configured with a tokenizer`);
    }
    if (type === null && !parameters.has('tokenizer')) {
      throw illegalArgument(`analyzer [${name}] must specify either an analyzer type, or a tokenizer`);
    }
    if (type === null || type === 'custom') return this.#customAnalyzer(name, parameters);
    const row = analyzerTypes.get(type);
    if (row === undefined) throw illegalArgument(`Unknown analyzer type [${type}] for [${name}]`);
    return new ChainAnalyzer(
      name,
      row.create(parameters, () => null),
    );
  }

  #customAnalyzer(name: string, parameters: ComponentParameters): ChainAnalyzer {
    const find = <K extends Kind>(kind: K, component: string): Resolved<ComponentOf<K>> => {
      const found = this.components.find(kind, component);
      if (found !== null) return found;
      throw illegalArgument(`Custom Analyzer [${name}] failed to find ${kind} under name [${component}]`);
    };
    const chain = chainOf(
      find('tokenizer', parameters.string('tokenizer') ?? ''),
      (parameters.list('filter') ?? []).map((filter) => find('filter', filter)),
      (parameters.list('char_filter') ?? []).map((filter) => find('char_filter', filter)),
    );
    const gap = parameters.integer('position_increment_gap', DEFAULT_POSITION_INCREMENT_GAP);
    return new ChainAnalyzer(name, chain, gap);
  }

  #buildNormalizer(name: string, values: JsonObject): ChainAnalyzer {
    const parameters = new ComponentParameters(name, values);
    const type = parameters.string('type');
    if (type !== null && type !== 'custom' && type !== 'lowercase') {
      throw illegalArgument(`Unknown normalizer type [${type}] for [${name}]`);
    }
    if (parameters.has('tokenizer')) {
      throw illegalArgument(`Custom normalizer [${name}] cannot configure a tokenizer`);
    }
    const filters = type === 'lowercase' ? ['lowercase'] : (parameters.list('filter') ?? []);
    const chain: Chain = {
      charFilters: (parameters.list('char_filter') ?? []).map((part) =>
        this.#normalizing(name, 'char_filter', part),
      ),
      tokenizer: { name: 'keyword', component: keywordTokenizer },
      filters: filters.map((part) => this.#normalizing(name, 'filter', part)),
      standardMaxTokenLength: null,
    };
    return new ChainAnalyzer(name, chain, 0);
  }

  #normalizing<K extends 'filter' | 'char_filter'>(
    name: string,
    kind: K,
    part: string,
  ): Resolved<ComponentOf<K>> {
    const found = this.components.find(kind, part);
    const [owner, word] = kind === 'filter' ? ['Analyzer', 'filter'] : ['normalizer', 'char filter'];
    if (found === null) {
      throw illegalArgument(`Custom ${owner} [${name}] failed to find ${kind} under name [${part}]`);
    }
    if (found.type.normalizing === true) return found;
    throw illegalArgument(`Custom normalizer [${name}] may not use ${word} [${part}]`);
  }
}
