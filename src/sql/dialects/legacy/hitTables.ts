import type { ClientHit, ClientSearchResponse } from '../../../client/index.ts';
import {
  type ExactJsonValue,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  RawJson,
} from '../../../common/index.ts';
import type { SchemaColumn, SqlFormat } from '../../types.ts';
import { javaMapOrder } from '../../values/index.ts';
import { hitRows, type RowColumn, rowColumns } from './hitRows.ts';
import type { Projection, TranslatedSelect } from './translate/index.ts';

export interface HitTable {
  readonly schema: readonly SchemaColumn[];
  readonly rows: readonly (readonly ExactJsonValue[])[];
}

/** The hits of a search as a format has them: csv has no columns but those of documents, with their own names. */
export function hitTable(
  translated: TranslatedSelect,
  response: ClientSearchResponse,
  format: SqlFormat,
): HitTable {
  const { shape, scope } = translated;
  if (shape.kind !== 'hits') return { schema: [], rows: [] };
  if (format === 'csv') return csvTable(printedHits(response.raw), shape.projection);
  if (format === 'jdbc' || format === 'json') {
    const columns = jdbcColumns(translated);
    return {
      schema: columns.map(({ schema }) => schema),
      rows: hitRows(computedAsPrinted(response), columns),
    };
  }
  const columns = rowColumns(shape.projection.columns, scope.fields, true);
  const schema = columns.map((column) => asItIs(column.schema));
  return { schema, rows: hitRows(printedHits(response.raw), columns).map((row) => row.map(inJavaOrder)) };
}

export function jdbcColumns({ shape, scope }: TranslatedSelect): RowColumn[] {
  return shape.kind === 'hits' ? rowColumns(shape.projection.columns, scope.fields, false) : [];
}

/** Numbers in text formats are printed as in the source, whatever the type of their column. */
function asItIs({ name, alias }: SchemaColumn): SchemaColumn {
  return { name, alias, type: 'object' };
}

/** Whether the search must keep how numbers are printed: only that shows whether a script computed a whole number. */
export function printsNumbers({ shape }: TranslatedSelect, format: SqlFormat): boolean {
  return (
    format !== 'jdbc' ||
    (shape.kind === 'hits' && shape.projection.columns.some(({ kind }) => kind === 'script'))
  );
}

/** The hits with computed numbers in their form: a whole number has no exponent, whatever its column's type. */
function computedAsPrinted({ hits, raw }: ClientSearchResponse): readonly ClientHit[] {
  const printed = printedHits(raw);
  return hits.map((hit, i) => (hit.fields === undefined ? hit : { ...hit, fields: wholes(printed[i]) }));
}

function wholes({ fields = {} }: ClientHit): ClientHit['fields'] {
  const asWhole = (value: unknown): unknown =>
    Number.isSafeInteger(value) ? BigInt(value as number) : value;
  return Object.fromEntries(Object.entries(fields).map(([name, list]) => [name, list.map(asWhole)]));
}

/** The hits of an answer whose numbers keep their form. */
function printedHits(answer: JsonObject): ClientHit[] {
  const list = isJsonObject(answer.hits) && Array.isArray(answer.hits.hits) ? answer.hits.hits : [];
  return list.map((hit) => {
    const { _source, inner_hits: inner, ...members } = hit as JsonObject;
    const innerHits = isJsonObject(inner) ? Object.entries(inner) : [];
    return {
      ...members,
      _source: sourceOf(_source),
      inner_hits: Object.fromEntries(
        innerHits.map(([path, found]) => [path, { hits: { hits: printedHits(found as JsonObject) } }]),
      ),
    } as unknown as ClientHit;
  });
}

function sourceOf(source: unknown): ExactJsonValue | undefined {
  return source instanceof RawJson ? source.exact : (source as ExactJsonValue | undefined);
}

/**
 * Computed columns come first, then those of the source, then other members of documents, each once; a
 * document with a computed column adds none. Null values are printed as null, missing ones as nothing.
 */
function csvTable(hits: readonly ClientHit[], { columns, includes, scriptFields }: Projection): HitTable {
  const isWhole = columns.some((column) => column.kind === 'all' && column.isPlain);
  const names = new Set(isWhole ? [] : [...Object.keys(scriptFields), ...includes]);
  const documents = hits.map(({ _source = {}, fields = {} }) => {
    const computed = Object.entries(fields).map(([name, [value]]) => [name, value] as const);
    if (computed.length === 0) for (const name of javaMapOrder(Object.keys(_source))) names.add(name);
    return new Map([...Object.entries(_source), ...computed] as [string, JsonValue][]);
  });
  const header = [...names];
  const cell = (document: ReadonlyMap<string, JsonValue>, name: string): JsonValue => {
    const value = document.get(name);
    return value === undefined ? null : value === null ? 'null' : inJavaOrder(value);
  };
  return {
    schema: header.map((name) => ({ name, type: 'object' })),
    rows: documents.map((document) => header.map((name) => cell(document, name))),
  };
}

/** Members of objects in the order of Java's hash maps. */
function inJavaOrder(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inJavaOrder);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(javaMapOrder(Object.keys(value)).map((key) => [key, inJavaOrder(value[key])]));
}
