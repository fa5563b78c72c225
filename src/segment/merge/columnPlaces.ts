import { FixedBitSet, type Pacer } from '../../common/index.ts';
import { GONE, type MergeSource } from './docMap.ts';

interface Layout {
  readonly offsets: Uint32Array | null;
  readonly presence: FixedBitSet | null;
}

interface ColumnPart {
  readonly source: MergeSource;
  /** `null` if the segment has no such column. */
  readonly column: Layout | null;
}

type Move = (target: number, from: number) => void;

/** The target positions of the values of a merged column. */
export interface ColumnPlaces extends Layout {
  readonly valueCount: number;
  /** Calls back for each live value of a source with its new and old position. */
  copy(source: MergeSource, column: Layout, move: Move): Promise<void>;
}

const DOCS_BETWEEN_PAUSES = 1 << 16;

/** The layout of the merged column, multi-valued if any source is; keeps the order of live documents. */
export async function placeColumn(
  parts: readonly ColumnPart[],
  maxDoc: number,
  pacer: Pacer,
): Promise<ColumnPlaces> {
  const presence = new FixedBitSet(maxDoc);
  const many = parts.some(({ column }) => column !== null && column.offsets !== null);
  const offsets = many ? new Uint32Array(maxDoc + 1) : null;
  const forEachLive = (source: MergeSource, column: Layout, visit: Visit): Promise<void> =>
    pacer.chunks(source.docMap.length, DOCS_BETWEEN_PAUSES, (from, to) =>
      visitLive(source, column, from, to, visit),
    );
  let present = 0;
  for (const { source, column } of parts) {
    if (column === null) continue;
    await forEachLive(source, column, (doc, from, to) => {
      presence.add(doc);
      present++;
      if (offsets) offsets[doc + 1] = to - from;
    });
  }
  if (offsets) for (let doc = 0; doc < maxDoc; doc++) offsets[doc + 1] += offsets[doc];
  return {
    offsets,
    presence: present === maxDoc ? null : presence,
    valueCount: offsets ? offsets[maxDoc] : maxDoc,
    copy: (source, column, move) =>
      forEachLive(source, column, (doc, from, to) => {
        const target = offsets === null ? doc : offsets[doc];
        for (let i = from; i < to; i++) move(target + i - from, i);
      }),
  };
}

/** Called with a live document with values: its new number, and the range of its values. */
type Visit = (doc: number, from: number, to: number) => void;

function visitLive(
  { docMap }: MergeSource,
  { offsets, presence }: Layout,
  fromDoc: number,
  toDoc: number,
  visit: Visit,
): void {
  for (let doc = fromDoc; doc < toDoc; doc++) {
    if (docMap[doc] === GONE || (presence !== null && !presence.has(doc))) continue;
    if (offsets === null) visit(docMap[doc], doc, doc + 1);
    else visit(docMap[doc], offsets[doc], offsets[doc + 1]);
  }
}
