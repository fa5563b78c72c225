import type { Pacer } from '../../common/index.ts';
import type { IndexedField } from '../../mapper/index.ts';
import type { FieldData } from '../data.ts';

export type FieldKind = IndexedField['kind'];
export type FieldOf<K extends FieldKind> = Extract<IndexedField, { readonly kind: K }>;

/** Collects one kind of content of one field; not searchable. */
export interface FieldWriter<K extends FieldKind = FieldKind> {
  /** Documents come in ascending order, each once. */
  add(doc: number, field: FieldOf<K>): void;
  /** The part of the field that this kind gives; the writer is not used afterwards. */
  finish(maxDoc: number, pacer: Pacer): Partial<FieldData> | Promise<Partial<FieldData>>;
  /** Memory held, roughly. */
  readonly sizeBytes: number;
}
