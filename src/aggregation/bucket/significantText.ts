import { illegalArgument, inOneStep, type Steps } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import {
  countDocs,
  type DocSet,
  docSetOfArray,
  intersect,
  type LeafContext,
  matchedAhead,
  type Query,
  textAt,
} from '../../query/index.ts';
import type { AggregatorPlace } from '../framework/aggregator.ts';
import { anyField, booleanField, parseObject, stringField } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { AnalyzedTerms } from '../values/analyzedTerms.ts';
import { checkSelections, keyFilter } from '../values/includeExclude.ts';
import { STRING_KEYS } from '../values/keyFormat.ts';
import type { KeySource } from '../values/keys.ts';
import { RAW } from '../values/valueFormat.ts';
import { InternalSignificantTerms } from './internalSignificantTerms.ts';
import { backgroundQuery, significantFields, significantLimits } from './significantTerms.ts';
import { type Background, SignificantTermsAggregator } from './significantTermsAggregator.ts';
import { unmappedAggregator } from './unmapped.ts';

const fields = {
  ...significantFields,
  field: stringField(),
  source_fields: anyField(['START_ARRAY', 'VALUE_STRING'], (value, { container, key }) =>
    Array.isArray(value) ? value.map((_, i) => textAt(value, i)) : [textAt(container, key)],
  ),
  filter_duplicate_text: booleanField(),
} as const;

/** Words that are more frequent in the matching documents than in all; texts are read from the source. */
export const significantText: AggregationType = {
  name: 'significant_text',
  family: 'bucket',
  takesSubAggregations: false,
  parse(json, aggregation) {
    const options = parseObject(json, fields, {
      parser: 'significant_text',
      registry: true,
      aggregation,
      check: checkSelections,
    });
    const limits = significantLimits(options);
    return {
      create(place) {
        const field = options.field === undefined ? undefined : place.context.mapper.field(options.field);
        if (field === undefined) {
          return unmappedAggregator(place, () => InternalSignificantTerms.unmapped(limits));
        }
        const config = textConfig(field);
        const keys = new AnalyzedTerms({
          analyzer: place.context.analysis.analyzer(field.indexAnalyzer ?? 'keyword'),
          paths: options.source_fields ?? [field.name],
          filter: keyFilter(options.include ?? null, options.exclude ?? null, config, {
            aggregation: place.name,
            error: illegalArgument,
          }),
          filterDuplicates: options.filter_duplicate_text ?? false,
        });
        const filter = backgroundQuery(place, options);
        const background = indexedTerms(field.name, keys, filter, place);
        return new SignificantTermsAggregator(place, { keys, format: STRING_KEYS, limits, background });
      },
    };
  },
};

function textConfig(field: MappedFieldType) {
  const dates = { format: null, timeZone: null };
  const plain = {
    script: null,
    missing: undefined,
    format: RAW,
    asText: false,
    dates,
    integral: false,
    hasValues: true,
  };
  return { kind: 'bytes', field, ...plain } as const;
}

/** The background set is what is indexed: how many documents of the shard, or of a filter, have the term. */
function indexedTerms(
  field: string,
  keys: KeySource,
  filter: Query | null,
  { context }: AggregatorPlace,
): () => Steps<Background> {
  const matched = filter === null ? null : matchedAhead(context, filter);
  const countIn = ({ reader }: LeafContext, docs: DocSet | null, term: string): number => {
    const terms = reader.terms(field);
    const ord = terms?.lookup(term) ?? -1;
    if (terms === null || ord < 0) return 0;
    if (docs === null) return terms.docFreq(ord);
    return countDocs(intersect(docSetOfArray(terms.docs(ord)), docs));
  };
  return () =>
    inOneStep(() => {
      const filtered = context.leaves.map((leaf) => ({ leaf, docs: matched?.(leaf) ?? null }));
      const sizes = filtered.map(({ leaf, docs }) => (docs === null ? leaf.reader.maxDoc : countDocs(docs)));
      return {
        size: sizes.reduce((sum, size) => sum + size, 0),
        countOf(id) {
          const term = String(keys.key(id));
          return filtered.reduce((sum, { leaf, docs }) => sum + countIn(leaf, docs, term), 0);
        },
      };
    });
}
