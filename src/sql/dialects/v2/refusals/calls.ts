import type { CallNode } from '../../../ast/index.ts';
import { isV2Aggregate, isV2Function, isV2Option, isV2Search, isV2Unit, isV2Window } from '../vocabulary.ts';
import type { Refusal } from './refusal.ts';
import { isOtherSearch } from './searches.ts';

type CallForm = 'nested' | 'window' | 'aggregate' | 'function';

export function formOf(call: CallNode): CallForm {
  const name = nameOf(call);
  if (name === 'nested') return 'nested';
  if (call.over !== null) return 'window';
  return isV2Aggregate(name) ? 'aggregate' : 'function';
}

export const callRefusals: { readonly [Form in CallForm]: readonly Refusal<CallNode>[] } = {
  nested: [
    {
      name: 'nested outside of the select list',
      example: 'SELECT a FROM t WHERE nested(a.b) = 1',
      detects: (_, { isSelected }) => !isSelected,
    },
    {
      name: 'nested of a star',
      example: 'SELECT nested(a.*) FROM t',
      detects: hasStar,
    },
  ],
  window: [
    {
      name: 'other functions over a window',
      example: 'SELECT PERCENTILES(a, 50) OVER (ORDER BY b) FROM t',
      detects: (call) => !isV2Window(nameOf(call)) && !isV2Aggregate(nameOf(call)),
    },
    {
      name: 'FILTER over a window',
      example: 'SELECT COUNT(*) FILTER(WHERE a > 1) OVER () FROM t',
      detects: ({ filter }) => filter !== null,
    },
    {
      name: 'a window frame',
      example: 'SELECT SUM(a) OVER (ORDER BY b ROWS 1 PRECEDING) FROM t',
      detects: ({ over }) => over !== null && over.frame !== null,
    },
  ],
  aggregate: [
    {
      name: 'more or fewer arguments than one of an aggregate',
      example: 'SELECT SUM(a, b) FROM t',
      detects: ({ args }) => args.length !== 1,
    },
    {
      name: 'DISTINCT and stars of other aggregates than COUNT',
      example: 'SELECT SUM(DISTINCT a) FROM t',
      detects: (call) => (call.distinct || hasStar(call)) && nameOf(call) !== 'count',
    },
  ],
  function: [
    {
      name: 'FILTER, DISTINCT and stars of scalar functions',
      example: 'SELECT ABS(DISTINCT a) FROM t',
      detects: (call) => call.filter !== null || call.distinct || hasStar(call),
    },
    {
      name: 'other options of functions',
      example: "SELECT a FROM t WHERE MATCH(b, 'x', nope='y')",
      detects: (call) => call.options.some(({ name }) => !isV2Option(name, nameOf(call))),
    },
    {
      name: 'functions that V2 does not have',
      example: 'SELECT COALESCE(a, 1) FROM t',
      detects: (call) => !isV2Function(nameOf(call)),
    },
    {
      name: 'other units',
      example: 'SELECT TIMESTAMPADD(DAY_HOUR, 1, a) FROM t',
      detects: hasOtherUnit,
    },
    {
      name: 'HIGHLIGHT of no field',
      example: 'SELECT HIGHLIGHT() FROM t',
      detects: ({ name, args }) => /^highlight$/i.test(name) && args.length === 0,
    },
    {
      name: 'other parts of a date',
      example: 'SELECT EXTRACT(SECOND_OF_MINUTE FROM a) FROM t',
      detects: ({ name, args: [part] }) =>
        /^extract$/i.test(name) && part?.kind === 'column' && !isV2Unit(part.parts[0]),
    },
    {
      name: 'SCORE of something else than a search',
      example: 'SELECT a FROM t WHERE SCORE(b > 1, 2)',
      detects: ({ name, args: [search] }) =>
        SCORES.test(name) && !(search?.kind === 'call' && isV2Search(search.name.toLowerCase())),
    },
    {
      name: 'other arguments of a full-text search',
      example: 'SELECT a FROM t WHERE MATCH(b)',
      detects: isOtherSearch,
    },
  ],
};

const SCORES = /^score(?:_?query)?$/i;

function nameOf({ name }: CallNode): string {
  return name.toLowerCase();
}

/** Of functions that take a simple unit; others, EXTRACT, take both. */
function hasOtherUnit({ name, args: [unit] }: CallNode): boolean {
  if (!/^timestamp(?:add|diff)$/i.test(name) || unit?.kind !== 'column') return false;
  return unit.parts[0].includes('_') || !isV2Unit(unit.parts[0]);
}

function hasStar({ args }: CallNode): boolean {
  return args.some(({ kind }) => kind === 'star');
}
