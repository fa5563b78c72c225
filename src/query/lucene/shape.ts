import { javaFloat } from '../../common/index.ts';

/** What of a query its shape is read from. */
export interface Shaped {
  readonly key: string;
  readonly shape?: () => QueryShape;
}

/** A query as Lucene names and prints it: for `profile` and `_validate/query?explain`. */
export interface QueryShape {
  /** The class: `TermQuery`, `BooleanQuery`, … */
  readonly type: string;
  readonly text: string;
  /** The queries within that are run on their own. */
  readonly parts: readonly Shaped[];
}

export function shapeOf(query: Shaped): QueryShape {
  return query.shape?.() ?? plainShape('Query', query.key.replaceAll('"', ''));
}

export function plainShape(type: string, text: string): QueryShape {
  return { type, text, parts: [] };
}

/** `(inner)^2.0`: Lucene runs the inner query with the boost, not a query of its own. */
export function boostShape(inner: Shaped, boost: number): QueryShape {
  return { type: 'BoostQuery', text: `(${shapeOf(inner).text})^${javaFloat(boost)}`, parts: [] };
}

export function constantShape(inner: Shaped): QueryShape {
  return { type: 'ConstantScoreQuery', text: `ConstantScore(${shapeOf(inner).text})`, parts: [inner] };
}

export function disMaxShape(queries: readonly Shaped[], tieBreaker: number): QueryShape {
  const tie = tieBreaker === 0 ? '' : `~${javaFloat(tieBreaker)}`;
  return {
    type: 'DisjunctionMaxQuery',
    text: `(${queries.map(inParens).join(' | ')})${tie}`,
    parts: queries,
  };
}

/** Clauses in the order in which a bool clause adds them: must, must_not, should, filter. */
export function booleanShape(clauses: {
  readonly must: readonly Shaped[];
  readonly filter: readonly Shaped[];
  readonly should: readonly Shaped[];
  readonly mustNot: readonly Shaped[];
  readonly minimumShouldMatch: number;
}): QueryShape {
  const { must, mustNot, should, filter, minimumShouldMatch } = clauses;
  const signed = [
    ...must.map((query) => ({ sign: '+', query })),
    ...mustNot.map((query) => ({ sign: '-', query })),
    ...should.map((query) => ({ sign: '', query })),
    ...filter.map((query) => ({ sign: '#', query })),
  ];
  const text = signed.map(({ sign, query }) => sign + inParens(query)).join(' ');
  const counted = minimumShouldMatch > (must.length + filter.length > 0 ? 0 : 1);
  return {
    type: 'BooleanQuery',
    text: counted ? `(${text})~${minimumShouldMatch}` : text,
    parts: signed.map(({ query }) => query),
  };
}

function inParens(query: Shaped): string {
  const { type, text } = shapeOf(query);
  return type === 'BooleanQuery' ? `(${text})` : text;
}
