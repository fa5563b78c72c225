import type { Pacer } from '../../common/index.ts';
import type { IndexedField } from '../../mapper/index.ts';
import type { FieldData } from '../data.ts';

export type FieldKind = IndexedField['kind'];
export type FieldOf<K extends FieldKind> = Extract<IndexedField, { readonly kind: K }>;

/** Collects one kind of content of a field; not searchable. */
export interface FieldWriter<K extends FieldKind = FieldKind> {
  /** Documents are added in ascending order, each once. */
  add(doc: number, field: FieldOf<K>): void;
  /** Returns this kind's part of the field; the writer must not be used afterwards. */
  finish(maxDoc: number, pacer: Pacer): Partial<FieldData> | Promise<Partial<FieldData>>;
  /** Approximate memory usage. */
  readonly sizeBytes: number;
}
