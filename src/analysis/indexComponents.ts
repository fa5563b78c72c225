import { illegalArgument, type JsonObject, type OpenSearchError } from '../common/index.ts';
import { type Chain, type Named, runChain } from './chain.ts';
import { charFilters } from './charFilters/index.ts';
import type { ComponentType, FilterSource } from './components.ts';
import { tokenFilters } from './filters/index.ts';
import { wordsOf } from './filters/synonymRules.ts';
import { ComponentParameters, type ComponentSurroundings } from './parameters.ts';
import type { CharFilter, TokenFilter, Tokenizer } from './stream.ts';
import { tokenizers } from './tokenizers/index.ts';

const tables = { tokenizer: tokenizers, filter: tokenFilters, char_filter: charFilters } as const;

export type Kind = keyof typeof tables;
export type ComponentOf<K extends Kind> = K extends 'tokenizer'
  ? Tokenizer
  : K extends 'filter'
    ? TokenFilter
    : CharFilter;

/** A component by name or definition, with what a chain needs to know about it. */
export interface Resolved<T> extends Named<T> {
  readonly type: ComponentType<T>;
  readonly parameters: ComponentParameters;
}

type Definitions = Readonly<Record<Kind, ReadonlyMap<string, JsonObject>>>;

/** The components of one index: those in its settings take precedence over built-in ones. */
export class IndexComponents {
  readonly #definitions: Definitions;
  readonly #surroundings: ComponentSurroundings;
  /** Components under construction, to detect cycles. */
  readonly #open = new Set<string>();
  readonly #filters: FilterSource = (name) => this.find('filter', name)?.component ?? null;

  /** Creates every component once, so that invalid settings fail when the index is created. */
  constructor(definitions: Definitions, surroundings: ComponentSurroundings) {
    this.#definitions = definitions;
    this.#surroundings = surroundings;
    for (const kind of Object.keys(tables) as Kind[]) {
      for (const name of definitions[kind].keys()) this.find(kind, name);
    }
  }

  /** Whether the index settings define a component of that name. */
  defines(kind: Kind, name: string): boolean {
    return this.#definitions[kind].has(name);
  }

  /** `null` if no component has that name. */
  find<K extends Kind>(kind: K, name: string): Resolved<ComponentOf<K>> | null {
    const values = this.#definitions[kind].get(name);
    if (values !== undefined) return this.#defined(kind, name, values);
    const type = typeNamed(kind, name);
    if (type === undefined || type.prebuilt === false) return null;
    const parameters = new ComponentParameters(name, type.prebuiltWith ?? {});
    return { name, type, parameters, component: type.create(parameters, this.#filters) };
  }

  /** Filters may refer to others of the index; cycles are rejected. */
  #defined<K extends Kind>(kind: K, name: string, values: JsonObject): Resolved<ComponentOf<K>> {
    const key = `${kind} [${name}]`;
    if (this.#open.has(key)) throw illegalArgument(`${key} refers to itself`);
    this.#open.add(key);
    try {
      return this.define(kind, name, values, unknownType(name));
    } finally {
      this.#open.delete(key);
    }
  }

  /** Creates a component from its parameters, in index settings or inline in `_analyze`. */
  define<K extends Kind>(
    kind: K,
    name: string,
    values: JsonObject,
    unknown: (kind: K, type: string) => OpenSearchError,
  ): Resolved<ComponentOf<K>> {
    const parameters = new ComponentParameters(name, values, this.#surroundings);
    const typeName = parameters.string('type');
    if (typeName === null) {
      throw illegalArgument(`${kind} [${name}] must specify either an analyzer type, or a tokenizer`);
    }
    const type = typeNamed(kind, typeName);
    if (type === undefined) throw unknown(kind, typeName);
    return { name, type, parameters, component: type.create(parameters, this.#filters) };
  }
}

export function typeNamed<K extends Kind>(kind: K, name: string): ComponentType<ComponentOf<K>> | undefined {
  return (tables[kind] as ReadonlyMap<string, ComponentType<ComponentOf<K>>>).get(name);
}

function unknownType(name: string): (kind: Kind, type: string) => OpenSearchError {
  return (kind, type) => illegalArgument(`Unknown ${kind} type [${type}] for [${name}]`);
}

/** Filters that are skipped when analysing synonym rules. */
const SYNONYMS = new Set(['synonym', 'flatten_graph']);

/** Filters that emit several tokens for one, and so cannot precede synonyms. */
const NOT_FOR_SYNONYMS = new Set(
  (
    'ngram edge_ngram nGram edgeNGram shingle word_delimiter word_delimiter_graph keyword_repeat multiplexer ' +
    'common_grams fingerprint'
  ).split(' '),
);

/** Binds filters that analyse their own settings to the part of the chain before them. */
function boundFilters(
  tokenizer: Named<Tokenizer>,
  filters: readonly Resolved<TokenFilter>[],
  charFilterChain: readonly Named<CharFilter>[],
): Named<TokenFilter>[] {
  const bound: Resolved<TokenFilter>[] = [];
  for (const filter of filters) {
    const { name, component } = filter;
    const before: Chain = {
      charFilters: charFilterChain,
      tokenizer,
      filters: bound.filter(({ type }) => !SYNONYMS.has(type.name)).map(forSynonyms),
      standardMaxTokenLength: null,
    };
    const analyze = (text: string): string[] => ruleWords(before, text);
    const unfit = component.afterChain && bound.find(({ type }) => NOT_FOR_SYNONYMS.has(type.name));
    if (unfit) throw illegalArgument(`Token filter [${unfit.name}] cannot be used to parse synonyms`);
    bound.push({ ...filter, name, component: component.afterChain?.(analyze) ?? component });
  }
  return bound;
}

function forSynonyms({ name, component }: Named<TokenFilter>): Named<TokenFilter> {
  return { name, component: component.forSynonyms ?? component };
}

/** The words of a synonym; its terms must be consecutive, without gaps. */
function ruleWords(chain: Chain, text: string): string[] {
  const { tokens } = runChain(chain, text);
  for (const { positionIncrement } of tokens) {
    if (positionIncrement === 1) continue;
    throw illegalArgument(
      `term: ${text} analyzed to a token with position increment != 1 (got: ${positionIncrement})`,
    );
  }
  return wordsOf(
    text,
    tokens.map((token) => token.term),
  );
}

export function chainOf(
  tokenizer: Resolved<Tokenizer>,
  filters: readonly Resolved<TokenFilter>[],
  charFilterChain: readonly Named<CharFilter>[],
): Chain {
  const standard = tokenizer.type.name === 'standard';
  return {
    charFilters: charFilterChain,
    tokenizer,
    filters: boundFilters(tokenizer, filters, charFilterChain),
    standardMaxTokenLength: standard ? tokenizer.parameters.integer('max_token_length', 255) : null,
  };
}

/** Whether a component type of that name exists, but requires settings. */
export function needsSettings(kind: Kind, name: string): boolean {
  return typeNamed(kind, name)?.prebuilt === false;
}
