import { illegalArgument, type JsonValue } from '../../common/index.ts';
import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { javaTextInOrder } from '../javaText.ts';
import {
  anyParameter,
  booleanParameter,
  boostParameter,
  choiceParameter,
  indexParameter,
  integerParameter,
  metaParameter,
  type Parameter,
  storeParameter,
} from '../parameters.ts';
import type { MappedFieldType } from '../types.ts';
import { queryText } from './queryText.ts';

/** `analyzer` and its kin must exist. */
export function analyzerParameter(name: string, updateable: boolean): Parameter {
  return {
    name,
    defaultValue: null,
    updateable,
    parse: (value, { analysis }) => {
      const analyzer = javaTextInOrder(value);
      if (analysis.hasAnalyzer(analyzer)) return analyzer;
      throw illegalArgument(`analyzer [${analyzer}] has not been configured in mappings`);
    },
    conflictText: (value) => (value === null ? 'default' : String(value)),
  };
}

export const similarityParameter: Parameter = {
  name: 'similarity',
  defaultValue: null,
  updateable: false,
  parse: (value) => {
    const name = javaTextInOrder(value);
    if (name === 'BM25' || name === 'boolean') return name;
    throw illegalArgument(`Unknown Similarity type [${name}]`);
  },
};

/** Norms may be switched off later, never on again. */
function normsParameter(defaultValue: boolean): Parameter {
  return booleanParameter('norms', defaultValue, {
    canMerge: (current, next) => current === next || next === false,
  });
}

export const termVectorParameter = choiceParameter('term_vector', 'no', [
  'no',
  'yes',
  'with_positions',
  'with_offsets',
  'with_positions_offsets',
  'with_positions_payloads',
  'with_positions_offsets_payloads',
]);

const INDEX_OPTIONS = ['positions', 'docs', 'freqs', 'offsets'];

/** Analysed text: terms with positions, and the length that scoring needs. */
export const textType: FieldTypeDefinition = {
  typeName: 'text',
  parameters: [
    boostParameter,
    indexParameter,
    storeParameter,
    metaParameter,
    choiceParameter('index_options', 'positions', INDEX_OPTIONS),
    termVectorParameter,
    normsParameter(true),
    analyzerParameter('analyzer', false),
    analyzerParameter('search_analyzer', true),
    analyzerParameter('search_quote_analyzer', true),
    similarityParameter,
    booleanParameter('eager_global_ordinals', false, { updateable: true }),
    integerParameter('position_increment_gap', -1),
    booleanParameter('fielddata', false, { updateable: true }),
    anyParameter('fielddata_frequency_filter', { updateable: true }),
    anyParameter('index_prefixes'),
    booleanParameter('index_phrases', false),
  ],
  multiFieldsAfter: 'store',
  create: (field) => {
    const { values, environment } = field;
    const indexAnalyzer =
      values.text('analyzer') ?? defaultAnalyzer(field.environment.analysis.hasAnalyzer('default'));
    const searchAnalyzer = values.text('search_analyzer') ?? indexAnalyzer;
    const analyzer = environment.analysis.analyzer(indexAnalyzer);
    const norms = values.boolean('norms');
    const indexed = values.boolean('index');
    const givenGap = values.number('position_increment_gap');
    const gap = givenGap < 0 ? analyzer.positionIncrementGap : givenGap;
    return {
      type: mappedFieldType(field, {
        family: 'text',
        hasDocValues: false,
        hasNorms: norms,
        indexAnalyzer,
        searchAnalyzer,
        searchQuoteAnalyzer: values.text('search_quote_analyzer') ?? searchAnalyzer,
        toIndexValue: queryText,
      }),
      parse: (value: JsonValue, context) => {
        if (value === null) return;
        const text = typeof value === 'string' ? value : context.textOf(value);
        if (!indexed) return;
        const sink = context.doc.textSink(field, norms);
        analyzer.collectTerms(text, sink);
        sink.position += gap;
      },
    };
  },
};

function defaultAnalyzer(configured: boolean): string {
  return configured ? 'default' : 'standard';
}

/** Text whose terms may be used as values: for sorting, aggregations and scripts. */
export function isFielddata(field: MappedFieldType): boolean {
  return field.family === 'text' && field.params.fielddata === true;
}
