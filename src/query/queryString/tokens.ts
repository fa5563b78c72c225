/**
 * Tokens of Lucene's query syntax, in the order in which errors list expected tokens: type → display form.
 */
export const TOKEN_IMAGES = {
  end: '<EOF>',
  and: '<AND>',
  or: '<OR>',
  not: '<NOT>',
  plus: '"+"',
  minus: '"-"',
  bareOperator: '<BAREOPER>',
  open: '"("',
  close: '")"',
  colon: '":"',
  star: '"*"',
  caret: '"^"',
  quoted: '<QUOTED>',
  term: '<TERM>',
  fuzzySlop: '<FUZZY_SLOP>',
  prefix: '<PREFIXTERM>',
  wildcard: '<WILDTERM>',
  regexp: '<REGEXPTERM>',
  rangeOpen: '"["',
  rangeOpenExclusive: '"{"',
  number: '<NUMBER>',
  rangeTo: '"TO"',
  rangeClose: '"]"',
  rangeCloseExclusive: '"}"',
  rangeQuoted: '<RANGE_QUOTED>',
  rangeWord: '<RANGE_GOOP>',
} as const;

export type QueryTokenKind = keyof typeof TOKEN_IMAGES;

export const TOKEN_KINDS = Object.keys(TOKEN_IMAGES) as readonly QueryTokenKind[];

export interface QueryToken {
  readonly kind: QueryTokenKind;
  /** As written, including escapes. */
  readonly text: string;
  /** The 0-based column. */
  readonly offset: number;
}
