import { float32ToNumber } from '../../common/index.ts';
import { isMissingValue, oncePerLeaf, type QueryShardContext } from '../../query/index.ts';
import { asText, compileScript, DocLookup, Double, type ScriptSource, toNumber } from '../../script/index.ts';
import type { SortOrder } from '../source/sortParts.ts';
import { idOrder, makeIdOrder } from './idOrder.ts';
import { parseAfterText } from './searchAfter.ts';
import { type LeafSortKey, rankedKeys, type SortKey, type SortValue, valueComparator } from './sortKey.ts';

/** Keys that are not fields have no name in the original's errors. */
function parseNumber(value: unknown, fractions: boolean): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  return parseAfterText(String(value), null, fractions);
}

/** `_score`. */
export function scoreKey(order: SortOrder): SortKey {
  const descending = order === 'desc';
  const directed = (score: number): number => (descending ? -score : score);
  return {
    needsScores: true,
    hasFractions: true,
    compare: valueComparator(descending, false),
    parseAfter: (value) => Math.fround(parseNumber(value, true)),
    leaf(_leaf, docs, scores, constant) {
      const keys = new Float64Array(docs.length);
      for (let i = 0; i < docs.length; i++) keys[i] = directed(scores === null ? constant : scores[i]);
      return {
        keys,
        value: (i) => float32ToNumber(scores === null ? constant : scores[i]),
        keyOf: (value) => directed(Math.fround(Number(value))),
      };
    },
  };
}

/** `_doc`: index order. */
export function docKey(order: SortOrder): SortKey {
  const descending = order === 'desc';
  return {
    needsScores: false,
    compare: valueComparator(descending, false),
    parseAfter: (value) => parseNumber(value, false),
    valueInOrder: descending ? undefined : (leaf, doc) => leaf.docBase + doc,
    leaf(leaf, docs) {
      const sign = descending ? -1 : 1;
      const keys = new Float64Array(docs.length);
      for (let i = 0; i < docs.length; i++) keys[i] = sign * (leaf.docBase + docs[i]);
      return {
        keys,
        value: (i) => leaf.docBase + docs[i],
        keyOf: (value) => (descending ? -1 : 1) * Number(value),
      };
    },
  };
}

/** `_script`: a script's result for each document. Missing values sort last. */
export function scriptKey(
  context: QueryShardContext,
  source: ScriptSource,
  type: 'number' | 'string',
  order: SortOrder,
): SortKey {
  const descending = order === 'desc';
  const script = compileScript(source, type === 'number' ? 'number_sort' : 'string_sort');
  const compare = valueComparator(descending, false);
  const valuesIn = oncePerLeaf(({ reader }) => {
    const lookup = new DocLookup(context.mapper, reader, context);
    let current = 0;
    const run = script.bind({
      doc: lookup,
      score: () => new Double(current),
      now: context.now,
      random: context.random,
    });
    return (doc: number, score: number): SortValue => {
      lookup.doc = doc;
      current = score;
      return scriptValue(context, run, type, descending);
    };
  });
  return {
    needsScores: source.source?.includes('_score') ?? false,
    isCostly: true,
    hasFractions: type === 'number',
    compare,
    parseAfter: (value) => (type === 'number' ? parseNumber(value, true) : String(value)),
    leaf(leaf, docs, scores, constant) {
      const read = valuesIn(leaf);
      const values: SortValue[] = new Array(docs.length);
      for (let i = 0; i < docs.length; i++) values[i] = read(docs[i], scores?.[i] ?? constant);
      return type === 'number' ? numberKeys(values, descending) : rankedKeys(values, compare);
    },
  };
}

/** Numbers are their own keys. */
function numberKeys(values: readonly SortValue[], descending: boolean): LeafSortKey {
  const keyOf = (value: SortValue): number => {
    const number = Number(value);
    if (Number.isNaN(number)) return descending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return descending ? -number : number;
  };
  return { keys: Float64Array.from(values, keyOf), value: (i) => values[i], keyOf };
}

function scriptValue(
  context: QueryShardContext,
  run: () => Parameters<typeof asText>[0],
  type: 'number' | 'string',
  descending: boolean,
): SortValue {
  const missing = type === 'string' ? null : descending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  try {
    const value = run();
    if (type === 'string') return value === null ? null : asText(value);
    return toNumber(value) ?? missing;
  } catch (error) {
    if (isMissingValue(context, error)) return missing;
    throw error;
  }
}

/** `_id`: in text order of the ids. */
export function idKey(order: SortOrder, context: QueryShardContext): SortKey {
  const compare = valueComparator(order === 'desc', false);
  const sign = order === 'desc' ? -1 : 1;
  const { pacer } = context;
  if (pacer) {
    context.prepare(async () => {
      for (const leaf of context.leaves) await makeIdOrder(leaf, pacer);
    });
  }
  return {
    needsScores: false,
    compare,
    parseAfter: (value) => String(value),
    leaf(leaf, docs) {
      const known = idOrder(leaf);
      const value = (i: number): string => leaf.reader.id(docs[i]);
      if (known === null) {
        return rankedKeys(
          Array.from(docs, (_, i) => value(i)),
          compare,
        );
      }
      const keys = new Float64Array(docs.length);
      for (let i = 0; i < docs.length; i++) keys[i] = sign * known.ranks[docs[i]];
      return { keys, value, keyOf: (id) => sign * known.rankOf(String(id)) };
    },
  };
}

/** Every document has the same value. */
export function constantKey(value: SortValue, order: SortOrder): SortKey {
  return {
    needsScores: false,
    compare: valueComparator(order === 'desc', false),
    parseAfter: (after) => (after === null || typeof after === 'number' ? after : String(after)),
    valueInOrder: () => value,
    leaf: (_leaf, docs) => ({
      keys: new Float64Array(docs.length),
      value: () => value,
      keyOf: () => 0,
    }),
  };
}
