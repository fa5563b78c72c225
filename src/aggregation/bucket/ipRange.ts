import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  jsonAt,
  OpenSearchError,
} from '../../common/index.ts';
import { formatIp, parseCidr, parseIp, stepIp } from '../../mapper/index.ts';
import { type LeafContext, textAt, tokenName } from '../../query/index.ts';
import type { OrdinalColumn } from '../../segment/index.ts';
import { anyField, booleanField, parseObject, readItems } from '../framework/objectParser.ts';
import { parsingErrorAt } from '../framework/parseErrors.ts';
import type { AggregationType } from '../framework/specs.ts';
import { type IdRun, type KeyReader, type KeySource, NO_KEYS } from '../values/keys.ts';
import { termColumn } from '../values/termKeys.ts';
import { requireField, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import type { RangeRow } from './internalRange.ts';
import { RangeAggregator } from './rangeAggregator.ts';

/** Bounds as 32 hex digits: from inclusive, to exclusive; `null` if open. */
interface IpRange {
  readonly key: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

const fields = {
  ...valuesFields,
  keyed: booleanField(),
  ranges: anyField(['START_ARRAY', 'START_OBJECT'], (value, place) => readItems(value, place, readRange)),
} as const;

const ITEM_NAMES = ['key', 'from', 'to', 'mask'];

/** The original reads names and texts in turn; bad addresses it finds at the end. */
function readRange(container: object, key: string | number): IpRange {
  const item = jsonAt(container, key);
  if (!isJsonObject(item)) {
    const at = { container, key, edge: 'value' } as const;
    throw parsingErrorAt(`[ranges] must contain objects, but hit a ${tokenName(item)}`, at);
  }
  const found: Record<string, string | null> = {};
  for (const name of Object.keys(item)) {
    if (!ITEM_NAMES.includes(name)) {
      const at = { container: item, key: name, edge: 'value' } as const;
      throw parsingErrorAt(`Unexpected ip range parameter: [${name}]`, at);
    }
    const isOpen = item[name] === null && BOUNDS.includes(name);
    found[name] = isOpen ? null : textAt(item, name);
  }
  try {
    return rangeOf(found);
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw error.placedAt({ container: item, key: null, edge: 'end' });
  }
}

const BOUNDS = ['from', 'to'];

function rangeOf(found: Readonly<Record<string, string | null>>): IpRange {
  const { key = null, from = null, to = null, mask = null } = found;
  if (mask !== null) {
    const cidr = parseCidr(mask);
    const open = /^0+$/.test(cidr.from);
    return { key: key ?? mask, from: open ? null : cidr.from, to: stepIp(cidr.to, 1) };
  }
  return { key, from: from === null ? null : parseIp(from), to: to === null ? null : parseIp(to) };
}

/** Ranges of addresses. */
export const ipRange: AggregationType = {
  name: 'ip_range',
  family: 'bucket',
  parse(json, aggregation) {
    const options = parseObject(json, fields, { parser: 'ip_range', aggregation, aliases: valuesAliases });
    requireField(options);
    return {
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'ip_range',
          kinds: ['ip'],
          defaultKind: 'ip',
        });
        const ranges = [...(options.ranges ?? [])].sort(compareRanges);
        if (ranges.length === 0) {
          throw illegalArgument(`No [ranges] specified for the [${aggregation}] aggregation`);
        }
        const keys = config.field === null ? NO_KEYS : new IpRangeKeys(termColumn(config), ranges);
        const rows = ranges.map(ipRow);
        return new RangeAggregator(place, keys, { type: 'ip_range', rows, keyed: options.keyed ?? false });
      },
    };
  },
};

function compareRanges(a: IpRange, b: IpRange): number {
  const [x, y] = [a.from ?? '', b.from ?? ''];
  if (x !== y) return x < y ? -1 : 1;
  const [to, otherTo] = [a.to ?? 'g', b.to ?? 'g'];
  return to < otherTo ? -1 : to > otherTo ? 1 : 0;
}

function ipRow({ key, from, to }: IpRange): RangeRow {
  const members: JsonObject = {};
  if (from !== null) members.from = formatIp(from);
  if (to !== null) members.to = formatIp(to);
  return { key: key ?? `${members.from ?? '*'}-${members.to ?? '*'}`, members };
}

/** The id of a key is the index of its range; each document counts once per range. */
class IpRangeKeys implements KeySource {
  readonly #column: (leaf: LeafContext) => OrdinalColumn | null;
  readonly #ranges: readonly IpRange[];

  constructor(column: (leaf: LeafContext) => OrdinalColumn | null, ranges: readonly IpRange[]) {
    this.#column = column;
    this.#ranges = ranges;
  }

  get size(): number {
    return this.#ranges.length;
  }

  key(id: number): number {
    return id;
  }

  addAll(): void {}

  leaf(leaf: LeafContext): KeyReader {
    const column = this.#column(leaf);
    if (column === null) return NO_KEYS.leaf(leaf);
    const { dictionary } = column;
    const bounds = this.#ranges.map(({ from, to }) => ({
      from: from === null ? 0 : dictionary.ceiling(from),
      to: to === null ? dictionary.size : dictionary.ceiling(to),
    }));
    return { read: (block) => rangesOf(block, column, bounds) };
  }
}

function rangesOf(
  block: Parameters<KeyReader['read']>[0],
  { ords, offsets, presence }: OrdinalColumn,
  bounds: readonly { readonly from: number; readonly to: number }[],
): IdRun {
  const ids: number[] = [];
  const positions: number[] = [];
  for (let i = 0; i < block.count; i++) {
    const doc = block.docs[i];
    if (presence !== null && !presence.has(doc)) continue;
    const values = ords.subarray(offsets ? offsets[doc] : doc, offsets ? offsets[doc + 1] : doc + 1);
    bounds.forEach(({ from, to }, range) => {
      if (!values.some((ord) => ord >= from && ord < to)) return;
      ids.push(range);
      positions.push(i);
    });
  }
  const count = ids.length;
  return { ids: Uint32Array.from(ids), positions: Uint32Array.from(positions), count, dense: false };
}
