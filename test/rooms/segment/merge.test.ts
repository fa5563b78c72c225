import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FixedBitSet } from '../../../src/common/index.ts';
import { RamDirectory } from '../../../src/directory/index.ts';
import type { IndexedField, LuceneDocument, ParsedDocument } from '../../../src/mapper/index.ts';
import {
  checkSegment,
  LeafReader as Leaf,
  type LeafReader,
  mergeSegments,
  SegmentCore,
} from '../../../src/segment/index.ts';
import { document, keyword, numbers, pacer, readerOf, reopened, text } from './documents.ts';
import { dump } from './dump.ts';

const word = fc.constantFrom(
  'a',
  'b',
  'ab',
  'abc',
  'zebra',
  'é',
  '\u{1F600}',
  '\uFFFD',
  'common-prefix-1',
  'common-prefix-2',
);
const words = fc.array(word, { maxLength: 5 });
const integer = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.bigInt({ min: 2n ** 60n, max: 2n ** 60n + 3n }));
const double = fc.integer({ min: -5, max: 5 });

const field: fc.Arbitrary<IndexedField> = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 3 }).map((terms) => keyword('k', ...terms)),
  word.map((term) => keyword('single', term)),
  word.map(
    (term): IndexedField => ({ kind: 'terms', field: 'dv', terms: [term], indexed: false, docValues: true }),
  ),
  word.map(
    (term): IndexedField => ({ kind: 'terms', field: 'ix', terms: [term], indexed: true, docValues: false }),
  ),
  words.map((terms) => text('t', terms.join(' '))),
  fc.array(double, { minLength: 1, maxLength: 3 }).map((values) => numbers('n', ...values)),
  double.map((value) => numbers('one', value)),
  integer.map((value) => numbers('big', value)),
  double.map((lat): IndexedField => ({ kind: 'geo', field: 'g', lats: [lat], lons: [-lat] })),
  double.map((from): IndexedField => ({ kind: 'ranges', field: 'r', from: [from, 0], to: [9, from] })),
  double.map((x): IndexedField => ({ kind: 'vector', field: 'v', values: Float32Array.of(x, 1) })),
  fc
    .uint8Array({ maxLength: 3 })
    .map((value): IndexedField => ({ kind: 'binary', field: 'b', values: [value, value] })),
  fc.constant<IndexedField>({ kind: 'presence', field: 'p' }),
);
const fields = fc.uniqueArray(field, { selector: (one) => one.field, maxLength: 8 });

const block = fc.record({
  fields,
  children: fc.array(fc.record({ path: fc.constantFrom('x', 'y'), fields }), { maxLength: 2 }),
  routing: fc.option(fc.constantFrom('', 'r')),
  deleted: fc.boolean(),
});
type Block = typeof block extends fc.Arbitrary<infer T> ? T : never;

function parsed(id: string, { fields: rootFields, children, routing }: Block): ParsedDocument {
  const childDocs: LuceneDocument[] = children.map((child, i) => ({
    nestedPath: child.path,
    nestedOffset: i,
    parent: children.length,
    fields: child.fields,
  }));
  const root = { nestedPath: null, nestedOffset: -1, parent: -1, fields: rootFields };
  return document(id, [], { docs: [...childDocs, root], routing });
}

/** A reader over the blocks with the deleted ones deleted. */
async function open(segment: readonly Block[], prefix: string): Promise<LeafReader> {
  const reader = await readerOf(segment.map((one, i) => parsed(`${prefix}${i}`, one)));
  if (!segment.some((one) => one.deleted)) return reader;
  const live = FixedBitSet.full(reader.maxDoc);
  segment.forEach((one, i) => {
    const root = reader.lookupId(`${prefix}${i}`);
    for (let doc = reader.blockStart(root); one.deleted && doc <= root; doc++) live.remove(doc);
  });
  return reader.withLiveDocs(live);
}

const withoutVersions = (dumped: unknown): unknown =>
  JSON.parse(JSON.stringify(dumped, (key, value) => (key === 'version' ? undefined : value)));

describe('mergeSegments', () => {
  it('makes what a segment of the live documents alone would be', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(block, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
        async (segments) => {
          const readers = await Promise.all(segments.map((segment, i) => open(segment, `s${i}-`)));
          const { data, docMaps } = await mergeSegments(readers, pacer);
          const merged = new Leaf(new SegmentCore('_1', data, 0), null);
          const live = segments.flatMap((segment, i) =>
            segment.flatMap((one, j) => (one.deleted ? [] : [parsed(`s${i}-${j}`, one)])),
          );
          const expected = await readerOf(live);
          expect(withoutVersions(dump(merged))).toEqual(withoutVersions(dump(expected)));
          readers.forEach((reader, i) => {
            segments[i].forEach((one, j) => {
              const root = reader.lookupId(`s${i}-${j}`);
              if (!one.deleted) expect(docMaps[i][root]).toBe(merged.lookupId(`s${i}-${j}`));
            });
          });
          const directory = new RamDirectory();
          expect(dump(await reopened(merged, directory))).toEqual(dump(merged));
          await checkSegment(directory, '_1');
        },
      ),
      { numRuns: 120 },
    );
  });
});
