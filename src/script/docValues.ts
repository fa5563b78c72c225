import { OpenSearchError } from '../common/index.ts';
import type { MappedFieldType, MapperService } from '../mapper/index.ts';
import type { Column, SegmentReader } from '../segment/index.ts';
import { ZonedDateTime } from './painless/dates.ts';
import { PainlessFailure } from './painless/errors.ts';
import type { MemberHolder } from './painless/memberTable.ts';
import { asInteger, asText, Double, type Value } from './painless/values.ts';

const FLOATING = new Set(['half_float', 'float', 'double', 'scaled_float']);

function missingValue(): PainlessFailure {
  return new PainlessFailure(
    'illegal_state_exception',
    "A document doesn't have a value for a field! Use doc[<field>].size()==0 to check if a document is missing a field!",
  );
}

/** `doc['f']` of the current document: value, values, size, empty, and the members of its kind. */
export class ScriptDocValues implements MemberHolder {
  readonly className: string = 'org.opensearch.index.fielddata.ScriptDocValues';
  readonly #values: readonly Value[];

  constructor(values: readonly Value[]) {
    this.#values = values;
  }

  member(name: string, args: readonly Value[]): Value {
    switch (name) {
      case 'value':
      case 'getValue':
        return this.#first();
      case 'values':
        return [...this.#values];
      case 'size':
      case 'length':
      case 'getLength':
        return this.#values.length;
      case 'empty':
      case 'isEmpty':
        return this.#values.length === 0;
      case 'get':
        return this.at(args[0]);
      case 'contains':
        return this.#values.some((value) => asText(value) === asText(args[0]));
      case 'date':
        return this.#first();
      case 'lat':
      case 'lon':
        return (this.#first() as Map<string, Value>).get(name) ?? null;
      default:
        throw new PainlessFailure(
          'illegal_argument_exception',
          `dynamic getter [${this.className}, ${name}] not found`,
        );
    }
  }

  at(index: Value): Value {
    const value = this.#values[asInteger(index)];
    if (value === undefined) throw missingValue();
    return value;
  }

  toString(): string {
    return asText([...this.#values]);
  }

  #first(): Value {
    if (this.#values.length === 0) throw missingValue();
    return this.#values[0];
  }
}

/** `doc['v']` of a knn_vector: what the k-NN functions take. */
export class VectorDocValues implements MemberHolder {
  readonly className = 'org.opensearch.knn.index.KNNVectorScriptDocValues';
  readonly field: string;
  /** null: the document has no vector. */
  readonly vector: Float32Array | null;

  constructor(field: string, vector: Float32Array | null) {
    this.field = field;
    this.vector = vector;
  }

  member(name: string): Value {
    if (name === 'size' || name === 'length') return this.vector === null ? 0 : 1;
    if (name === 'empty' || name === 'isEmpty') return this.vector === null;
    if (name === 'value' || name === 'getValue')
      return Array.from(this.required(), (x): Value => new Double(x));
    throw new PainlessFailure(
      'illegal_argument_exception',
      `dynamic getter [${this.className}, ${name}] not found`,
    );
  }

  at(index: Value): Value {
    const values = this.member('value') as Value[];
    return asInteger(index) === 0 ? values : (values[asInteger(index)] ?? null);
  }

  /** The vector. Throws illegal_state_exception in the plugin's words where there is none. */
  required(): Float32Array {
    if (this.vector !== null) return this.vector;
    const reason =
      `One of the document doesn't have a value for field '${this.field}'. This can be avoided by checking if a ` +
      "document has a value for the field or not by doc['" +
      `${this.field}'].size() == 0 ? 0 : {your script}`;
    throw new PainlessFailure('illegal_state_exception', reason);
  }

  toString(): string {
    return this.className;
  }
}

type Reader = (doc: number) => MemberHolder;

/** The `doc` variable over one segment; `doc` is moved by the caller. One lookup per segment: columns are found once. */
export class DocLookup implements MemberHolder {
  readonly className = 'org.opensearch.search.lookup.LeafDocLookup';
  doc = 0;
  readonly #mapper: MapperService;
  readonly #segment: SegmentReader;
  readonly #readers = new Map<string, Reader>();

  constructor(mapper: MapperService, segment: SegmentReader) {
    this.#mapper = mapper;
    this.#segment = segment;
  }

  member(name: string, args: readonly Value[]): Value {
    if (name === 'containsKey') return this.#mapper.field(asText(args[0])) !== undefined;
    if (name === 'get') return this.at(args[0]);
    return this.at(name);
  }

  at(field: Value): Value {
    const name = asText(field);
    let reader = this.#readers.get(name);
    if (reader === undefined) {
      reader = fieldReader(this.#mapper, this.#segment, name);
      this.#readers.set(name, reader);
    }
    return reader(this.doc);
  }

  /** The source of the document; of a nested one, that of the document around it. */
  sourceBytes(): Uint8Array {
    let root = this.doc;
    while (this.#segment.parent(root) >= 0) root = this.#segment.parent(root);
    return this.#segment.source(root);
  }

  toString(): string {
    return 'doc';
  }
}

function fieldReader(mapper: MapperService, segment: SegmentReader, name: string): Reader {
  const type = mapper.field(name);
  if (type === undefined)
    throw new PainlessFailure('illegal_argument_exception', `No field found for [${name}] in mapping`);
  if (type.vector !== null) return vectorReader(segment, type);
  if (!type.hasDocValues && type.family !== 'metadata') throw noDocValues(type);
  const column = segment.column(type.name);
  if (column === null) return () => EMPTY;
  const convert = converter(type);
  return (doc) => {
    const raw = columnValues(column, doc);
    return raw.length === 0 ? EMPTY : new ScriptDocValues(raw.map(convert));
  };
}

const EMPTY = new ScriptDocValues([]);

function noDocValues(type: MappedFieldType): PainlessFailure {
  const reason =
    type.family === 'text'
      ? 'Text fields are not optimised for operations that require per-document field data like aggregations and ' +
        `sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set ` +
        `fielddata=true on [${type.name}] in order to load field data by uninverting the inverted index. Note that this ` +
        'can use significant memory.'
      : `Can't load fielddata on [${type.name}] because fielddata is unsupported on fields of type [${type.typeName}]. Use doc values instead.`;
  return new PainlessFailure('illegal_argument_exception', reason);
}

function vectorReader(segment: SegmentReader, type: MappedFieldType): Reader {
  const vectors = segment.vectors(type.name);
  if (vectors === null) return () => new VectorDocValues(type.name, null);
  const { docs, values, dimension } = vectors;
  return (doc) => {
    const row = binarySearch(docs, doc);
    const vector = row < 0 ? null : values.subarray(row * dimension, (row + 1) * dimension);
    return new VectorDocValues(type.name, vector);
  };
}

function binarySearch(docs: Uint32Array, doc: number): number {
  let low = 0;
  let high = docs.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (docs[middle] === doc) return middle;
    if (docs[middle] < doc) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

type Raw = number | bigint | string | readonly [number, number];

function columnValues(column: Column, doc: number): readonly Raw[] {
  if (column.presence !== null && !column.presence.has(doc)) return [];
  if (column.kind === 'binary')
    return column.values(doc).map((bytes) => Buffer.from(bytes).toString('base64'));
  const start = column.offsets === null ? doc : column.offsets[doc];
  const end = column.offsets === null ? doc + 1 : column.offsets[doc + 1];
  const found: Raw[] = [];
  for (let i = start; i < end; i++) {
    if (column.kind === 'numeric') found.push(column.values[i]);
    else if (column.kind === 'ordinals') found.push(column.dictionary.term(column.ords[i]));
    else found.push([column.first[i], column.second[i]]);
  }
  return found;
}

function converter(type: MappedFieldType): (raw: Raw) => Value {
  if (type.family === 'date') return (raw) => ZonedDateTime.ofMillis(Number(raw));
  if (type.family === 'boolean') return (raw) => raw === 'T';
  if (type.numericKind !== null && FLOATING.has(type.numericKind)) return (raw) => new Double(Number(raw));
  if (type.numericKind !== null) return (raw) => wholeNumber(raw as number | bigint);
  if (type.family === 'ip') return (raw) => String(type.render(raw as string));
  if (type.family === 'geo_point') return (raw) => point(raw as readonly [number, number]);
  return (raw) => (typeof raw === 'number' ? new Double(raw) : String(raw));
}

function wholeNumber(raw: number | bigint): number | bigint {
  const number = Number(raw);
  return Number.isSafeInteger(number) ? number : raw;
}

function point([lat, lon]: readonly [number, number]): Value {
  return new Map<string, Value>([
    ['lat', new Double(lat)],
    ['lon', new Double(lon)],
  ]);
}

/** A failure in a script that has no place of its own, as an error answer. */
export function failureOf(error: unknown): OpenSearchError | null {
  if (error instanceof PainlessFailure) return error.failure;
  return error instanceof OpenSearchError ? error : null;
}
