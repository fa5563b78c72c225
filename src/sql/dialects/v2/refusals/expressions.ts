import type { ExpressionNode } from '../../../ast/index.ts';
import { castTargets } from '../../../functions/index.ts';
import { isV2Unit } from '../vocabulary.ts';
import { isKeyword, isPlainName } from './names.ts';
import type { Refusal } from './refusal.ts';

type Kind = ExpressionNode['kind'];
type Refusals<K extends Kind> = readonly Refusal<Extract<ExpressionNode, { readonly kind: K }>>[];

const always = (): boolean => true;

/** By the kind of a node, but for calls; kinds that are not here V2 takes. */
export const expressionRefusals: { readonly [K in Exclude<Kind, 'call'>]?: Refusals<K> } = {
  literal: [
    {
      name: 'literals of ODBC',
      example: "SELECT {d '2020-01-02'}",
      detects: ({ span }, { sql }) => sql[span.start] === '{',
    },
  ],
  negate: [{ name: 'a sign in front of an expression', example: 'SELECT -a FROM t', detects: always }],
  exists: [{ name: 'EXISTS', example: 'SELECT a FROM t WHERE EXISTS (SELECT 1 FROM s)', detects: always }],
  subquery: [
    {
      name: 'a subquery as a value',
      example: 'SELECT a FROM t WHERE a = (SELECT 1 FROM s)',
      detects: always,
    },
  ],
  quantified: [
    { name: 'ANY and ALL', example: 'SELECT a FROM t WHERE a > ALL (SELECT b FROM s)', detects: always },
  ],
  interval: [
    {
      name: 'other units of an interval',
      example: 'SELECT DATE_ADD(a, INTERVAL 1 TO_DAYS) FROM t',
      detects: ({ unit }) => !isV2Unit(unit),
    },
  ],
  row: [{ name: 'rows of values', example: 'SELECT a FROM t WHERE (a, b) = (1, 2)', detects: always }],
  in: [
    {
      name: 'IN of a subquery',
      example: 'SELECT a FROM t WHERE b IN (SELECT c FROM s)',
      detects: ({ query }) => query !== null,
    },
  ],
  comparison: [
    {
      name: '<=>',
      example: 'SELECT a FROM t WHERE a <=> 1',
      detects: ({ operator }) => operator === '<=>',
    },
  ],
  isNull: [
    {
      name: 'IS of anything but NULL',
      example: 'SELECT a FROM t WHERE a IS MISSING',
      detects: ({ what }) => what !== 'null',
    },
  ],
  like: [
    {
      name: 'NOT REGEXP',
      example: "SELECT a FROM t WHERE a NOT REGEXP 'x'",
      detects: ({ regexp, negated }) => regexp && negated,
    },
  ],
  cast: [
    {
      name: 'other types of CAST',
      example: 'SELECT CAST(a AS VARCHAR) FROM t',
      detects: ({ type }) => !castTargets.has(type.toUpperCase()),
    },
  ],
  column: [
    {
      name: 'other names of columns',
      example: 'SELECT é FROM t',
      detects: ({ quoted, parts }) => !quoted && !parts.every(isPlainName),
    },
    {
      name: 'keywords as names',
      example: 'SELECT range FROM t',
      detects: ({ quoted, parts }) => !quoted && parts.some(isKeyword),
    },
  ],
  binary: [
    {
      name: 'the operators ||, DIV and MOD',
      example: 'SELECT a DIV 2 FROM t',
      detects: ({ operator }) => BEYOND_OPERATORS.has(operator),
    },
    {
      name: '* before a name without a blank',
      example: 'SELECT 2*x FROM t',
      detects: ({ operator, left, right }, { sql }) =>
        operator === '*' && isGluedStar(sql, left.span.end, right.span.start),
    },
  ],
};

const BEYOND_OPERATORS: ReadonlySet<string> = new Set(['||', 'DIV', 'MOD']);

/** `2*x`: V2 reads `*x` as one name. */
function isGluedStar(sql: string, from: number, to: number): boolean {
  const at = sql.indexOf('*', from);
  return at >= 0 && at + 1 === to && /[\w@*-]/.test(sql[to]);
}
