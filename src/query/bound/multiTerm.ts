import { atOnce, limits, numberFormat, OpenSearchError, type Steps, topN } from '../../common/index.ts';
import type { QueryShardContext } from '../types.ts';
import { documentFrequency } from './bm25.ts';
import { anyOf } from './booleanQuery.ts';
import { boostQuery } from './boostQuery.ts';
import { noneQuery } from './constantQuery.ts';
import { constantScoreQuery } from './constantScore.ts';
import { asKind, DecoratedQuery, withParsedText } from './decorated.ts';
import type { BoundQuery } from './query.ts';
import { plainShape } from './shape.ts';
import { termQuery } from './termQuery.ts';
import { type SelectTerms, selectedTerms, termSetQuery } from './termSetQuery.ts';

/** A prefix, pattern, range or fuzzy term: selects the terms of a field that pass a test. */
export interface MultiTerm {
  readonly field: string;
  /** Canonical text, used as a cache key. */
  readonly key: string;
  /** As Lucene prints it. */
  readonly text: string;
  /** Selects the terms of one segment. */
  readonly select: SelectTerms;
  readonly test: (term: string) => boolean;
  /** The similarity of a term to the given one; absent if all terms are equally similar. */
  readonly likeness?: (term: string) => number;
}

/** The executable form of a multi-term query. */
export class MultiTermQuery extends DecoratedQuery {
  readonly multiTerm: MultiTerm;
  /** The number of most similar terms that it was rewritten to; `null` if to all terms, or not rewritten. */
  readonly top: number | null;

  constructor(run: BoundQuery, multiTerm: MultiTerm, top: number | null = null) {
    super(run, {});
    this.multiTerm = multiTerm;
    this.top = top;
  }
}

/** Matches score the boost, unless the query is rewritten. */
export function multiTermQuery(multiTerm: MultiTerm): MultiTermQuery {
  const { field, key, select, test, text } = multiTerm;
  const shape = () => plainShape('MultiTermQueryConstantScoreWrapper', text);
  return new MultiTermQuery(termSetQuery(field, key, select, test, shape), multiTerm);
}

interface FoundTerm {
  readonly term: string;
  readonly boost: number;
}

/** Fields with fewer terms are scanned in one go. */
const MANY_TERMS = 2048;
const TERMS_IN_A_STEP = 1024;

/**
 * The matching terms of the whole shard, in order; `top` keeps the most similar ones. May stop after finding
 * more than `most`.
 */
export function foundTerms(
  context: QueryShardContext,
  multi: MultiTerm,
  top: number | null,
  most = Number.POSITIVE_INFINITY,
): readonly FoundTerm[] {
  const find = () => findTerms(context, multi, top, most);
  const isLong = context.leaves.some(({ reader }) => (reader.terms(multi.field)?.size ?? 0) > MANY_TERMS);
  if (!isLong || context.ahead === undefined) return atOnce(find());
  return context.ahead(JSON.stringify(['terms', multi.key, top, most]), find);
}

function* findTerms(
  context: QueryShardContext,
  multi: MultiTerm,
  top: number | null,
  most: number,
): Steps<FoundTerm[]> {
  const found = new Map<string, FoundTerm>();
  for (const { reader } of context.leaves) {
    const terms = reader.terms(multi.field);
    if (terms === null) continue;
    const ords = yield* selectedTerms(multi.select(terms, reader));
    const listed = ords instanceof Uint32Array;
    const count = listed ? ords.length : Math.max(0, ords.to - ords.from);
    for (let i = 0; i < count && (top !== null || found.size <= most); i++) {
      if (i % TERMS_IN_A_STEP === TERMS_IN_A_STEP - 1) yield;
      const term = terms.term(listed ? ords[i] : ords.from + i);
      if (found.has(term)) continue;
      const boost = multi.likeness?.(term) ?? 1;
      if (boost > 0) found.set(term, { term, boost });
    }
  }
  const byTerm = (a: FoundTerm, b: FoundTerm): number => (a.term < b.term ? -1 : 1);
  const likest = (a: FoundTerm, b: FoundTerm): number => b.boost - a.boost || byTerm(a, b);
  return (top === null ? [...found.values()] : topN(found.values(), top, likest)).sort(byTerm);
}

/** One of Lucene's methods of running a multi-term query. */
export interface RewriteMethod {
  /** Maximum number of terms; `null` for all, up to the clause limit. */
  readonly top: number | null;
  readonly build: (context: QueryShardContext, field: string, terms: readonly FoundTerm[]) => BoundQuery;
}

const scored: RewriteMethod['build'] = (context, field, terms) =>
  anyOf(terms.map(({ term, boost }) => boostQuery(termQuery(context, field, term), boost)));

const boosted: RewriteMethod['build'] = (context, field, terms) =>
  anyOf(
    terms.map(({ term, boost }) => boostQuery(constantScoreQuery(termQuery(context, field, term)), boost)),
  );

/** Rare terms use the document frequency of the most frequent one. */
const blended: RewriteMethod['build'] = (context, field, terms) => {
  const docFreq = Math.max(...terms.map(({ term }) => documentFrequency(context.leaves, field, term)));
  return anyOf(
    terms.map(({ term, boost }) => boostQuery(termQuery(context, field, term, { docFreq }), boost)),
  );
};

const MAX_INT = 2 ** 31 - 1;

/** `null` if the query is not rewritten. Throws for an unknown method. */
export function rewriteMethod(name: string): RewriteMethod | null {
  switch (name) {
    case 'constant_score':
      return null;
    case 'scoring_boolean':
      return { top: null, build: scored };
    case 'constant_score_boolean':
      return {
        top: null,
        build: (context, field, terms) =>
          constantScoreQuery(anyOf(terms.map(({ term }) => termQuery(context, field, term)))),
      };
  }
  const sized = /^top_terms_(boost_|blended_freqs_)?(\d.*)$/.exec(name);
  if (sized === null) {
    throw new OpenSearchError('illegal_argument_exception', `Failed to parse rewrite_method [${name}]`);
  }
  const [, kind, size] = sized;
  if (!/^\d+$/.test(size) || Number(size) > MAX_INT) throw numberFormat(size);
  const build = kind === 'boost_' ? boosted : kind === undefined ? scored : blended;
  return { top: Number(size), build };
}

/** Applies a rewrite method to a multi-term query; other queries are returned unchanged. */
export function rewriteMultiTerm(
  context: QueryShardContext,
  query: BoundQuery,
  method: RewriteMethod | null,
): BoundQuery {
  const multiTerm = asKind(query, MultiTermQuery)?.multiTerm;
  if (method === null || multiTerm === undefined) return query;
  const { field, text } = multiTerm;
  const terms = foundTerms(context, multiTerm, method.top, limits.boolClauses.value);
  if (terms.length > limits.boolClauses.value) {
    throw new OpenSearchError('too_many_clauses', `maxClauseCount is set to ${limits.boolClauses.value}`);
  }
  const built = terms.length === 0 ? noneQuery('') : method.build(context, field, terms);
  return new MultiTermQuery(withParsedText(built, text), multiTerm, method.top);
}
