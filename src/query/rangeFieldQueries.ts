import { illegalArgument, type JsonValue, javaDouble, type Steps } from '../common/index.ts';
import { formatIp, type MappedFieldType, type RangeBoundOptions, stepIp } from '../mapper/index.ts';
import type { TermsReader } from '../segment/index.ts';
import { scanPairColumn } from './bound/columnScan.ts';
import { constantQuery, matchNoneQuery } from './bound/constantQuery.ts';
import type { BoundQuery } from './bound/query.ts';
import { plainShape } from './bound/shape.ts';
import { termSetQuery } from './bound/termSetQuery.ts';
import { NO_DOCS } from './docSet.ts';
import { ipRangeOf } from './ipRange.ts';
import type { DocSet, LeafContext } from './types.ts';

/** Queries on range fields. */

export type RangeRelation = 'intersects' | 'contains' | 'within';

/**
 * How a field's value [from, to] relates to the query's [low, high]; for numbers and for addresses in hex.
 */
const RELATIONS: Readonly<
  Record<RangeRelation, <T extends number | string>(from: T, to: T, low: T, high: T) => boolean>
> = {
  intersects: (from, to, low, high) => from <= high && to >= low,
  contains: (from, to, low, high) => from <= low && to >= high,
  within: (from, to, low, high) => from >= low && to <= high,
};

/** Ranges that contain one value, or all addresses of a block. */
export function rangeContainsQuery(field: MappedFieldType, value: JsonValue): BoundQuery {
  if (field.typeName === 'ip_range') {
    if (String(value).includes('/')) throw illegalArgument(`'${value}' is not an IP string literal.`);
    const { low, high } = ipRangeOf(field, value);
    return ipRangeQuery(field.name, 'contains', low, high);
  }
  const point = Number(field.toIndexValue(value));
  return numberRangeQuery(field.name, 'contains', point, point);
}

export interface RangeBounds {
  readonly from: JsonValue;
  readonly to: JsonValue;
  readonly includeLower: boolean;
  readonly includeUpper: boolean;
  readonly relation: RangeRelation;
}

type Options = Omit<RangeBoundOptions, 'roundUp'>;

export function rangeOfRangesQuery(
  field: MappedFieldType,
  bounds: RangeBounds,
  options: Options,
): BoundQuery {
  return field.typeName === 'ip_range' ? ofAddresses(field, bounds) : ofNumbers(field, bounds, options);
}

const FRACTIONS: ReadonlySet<string> = new Set(['float_range', 'double_range']);

function reversed(from: string, to: string): Error {
  return illegalArgument(`Range query \`from\` value (${from}) is greater than \`to\` value (${to})`);
}

function ofAddresses(field: MappedFieldType, bounds: RangeBounds): BoundQuery {
  const { from, to, includeLower, includeUpper, relation } = bounds;
  const lowest = from === null ? '0'.repeat(32) : ipRangeOf(field, from).low;
  const highest = to === null ? 'f'.repeat(32) : ipRangeOf(field, to).high;
  if (lowest > highest) throw reversed(`/${formatIp(lowest)}`, `/${formatIp(highest)}`);
  const low = includeLower || from === null ? lowest : stepIp(lowest, 1);
  const high = includeUpper || to === null ? highest : stepIp(highest, -1);
  if (low === null || high === null || low > high) return matchNoneQuery;
  return ipRangeQuery(field.name, relation, low, high);
}

function ofNumbers(field: MappedFieldType, bounds: RangeBounds, options: Options): BoundQuery {
  const { from, to, includeLower, includeUpper, relation } = bounds;
  const bound = (value: JsonValue, roundUp: boolean): number =>
    Number(field.toRangeBound(value, { ...options, roundUp }));
  const low = from === null ? Number.NEGATIVE_INFINITY : bound(from, !includeLower);
  const high = to === null ? Number.POSITIVE_INFINITY : bound(to, includeUpper);
  const print = FRACTIONS.has(field.typeName) ? javaDouble : String;
  if (low > high) throw reversed(print(low), print(high));
  const step = field.nextBound ?? ((value, by) => value + by);
  const [least, most] = [includeLower ? low : step(low, 1), includeUpper ? high : step(high, -1)];
  return least > most ? matchNoneQuery : numberRangeQuery(field.name, relation, least, most);
}

function numberRangeQuery(field: string, relation: RangeRelation, low: number, high: number): BoundQuery {
  const relates = RELATIONS[relation];
  const match = ({ reader }: LeafContext): DocSet | Steps<DocSet> => {
    const column = reader.column(field);
    if (column === null || column.kind !== 'pairs') return NO_DOCS;
    return scanPairColumn(column, reader.maxDoc, (from, to) => relates(from, to, low, high));
  };
  const text = `${field}:<ranges:[${javaDouble(low)} : ${javaDouble(high)}]>`;
  return constantQuery(`${field}:${relation}[${low},${high}]`, match, () =>
    plainShape('RangeFieldQuery', text),
  );
}

function ipRangeQuery(field: string, relation: RangeRelation, low: string, high: string): BoundQuery {
  const relates = RELATIONS[relation];
  const select = (terms: TermsReader): Uint32Array => {
    const ords: number[] = [];
    for (let ord = 0; ord < terms.size; ord++) {
      const term = terms.term(ord);
      if (relates(term.slice(0, 32), term.slice(32), low, high)) ords.push(ord);
    }
    return Uint32Array.from(ords);
  };
  const text = `${field}:<ranges:[${formatIp(low)} : ${formatIp(high)}]>`;
  return termSetQuery(field, `${field}:${relation}[${low},${high}]`, select, null, () =>
    plainShape('RangeFieldQuery', text),
  );
}
