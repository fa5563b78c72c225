import {
  type ExactJsonValue,
  illegalArgument,
  JsonDouble,
  OpenSearchError,
  plainNumbers,
  valuesAt,
} from '../../common/index.ts';
import { javaText, type MappedFieldType, vectorRefusal } from '../../mapper/index.ts';
import { isMissingValue, type QueryShardContext } from '../../query/index.ts';
import { compileScript, DocLookup, Double, toExactJson } from '../../script/index.ts';
import type { FieldAndFormat } from '../source/fieldAndFormat.ts';
import type { ScriptFieldSpec } from '../source/scriptFields.ts';
import { docValuesOf, typedValue } from './columnValues.ts';
import type { FetchedHit } from './fetchContext.ts';
import { storedValues } from './storedValues.ts';

/** `fields` of a hit, as it is filled. */
export type HitFields = Map<string, ExactJsonValue[]>;

function add(fields: HitFields, name: string, values: readonly ExactJsonValue[]): void {
  if (values.length > 0) fields.set(name, [...(fields.get(name) ?? []), ...values]);
}

/** docvalue_fields. */
export function fetchDocValues(
  fetched: FetchedHit,
  specs: readonly FieldAndFormat[],
  fields: HitFields,
): void {
  const { context } = fetched.search;
  for (const { field: pattern, format } of specs) {
    if (pattern === '_id') {
      add(fields, '_id', [fetched.id]);
      continue;
    }
    for (const field of fieldsOf(context, pattern)) {
      if (field.family === 'metadata') add(fields, field.name, metadataValue(fetched, field.name));
      else add(fields, field.name, docValuesOf(fetched.leaf.reader, field, fetched.hit.doc, format));
    }
  }
}

function metadataValue(fetched: FetchedHit, name: string): ExactJsonValue[] {
  const { reader } = fetched.leaf;
  switch (name) {
    case '_index':
      return [fetched.search.context.indexName];
    case '_seq_no':
      return [reader.seqNo(fetched.root)];
    case '_version':
      return [reader.version(fetched.root)];
    default:
      return [];
  }
}

function fieldsOf(context: QueryShardContext, pattern: string): readonly MappedFieldType[] {
  if (pattern.includes('*')) return context.mapper.matching(pattern);
  const field = context.mapper.field(pattern);
  return field === undefined ? [] : [field];
}

/** `fields`: values of the source in the form of their mapping. */
export function fetchMappedFields(
  fetched: FetchedHit,
  specs: readonly FieldAndFormat[],
  fields: HitFields,
): void {
  const { context } = fetched.search;
  if (specs.length > 0 && !fetched.hasSource) {
    throw illegalArgument(
      `Unable to retrieve the requested [fields] since _source is disabled in the mappings for index [${context.indexName}]`,
    );
  }
  for (const { field: pattern, format } of specs) {
    for (const field of fieldsOf(context, pattern)) {
      if (format !== null && field.family !== 'date') {
        throw illegalArgument(`Field [${field.name}] of type [${field.typeName}] doesn't support formats.`);
      }
      if (field.family === 'knn_vector') throw vectorRefusal('fields', field.name);
      if (field.family === 'metadata' || field.nestedPath !== null) continue;
      const values = valuesAt(fetched.exactSource, sourcePath(context, field.name));
      fields.delete(field.name);
      add(
        fields,
        field.name,
        values.flatMap((value) => mappedValue(field, value, format)),
      );
    }
  }
}

/** A multi-field's values are those of its parent. */
function sourcePath(context: QueryShardContext, name: string): string {
  const dot = name.lastIndexOf('.');
  if (dot < 0) return name;
  const parent = name.slice(0, dot);
  return context.mapper.field(parent) === undefined ? name : parent;
}

function mappedValue(field: MappedFieldType, value: ExactJsonValue, format: string | null): ExactJsonValue[] {
  if (typeof value === 'object' && !(value instanceof JsonDouble)) return [value];
  if (field.family === 'text' || field.family === 'keyword' || field.family === 'geo_point') {
    return [javaText(value)];
  }
  try {
    const plain = plainNumbers(value);
    return [typedValue(field, field.render(field.toIndexValue(plain), { format }))];
  } catch (error) {
    if (error instanceof OpenSearchError) return [];
    throw error;
  }
}

/** stored_fields: only what the mapping stores. */
export function fetchStoredFields(fetched: FetchedHit, names: readonly string[], fields: HitFields): void {
  const { context } = fetched.search;
  for (const pattern of names) {
    if (pattern.startsWith('_')) continue;
    for (const field of fieldsOf(context, pattern)) {
      if (!field.stored) continue;
      const values =
        storedValues(fetched, field) ?? valuesAt(fetched.exactSource, sourcePath(context, field.name));
      add(
        fields,
        field.name,
        values.flatMap((value) => mappedValue(field, value, null)),
      );
    }
  }
}

export type ScriptFieldReader = (fetched: FetchedHit, fields: HitFields) => void;

/** script_fields, compiled once a shard. A value that the document lacks makes the field null. */
export function scriptFieldReader(
  context: QueryShardContext,
  specs: readonly ScriptFieldSpec[],
): ScriptFieldReader {
  const compiled = specs.map((spec) => ({ spec, script: compileScript(spec.script, 'field') }));
  return (fetched, fields) => {
    for (const { spec, script } of compiled) {
      const doc = new DocLookup(context.mapper, fetched.leaf.reader, context);
      doc.doc = fetched.hit.doc;
      const score = (): Double => new Double(fetched.hit.score);
      const run = script.bind({ doc, score, now: context.now, random: context.random });
      try {
        const value = toExactJson(run());
        fields.set(spec.name, Array.isArray(value) ? value : [value]);
      } catch (error) {
        if (isMissingValue(error)) fields.set(spec.name, [null]);
        else if (!spec.ignoreFailure) throw error;
      }
    }
  };
}
