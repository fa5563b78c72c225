import type { TermSink } from '../../analysis/index.ts';
import { illegalArgument, type JsonValue } from '../../common/index.ts';
import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { javaTextInOrder } from '../javaText.ts';
import {
  booleanParameter,
  boostParameter,
  choiceParameter,
  indexParameter,
  integerParameter,
  metaParameter,
  type Parameter,
  storeParameter,
} from '../parameters.ts';
import { similarityParameter } from '../similarityParameter.ts';
import type { MappedFieldType } from '../types.ts';
import { queryText } from './queryText.ts';
import { checkText, fielddataFilterParameter, indexPrefixesParameter } from './textChecks.ts';

/** An analyzer parameter; the analyzer must exist. */
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

/**
 * The analyzers of a text field. `search_analyzer` defaults to `analyzer`, and `search_quote_analyzer` to
 * `search_analyzer`; each is printed only if it differs from its default.
 */
export const textAnalyzerParameters: readonly Parameter[] = [
  {
    ...analyzerParameter('analyzer', false),
    printed: (given) => {
      const own = given.get('analyzer') ?? 'default';
      const search = given.get('search_analyzer') ?? own;
      const quote = given.get('search_quote_analyzer') ?? search;
      return given.has('analyzer') || own !== search || own !== quote ? own : undefined;
    },
  },
  {
    ...analyzerParameter('search_analyzer', true),
    printed: (given) => {
      const own = given.get('search_analyzer') ?? given.get('analyzer') ?? 'default';
      const quote = given.get('search_quote_analyzer') ?? own;
      return own !== (given.get('analyzer') ?? 'default') || own !== quote ? own : undefined;
    },
  },
  {
    ...analyzerParameter('search_quote_analyzer', true),
    printed: (given) => {
      const search = given.get('search_analyzer') ?? given.get('analyzer') ?? 'default';
      const own = given.get('search_quote_analyzer') ?? search;
      return own === search ? undefined : own;
    },
  },
];

/** Norms can be disabled later, but never enabled again. */
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

/** Analysed text: terms with positions, and the field length for scoring. */
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
    ...textAnalyzerParameters,
    similarityParameter,
    booleanParameter('eager_global_ordinals', false, { updateable: true }),
    integerParameter('position_increment_gap', -1),
    booleanParameter('fielddata', false, { updateable: true }),
    fielddataFilterParameter,
    indexPrefixesParameter,
    booleanParameter('index_phrases', false),
  ],
  multiFieldsAfter: 'store',
  check: checkText,
  create: (field) => {
    const { values, environment } = field;
    const indexAnalyzer =
      values.text('analyzer') ?? defaultAnalyzer(field.environment.analysis.hasAnalyzer('default'));
    const searchAnalyzer = values.text('search_analyzer') ?? indexAnalyzer;
    const analyzer = environment.analysis.analyzer(indexAnalyzer);
    const norms = values.boolean('norms');
    const indexed = values.boolean('index');
    const givenGap = values.number('position_increment_gap');
    const uniqueTerms = values.text('index_options') === 'docs';
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
        if (uniqueTerms) keepEachTermOnce(sink);
        sink.position += gap;
      },
    };
  },
};

/** Without frequencies a term counts once, also towards the field length. */
export function keepEachTermOnce(sink: TermSink): void {
  const seen = new Set<string>();
  let kept = 0;
  for (let i = 0; i < sink.terms.length; i++) {
    const term = sink.terms[i];
    if (seen.has(term)) continue;
    seen.add(term);
    sink.terms[kept] = term;
    sink.positions[kept++] = sink.positions[i];
  }
  sink.terms.length = kept;
  sink.positions.length = kept;
  sink.length = kept;
}

function defaultAnalyzer(configured: boolean): string {
  return configured ? 'default' : 'standard';
}

/** Whether a text field's terms can be used as values for sorting, aggregations and scripts. */
export function isFielddata(field: MappedFieldType): boolean {
  return field.family === 'text' && field.params.fielddata === true;
}
