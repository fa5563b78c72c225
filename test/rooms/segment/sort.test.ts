import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FixedBitSet } from '../../../src/common/index.ts';
import { RamDirectory } from '../../../src/directory/index.ts';
import type { IndexedField } from '../../../src/mapper/index.ts';
import {
  checkSegment,
  type IndexSortField,
  LeafReader,
  SegmentBuilder,
  SegmentCore,
  sortSegment,
} from '../../../src/segment/index.ts';
import { sortWithPauses } from '../../../src/segment/sort/sortWithPauses.ts';
import { buildOf, document, keyword, numbers, pacer, reopened, text } from './documents.ts';
import { dump } from './dump.ts';

const word = fc.constantFrom('a', 'b', 'ab', 'é', 'zebra');
const number = fc.integer({ min: -3, max: 3 });
const field: fc.Arbitrary<IndexedField> = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 3 }).map((terms) => keyword('k', ...terms)),
  fc.array(number, { minLength: 1, maxLength: 3 }).map((values) => numbers('n', ...values)),
  number.map((value) => numbers('one', value)),
  fc.bigInt({ min: 2n ** 60n, max: 2n ** 60n + 3n }).map((value) => numbers('big', value)),
  fc.array(word, { maxLength: 5 }).map((words) => text('t', words.join(' '))),
  number.map((lat): IndexedField => ({ kind: 'geo', field: 'g', lats: [lat], lons: [-lat] })),
  number.map((x): IndexedField => ({ kind: 'vector', field: 'v', values: Float32Array.of(x, 1) })),
  word.map(
    (value): IndexedField => ({ kind: 'binary', field: 'b', values: [Buffer.from(value), Buffer.from('x')] }),
  ),
  fc.constant<IndexedField>({ kind: 'presence', field: 'p' }),
);
const documentOf = fc.record({
  fields: fc.uniqueArray(field, { selector: (one) => one.field, maxLength: 8 }),
  routing: fc.option(fc.constantFrom('', 'r')),
  deleted: fc.boolean(),
});
type Document = typeof documentOf extends fc.Arbitrary<infer T> ? T : never;

const sortField: fc.Arbitrary<IndexSortField> = fc.record({
  field: fc.constantFrom('k', 'n', 'one', 'big', 'none'),
  descending: fc.boolean(),
  usesLargest: fc.boolean(),
  missingFirst: fc.boolean(),
});

/** The value that decides, straight from the document. */
function keyOf(
  { fields }: Document,
  { field, usesLargest }: IndexSortField,
): Buffer | number | bigint | null {
  const found = fields.find((one) => one.field === field);
  if (found?.kind === 'terms') {
    const terms = found.terms.map((term) => Buffer.from(term)).sort(Buffer.compare);
    return terms[usesLargest ? terms.length - 1 : 0];
  }
  if (found?.kind !== 'numbers') return null;
  const values = [...found.values].sort((a, b) => Number(a) - Number(b));
  return values[usesLargest ? values.length - 1 : 0];
}

function compareDocuments(a: Document, b: Document, sort: readonly IndexSortField[]): number {
  if (a.deleted !== b.deleted) return a.deleted ? -1 : 1;
  for (const by of sort) {
    const [left, right] = [keyOf(a, by), keyOf(b, by)];
    if (left === null && right === null) continue;
    if (left === null || right === null) return (left === null) === by.missingFirst ? -1 : 1;
    const isBuffers = Buffer.isBuffer(left) && Buffer.isBuffer(right);
    const order = isBuffers ? Buffer.compare(left, right) : left < right ? -1 : left > right ? 1 : 0;
    if (order !== 0) return by.descending ? -order : order;
  }
  return 0;
}

describe('sortSegment', () => {
  it('makes what a segment of the documents in this order would be', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(documentOf, { minLength: 1, maxLength: 8 }),
        fc.array(sortField, { minLength: 1, maxLength: 3 }),
        async (documents, sort) => {
          const parsed = documents.map((one, i) => document(`d${i}`, one.fields, { routing: one.routing }));
          const live = new FixedBitSet(documents.length);
          documents.forEach((one, i) => {
            if (!one.deleted) live.add(i);
          });
          const sorted = await sortSegment(await buildOf(parsed).finish(pacer), live, sort, pacer);
          const order = documents.map((_, i) => i);
          order.sort((a, b) => compareDocuments(documents[a], documents[b], sort));
          const builder = new SegmentBuilder();
          for (const i of order) builder.add(parsed[i], { seqNo: i, version: 1, primaryTerm: 1 });
          const expected = new LeafReader(new SegmentCore('_0', await builder.finish(pacer), 0), null);
          const actual = new LeafReader(new SegmentCore('_0', sorted.data, 0), null);
          expect(dump(actual)).toEqual(dump(expected));
          const { docMap, liveDocs } = sorted;
          order.forEach((old, i) => {
            expect(docMap === null ? old : docMap[old]).toBe(i);
            expect(liveDocs?.has(i)).toBe(!documents[old].deleted);
          });
          const directory = new RamDirectory();
          await reopened(actual, directory);
          await checkSegment(directory, '_0');
        },
      ),
      { numRuns: 200 },
    );
  });

  it('sorts many documents in pieces, and keeps the order of equal ones', async () => {
    const keys = Array.from({ length: 30_000 }, (_, i) => (i * 7919) % 100);
    const sorted = await sortWithPauses(keys.length, (a, b) => keys[a] - keys[b], pacer);
    expect([...sorted]).toEqual(keys.map((_, i) => i).sort((a, b) => keys[a] - keys[b]));
  });
});
