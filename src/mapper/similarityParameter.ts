import { illegalArgument, type JsonValue } from '../common/index.ts';
import { mapperParsing } from './errors.ts';
import { javaTextInOrder } from './javaText.ts';
import type { Parameter, ParameterContext } from './parameters.ts';

const BUILT_IN: ReadonlySet<string> = new Set(['BM25', 'boolean']);

/** `similarity`: a built-in one, or one defined in the index settings. */
export const similarityParameter: Parameter = {
  name: 'similarity',
  defaultValue: null,
  updateable: false,
  acceptsNull: true,
  parse: readSimilarity,
};

function readSimilarity(value: JsonValue, { fieldName, settings }: ParameterContext): JsonValue {
  if (value === null) return null;
  const name = javaTextInOrder(value);
  if (name === 'classic') {
    throw illegalArgument(
      'The [classic] similarity may not be used anymore. Please use the [BM25] similarity or build a custom ' +
        '[scripted] similarity instead.',
    );
  }
  if (BUILT_IN.has(name) || settings().has(`index.similarity.${name}.type`)) return name;
  throw mapperParsing(`Unknown Similarity type [${name}] for field [${fieldName}]`);
}
