import { javaFloat } from '../../common/index.ts';

/** What is needed to determine a query's shape. */
export interface Shaped {
  shape(): QueryShape;
}

/** How Lucene names and prints a query: for `profile`, explanations and `_validate/query?explain`. */
export interface QueryShape {
  /** The class, such as `TermQuery` or `BooleanQuery`. */
  readonly type: string;
  readonly text: string;
  /** The text before Lucene's rewrites; absent if the same. */
  readonly parsed?: string;
  /** The text in the query's own explanations; absent if the same. */
  readonly explained?: string;
  /** Subqueries that are run separately. */
  readonly parts: readonly Shaped[];
}

const shapes = new WeakMap<Shaped, QueryShape>();

/** Cached: the shape of a nested query is needed several times at each level. */
export function shapeOf(query: Shaped): QueryShape {
  let shape = shapes.get(query);
  if (shape === undefined) {
    shape = query.shape();
    shapes.set(query, shape);
  }
  return shape;
}

/** The query's text before Lucene's rewrites. */
export function parsedText(query: Shaped): string {
  const { text, parsed = text } = shapeOf(query);
  return parsed;
}

export function plainShape(
  type: string,
  text: string,
  others: Pick<QueryShape, 'parsed' | 'explained'> = {},
): QueryShape {
  return { type, text, ...others, parts: [] };
}

/** `(inner)^2.0`: Lucene runs the inner query with the boost, not a separate query. */
export function boostShape(inner: Shaped, boost: number): QueryShape {
  return {
    type: 'BoostQuery',
    text: `(${shapeOf(inner).text})^${javaFloat(boost)}`,
    parsed: `(${parsedText(inner)})^${javaFloat(boost)}`,
    parts: [],
  };
}

/** `given`: the filter before rewriting. */
export function constantShape(inner: Shaped, given: Shaped): QueryShape {
  return {
    type: 'ConstantScoreQuery',
    text: `ConstantScore(${shapeOf(inner).text})`,
    parsed: `ConstantScore(${parsedText(given)})`,
    parts: [inner],
  };
}

export function disMaxShape(queries: readonly Shaped[], tieBreaker: number): QueryShape {
  const textOf = (print: (query: Shaped) => string): string =>
    `(${queries.map((query) => inParens(query, print(query))).join(' | ')})${tie}`;
  const tie = tieBreaker === 0 ? '' : `~${javaFloat(tieBreaker)}`;
  return {
    type: 'DisjunctionMaxQuery',
    text: textOf((query) => shapeOf(query).text),
    parsed: textOf(parsedText),
    parts: queries,
  };
}

export interface SignedClause {
  readonly occur: 'must' | 'mustNot' | 'should' | 'filter';
  readonly query: Shaped;
}

const SIGNS: Readonly<Record<SignedClause['occur'], string>> = {
  must: '+',
  mustNot: '-',
  should: '',
  filter: '#',
};

/** Clauses in order, each with its sign. */
export function booleanText(
  clauses: readonly SignedClause[],
  minimumShouldMatch: number,
  print: (query: Shaped) => string = (query) => shapeOf(query).text,
): string {
  const text = clauses.map(({ occur, query }) => SIGNS[occur] + inParens(query, print(query))).join(' ');
  return minimumShouldMatch > 0 ? `(${text})~${minimumShouldMatch}` : text;
}

function inParens(query: Shaped, text: string): string {
  return shapeOf(query).type === 'BooleanQuery' ? `(${text})` : text;
}
