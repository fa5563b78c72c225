import { isJsonObject, type JsonObject, type JsonValue, javaFloat } from '../../../../common/index.ts';
import { javaMapCopyOrder, javaMapOrder } from '../../../values/index.ts';

/** Full-text clauses as the original serialises them: what a statement leaves out is printed with its default. */

/** Options in their order; null: not printed unless it was given. Behind them comes `boost`. */
const OPTIONS: Readonly<Record<string, JsonObject>> = {
  match: {
    operator: 'OR',
    analyzer: null,
    fuzziness: null,
    prefix_length: 0,
    max_expansions: 50,
    minimum_should_match: null,
    fuzzy_rewrite: null,
    fuzzy_transpositions: true,
    lenient: false,
    zero_terms_query: 'NONE',
    auto_generate_synonyms_phrase_query: true,
  },
  match_phrase: { analyzer: null, slop: 0, zero_terms_query: 'NONE' },
  match_phrase_prefix: { analyzer: null, slop: 0, max_expansions: 50, zero_terms_query: 'NONE' },
  match_bool_prefix: {
    analyzer: null,
    operator: 'OR',
    minimum_should_match: null,
    fuzziness: null,
    prefix_length: 0,
    max_expansions: 50,
    fuzzy_transpositions: true,
    fuzzy_rewrite: null,
  },
  multi_match: {
    type: 'best_fields',
    operator: 'OR',
    analyzer: null,
    slop: 0,
    fuzziness: null,
    prefix_length: 0,
    max_expansions: 50,
    minimum_should_match: null,
    fuzzy_rewrite: null,
    tie_breaker: null,
    lenient: null,
    zero_terms_query: 'NONE',
    auto_generate_synonyms_phrase_query: true,
    fuzzy_transpositions: true,
  },
  query_string: {
    type: 'best_fields',
    tie_breaker: null,
    default_operator: 'or',
    analyzer: null,
    quote_analyzer: null,
    max_determinized_states: 10000,
    allow_leading_wildcard: null,
    enable_position_increments: true,
    fuzziness: 'AUTO',
    fuzzy_prefix_length: 0,
    fuzzy_max_expansions: 50,
    fuzzy_rewrite: null,
    phrase_slop: 0,
    analyze_wildcard: null,
    rewrite: null,
    minimum_should_match: null,
    quote_field_suffix: null,
    lenient: null,
    time_zone: null,
    escape: false,
    auto_generate_synonyms_phrase_query: true,
    fuzzy_transpositions: true,
  },
  simple_query_string: {
    analyzer: null,
    flags: -1,
    default_operator: 'or',
    lenient: null,
    analyze_wildcard: false,
    quote_field_suffix: null,
    minimum_should_match: null,
    auto_generate_synonyms_phrase_query: true,
    fuzzy_prefix_length: 0,
    fuzzy_max_expansions: 50,
    fuzzy_transpositions: true,
  },
  regexp: { flags_value: 255, max_determinized_states: 10000 },
};

export function isOption(clause: string, name: string): boolean {
  return name === 'boost' || Object.hasOwn(OPTIONS[clause] ?? {}, name);
}

/** The options of one clause, given ones and the defaults of the others; names that it has not come last. */
export function printedOptions(clause: string, given: ReadonlyMap<string, JsonValue>): JsonObject {
  const { boost = 1, ...options } = Object.fromEntries(
    [...given].map(([name, value]) => [name, MADE.get(name)?.(value) ?? value]),
  );
  const merged = Object.entries({ ...OPTIONS[clause], ...options });
  return { ...Object.fromEntries(merged.filter(([, value]) => value !== null)), boost };
}

/** Values that the original prints from what it made of them. */
const MADE: ReadonlyMap<string, (value: JsonValue) => JsonValue> = new Map<
  string,
  (value: JsonValue) => JsonValue
>([
  ['operator', (value) => String(value).toUpperCase()],
  ['zero_terms_query', (value) => String(value).toUpperCase()],
  ['flags', (value) => (typeof value === 'string' ? flagBits(value) : value)],
]);

/** The bits of `simple_query_string`'s flags, from the lowest. */
const FLAGS = ['AND', 'NOT', 'OR', 'PREFIX', 'PHRASE', 'PRECEDENCE', 'ESCAPE', 'WHITESPACE', 'FUZZY', 'NEAR'];

function flagBits(flags: string): number {
  const names = flags.toUpperCase().replaceAll('SLOP', 'NEAR').split('|');
  if (names.includes('ALL')) return -1;
  return FLAGS.reduce((bits, name, i) => (names.includes(name) ? bits + 2 ** i : bits), 0);
}

/** A clause that was built with what was given alone. */
export function printedClause(query: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(query).map(([clause, body]) => {
      if (!isJsonObject(body)) return [clause, body];
      if ('query' in body) return [clause, printedBody(clause, body)];
      const ofFields = Object.entries(body).map(([field, inner]) => [
        field,
        isJsonObject(inner) ? printedBody(clause, inner) : inner,
      ]);
      return [clause, Object.fromEntries(ofFields)];
    }),
  );
}

function printedBody(clause: string, { query, fields, ...options }: JsonObject): JsonObject {
  const printed: JsonObject = { query };
  if (Array.isArray(fields)) printed.fields = weighted(clause, fields.map(String));
  return { ...printed, ...printedOptions(clause, new Map(Object.entries(options))) };
}

/** `name^1.0`; one clause keeps its fields by their hashes, the others by their names. */
function weighted(clause: string, fields: readonly string[]): string[] {
  const weights = new Map(fields.map((field) => weightOf(field)));
  const names = [...weights.keys()];
  const isHashed = clause === 'simple_query_string';
  const inOrder = isHashed ? javaMapCopyOrder(javaMapOrder(names)) : names.sort();
  return inOrder.map((name) => `${name}^${javaFloat(weights.get(name) ?? 1)}`);
}

/** A field as functions take it: `name` or `name^2`. */
export function weightOf(field: string): readonly [name: string, weight: number] {
  const [name, weight = '1'] = field.split('^');
  return [name, Number(weight)];
}
