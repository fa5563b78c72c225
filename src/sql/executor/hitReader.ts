import type { ClientHit } from '../../client/index.ts';
import { type JsonObject, type JsonValue, wildcardMatches } from '../../common/index.ts';
import type { Column, Field, FieldTable } from '../binder/index.ts';
import type { HighlightTags, ScanColumn } from '../plan/logical.ts';
import type { Row, SqlValue } from '../values/index.ts';
import { SqlTimestamp } from '../values/index.ts';
import { toValue, valueAt } from './documentValues.ts';
import { docValues } from './scriptValues.ts';

/** What a search must return for the columns of a scan, and the conversion of its hits to rows. */

/** Date patterns that `parseStoredDate` can read; for all others the engine is asked for milliseconds. */
const PLAIN_FORMATS = new Set([
  ...['strict_date_optional_time', 'date_optional_time', 'epoch_millis', 'date', 'strict_date', 'date_time'],
  ...['strict_date_time', 'strict_date_time_no_millis', 'date_time_no_millis', 'yyyy-MM-dd', 'uuuu-MM-dd'],
  ...['yyyy-MM-dd HH:mm:ss', 'yyyy-MM-dd HH:mm:ss.SSS', "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss.SSS"],
  ...["yyyy-MM-dd'T'HH:mm:ssZ", "yyyy-MM-dd'T'HH:mm:ss.SSSZ", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX"],
]);

function needsEngineDate(field: Field): boolean {
  if (field.type !== 'timestamp' || field.format === null || field.nestedPath !== null) return false;
  return !field.format.split('||').every((name) => PLAIN_FORMATS.has(name.trim()));
}

const projections = new WeakMap<readonly ScanColumn[], JsonObject>();

/** `_source`, `docvalue_fields` and `highlight` of the search. */
export function projectionOf(columns: readonly ScanColumn[]): JsonObject {
  const known = projections.get(columns);
  if (known !== undefined) return known;
  const made = makeProjection(columns);
  projections.set(columns, made);
  return made;
}

function makeProjection(columns: readonly ScanColumn[]): JsonObject {
  const sources = columns.map(({ source }) => source);
  const fields = sources.flatMap((source) => (source.kind === 'field' ? [source.field] : []));
  const dates = fields.filter(needsEngineDate);
  const highlights = sources.flatMap((source) =>
    source.kind === 'highlight' ? [[source.field, source.tags] as const] : [],
  );
  const includes = fields.filter((field) => !dates.includes(field)).map(({ path }) => path);
  const out: JsonObject = { _source: includes.length === 0 ? false : { includes } };
  if (dates.length > 0)
    out.docvalue_fields = dates.map(({ path }) => ({ field: path, format: 'epoch_millis' }));
  if (highlights.length > 0)
    out.highlight = {
      fields: Object.fromEntries(highlights.map(([name, tags]) => [name, tagsClause(tags)])),
    };
  return out;
}

type RowOf = (hit: ClientHit, maxScore: number | null) => Row;

/**
 * Cached by columns, which all plans of a template share, and by fields, which are replaced when a mapping
 * changes.
 */
const kept = new WeakMap<readonly ScanColumn[], WeakMap<FieldTable, RowOf>>();

/** Converts hits to rows with one slot per column. */
export function hitReader(columns: readonly ScanColumn[], fields: FieldTable): RowOf {
  const ofColumns = kept.get(columns) ?? new WeakMap<FieldTable, RowOf>();
  const known = ofColumns.get(fields);
  if (known !== undefined) return known;
  const made = makeReader(columns, fields);
  kept.set(columns, ofColumns.set(fields, made));
  return made;
}

function makeReader(columns: readonly ScanColumn[], fields: FieldTable): RowOf {
  const readers = columns.map(({ source }) => readerOf(source, fields));
  const readsSource = columns.some(({ source }) => source.kind === 'field' && !needsEngineDate(source.field));
  return (hit, maxScore) => {
    // In a document scan, accessing `_source` parses the document, so this is done once for all columns.
    const source = readsSource ? hit._source : undefined;
    return readers.map((read) => read(hit, source, maxScore));
  };
}

/** A row, and what conditions are evaluated on. */
export interface Sighting {
  readonly row: Row;
  /** The values that a script of the original sees in the same columns. */
  readonly seen: Row;
  /** Every value of the columns that have several; null when none has. */
  readonly several: ReadonlyMap<Column, readonly SqlValue[]> | null;
}

type SightingOf = (hit: ClientHit, maxScore: number | null) => Sighting;

/** Like `hitReader`, with what a condition over the columns in `read` is evaluated on. */
export function sightingReader(
  columns: readonly ScanColumn[],
  read: ReadonlySet<Column>,
  fields: FieldTable,
): SightingOf {
  const readers = columns.map(({ source }) => readerOf(source, fields));
  const scripts = columns.map(({ column, source }) =>
    read.has(column) ? scriptReader(source, fields) : null,
  );
  return (hit, maxScore) => {
    const source = hit._source;
    const row = readers.map((reader) => reader(hit, source, maxScore));
    const seen = scripts.map((reader) => reader?.(hit, source, maxScore)[0]);
    return { row, seen, several: null };
  };
}

/** Rows as scripts see them. */
export function scriptedReader(columns: readonly ScanColumn[], fields: FieldTable): SightingOf {
  const scripts = columns.map(({ source }) => scriptReader(source, fields));
  return (hit, maxScore) => {
    const source = hit._source;
    let several: Map<Column, readonly SqlValue[]> | null = null;
    const row = scripts.map((read, i) => {
      const values = read(hit, source, maxScore);
      if (values.length > 1) several = (several ?? new Map()).set(columns[i].column, values);
      return values[0];
    });
    return { row, seen: row, several };
  };
}

/** All that a script could read, of which it takes the first. */
function scriptReader(
  source: ScanColumn['source'],
  fields: FieldTable,
): (...of: Parameters<Reader>) => readonly SqlValue[] {
  if (source.kind === 'field' && !needsEngineDate(source.field)) {
    return (_hit, document) => docValues(document, source.field, fields);
  }
  const read = readerOf(source, fields);
  return (...of) => [read(...of)];
}

/** Whether a document scan can provide all columns: it has no scores, and no values other than `_source`. */
export function isOfDocuments(columns: readonly ScanColumn[]): boolean {
  return columns.every(({ source }) => {
    if (source.kind === 'field') return !needsEngineDate(source.field);
    return source.kind === 'meta' && source.name !== '_score' && source.name !== '_maxscore';
  });
}

const paths = new WeakMap<readonly ScanColumn[], readonly string[]>();

/** The `_source` paths these columns read: the same array for the same columns. */
export function pathsOf(columns: readonly ScanColumn[]): readonly string[] {
  const known = paths.get(columns);
  if (known !== undefined) return known;
  const made = columns.flatMap(({ source }) => (source.kind === 'field' ? [source.field.path] : []));
  paths.set(columns, made);
  return made;
}

type Reader = (hit: ClientHit, source: JsonObject | undefined, maxScore: number | null) => SqlValue;

function readerOf(source: ScanColumn['source'], fields: FieldTable): Reader {
  switch (source.kind) {
    case 'meta':
      return metaReader(source.name);
    case 'highlight':
      return (hit) => highlightOf(hit, source.field);
    case 'field':
      return fieldReader(source.field, fields);
  }
}

function fieldReader(field: Field, fields: FieldTable): Reader {
  if (needsEngineDate(field)) {
    return (hit) => {
      const value = hit.fields?.[field.path]?.[0];
      return value === undefined ? undefined : SqlTimestamp.ofMillis(Number(value));
    };
  }
  return (_hit, source) => toValue(valueAt(source, field.path), field, fields);
}

/** The value of an unassigned sequence number. */
const UNASSIGNED = -2;

function metaReader(name: string): Reader {
  switch (name) {
    case '_id':
      return (hit) => hit._id;
    case '_index':
      return (hit) => hit._index;
    case '_score':
      return (hit) => (hit._score === null ? null : Math.fround(hit._score));
    case '_maxscore':
      return (_hit, _source, maxScore) => (maxScore === null ? null : Math.fround(maxScore));
    // The original prints a value of the hit that no search requests.
    case '_sort':
      return () => UNASSIGNED;
    default:
      return () => null;
  }
}

function tagsClause(tags: HighlightTags): JsonObject {
  const { pre_tags = '<em>', post_tags = '</em>' } = tags;
  return Object.keys(tags).length === 0 ? {} : { pre_tags: [pre_tags], post_tags: [post_tags] };
}

function highlightOf(hit: ClientHit, field: string): SqlValue {
  const fragments = hit.highlight?.[field];
  if (fragments !== undefined) return [...fragments] as JsonValue[];
  if (!field.includes('*') || hit.highlight === undefined) return null;
  const fitting = Object.entries(hit.highlight).filter(([name]) => wildcardMatches(field, name));
  return fitting.length === 0 ? null : Object.fromEntries(fitting.map(([name, list]) => [name, [...list]]));
}
