import type { JsonValue } from '../../common/index.ts';
import { mapperParsing } from '../errors.ts';
import {
  type CompiledParts,
  type FieldContext,
  type FieldTypeDefinition,
  mappedFieldType,
} from '../fieldTypes.ts';
import {
  booleanParameter,
  choiceParameter,
  indexParameter,
  integerParameter,
  metaParameter,
  storeParameter,
  toBoolean,
} from '../parameters.ts';
import { similarityParameter } from '../similarityParameter.ts';
import type { MappedFieldType } from '../types.ts';
import { queryText } from './queryText.ts';
import { termVectorParameter, textAnalyzerParameters } from './text.ts';

/** A sub-field that analyses the parent's text into shingles, or prefixes of them. */
interface Companion {
  readonly suffix: string;
  /** Returns the derived analyzer's name in the registry. */
  readonly analyzer: (base: string) => string;
  readonly norms: boolean;
}

function companionsOf(maxShingleSize: number): Companion[] {
  const companions: Companion[] = [];
  for (let size = 2; size <= maxShingleSize; size++) {
    companions.push({
      suffix: `_${size}gram`,
      analyzer: (base) => `${base}\u0000shingle${size}`,
      norms: true,
    });
  }
  const analyzer = (base: string): string => `${base}\u0000prefix${maxShingleSize}`;
  return [...companions, { suffix: '_index_prefix', analyzer, norms: false }];
}

/** `search_as_you_type`: a text, its shingles, and their prefixes. */
export const searchAsYouTypeType: FieldTypeDefinition = {
  typeName: 'search_as_you_type',
  parameters: [
    indexParameter,
    storeParameter,
    {
      ...booleanParameter('doc_values', false, { alwaysPrinted: 'default' }),
      parse: (value) => {
        if (!toBoolean(value)) return false;
        throw mapperParsing('Cannot set [doc_values] on field of type [search_as_you_type]');
      },
    },
    {
      ...integerParameter('max_shingle_size', 3, { alwaysPrinted: 'default' }),
      parse: (value, context) => {
        const size = Number(integerParameter('max_shingle_size', 3).parse(value, context));
        if (size >= 2 && size <= 4) return size;
        throw mapperParsing(`[max_shingle_size] must be at least [2] and at most [4], got [${size}]`);
      },
    },
    ...textAnalyzerParameters,
    similarityParameter,
    choiceParameter('index_options', 'positions', ['positions', 'docs', 'freqs', 'offsets']),
    booleanParameter('norms', true),
    termVectorParameter,
    metaParameter,
  ],
  create: (field) => {
    const { values, environment } = field;
    const fallback = environment.analysis.hasAnalyzer('default') ? 'default' : 'standard';
    const base = values.text('analyzer') ?? fallback;
    const search = values.text('search_analyzer') ?? base;
    const maxShingle = values.number('max_shingle_size');
    const own = textParts(field, base, search, values.boolean('norms'));
    const below = companionsOf(maxShingle).map(({ suffix, analyzer, norms }) => ({
      part: suffix === '_index_prefix' ? ('prefixes' as const) : ('shingles' as const),
      ...textParts(
        { ...field, name: `${field.name}.${suffix}`, slot: -1 },
        analyzer(base),
        suffix === '_index_prefix' ? search : analyzer(search),
        norms && values.boolean('norms'),
      ),
    }));
    const asYouType = { root: field.name, maxShingle };
    return {
      type: { ...own.type, asYouType: { ...asYouType, part: 'whole' } },
      companions: below.map(({ type, part }) => ({ ...type, asYouType: { ...asYouType, part } })),
      parse: (value, context) => {
        own.parse(value, context);
        for (const companion of below) companion.parse(value, context);
      },
    };
  },
};

function textParts(field: FieldContext, analyzerName: string, search: string, norms: boolean): CompiledParts {
  const analyzer = field.environment.analysis.analyzer(analyzerName);
  const indexed = field.values.boolean('index');
  const type: MappedFieldType = mappedFieldType(field, {
    family: 'text',
    hasDocValues: false,
    hasNorms: norms,
    indexAnalyzer: analyzerName,
    searchAnalyzer: search,
    searchQuoteAnalyzer: field.values.text('search_quote_analyzer') ?? search,
    toIndexValue: queryText,
  });
  return {
    type,
    parse: (value: JsonValue, context) => {
      if (value === null || !indexed) return;
      const sink = context.doc.textSink(field, norms);
      analyzer.collectTerms(typeof value === 'string' ? value : context.textOf(value), sink);
      sink.position += analyzer.positionIncrementGap;
    },
  };
}
