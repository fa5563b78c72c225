import { illegalArgument } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { maxEditsFor } from '../automaton/fuzzy.ts';
import { REGEXP_FLAGS } from '../automaton/regexpParser.ts';
import { codePoints } from '../automaton/wildcard.ts';
import { allOf, anyOf } from '../bound/booleanQuery.ts';
import { boostQuery } from '../bound/boostQuery.ts';
import { matchAllQuery, matchNoneQuery, noneQuery } from '../bound/constantQuery.ts';
import { bestOfFields } from '../bound/disMaxQuery.ts';
import { fuzzyQuery } from '../bound/fuzzyQuery.ts';
import { type RewriteMethod, rewriteMultiTerm } from '../bound/multiTerm.ts';
import type { BoundQuery } from '../bound/query.ts';
import { synonymQuery } from '../bound/synonymQuery.ts';
import { checkFuzzyField, prefixQuery } from '../clauses/prefix.ts';
import { bindRange, RANGE_DEFAULTS } from '../clauses/range.ts';
import { checkRegexpLength, regexpQuery } from '../clauses/regexp.ts';
import { wildcardQuery } from '../clauses/wildcard.ts';
import { fieldExistsQuery } from '../fieldQueries.ts';
import { leniently } from '../lenient.ts';
import { queryAnalyzer, termsByPosition } from '../text/analyze.ts';
import { readFuzziness } from '../text/matchMembers.ts';
import { MATCH_DEFAULTS, noWords } from '../text/matchText.ts';
import {
  expandFields,
  type FieldBoost,
  type MultiMatchType,
  multiMatch,
  quotedSiblings,
  tieBreakerOf,
} from '../text/multiMatch.ts';
import type { QueryShardContext } from '../types.ts';
import type { QueryNode, RangeNode } from './syntax.ts';
import { QuerySyntaxError } from './syntaxErrors.ts';

export interface LeafOptions {
  /** The field for words without one; `null` for `fields`. */
  readonly field: string | null;
  readonly fields: readonly FieldBoost[];
  readonly defaultOperator: 'or' | 'and';
  readonly type: MultiMatchType;
  readonly tieBreaker: number | null;
  readonly analyzer: string | null;
  readonly quoteAnalyzer: string | null;
  readonly quoteFieldSuffix: string | null;
  readonly phraseSlop: number;
  readonly fuzziness: string;
  readonly fuzzyPrefixLength: number;
  readonly fuzzyMaxExpansions: number;
  readonly fuzzyTranspositions: boolean;
  readonly lenient: boolean;
  readonly allowLeadingWildcard: boolean;
  readonly analyzeWildcard: boolean;
  readonly synonymPhrases: boolean;
  readonly timeZone: string | null;
  readonly maxStates: number;
  readonly rewrite: RewriteMethod | null;
}

type LeafNode = Exclude<QueryNode, { readonly kind: 'clauses' | 'boost' }>;
type TextNode = Extract<LeafNode, { readonly kind: 'text' | 'phrase' }>;
type FieldNode = Exclude<LeafNode, TextNode>;

/** Binds words, phrases, patterns and ranges of a query_string, in each of their fields. */
export class LeafBinder {
  readonly #context: QueryShardContext;
  readonly #options: LeafOptions;

  constructor(context: QueryShardContext, options: LeafOptions) {
    this.#context = context;
    this.#options = options;
  }

  /** `null` if the analyzer finds no words. */
  bind(node: LeafNode): BoundQuery | null {
    const field = node.field ?? this.#options.field;
    if (node.kind === 'text' || node.kind === 'phrase') {
      if (field === '_exists_') return fieldExistsQuery(this.#context, node.text);
      const query = node.kind === 'phrase' ? this.#phrase(field, node) : this.#text(field, node.text);
      return query === noWords ? null : query;
    }
    if (node.kind === 'wildcard' && node.text === '*' && field !== null) {
      return field === '*' ? matchAllQuery : fieldExistsQuery(this.#context, field);
    }
    if (node.kind === 'regexp') checkRegexpLength(this.#context, node.text, 'query_string');
    return this.#inFields(field, node);
  }

  #fields(field: string | null): readonly FieldBoost[] {
    return field === null ? this.#options.fields : [{ field, boost: 1 }];
  }

  #match(analyzer: string | null) {
    const { defaultOperator, lenient, synonymPhrases } = this.#options;
    return {
      ...MATCH_DEFAULTS,
      clause: 'query_string',
      operator: defaultOperator,
      analyzer,
      lenient,
      synonymPhrases,
      zeroTerms: 'drop',
    } as const;
  }

  #text(field: string | null, text: string): BoundQuery {
    const range = field === null ? null : this.#rangeIn(field, text);
    if (range !== null) return this.#inFields(field, range) ?? matchNoneQuery;
    const { type, tieBreaker, analyzer } = this.#options;
    return multiMatch(this.#context, this.#fields(field), text, {
      type,
      tieBreaker,
      match: this.#match(analyzer),
      unmapped: [field],
    });
  }

  /** A comparison, or a day in the query's time zone. */
  #rangeIn(field: string, text: string): RangeNode | null {
    const compared = comparison(field, text);
    if (compared !== null || text.length < 2 || this.#options.timeZone === null) return compared;
    if (this.#context.mapper.field(field)?.family !== 'date') return null;
    return { kind: 'range', field, from: text, to: text, includeLower: true, includeUpper: true };
  }

  #phrase(field: string | null, node: Extract<LeafNode, { readonly kind: 'phrase' }>): BoundQuery {
    const { analyzer, quoteAnalyzer, quoteFieldSuffix, phraseSlop, tieBreaker } = this.#options;
    const slop = node.slop ?? phraseSlop;
    if (slop < 0) throw illegalArgument('slop value cannot be negative');
    const fields = quotedSiblings(this.#context, this.#fields(field), quoteFieldSuffix);
    return multiMatch(this.#context, fields, node.text, {
      type: 'phrase',
      tieBreaker,
      match: { ...this.#match(quoteAnalyzer ?? analyzer), type: 'phrase', slop },
      unmapped: [field],
    });
  }

  #inFields(field: string | null, node: FieldNode): BoundQuery | null {
    const fields = expandFields(this.#context, this.#fields(field));
    if (fields.length === 0) return matchNoneQuery;
    const queries: BoundQuery[] = [];
    for (const { field: name, boost } of fields) {
      const query = leniently(name, this.#options.lenient, () => this.#inField(name, node));
      if (query !== null) queries.push(boostQuery(query, boost));
    }
    if (queries.length === 0) return null;
    return bestOfFields(queries, tieBreakerOf(this.#options.type, this.#options.tieBreaker));
  }

  #inField(name: string, node: FieldNode): BoundQuery | null {
    const context = this.#context;
    const field = context.mapper.field(name);
    if (field === undefined) return noneQuery(`unmapped field [${name}]`);
    const { rewrite, timeZone } = this.#options;
    switch (node.kind) {
      case 'prefix':
        return this.#prefix(field, node.text);
      case 'wildcard':
        return rewriteMultiTerm(context, this.#wildcard(field, node.text), rewrite);
      case 'regexp':
        return rewriteMultiTerm(context, this.#regexp(field, node.text), rewrite);
      case 'fuzzy':
        return this.#fuzzy(field, node.text, node.fuzziness);
      case 'range': {
        const { from, to, includeLower, includeUpper } = node;
        return bindRange(context, name, {
          ...RANGE_DEFAULTS,
          from,
          to,
          includeLower,
          includeUpper,
          timeZone,
        });
      }
    }
  }

  #regexp(field: MappedFieldType, pattern: string): BoundQuery {
    if (field.family !== 'text' && field.family !== 'keyword') return matchNoneQuery;
    return regexpQuery(this.#context, field.name, this.#normalize(field, pattern), {
      flags: REGEXP_FLAGS.ALL,
      maxStates: this.#options.maxStates,
      caseInsensitive: false,
    });
  }

  #fuzzy(field: MappedFieldType, text: string, written: string | null): BoundQuery {
    const { fuzziness, fuzzyPrefixLength, fuzzyMaxExpansions, fuzzyTranspositions } = this.#options;
    const edits = maxEditsFor(written === null ? fuzziness : readFuzziness(written), codePoints(text).length);
    checkFuzzyField(this.#context, field);
    return fuzzyQuery(this.#context, field.name, this.#normalize(field, text), {
      fuzziness: String(edits),
      prefixLength: fuzzyPrefixLength,
      maxExpansions: fuzzyMaxExpansions,
      transpositions: fuzzyTranspositions,
      rewrite: null,
    });
  }

  #wildcard(field: MappedFieldType, pattern: string): BoundQuery {
    if (pattern === '*') return fieldExistsQuery(this.#context, field.name);
    if (!this.#options.allowLeadingWildcard && (pattern.startsWith('*') || pattern.startsWith('?'))) {
      throw new QuerySyntaxError("'*' or '?' not allowed as first character in WildcardQuery");
    }
    return wildcardQuery(this.#context, field.name, pattern, false, (part) => this.#normalize(field, part));
  }

  #prefix(field: MappedFieldType, text: string): BoundQuery | null {
    const { analyzeWildcard, analyzer: name, rewrite, defaultOperator } = this.#options;
    const prefix = (term: string): BoundQuery =>
      rewriteMultiTerm(this.#context, prefixQuery(this.#context, field.name, term), rewrite);
    if (field.family !== 'text' || !analyzeWildcard) return prefix(this.#normalize(field, text));
    const tokens = queryAnalyzer(this.#context, field, 'query_string', name).tokenize(text);
    const groups = termsByPosition(tokens);
    if (groups.length === 0) return null;
    const queries = groups.map(({ terms }, i) =>
      i < groups.length - 1 ? synonymQuery(this.#context, field.name, terms) : anyPrefix(terms.map(prefix)),
    );
    if (queries.length === 1) return queries[0];
    return defaultOperator === 'and' ? allOf(queries) : anyOf(queries);
  }

  /** Normalises text that is not a whole term like the field's terms. */
  #normalize(field: MappedFieldType, text: string): string {
    if (field.family !== 'text') return text;
    return queryAnalyzer(this.#context, field, 'query_string', this.#options.analyzer).normalize(text);
  }
}

function anyPrefix(queries: readonly BoundQuery[]): BoundQuery {
  return queries.length === 1 ? queries[0] : anyOf(queries);
}

/** `>10`, `>=10`, `<10`, `<=10`. */
function comparison(field: string, text: string): RangeNode | null {
  if (text.length < 2 || (text[0] !== '>' && text[0] !== '<')) return null;
  const inclusive = text.length > 2 && text[1] === '=';
  const bound = text.slice(inclusive ? 2 : 1);
  const open = bound === '*' ? null : bound;
  return text[0] === '>'
    ? { kind: 'range', field, from: open, to: null, includeLower: inclusive, includeUpper: true }
    : { kind: 'range', field, from: null, to: open, includeLower: true, includeUpper: inclusive };
}
