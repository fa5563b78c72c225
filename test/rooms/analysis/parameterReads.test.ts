import { describe, expect, it } from 'vitest';
import { analyzerTypes } from '../../../src/analysis/builtIn.ts';
import { charFilters } from '../../../src/analysis/charFilters/index.ts';
import type { ComponentType } from '../../../src/analysis/components.ts';
import { tokenFilters } from '../../../src/analysis/filters/index.ts';
import { ComponentParameters } from '../../../src/analysis/parameters.ts';
import { tokenizers } from '../../../src/analysis/tokenizers/index.ts';
import { unusedAnalysisParameters } from '../../../src/analysis/withoutEffect.ts';
import type { JsonObject } from '../../../src/common/index.ts';

/** kind | types | every parameter that they take in 2.7 (those that read files aside) */
const TAKEN = `
char_filter | mapping | "mappings": ["a => b"]
char_filter | pattern_replace | "pattern": "a", "replacement": "b", "flags": "DOTALL"
char_filter | html_strip | "escaped_tags": ["b"]
tokenizer | standard whitespace classic uax_url_email | "max_token_length": 9
tokenizer | letter lowercase thai |
tokenizer | keyword | "buffer_size": 9
tokenizer | ngram edge_ngram | "min_gram": 1, "max_gram": 2, "token_chars": ["letter", "custom"], "custom_token_chars": "_"
tokenizer | path_hierarchy PathHierarchy | "buffer_size": 9, "delimiter": "/", "replacement": "-", "skip": 1, "reverse": true
tokenizer | char_group | "tokenize_on_chars": ["-"], "max_token_length": 9
tokenizer | pattern | "pattern": "a", "flags": "DOTALL", "group": 0
tokenizer | simple_pattern simple_pattern_split | "pattern": "a"
filter | lowercase | "language": "greek"
filter | uppercase trim decimal_digit cjk_width reverse keyword_repeat remove_duplicates flatten_graph apostrophe classic kstem porter_stem type_as_payload |
filter | arabic_normalization persian_normalization sorani_normalization german_normalization scandinavian_normalization scandinavian_folding serbian_normalization hindi_normalization indic_normalization bengali_normalization |
filter | asciifolding | "preserve_original": true
filter | elision | "articles": ["l"], "articles_case": true
filter | stop | "stopwords": ["a"], "ignore_case": true, "remove_trailing": false
filter | stemmer snowball | "language": "German"
filter | stemmer | "name": "german"
filter | stemmer_override | "rules": ["a => b"]
filter | ngram | "min_gram": 1, "max_gram": 2, "preserve_original": true
filter | edge_ngram | "min_gram": 1, "max_gram": 2, "preserve_original": true, "side": "back"
filter | shingle | "min_shingle_size": 2, "max_shingle_size": 3, "output_unigrams": false, "output_unigrams_if_no_shingles": true, "token_separator": "-", "filler_token": "+"
filter | synonym synonym_graph | "synonyms": ["a, b"], "format": "solr", "expand": true, "lenient": true, "updateable": true
filter | unique | "only_on_same_position": true
filter | truncate | "length": 3
filter | length | "min": 1, "max": 3
filter | keyword_marker | "keywords": ["a"], "ignore_case": true
filter | keyword_marker | "keywords_pattern": "a"
filter | keep | "keep_words": ["a"], "keep_words_case": true
filter | keep_types | "types": ["<NUM>"], "mode": "exclude"
filter | word_delimiter | "type_table": ["- => ALPHA"], "generate_word_parts": true, "generate_number_parts": true, "catenate_words": true, "catenate_numbers": true, "catenate_all": true, "preserve_original": true, "split_on_case_change": true, "split_on_numerics": true, "stem_english_possessive": true, "protected_words": ["a"]
filter | word_delimiter_graph | "type_table": ["- => ALPHA"], "generate_word_parts": true, "generate_number_parts": true, "catenate_words": true, "catenate_numbers": true, "catenate_all": true, "preserve_original": true, "split_on_case_change": true, "split_on_numerics": true, "stem_english_possessive": true, "protected_words": ["a"], "adjust_offsets": true, "ignore_keywords": true
filter | fingerprint | "separator": "+", "max_output_size": 9
filter | limit | "max_token_count": 2, "consume_all_tokens": true
filter | pattern_replace | "pattern": "a", "replacement": "b", "flags": "DOTALL", "all": false
filter | pattern_capture | "patterns": ["a"], "preserve_original": false
filter | common_grams | "common_words": ["a"], "ignore_case": true, "query_mode": true
filter | cjk_bigram | "ignored_scripts": ["han"], "output_unigrams": true
filter | multiplexer | "filters": ["lowercase"], "preserve_original": false
filter | delimited_payload | "delimiter": "+", "encoding": "int"
filter | dictionary_decompounder | "word_list": ["a"], "min_word_size": 5, "min_subword_size": 2, "max_subword_size": 9, "only_longest_match": true
filter | min_hash | "hash_count": 1, "bucketCount": 2, "hashSetSize": 1, "with_rotation": true
filter | concatenate_graph | "token_separator": "+", "preserve_position_increments": true, "max_graph_expansions": 9
filter | condition | "filter": ["lowercase"], "script": {"source": "true"}
filter | predicate_token_filter | "script": {"source": "true"}
analyzer | standard | "stopwords": ["a"], "max_token_length": 9
analyzer | simple whitespace keyword |
analyzer | stop chinese cjk greek persian thai | "stopwords": ["a"]
analyzer | pattern | "pattern": "a", "flags": "DOTALL", "lowercase": true, "stopwords": ["a"]
analyzer | fingerprint | "separator": "+", "max_output_size": 9, "stopwords": ["a"]
analyzer | snowball | "language": "German", "stopwords": ["a"]
analyzer | arabic armenian basque bengali brazilian bulgarian catalan czech danish dutch english estonian finnish french galician german hindi hungarian indonesian irish italian latvian lithuanian norwegian portuguese romanian russian sorani spanish swedish turkish | "stopwords": ["a"], "stem_exclusion": ["b"]
`;

type Kind = 'char_filter' | 'tokenizer' | 'filter' | 'analyzer';
type Table = ReadonlyMap<string, ComponentType<unknown>>;

const tables: Readonly<Record<Kind, Table>> = {
  char_filter: charFilters,
  tokenizer: tokenizers,
  filter: tokenFilters,
  analyzer: analyzerTypes as Table,
};

const rows = TAKEN.trim()
  .split('\n')
  .flatMap((line) => {
    const [kind, types, given = ''] = line.split('|').map((cell) => cell.trim());
    const values = JSON.parse(`{${given}}`) as JsonObject;
    return types.split(' ').map((type) => ({ kind: kind as Kind, type, values }));
  });

/** Other filters that a filter names. */
function builtInFilter(name: string) {
  return tokenFilters.get(name)?.create(new ComponentParameters(name, {}), () => null) ?? null;
}

function unread({ kind, type, values }: (typeof rows)[number]): readonly string[] {
  const parameters = new ComponentParameters(type, values, {
    settings: new Map([['index.max_shingle_diff', '9']]),
    compilePredicate: () => () => true,
  });
  tables[kind].get(type)?.create(parameters, builtInFilter);
  return parameters.unread();
}

function inTable(kind: Kind, type: string, name: string): boolean {
  return unusedAnalysisParameters.some(
    (row) => row.kind === kind && row.types.includes(type) && row.names.includes(name),
  );
}

describe('parameters of analysis components', () => {
  it.each(rows.map((row) => [row.kind, row.type, row] as const))(
    '%s %s reads all parameters that it accepts',
    (kind, type, row) => {
      expect(tables[kind].has(type)).toBe(true);
      expect(unread(row).filter((name) => !inTable(kind, type, name))).toEqual([]);
    },
  );

  it('are in the table only if no code reads them', () => {
    const needed = unusedAnalysisParameters.flatMap(({ kind, types, names }) =>
      types.flatMap((type) => names.map((name) => `${kind} ${type} ${name}`)),
    );
    const found = rows.flatMap((row) => unread(row).map((name) => `${row.kind} ${row.type} ${name}`));
    expect(found.sort()).toEqual(needed.sort());
  });

  /** Known by their bare names, or refused with every definition. */
  const BARE = /_stem$|^(nGram|edgeNGram|standard|hunspell|hyphenation_decompounder|default)$/;

  it('are listed for every component', () => {
    const listed = new Set(rows.map(({ kind, type }) => `${kind} ${type}`));
    const all = Object.entries(tables).flatMap(([kind, table]) =>
      [...table.keys()].filter((type) => !BARE.test(type)).map((type) => `${kind} ${type}`),
    );
    expect(all.filter((name) => !listed.has(name))).toEqual([]);
  });
});
