import {
  Extensions,
  illegalArgument,
  indexLimit,
  type JsonValue,
  plainNumbers,
  type Steps,
  valuesAt,
} from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { Query, QueryBuilder, QueryShardContext } from '../../query/index.ts';
import type { FetchedHit } from '../fetch/fetchContext.ts';
import { nestedSteps } from '../fetch/nestedIdentity.ts';
import { nestedSource } from '../fetch/sourceValues.ts';
import { storedValues } from '../fetch/storedValues.ts';
import type { HighlightOptions, HighlightSpec } from '../source/highlightSpec.ts';
import { FieldTerms } from './fieldTerms.ts';
import { analyzeValues, type FieldText, limitOffsets } from './fieldText.ts';
import { HIGHLIGHTERS, type HighlighterType, type HighlightTask } from './highlighters.ts';

export interface Highlighter {
  highlight(fetched: FetchedHit): Steps<ReadonlyMap<string, readonly string[]>>;
}

interface FieldHighlight {
  readonly field: MappedFieldType;
  readonly type: HighlighterType;
  readonly options: HighlightOptions;
  readonly terms: FieldTerms;
}

/** Binds a highlight to a shard: the fields of its patterns, and what the query searches for in each. */
export function createHighlighter(
  context: QueryShardContext,
  spec: HighlightSpec,
  query: QueryBuilder | Query | null,
): Highlighter {
  const bound = new Map<QueryBuilder | Query, Query>();
  const bind = (source: QueryBuilder | Query): Query => {
    const known = bound.get(source) ?? ('toQuery' in source ? source.bindDirectly(silent(context)) : source);
    bound.set(source, known);
    return known;
  };
  const expand = termExpander(context);
  const fields = spec.fields.flatMap(({ pattern, options }) => {
    const type = typeOf(pattern, options);
    return fieldsOf(context, pattern, type).map((field): FieldHighlight => {
      const { requireFieldMatch } = options;
      // The fast vector highlighter numbers the terms of all fields.
      const accepts = (name: string): boolean =>
        type.readsMatchedFields || (requireFieldMatch ? name === field.name : name !== '_id');
      const terms = new FieldTerms(accepts, type.looksInto);
      const source = options.query ?? query;
      if (source !== null) bind(source).visitTerms(terms);
      return { field, type, options, terms };
    });
  });
  return { highlight: (fetched) => highlightFields(context, fields, fetched, expand) };
}

function* highlightFields(
  context: QueryShardContext,
  fields: readonly FieldHighlight[],
  fetched: FetchedHit,
  expand: HighlightTask['expand'],
): Steps<ReadonlyMap<string, readonly string[]>> {
  const out = new Map<string, readonly string[]>();
  for (const field of fields) {
    const fragments = yield* highlightField(context, field, fetched, expand);
    if (fragments.length > 0) out.set(field.field.name, fragments);
  }
  return out;
}

const MAX_EXPANSIONS = 1024;

/** Expands tests to terms of the shard's dictionaries, once per test. */
function termExpander(context: QueryShardContext): HighlightTask['expand'] {
  const known = new Map<(term: string) => boolean, readonly string[]>();
  return (field, test) => {
    let found = known.get(test);
    if (found === undefined) {
      const terms = new Set<string>();
      for (const { reader } of context.leaves) {
        const dictionary = reader.terms(field);
        for (let ord = 0; dictionary !== null && ord < dictionary.size; ord++) {
          if ((ord & 1023) === 1023) context.checkCancelled();
          if (test(dictionary.term(ord))) terms.add(dictionary.term(ord));
        }
      }
      found = [...terms].sort().slice(0, MAX_EXPANSIONS);
      known.set(test, found);
    }
    return found;
  };
}

function typeOf(field: string, { type }: HighlightOptions): HighlighterType {
  const known = HIGHLIGHTERS.get(type);
  if (known !== undefined) return known;
  throw illegalArgument(`unknown highlighter type [${type}] for the field [${field}]`);
}

/** A context for binding only to get terms: nothing is counted, prepared or registered. */
function silent(context: QueryShardContext): QueryShardContext {
  return {
    ...context,
    extensions: Extensions.none,
    prepare: () => {},
    onNamedQuery: undefined,
    onInnerHits: undefined,
    onFetch: undefined,
  };
}

/** A pattern matches text and keyword fields that the highlighter supports; a name matches any field. */
function fieldsOf(
  context: QueryShardContext,
  pattern: string,
  type: HighlighterType,
): readonly MappedFieldType[] {
  if (!pattern.includes('*')) {
    const field = context.mapper.field(pattern);
    return field === undefined ? [] : [field];
  }
  return context.mapper
    .matching(pattern)
    .filter((field) => (field.typeName === 'text' || field.typeName === 'keyword') && type.marks(field));
}

function* highlightField(
  context: QueryShardContext,
  highlight: FieldHighlight,
  fetched: FetchedHit,
  expand: HighlightTask['expand'],
): Steps<readonly string[]> {
  const { field, type, options, terms } = highlight;
  const maximum = indexLimit(context.settings, 'highlightOffset');
  type.check(field, options);
  if (type.limitsOffsets) checkMaxOffset(options.maxAnalyzerOffset, maximum);
  const textOf = (other: MappedFieldType): Steps<FieldText> => {
    const values = ownValues(context, other, fetched).filter((value) => typeof value !== 'object');
    return analyzeValues(context, other, values);
  };
  const text = yield* textOf(field);
  if (text.values.length === 0 || (terms.empty && options.noMatchSize <= 0)) return [];
  const task = { field, terms, options, expand, textOf: named };
  if (!type.analyses(field)) return yield* type.highlight({ ...task, text });
  const limit = type.limitsOffsets ? options.maxAnalyzerOffset : null;
  if (limit === null) checkLength(context, highlight, fetched, text);
  return yield* type.highlight({ ...task, text: limitOffsets(text, limit) });

  function* named(name: string): Steps<FieldText | null> {
    const other = context.mapper.field(name);
    return other === undefined ? null : yield* textOf(other);
  }
}

function checkMaxOffset(offset: number | null, maximum: number): void {
  if (offset === null) return;
  if (offset <= 0) throw illegalArgument(`the value [${offset}] of max_analyzer_offset is invalid`);
  if (offset <= maximum) return;
  throw illegalArgument(
    `max_analyzer_offset has exceeded [${maximum}] - maximum allowed to be analyzed for highlighting. This maximum can be set by changing the [index.highlight.max_analyzed_offset] index level setting. For large texts, indexing with offsets or term vectors is recommended!`,
  );
}

/** The values of a nested hit or the document: those stored by the field, otherwise those of the source. */
function ownValues(context: QueryShardContext, field: MappedFieldType, fetched: FetchedHit): JsonValue[] {
  const stored = storedValues(fetched, field);
  if (stored !== null) return stored.map(plainNumbers);
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

function checkLength(
  context: QueryShardContext,
  { field, type }: FieldHighlight,
  fetched: FetchedHit,
  { values }: FieldText,
): void {
  const maximum = indexLimit(context.settings, 'highlightOffset');
  const length = type.joinsValues
    ? values.reduce((sum, value) => sum + value.length + 1, -1)
    : Math.max(0, ...values.map((value) => value.length));
  if (length <= maximum) return;
  const [doc, advice] = type.joinsValues
    ? [fetched.hit.doc, 'indexing with offsets or term vectors is recommended!']
    : [
        fetched.id,
        'indexing with offsets or term vectors, and highlighting with unified or fvh highlighter is recommended!',
      ];
  throw illegalArgument(
    `The length of [${field.name}] field of [${doc}] doc of [${context.indexName}] index has exceeded [${maximum}] - maximum allowed to be analyzed for highlighting. This maximum can be set by changing the [index.highlight.max_analyzed_offset] index level setting. For large texts, ${advice}`,
  );
}

function sourcePath(context: QueryShardContext, name: string): string {
  const dot = name.lastIndexOf('.');
  const parent = dot < 0 ? null : name.slice(0, dot);
  return parent !== null && context.mapper.field(parent) !== undefined ? parent : name;
}
