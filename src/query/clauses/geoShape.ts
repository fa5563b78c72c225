import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Steps,
} from '../../common/index.ts';
import { type Geometry, type MappedFieldType, parseGeometry } from '../../mapper/index.ts';
import type { SegmentReader } from '../../segment/index.ts';
import { constantQuery, matchNoneQuery } from '../bound/constantQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { plainShape } from '../bound/shape.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { docArray, docSetOfArray, docSetOfBits, NO_DOCS } from '../docSet.ts';
import { shardError } from '../fieldQueries.ts';
import { geoFieldName } from '../geo/fieldName.ts';
import { relates, type ShapeRelation } from '../geo/relations.ts';
import { lookUp } from '../lookup.ts';
import { parsingErrorAt, readCommon, readText } from '../reader.ts';
import { booleanAt } from '../tokens.ts';
import type { DocSet, LeafContext, QueryShardContext } from '../types.ts';

const RELATIONS: readonly ShapeRelation[] = ['intersects', 'disjoint', 'within', 'contains'];

/** The shape in the request, or a reference to it. */
type ShapeSource =
  | { readonly kind: 'inline'; readonly shape: Geometry; readonly thinKind: string | null }
  | {
      readonly kind: 'stored';
      readonly index: string;
      readonly id: string;
      readonly path: string;
      readonly routing: string | null;
    };

export const geoShapeClause: ClauseType = {
  names: ['geo_shape'],
  doc: 'documents whose shape or point intersects, is disjoint from, within or contains a shape; score 1',
  passesNulls: true,
  parse(body) {
    const common = readCommon(body);
    const name = geoFieldName('geo_shape', body, ['ignore_unmapped']);
    const json = body[name];
    if (!isJsonObject(json)) throw illegalArgument('either shape or indexedShapeId is required');
    checkKnown(json, ['shape', 'relation', 'indexed_shape', 'strategy']);
    const relation = readRelation(json);
    const source = readSource(json);
    const ignore = body.ignore_unmapped !== undefined && booleanAt(body, 'ignore_unmapped');
    return makeBuilder({
      clause: 'geo_shape',
      json: body,
      ...common,
      bind: (context) => bind(context, name, source, relation, ignore),
    });
  },
};

function checkKnown(json: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(json).find((key) => !known.includes(key));
  if (unknown !== undefined) throw parsingErrorAt(`query does not support [${unknown}]`, json, unknown);
}

function readRelation(json: JsonObject): ShapeRelation {
  const { relation: value } = json;
  if (value === undefined) return 'intersects';
  const relation = RELATIONS.find((one) => one === readText(value).toLowerCase());
  if (relation === undefined) {
    throw parsingErrorAt(`Unknown shape operation [${readText(value)} ]`, json, 'relation');
  }
  return relation;
}

function readSource(json: JsonObject): ShapeSource {
  const { shape, indexed_shape: stored } = json;
  if (shape !== undefined && shape !== null) {
    return {
      kind: 'inline',
      shape: parseGeometry(shape, { ignoreZ: true, coerce: false }),
      thinKind: thinKind(shape),
    };
  }
  if (stored === undefined || !isJsonObject(stored))
    throw illegalArgument('either shape or indexedShapeId is required');
  checkKnown(stored, ['id', 'index', 'path', 'routing']);
  if (stored.id === undefined) throw illegalArgument('either shape or indexedShapeId is required');
  return {
    kind: 'stored',
    index: stored.index === undefined ? 'shapes' : readText(stored.index),
    id: readText(stored.id),
    path: stored.path === undefined ? 'shape' : readText(stored.path),
    routing: stored.routing === undefined ? null : readText(stored.routing),
  };
}

/** Shapes without an interior; the original does not match them against points. */
const THIN: ReadonlySet<string> = new Set(['point', 'multipoint', 'linestring', 'multilinestring']);

/** The type of a thin shape, or of the first one in a collection; `null` for others. */
function thinKind(shape: JsonValue): string | null {
  if (typeof shape === 'string') {
    const kinds = shape.toLowerCase().match(/[a-z]+(?=\s*\()/g) ?? [];
    return kinds.find((kind) => THIN.has(kind)) ?? null;
  }
  if (!isJsonObject(shape)) return null;
  const kind = String(shape.type).toLowerCase();
  if (THIN.has(kind)) return kind;
  const parts = Array.isArray(shape.geometries) ? shape.geometries : [];
  return parts.map(thinKind).find((part) => part !== null) ?? null;
}

function bind(
  context: QueryShardContext,
  name: string,
  source: ShapeSource,
  relation: ShapeRelation,
  ignoreUnmapped: boolean,
): BoundQuery {
  const field = context.mapper.field(name);
  if (field === undefined) {
    if (ignoreUnmapped) return matchNoneQuery;
    throw shardError(context, `failed to find type for field [${name}]`);
  }
  if (field.typeName !== 'geo_shape' && field.typeName !== 'geo_point') {
    throw shardError(
      context,
      `Field [${name}] is of unsupported type [${field.typeName}] for [geo_shape] query`,
    );
  }
  if (field.typeName === 'geo_point' && relation !== 'intersects') {
    const reason = `${relation.toUpperCase()} query relation not supported for Field [${name}].`;
    throw shardError(context, reason);
  }
  if (field.typeName === 'geo_point' && source.kind === 'inline' && source.thinKind !== null) {
    throw shardError(context, `Field [${name}] does not support ${source.thinKind} queries`);
  }
  let shape = source.kind === 'inline' ? source.shape : null;
  if (source.kind === 'stored') {
    context.prepare(async () => {
      shape = await lookUp(context, source, (document) => storedShape(document, source));
    });
  }
  const key = `${field.name}:${relation}(${JSON.stringify(source)})`;
  const match = ({ reader }: LeafContext): DocSet | Steps<DocSet> =>
    shape === null ? NO_DOCS : matching(context, reader, field, relation, shape);
  return constantQuery(key, match, () =>
    plainShape('LatLonShapeQuery', `LatLonShapeQuery: field=${field.name}`),
  );
}

function storedShape(
  document: JsonValue | null,
  { id, path }: Extract<ShapeSource, { kind: 'stored' }>,
): Geometry {
  if (document === null) throw illegalArgument(`Shape with ID [${id}] not found`);
  let value: JsonValue = document;
  for (const key of path.split('.')) value = isJsonObject(value) ? (value[key] ?? null) : null;
  if (value === null) throw illegalArgument(`Shape with name [${id}] found but missing ${path} field`);
  return parseGeometry(value, { ignoreZ: true, coerce: false });
}

/** Shapes compared per step. */
const SHAPES_IN_A_STEP = 128;

function* matching(
  context: QueryShardContext,
  reader: SegmentReader,
  field: MappedFieldType,
  relation: ShapeRelation,
  query: Geometry,
): Steps<DocSet> {
  const present = reader.exists(field.name);
  if (present === null) return NO_DOCS;
  const shapeOf = shapeReader(reader, field.name);
  const docs = docArray(docSetOfBits(present));
  const kept: number[] = [];
  for (let i = 0; i < docs.length; i++) {
    if (i % SHAPES_IN_A_STEP === SHAPES_IN_A_STEP - 1) {
      context.checkCancelled();
      yield;
    }
    if (relates(relation, shapeOf(docs[i]), query)) kept.push(docs[i]);
  }
  return docSetOfArray(Uint32Array.from(kept));
}

/** Reads the shape of a document: as stored, or from its points. */
function shapeReader(reader: SegmentReader, field: string): (doc: number) => Geometry {
  const column = reader.column(field);
  if (column?.kind === 'binary') {
    return (doc) => JSON.parse(Buffer.from(column.values(doc)[0]).toString()) as Geometry;
  }
  if (column?.kind !== 'pairs') return () => ({ points: [], lines: [], polygons: [] });
  const { first, second, offsets } = column;
  return (doc) => {
    const from = offsets === null ? doc : offsets[doc];
    const to = offsets === null ? doc + 1 : offsets[doc + 1];
    const points = Array.from({ length: to - from }, (_, i) => [second[from + i], first[from + i]] as const);
    return { points, lines: [], polygons: [] };
  };
}
