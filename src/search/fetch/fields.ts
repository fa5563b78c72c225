import { type ExactJsonValue, illegalArgument, valuesAt } from '../../common/index.ts';
import { checkUse, type MappedFieldType } from '../../mapper/index.ts';
import { isMissingValue, type QueryShardContext } from '../../query/index.ts';
import { compileScript, DocLookup, Double, toExactJson } from '../../script/index.ts';
import type { FieldAndFormat } from '../source/fieldAndFormat.ts';
import type { ScriptFieldSpec } from '../source/scriptFields.ts';
import { docValuesOf } from './columnValues.ts';
import type { FetchedHit } from './fetchContext.ts';
import { ignoredFields } from './ignoredFields.ts';
import { checkFormat, mappedValue, mappedValues } from './mappedValue.ts';
import { storedValues } from './storedValues.ts';

/** The `fields` of a hit under construction. */
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
      else {
        const values = docValuesOf(fetched.leaf.reader, field, fetched.hit.doc, format);
        add(fields, nameOf(pattern, field), values);
      }
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

/** A field requested by an alias is printed under the alias. */
function nameOf(pattern: string, field: MappedFieldType): string {
  return pattern.includes('*') ? field.name : pattern;
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
  const ignored = new Set(specs.length === 0 ? [] : ignoredFields(fetched.leaf.reader, fetched.root));
  const isNested = fetched.hit.doc !== fetched.root;
  for (const { field: pattern, format } of specs) {
    for (const field of fieldsOf(context, pattern)) {
      checkUse(field, 'fields');
      checkFormat(field, format);
      if (field.family === 'metadata' || (isNested && field.nestedPath !== null)) continue;
      const name = nameOf(pattern, field);
      fields.delete(name);
      if (ignored.has(field.name)) continue;
      add(fields, name, fieldValues(fetched, field, format));
    }
  }
}

function fieldValues(
  fetched: FetchedHit,
  field: MappedFieldType,
  format: string | null,
): readonly ExactJsonValue[] {
  if (field.derived) {
    return field.hasDocValues ? docValuesOf(fetched.leaf.reader, field, fetched.hit.doc, format) : [];
  }
  const path = sourcePath(fetched.search.context, field.name).split('.');
  return mappedValues(field, fetched.exactSource, path, format);
}

/** A multi-field has the values of its parent. */
function sourcePath(context: QueryShardContext, name: string): string {
  const dot = name.lastIndexOf('.');
  if (dot < 0) return name;
  const parent = name.slice(0, dot);
  return context.mapper.field(parent) === undefined ? name : parent;
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

/** script_fields, compiled once per shard. If the script returns no values, the hit lacks the field. */
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
        const values = Array.isArray(value) ? value : [value];
        if (values.length > 0) fields.set(spec.name, values);
      } catch (error) {
        if (isMissingValue(context, error)) fields.set(spec.name, [null]);
        else if (!spec.ignoreFailure) throw error;
      }
    }
  };
}
