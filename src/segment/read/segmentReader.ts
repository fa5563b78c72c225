import type { FixedBitSet } from '../../common/index.ts';
import { findId } from '../idTable.ts';
import { unpackNumber } from '../packedNumbers.ts';
import type { Column, DocId, SegmentReader, TermsReader, VectorValues } from '../types.ts';
import { ReusedUtf8Key, type Utf8Key } from '../utf8Key.ts';
import type { SegmentCore } from './segmentCore.ts';

/** Reused for every id lookup. */
const key = new ReusedUtf8Key();

/** A segment with the deletions of one moment. Snapshots of the same segment share its core. */
export class LeafReader implements SegmentReader {
  readonly core: SegmentCore;
  readonly liveDocs: FixedBitSet | null;
  readonly numDocs: number;
  readonly numRootDocs: number;

  constructor(core: SegmentCore, liveDocs: FixedBitSet | null) {
    this.core = core;
    this.liveDocs = liveDocs;
    this.numDocs = liveDocs?.cardinality() ?? core.data.maxDoc;
    const liveRoots = core.rootDocs && liveDocs ? liveDocs.clone().and(core.rootDocs) : core.rootDocs;
    this.numRootDocs = liveRoots?.cardinality() ?? this.numDocs;
  }

  get name(): string {
    return this.core.name;
  }

  get maxDoc(): number {
    return this.core.data.maxDoc;
  }

  get rootDocs(): FixedBitSet | null {
    return this.core.rootDocs;
  }

  get sizeBytes(): number {
    return this.core.sizeBytes;
  }

  get fieldNames(): readonly string[] {
    return this.core.fieldNames;
  }

  get cache(): Map<string, unknown> {
    return this.core.cache;
  }

  /** A snapshot of the same segment with other deletions. */
  withLiveDocs(liveDocs: FixedBitSet | null): LeafReader {
    return new LeafReader(this.core, liveDocs);
  }

  lookupId(id: string): DocId {
    return this.lookupKey(key.set(id));
  }

  lookupKey(key: Utf8Key): DocId {
    const { idTable, ids } = this.core.data.stored;
    return findId(idTable, ids, key);
  }

  id(doc: DocId): string {
    const { offsets } = this.core.data.stored.ids;
    return this.core.ids.toString('utf8', offsets[doc], offsets[doc + 1]);
  }

  source(doc: DocId): Uint8Array {
    const { bytes, offsets } = this.core.data.stored.sources;
    return bytes.subarray(offsets[doc], offsets[doc + 1]);
  }

  routing(doc: DocId): string | null {
    const { routings, routed } = this.core.data.stored;
    if (routings === null || !routed?.has(doc)) return null;
    return this.core.routings?.toString('utf8', routings.offsets[doc], routings.offsets[doc + 1]) ?? null;
  }

  seqNo(doc: DocId): number {
    return unpackNumber(this.core.data.stored.seqNos, doc);
  }

  primaryTerm(doc: DocId): number {
    return unpackNumber(this.core.data.stored.primaryTerms, doc);
  }

  version(doc: DocId): number {
    return unpackNumber(this.core.data.stored.versions, doc);
  }

  nestedPath(doc: DocId): string | null {
    const { nested } = this.core.data;
    return nested === null || nested.pathOrds[doc] === 0 ? null : nested.paths[nested.pathOrds[doc] - 1];
  }

  parent(doc: DocId): DocId {
    const { nested } = this.core.data;
    return nested === null || nested.pathOrds[doc] === 0 ? -1 : nested.parents[doc];
  }

  nestedOffset(doc: DocId): number {
    const { nested } = this.core.data;
    return nested === null || nested.pathOrds[doc] === 0 ? -1 : nested.offsets[doc];
  }

  nestedDocs(path: string): FixedBitSet | null {
    return this.core.nestedDocs(path);
  }

  terms(field: string): TermsReader | null {
    return this.core.terms(field);
  }

  norms(field: string): Uint8Array | null {
    return this.core.field(field)?.norms ?? null;
  }

  column(field: string): Column | null {
    return this.core.column(field);
  }

  vectors(field: string): VectorValues | null {
    return this.core.field(field)?.vectors ?? null;
  }

  exists(field: string): FixedBitSet | null {
    return this.core.exists(field);
  }

  /** The first document of the block whose root is `root`. */
  blockStart(root: DocId): DocId {
    const { nested } = this.core.data;
    let start = root;
    if (nested !== null) while (start > 0 && nested.pathOrds[start - 1] !== 0) start--;
    return start;
  }
}
