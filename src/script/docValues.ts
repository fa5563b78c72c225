import { OpenSearchError } from '../common/index.ts';
import { columnRefusal, decodeGeohash, type MappedFieldType, type MapperService } from '../mapper/index.ts';
import type { Column, SegmentReader } from '../segment/index.ts';
import { absentValue } from './absentValue.ts';
import { arcDistance, GeoPoint, planeDistance } from './geoPoint.ts';
import { ZonedDateTime } from './painless/dates.ts';
import { PainlessFailure } from './painless/errors.ts';
import { registerListMembers } from './painless/members.ts';
import type { FieldHolder, MemberHolder, MemberTable } from './painless/memberTable.ts';
import { asInteger, asNumber, asText, Double, type Value } from './painless/values.ts';

const FLOATING = new Set(['half_float', 'float', 'double', 'scaled_float']);

const CLASS_NAME = 'org.opensearch.index.fielddata.ScriptDocValues';
const ADDRESS_CLASS = 'org.opensearch.index.mapper.IpFieldMapper.IpFieldType.IpScriptDocValues';

/**
 * `doc['f']` of the current document: a list of its values, with additional members depending on the type.
 */
export class ScriptDocValues extends Array<Value> {
  className: string = CLASS_NAME;

  /** Lists derived from doc values are plain lists. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  static ofValues(className: string, values: readonly Value[]): ScriptDocValues {
    const made = new ScriptDocValues();
    made.className = className;
    for (const value of values) made.push(value);
    return made;
  }

  /** The first value. Throws if there is none; for IP addresses returns null, as in the original. */
  get first(): Value {
    if (this.length === 0 && this.className === ADDRESS_CLASS) return null;
    if (this.length === 0) throw absentValue(this.className, 'value');
    return this[0];
  }
}

const listMember =
  (read: (self: ScriptDocValues) => Value) =>
  (self: Value[]): Value =>
    read(self as ScriptDocValues);

const coordinate = (self: ScriptDocValues, name: 'lat' | 'lon'): Value => {
  const { first } = self;
  return first instanceof GeoPoint ? new Double(first[name]) : null;
};

registerListMembers(ScriptDocValues, {
  value: listMember((self) => self.first),
  lat: listMember((self) => coordinate(self, 'lat')),
  lon: listMember((self) => coordinate(self, 'lon')),
  lats: listMember((self) => Array.from(self, (point) => new Double((point as GeoPoint).lat))),
  lons: listMember((self) => Array.from(self, (point) => new Double((point as GeoPoint).lon))),
  get: (self, [index]) => {
    const { className } = self as ScriptDocValues;
    const isAddress = className === ADDRESS_CLASS;
    if (self.length === 0 && !isAddress) throw absentValue(className, 'get');
    const at = asInteger(index);
    if (at >= 0 && at < self.length) return self[at];
    throw new PainlessFailure(
      isAddress ? 'array_index_out_of_bounds_exception' : 'index_out_of_bounds_exception',
      `Index ${at} out of bounds for length ${self.length}`,
    );
  },
  ...distanceMembers('arcDistance', arcDistance, latLon),
  ...distanceMembers('planeDistance', planeDistance, latLon),
  ...distanceMembers('geohashDistance', arcDistance, ([hash]) => decodeGeohash(asText(hash))),
});

type Place = Pick<GeoPoint, 'lat' | 'lon'>;

function latLon([lat, lon]: readonly Value[]): Place {
  return { lat: asNumber(lat), lon: asNumber(lon) };
}

/**
 * The distance from the field's first point; an optional last argument is the default for documents without
 * one.
 */
function distanceMembers(
  name: string,
  distance: (lat1: number, lon1: number, lat2: number, lon2: number) => number,
  placeOf: (args: readonly Value[]) => Place,
): MemberTable<Value[]> {
  const from = (self: Value[], args: readonly Value[]): Value => {
    const { first } = self as ScriptDocValues;
    if (!(first instanceof GeoPoint)) return null;
    const { lat, lon } = placeOf(args);
    return new Double(distance(first.lat, first.lon, lat, lon));
  };
  return {
    [name]: from,
    [`${name}WithDefault`]: (self, args) =>
      self.length === 0 ? new Double(asNumber(args[args.length - 1])) : from(self, args),
  };
}

/** `doc['v']` of a knn_vector, an argument of the k-NN functions. */
export class VectorDocValues implements MemberHolder {
  readonly className = 'org.opensearch.knn.index.KNNVectorScriptDocValues';
  readonly field: string;
  /** `null` if the document has no vector. */
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

  /** Throws illegal_state_exception in the plugin's words if there is no vector. */
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

interface Reader {
  /** `doc['f']`. */
  list(doc: number): Value;
  /** `doc['f'].value`; undefined if there is none, or if the list must be asked. */
  first(doc: number): Value | undefined;
}

const listOnly = (list: (doc: number) => Value): Reader => ({ list, first: () => undefined });

export interface DocPlace {
  readonly indexName: string;
  readonly shardId: number;
}

const NO_PLACE: DocPlace = { indexName: '', shardId: 0 };

/** The `doc` variable for one segment; the caller moves `doc`. Columns are looked up once per segment. */
export class DocLookup implements FieldHolder {
  readonly className = 'org.opensearch.search.lookup.LeafDocLookup';
  doc = 0;
  readonly #mapper: MapperService;
  readonly #segment: SegmentReader;
  readonly #readers = new Map<string, Reader>();

  /** The segment's location: `_index`, and the salt of random scores. */
  readonly place: DocPlace;

  constructor(mapper: MapperService, segment: SegmentReader, place: DocPlace = NO_PLACE) {
    this.place = place;
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
    if (name === '_index') return ScriptDocValues.ofValues(`${CLASS_NAME}.Strings`, [this.place.indexName]);
    return this.#reader(name).list(this.doc);
  }

  /** The document's `doc[field].value`, if it has one. */
  firstOf(field: string): Value | undefined {
    return this.#readers.get(field)?.first(this.doc);
  }

  #reader(name: string): Reader {
    let reader = this.#readers.get(name);
    if (reader === undefined) {
      reader = fieldReader(this.#mapper, this.#segment, name);
      this.#readers.set(name, reader);
    }
    return reader;
  }

  /** The document's source; for a nested document, that of its root document. */
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
    throw new PainlessFailure('illegal_argument_exception', `No field found for [${name}] in mapping`, {
      frames: UNMAPPED_FRAMES,
    });
  if (type.vector !== null) return vectorReader(segment, type);
  if (!type.hasDocValues && type.family !== 'metadata') throw noDocValues(type);
  const column = segment.column(type.name);
  const className = classOf(type);
  if (column === null) return listOnly(() => ScriptDocValues.ofValues(className, []));
  const convert = converter(type);
  return {
    list: (doc) => ScriptDocValues.ofValues(className, columnValues(column, doc).map(convert)),
    first: (doc) => {
      const raw = firstValue(column, doc);
      return raw === undefined ? undefined : convert(raw);
    },
  };
}

/** The class of a field's doc values. */
function classOf(type: MappedFieldType): string {
  if (type.family === 'date') return `${CLASS_NAME}.Dates`;
  if (type.family === 'boolean') return `${CLASS_NAME}.Booleans`;
  if (type.numericKind !== null)
    return `${CLASS_NAME}.${FLOATING.has(type.numericKind) ? 'Doubles' : 'Longs'}`;
  if (type.family === 'ip') return ADDRESS_CLASS;
  return `${CLASS_NAME}.${type.family === 'geo_point' ? 'GeoPoints' : 'Strings'}`;
}

function noDocValues(type: MappedFieldType): PainlessFailure {
  const reason =
    type.family === 'text'
      ? 'Text fields are not optimised for operations that require per-document field data like aggregations and ' +
        `sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set ` +
        `fielddata=true on [${type.name}] in order to load field data by uninverting the inverted index. Note that this ` +
        'can use significant memory.'
      : columnRefusal(type);
  return new PainlessFailure('illegal_argument_exception', reason, {
    frames: type.family === 'text' ? TEXT_FRAMES : [],
  });
}

/** The original's stack frames when a script reads an unmapped field: its error responses include them. */
const UNMAPPED_FRAMES: readonly string[] = [
  'org.opensearch.search.lookup.LeafDocLookup.get(LeafDocLookup.java:87)',
  'org.opensearch.search.lookup.LeafDocLookup.get(LeafDocLookup.java:55)',
];
const TEXT_FRAMES: readonly string[] = [
  'org.opensearch.index.mapper.TextFieldMapper$TextFieldType.fielddataBuilder(TextFieldMapper.java:943)',
  'org.opensearch.index.fielddata.IndexFieldDataService.getForField(IndexFieldDataService.java:145)',
  'org.opensearch.index.query.QueryShardContext.lambda$lookup$1(QueryShardContext.java:423)',
  'org.opensearch.search.lookup.SearchLookup.lambda$new$1(SearchLookup.java:87)',
  'org.opensearch.search.lookup.LeafDocLookup$1.run(LeafDocLookup.java:94)',
  'org.opensearch.search.lookup.LeafDocLookup$1.run(LeafDocLookup.java:91)',
  'java.base/java.security.AccessController.doPrivileged(AccessController.java:318)',
  'org.opensearch.search.lookup.LeafDocLookup.get(LeafDocLookup.java:91)',
  'org.opensearch.search.lookup.LeafDocLookup.get(LeafDocLookup.java:55)',
];

function vectorReader(segment: SegmentReader, type: MappedFieldType): Reader {
  const vectors = segment.vectors(type.name);
  if (vectors === null) return listOnly(() => new VectorDocValues(type.name, null));
  const { docs, values, dimension } = vectors;
  return listOnly((doc) => {
    const row = binarySearch(docs, doc);
    const vector = row < 0 ? null : values.subarray(row * dimension, (row + 1) * dimension);
    return new VectorDocValues(type.name, vector);
  });
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

/** A document's first number or term; undefined if there is none, or if the column has another type. */
function firstValue(column: Column, doc: number): Raw | undefined {
  if (column.kind !== 'numeric' && column.kind !== 'ordinals') return undefined;
  if (column.presence !== null && !column.presence.has(doc)) return undefined;
  const { offsets } = column;
  const at = offsets === null ? doc : offsets[doc];
  if (offsets !== null && at >= offsets[doc + 1]) return undefined;
  return column.kind === 'numeric' ? column.values[at] : column.dictionary.term(column.ords[at]);
}

function converter(type: MappedFieldType): (raw: Raw) => Value {
  if (type.family === 'date') return (raw) => ZonedDateTime.ofField(Number(raw));
  if (type.family === 'boolean') return (raw) => raw === 'T';
  if (type.numericKind !== null && FLOATING.has(type.numericKind)) return (raw) => new Double(Number(raw));
  if (type.numericKind !== null) return (raw) => BigInt(raw as number | bigint);
  if (type.family === 'ip') return (raw) => String(type.render(raw as string));
  if (type.family === 'geo_point') return (raw) => point(raw as readonly [number, number]);
  return (raw) => (typeof raw === 'number' ? new Double(raw) : String(raw));
}

function point([lat, lon]: readonly [number, number]): Value {
  return new GeoPoint(lat, lon);
}

/** Converts a failure in a script without a known position to an error response. */
export function failureOf(error: unknown): OpenSearchError | null {
  if (error instanceof PainlessFailure) return error.failure;
  return error instanceof OpenSearchError ? error : null;
}
