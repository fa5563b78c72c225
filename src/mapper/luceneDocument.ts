import type { TermSink } from '../analysis/index.ts';
import type { IndexedField, LuceneDocument } from './types.ts';

/** A field of a document under construction. */
type Growing<K extends IndexedField['kind']> = Extract<IndexedField, { kind: K }>;

/**
 * Makes a list writable while its field is under construction; it is read-only once the document is finished.
 */
function grow<T>(list: readonly T[]): T[] {
  return list as T[];
}

/** Identifies a field to a builder. */
export interface FieldSlot {
  readonly name: string;
  /** Index into the root document's slot table; -1 to look up by name. */
  readonly slot: number;
}

/**
 * Maps slots to fields of the root document. One table is shared by all documents of a mapping, so that a
 * document costs no allocation proportional to the mapping's size. Only one document at a time uses it;
 * entries carry the document's number, which distinguishes them from those of earlier documents.
 */
export class SlotTable {
  readonly #places: Int32Array;
  readonly #documents: Float64Array;
  #document = 0;

  constructor(size: number) {
    this.#places = new Int32Array(size);
    this.#documents = new Float64Array(size);
  }

  get size(): number {
    return this.#places.length;
  }

  /** Returns the number of a new document. */
  begin(): number {
    return ++this.#document;
  }

  /** The position of the slot's field in the document, or -1. */
  get(slot: number, document: number): number {
    return this.#documents[slot] === document ? this.#places[slot] : -1;
  }

  set(slot: number, document: number, place: number): void {
    this.#places[slot] = place;
    this.#documents[slot] = document;
  }
}

/** Collects the indexed fields of one Lucene document: several values of a field become one IndexedField. */
export class LuceneDocumentBuilder {
  readonly nestedPath: string | null;
  readonly nestedOffset: number;
  readonly parent: LuceneDocumentBuilder | null;
  readonly fields: IndexedField[] = [];
  readonly #slots: SlotTable | null;
  readonly #document: number;
  /** A list, since few documents have many text fields. */
  #textSinks: TextSink[] | null = null;
  /** Positions in `fields` by name and kind, for fields without a slot. Created on the first lookup. */
  #places: Map<string, Map<IndexedField['kind'], number>> | null = null;

  constructor(
    nestedPath: string | null,
    nestedOffset: number,
    parent: LuceneDocumentBuilder | null,
    slots: SlotTable | null,
  ) {
    this.nestedPath = nestedPath;
    this.nestedOffset = nestedOffset;
    this.parent = parent;
    this.#slots = slots;
    this.#document = slots?.begin() ?? 0;
  }

  addTerm(slot: FieldSlot, term: string, indexed: boolean, docValues: boolean): void {
    const field = this.#find(slot, 'terms');
    if (field === null)
      this.#add(slot, { kind: 'terms', field: slot.name, terms: [term], indexed, docValues });
    else grow(field.terms).push(term);
  }

  addNumber(slot: FieldSlot, value: number | bigint): void {
    const field = this.#find(slot, 'numbers');
    if (field === null) this.#add(slot, { kind: 'numbers', field: slot.name, values: [value] });
    else grow(field.values).push(value);
  }

  addPoint(slot: FieldSlot, lat: number, lon: number): void {
    const field = this.#find(slot, 'geo');
    if (field === null) this.#add(slot, { kind: 'geo', field: slot.name, lats: [lat], lons: [lon] });
    else {
      grow(field.lats).push(lat);
      grow(field.lons).push(lon);
    }
  }

  addRange(slot: FieldSlot, from: number, to: number): void {
    const field = this.#find(slot, 'ranges');
    if (field === null) this.#add(slot, { kind: 'ranges', field: slot.name, from: [from], to: [to] });
    else {
      grow(field.from).push(from);
      grow(field.to).push(to);
    }
  }

  addBinary(slot: FieldSlot, bytes: Uint8Array): void {
    const field = this.#find(slot, 'binary');
    if (field === null) this.#add(slot, { kind: 'binary', field: slot.name, values: [bytes] });
    else grow(field.values).push(bytes);
  }

  /** A document has one vector per field; a second one replaces the first. */
  addVector(slot: FieldSlot, values: Float32Array): void {
    const field = this.#find(slot, 'vector');
    if (field === null) this.#add(slot, { kind: 'vector', field: slot.name, values });
    else this.fields[this.fields.indexOf(field)] = { ...field, values };
  }

  addPresence(slot: FieldSlot): void {
    if (this.#find(slot, 'presence') === null) this.#add(slot, { kind: 'presence', field: slot.name });
  }

  /** The sink for the terms of the next value of a text field. */
  textSink(slot: FieldSlot, norms: boolean): TermSink {
    const field = this.#find(slot, 'text');
    const existing = field === null ? undefined : this.#textSinks?.find((sink) => sink.field === field);
    if (existing !== undefined) return existing;
    const sink = new TextSink(slot.name, norms);
    if (this.#textSinks === null) this.#textSinks = [sink];
    else this.#textSinks.push(sink);
    this.#add(slot, sink.field);
    return sink;
  }

  /** Adds the fields of another document (nested `include_in_parent`). */
  include(other: LuceneDocumentBuilder): void {
    for (const field of other.fields) {
      if (this.#placesOf(field.field) === undefined) this.#push(field);
      else this.#append(field);
    }
  }

  finish(parentIndex: number): LuceneDocument {
    return {
      nestedPath: this.nestedPath,
      nestedOffset: this.nestedOffset,
      parent: parentIndex,
      fields: this.fields,
    };
  }

  #append(field: IndexedField): void {
    const slot = { name: field.field, slot: -1 };
    if (field.kind === 'terms') {
      for (const term of field.terms) this.addTerm(slot, term, field.indexed, field.docValues);
    } else if (field.kind === 'numbers') for (const value of field.values) this.addNumber(slot, value);
    else if (field.kind === 'binary') for (const bytes of field.values) this.addBinary(slot, bytes);
    else if (field.kind === 'text') {
      const sink = this.textSink(slot, field.norms);
      field.terms.forEach((term, index) => {
        sink.terms.push(term);
        sink.positions.push(sink.position + 1 + field.positions[index]);
      });
      sink.position = sink.positions.at(-1) ?? sink.position;
      sink.length += field.length;
    }
  }

  #find<K extends IndexedField['kind']>(slot: FieldSlot, kind: K): Growing<K> | null {
    if (slot.slot >= 0 && this.#slots !== null) {
      const index = this.#slots.get(slot.slot, this.#document);
      return index < 0 ? null : (this.fields[index] as Growing<K>);
    }
    const place = this.#placesOf(slot.name)?.get(kind);
    return place === undefined ? null : (this.fields[place] as Growing<K>);
  }

  #placesOf(name: string): Map<IndexedField['kind'], number> | undefined {
    if (this.#places === null) {
      this.#places = new Map();
      for (let i = 0; i < this.fields.length; i++) this.#place(i, this.#places);
    }
    return this.#places.get(name);
  }

  /** Records a position; of several fields with the same name and kind, the first one wins. */
  #place(index: number, places: Map<string, Map<IndexedField['kind'], number>>): void {
    const { field, kind } = this.fields[index];
    const byKind = places.get(field);
    if (byKind === undefined) places.set(field, new Map([[kind, index]]));
    else if (!byKind.has(kind)) byKind.set(kind, index);
  }

  #add(slot: FieldSlot, field: IndexedField): void {
    if (slot.slot >= 0 && this.#slots !== null) {
      this.#slots.set(slot.slot, this.#document, this.fields.length);
    }
    this.#push(field);
  }

  #push(field: IndexedField): void {
    this.fields.push(field);
    if (this.#places !== null) this.#place(this.fields.length - 1, this.#places);
  }
}

/**
 * Also the text field under construction, so that the analyzer writes terms and positions straight into it.
 */
class TextSink implements TermSink {
  readonly terms: string[] = [];
  readonly positions: number[] = [];
  position = -1;
  readonly field: Growing<'text'> & { length: number };

  constructor(name: string, norms: boolean) {
    this.field = {
      kind: 'text',
      field: name,
      terms: this.terms,
      positions: this.positions,
      length: 0,
      norms,
    };
  }

  get length(): number {
    return this.field.length;
  }

  set length(value: number) {
    this.field.length = value;
  }
}
