import { illegalArgument, indexLimit, type JsonValue, valuesAt } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { Query, QueryBuilder, QueryShardContext } from '../../query/index.ts';
import type { FetchedHit } from '../fetch/fetchContext.ts';
import { nestedSteps } from '../fetch/nestedIdentity.ts';
import { nestedSource } from '../fetch/sourceValues.ts';
import type { HighlightOptions, HighlightSpec } from '../source/highlightSpec.ts';
import { checkTermVectors, highlightFastVector } from './fastVector.ts';
import { FieldTerms } from './fieldTerms.ts';
import { analyzeValues } from './fieldText.ts';
import { highlightPlain } from './plain.ts';
import { highlightUnified } from './unified.ts';

export interface Highlighter {
  highlight(fetched: FetchedHit): ReadonlyMap<string, readonly string[]>;
}

interface FieldHighlight {
  readonly field: MappedFieldType;
  readonly options: HighlightOptions;
  readonly terms: FieldTerms;
}

/** Binds a highlight to a shard: the fields of its patterns, and what the query looks for in each. */
export function createHighlighter(
  context: QueryShardContext,
  spec: HighlightSpec,
  query: QueryBuilder | Query | null,
): Highlighter {
  const bound = new Map<QueryBuilder | Query, Query>();
  const bind = (source: QueryBuilder | Query): Query => {
    const known = bound.get(source) ?? ('toQuery' in source ? source.toQuery(silent(context)) : source);
    bound.set(source, known);
    return known;
  };
  const fields = spec.fields.flatMap(({ pattern, options }) => {
    const source = options.query ?? query;
    return fieldsOf(context, pattern).map((field): FieldHighlight => {
      const terms = new FieldTerms(
        (name) => !options.requireFieldMatch || name === field.name || options.matchedFields.includes(name),
      );
      if (source !== null) bind(source).visitTerms(terms);
      return { field, options, terms };
    });
  });
  return {
    highlight(fetched) {
      const out = new Map<string, readonly string[]>();
      for (const field of fields) {
        const fragments = highlightField(context, field, fetched);
        if (fragments.length > 0) out.set(field.field.name, fragments);
      }
      return out;
    },
  };
}

/** Binding for the sake of the terms alone: nothing is counted, prepared or registered. */
function silent(context: QueryShardContext): QueryShardContext {
  return {
    ...context,
    knn: null,
    prepare: () => {},
    onNamedQuery: undefined,
    onInnerHits: undefined,
    onKnnScript: undefined,
  };
}

function fieldsOf(context: QueryShardContext, pattern: string): readonly MappedFieldType[] {
  const found = pattern.includes('*') ? context.mapper.matching(pattern) : [context.mapper.field(pattern)];
  return found.filter(
    (field): field is MappedFieldType =>
      field !== undefined && (field.family === 'text' || field.family === 'keyword'),
  );
}

function highlightField(
  context: QueryShardContext,
  highlight: FieldHighlight,
  fetched: FetchedHit,
): string[] {
  const { field, options, terms } = highlight;
  const values = ownValues(context, field, fetched).filter((value) => typeof value !== 'object');
  if (values.length === 0 || (terms.empty && options.noMatchSize === 0)) return [];
  const text = analyzeValues(context, field, values);
  const length = text.values.reduce((sum, value) => sum + value.length + 1, -1);
  checkAnalyzedLength(context, field, fetched, { length, type: options.type });
  switch (options.type) {
    case 'unified':
      return highlightUnified(text, terms, options);
    case 'plain':
      return highlightPlain(text, terms, options);
    case 'fvh':
      checkTermVectors(field);
      return highlightFastVector(text, terms, options);
    default:
      throw illegalArgument(`unknown highlighter type [${options.type}] for the field [${field.name}]`);
  }
}

/** A nested hit's own values, or the document's. */
function ownValues(context: QueryShardContext, field: MappedFieldType, fetched: FetchedHit): JsonValue[] {
  const path = sourcePath(context, field.name);
  const steps = nestedSteps(fetched.leaf.reader, fetched.hit.doc);
  const values =
    steps.length === 0
      ? valuesAt(fetched.source, path)
      : valuesAt(
          nestedSource(fetched.source, steps),
          path.slice(steps.map((step) => step.field).join('.').length + 1),
        );
  const limit = Number(field.params.ignore_above ?? Number.POSITIVE_INFINITY);
  return field.family === 'keyword' ? values.filter((value) => String(value).length <= limit) : values;
}

function checkAnalyzedLength(
  context: QueryShardContext,
  field: MappedFieldType,
  fetched: FetchedHit,
  highlight: { readonly length: number; readonly type: string },
): void {
  const maximum = indexLimit(context.settings, 'highlightOffset');
  const offsets =
    field.params.index_options === 'offsets' || String(field.params.term_vector ?? '').includes('offsets');
  if (highlight.length <= maximum || (offsets && highlight.type !== 'plain')) return;
  throw illegalArgument(
    `The length of [${field.name}] field of [${fetched.id}] doc of [${context.indexName}] index has exceeded [${maximum}] - maximum allowed to be analyzed for highlighting. This maximum can be set by changing the [index.highlight.max_analyzed_offset] index level setting. For large texts, indexing with offsets or term vectors is recommended!`,
  );
}

function sourcePath(context: QueryShardContext, name: string): string {
  const dot = name.lastIndexOf('.');
  const parent = dot < 0 ? null : name.slice(0, dot);
  return parent !== null && context.mapper.field(parent) !== undefined ? parent : name;
}
