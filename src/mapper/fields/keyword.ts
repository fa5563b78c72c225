import { illegalArgument, type JsonValue, limits, OpenSearchError } from '../../common/index.ts';
import type { DocumentContext } from '../documentContext.ts';
import { mapperParsing } from '../errors.ts';
import { type FieldContext, type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { javaTextInOrder } from '../javaText.ts';
import {
  booleanParameter,
  boostParameter,
  choiceParameter,
  docValuesParameter,
  indexParameter,
  integerParameter,
  metaParameter,
  type Parameter,
  storeParameter,
  stringParameter,
} from '../parameters.ts';
import { similarityParameter } from '../similarityParameter.ts';
import { queryText } from './queryText.ts';
import { keepEachTermOnce } from './text.ts';

const MAX_INTEGER = 2147483647;
/** Lucene's maximum term length in UTF-8 bytes. */
const MAX_TERM_BYTES = limits.keywordBytes.value;

const normalizerParameter: Parameter = {
  name: 'normalizer',
  defaultValue: null,
  updateable: false,
  parse: (value, { analysis, fieldName }) => {
    const normalizer = javaTextInOrder(value);
    if (normalizer === 'default' || analysis.hasNormalizer(normalizer)) return normalizer;
    throw mapperParsing(`normalizer [${normalizer}] not found for field [${fieldName}]`);
  },
  conflictText: (value) => (value === null ? 'default' : String(value)),
};

/** Exact terms with doc values by ordinal. */
export const keywordType: FieldTypeDefinition = {
  typeName: 'keyword',
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    stringParameter('null_value', null, { acceptsNull: true }),
    booleanParameter('eager_global_ordinals', false, { updateable: true }),
    integerParameter('ignore_above', MAX_INTEGER, { updateable: true }),
    choiceParameter('index_options', 'docs', ['docs', 'freqs']),
    booleanParameter('norms', false, { canMerge: (current, next) => current === next || next === false }),
    similarityParameter,
    normalizerParameter,
    booleanParameter('split_queries_on_whitespace', false, { updateable: true }),
    boostParameter,
    metaParameter,
  ],
  create: (field) => {
    const { values } = field;
    const indexed = values.boolean('index');
    const docValues = values.boolean('doc_values');
    const ignoreAbove = values.number('ignore_above');
    const nullValue = values.text('null_value');
    const norms = values.boolean('norms');
    const frequencies = values.text('index_options') === 'freqs';
    // Norms and frequencies are stored as for text.
    const scored = indexed && (norms || frequencies);
    const normalizerName = values.text('normalizer');
    const normalize =
      normalizerName === null || normalizerName === 'default'
        ? null
        : field.environment.analysis.normalizer(normalizerName);
    return {
      type: mappedFieldType(field, {
        family: 'keyword',
        hasNorms: values.boolean('norms'),
        indexAnalyzer: normalizerName,
        searchAnalyzer: values.boolean('split_queries_on_whitespace') ? 'whitespace' : normalizerName,
        toIndexValue: (value) => (normalize === null ? queryText(value) : normalize(queryText(value))),
      }),
      parse: (value: JsonValue, context) => {
        const given = value ?? nullValue;
        if (given === null) return;
        const text = typeof given === 'string' ? given : context.textOf(given);
        if (text.length > ignoreAbove || !(indexed || docValues)) return;
        const term = normalize === null ? text : normalize(text);
        if (term.length > MAX_TERM_BYTES / 3) checkTermLength(field.name, term, context);
        if (!scored) {
          context.doc.addTerm(field, term, indexed, docValues);
          return;
        }
        addScoredTerm(field, term, { norms, frequencies }, context);
        if (docValues) context.doc.addTerm(field, term, false, true);
      },
    };
  },
};

interface ScoredParts {
  readonly norms: boolean;
  readonly frequencies: boolean;
}

function addScoredTerm(
  field: FieldContext,
  term: string,
  { norms, frequencies }: ScoredParts,
  context: DocumentContext,
): void {
  const sink = context.doc.textSink({ name: field.name, slot: -1 }, norms);
  sink.terms.push(term);
  sink.positions.push(++sink.position);
  sink.length++;
  if (!frequencies) keepEachTermOnce(sink);
}

function checkTermLength(field: string, term: string, context: DocumentContext): void {
  const bytes = Buffer.from(term);
  if (bytes.length <= MAX_TERM_BYTES) return;
  const message = `bytes can be at most ${MAX_TERM_BYTES} in length; got ${bytes.length}`;
  const prefix = [...new Int8Array(bytes.subarray(0, 30))].join(', ');
  context.indexingError ??= illegalArgument(
    `Document contains at least one immense term in field="${field}" (whose UTF8 encoding is longer than the max ` +
      `length ${MAX_TERM_BYTES}), all of which were skipped.  Please correct the analyzer to not produce such terms.` +
      `  The prefix of the first immense term is: '[${prefix}]...', original message: ${message}`,
    new OpenSearchError('max_bytes_length_exceeded_exception', message),
  );
}
