import { illegalArgument, OpenSearchError } from '../../common/index.ts';
import { REGEXP_FLAGS } from '../automaton/regexpParser.ts';
import { booleanQuery } from '../bound/booleanQuery.ts';
import { boostQuery } from '../bound/boostQuery.ts';
import { matchAllQuery, matchNoneQuery } from '../bound/constantQuery.ts';
import { bestOfFields } from '../bound/disMaxQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { prefixQuery } from '../clauses/prefix.ts';
import { bindRange, RANGE_DEFAULTS } from '../clauses/range.ts';
import { checkRegexpLength, regexpQuery } from '../clauses/regexp.ts';
import { wildcardQuery } from '../clauses/wildcard.ts';
import { fieldExistsQuery } from '../fieldQueries.ts';
import { minimumShouldMatch } from '../minimumShouldMatch.ts';
import { queryAnalyzer } from '../text/analyze.ts';
import { isAllFields } from '../text/defaultFields.ts';
import { MATCH_DEFAULTS, matchText } from '../text/matchText.ts';
import { expandFields, type FieldBoost, type MultiMatchType, multiMatch } from '../text/multiMatch.ts';
import type { QueryShardContext } from '../types.ts';
import type { BoolClause, QueryNode } from './syntax.ts';

export interface QueryStringOptions {
  readonly fields: readonly FieldBoost[];
  readonly defaultOperator: 'or' | 'and';
  readonly type: MultiMatchType;
  readonly tieBreaker: number | null;
  readonly analyzer: string | null;
  readonly quoteAnalyzer: string | null;
  readonly phraseSlop: number;
  readonly fuzziness: string;
  readonly fuzzyPrefixLength: number;
  readonly fuzzyMaxExpansions: number;
  readonly fuzzyTranspositions: boolean;
  readonly lenient: boolean;
  readonly allowLeadingWildcard: boolean;
  readonly minimumShouldMatch: string | null;
  readonly timeZone: string | null;
  readonly maxStates: number;
}

/** Binds a parsed query_string to a shard. */
export function bindQueryNode(
  context: QueryShardContext,
  root: QueryNode,
  options: QueryStringOptions,
): BoundQuery {
  return new NodeBinder(context, options).bind(root, true);
}

class NodeBinder {
  readonly #context: QueryShardContext;
  readonly #options: QueryStringOptions;

  constructor(context: QueryShardContext, options: QueryStringOptions) {
    this.#context = context;
    this.#options = options;
  }

  bind(node: QueryNode, top = false): BoundQuery {
    switch (node.kind) {
      case 'bool':
        return this.#bool(node.clauses, top);
      case 'boost':
        return boostQuery(this.bind(node.node), Math.fround(node.boost));
      case 'all':
        return matchAllQuery;
      case 'text':
        return this.#text(node.field, node.text, top);
      case 'phrase':
        return this.#phrase(node.field, node.text, node.slop);
      case 'regexp':
        checkRegexpLength(this.#context, node.text);
        return this.#perField(node.field, (field) => this.#one(field, node));
      case 'wildcard':
        if (node.text === '*' && node.field === null && this.#options.fields.some(isAllFields))
          return matchAllQuery;
        return this.#perField(node.field, (field) => this.#one(field, node));
      default:
        return this.#perField(node.field, (field) => this.#one(field, node));
    }
  }

  #bool(clauses: readonly BoolClause[], top: boolean): BoundQuery {
    const must: BoundQuery[] = [];
    const should: BoundQuery[] = [];
    const mustNot: BoundQuery[] = [];
    for (const { occur, node } of clauses) {
      const query = this.bind(node);
      (occur === 'must' ? must : occur === 'should' ? should : mustNot).push(query);
    }
    const onlyExcludes = must.length + should.length === 0;
    const spec = top ? this.#options.minimumShouldMatch : null;
    return booleanQuery({
      must,
      should,
      mustNot,
      filter: onlyExcludes ? [matchAllQuery] : [],
      minimumShouldMatch: spec === null || should.length === 0 ? 0 : minimumShouldMatch(spec, should.length),
    });
  }

  /** The fields of a name, a pattern, or the query's own. */
  #fields(field: string | null): readonly FieldBoost[] {
    if (field === null) return this.#options.fields;
    return [{ field, boost: 1 }];
  }

  #text(field: string | null, text: string, top: boolean): BoundQuery {
    if (field === '_exists_') return fieldExistsQuery(this.#context, text);
    return multiMatch(this.#context, this.#fields(field), text, {
      type: this.#options.type,
      tieBreaker: this.#options.tieBreaker,
      match: {
        ...MATCH_DEFAULTS,
        clause: 'query_string',
        operator: this.#options.defaultOperator,
        analyzer: this.#options.analyzer,
        lenient: this.#options.lenient,
        minimumShouldMatch: top ? this.#options.minimumShouldMatch : null,
      },
    });
  }

  #phrase(field: string | null, text: string, slop: number | null): BoundQuery {
    if (field === '_exists_') return fieldExistsQuery(this.#context, text);
    return multiMatch(this.#context, this.#fields(field), text, {
      type: 'phrase',
      tieBreaker: this.#options.tieBreaker,
      match: {
        ...MATCH_DEFAULTS,
        clause: 'query_string',
        type: 'phrase',
        slop: slop ?? this.#options.phraseSlop,
        analyzer: this.#options.quoteAnalyzer ?? this.#options.analyzer,
        lenient: this.#options.lenient,
      },
    });
  }

  #perField(field: string | null, bind: (field: string) => BoundQuery): BoundQuery {
    const fields = expandFields(this.#context, this.#fields(field));
    if (fields.length === 0) return matchNoneQuery;
    const queries = fields.map((one) =>
      boostQuery(
        this.#lenient(() => bind(one.field)),
        one.boost,
      ),
    );
    return bestOfFields(queries, this.#options.tieBreaker ?? 0);
  }

  #lenient(bind: () => BoundQuery): BoundQuery {
    try {
      return bind();
    } catch (error) {
      if (this.#options.lenient && error instanceof OpenSearchError && error.status < 500)
        return matchNoneQuery;
      throw error;
    }
  }

  #one(field: string, node: QueryNode): BoundQuery {
    const context = this.#context;
    switch (node.kind) {
      case 'prefix':
        return prefixQuery(context, field, this.#normalize(field, node.text));
      case 'wildcard':
        return this.#wildcard(field, node.text);
      case 'regexp':
        return regexpQuery(context, field, node.text, {
          flags: REGEXP_FLAGS.ALL,
          maxStates: this.#options.maxStates,
          caseInsensitive: false,
        });
      case 'fuzzy':
        return matchText(context, field, node.text, {
          ...MATCH_DEFAULTS,
          clause: 'query_string',
          fuzziness: node.fuzziness ?? this.#options.fuzziness,
          prefixLength: this.#options.fuzzyPrefixLength,
          maxExpansions: this.#options.fuzzyMaxExpansions,
          transpositions: this.#options.fuzzyTranspositions,
        });
      case 'range': {
        const { from, to, includeLower, includeUpper } = node;
        const { timeZone } = this.#options;
        return bindRange(context, field, {
          ...RANGE_DEFAULTS,
          from,
          to,
          includeLower,
          includeUpper,
          timeZone,
        });
      }
      default:
        throw illegalArgument(`unexpected ${node.kind}`);
    }
  }

  #wildcard(field: string, pattern: string): BoundQuery {
    if (pattern === '*') return fieldExistsQuery(this.#context, field);
    if (!this.#options.allowLeadingWildcard && (pattern.startsWith('*') || pattern.startsWith('?'))) {
      throw new OpenSearchError(
        'parse_exception',
        "'*' or '?' not allowed as first character in WildcardQuery",
      );
    }
    return wildcardQuery(this.#context, field, pattern, false, (literal) => this.#normalize(field, literal));
  }

  /** The analyzer's way with letters, for texts that are no whole terms. */
  #normalize(name: string, text: string): string {
    const field = this.#context.mapper.field(name);
    if (field === undefined || field.family !== 'text') return text;
    const tokens = queryAnalyzer(this.#context, field, 'query_string', this.#options.analyzer).tokenize(text);
    return tokens.length === 1 && tokens[0].term.length === text.length ? tokens[0].term : text.toLowerCase();
  }
}
