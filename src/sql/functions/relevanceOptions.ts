import type { JsonValue } from '../../common/index.ts';
import { semanticError } from '../errors.ts';

/** Options of relevance functions and how their text becomes a property in the query DSL. */

type Convert = (text: string, name: string) => JsonValue;

const asText: Convert = (text) => text;
const asInteger: Convert = (text, name) => {
  if (!/^[+-]?\d+$/.test(text)) throw invalid(name, text, 'Accepts only integer values');
  return Number(text);
};
const asNumber: Convert = (text, name) => {
  if (text.trim() === '' || Number.isNaN(Number(text)))
    throw invalid(name, text, 'Accepts only numeric values');
  return Number(text);
};
const asBoolean: Convert = (text, name) => {
  const word = text.toLowerCase();
  if (word !== 'true' && word !== 'false')
    throw invalid(name, text, "Accepts only boolean values: 'true' or 'false'");
  return word === 'true';
};
const oneOf =
  (...values: readonly string[]): Convert =>
  (text, name) => {
    const word = text.toUpperCase();
    if (!values.includes(word)) throw invalid(name, text, `Available values are: ${values.join(', ')}`);
    return word.toLowerCase();
  };

function invalid(name: string, value: string, rule: string): Error {
  return semanticError(`Invalid ${name} value: '${value}'. ${rule}.`);
}

const operator = oneOf('AND', 'OR');

/** All options of relevance functions, by their name in the query DSL. */
export const relevanceOptions: ReadonlyMap<string, { readonly member: string; readonly convert: Convert }> =
  new Map(
    Object.entries({
      allow_leading_wildcard: { member: 'allow_leading_wildcard', convert: asBoolean },
      analyze_wildcard: { member: 'analyze_wildcard', convert: asBoolean },
      analyzer: { member: 'analyzer', convert: asText },
      auto_generate_synonyms_phrase_query: {
        member: 'auto_generate_synonyms_phrase_query',
        convert: asBoolean,
      },
      boost: { member: 'boost', convert: asNumber },
      case_insensitive: { member: 'case_insensitive', convert: asBoolean },
      cutoff_frequency: { member: 'cutoff_frequency', convert: asNumber },
      default_field: { member: 'default_field', convert: asText },
      default_operator: { member: 'default_operator', convert: operator },
      enable_position_increments: { member: 'enable_position_increments', convert: asBoolean },
      escape: { member: 'escape', convert: asBoolean },
      flags: { member: 'flags', convert: asText },
      fuzziness: { member: 'fuzziness', convert: asText },
      fuzzy_max_expansions: { member: 'fuzzy_max_expansions', convert: asInteger },
      fuzzy_prefix_length: { member: 'fuzzy_prefix_length', convert: asInteger },
      fuzzy_rewrite: { member: 'fuzzy_rewrite', convert: asText },
      fuzzy_transpositions: { member: 'fuzzy_transpositions', convert: asBoolean },
      lenient: { member: 'lenient', convert: asBoolean },
      max_determinized_states: { member: 'max_determinized_states', convert: asInteger },
      max_expansions: { member: 'max_expansions', convert: asInteger },
      minimum_should_match: { member: 'minimum_should_match', convert: asText },
      operator: { member: 'operator', convert: operator },
      phrase_slop: { member: 'phrase_slop', convert: asInteger },
      prefix_length: { member: 'prefix_length', convert: asInteger },
      quote_analyzer: { member: 'quote_analyzer', convert: asText },
      quote_field_suffix: { member: 'quote_field_suffix', convert: asText },
      rewrite: { member: 'rewrite', convert: asText },
      slop: { member: 'slop', convert: asInteger },
      tie_breaker: { member: 'tie_breaker', convert: asNumber },
      time_zone: { member: 'time_zone', convert: asText },
      type: { member: 'type', convert: (text) => text.toLowerCase() },
      zero_terms_query: { member: 'zero_terms_query', convert: oneOf('NONE', 'ALL') },
    } satisfies Record<string, { member: string; convert: Convert }>),
  );
