import { cosineSimilarity, dotProduct, l1Norm, lInfNorm, squaredL2 } from '../knn/index.ts';
import { VectorDocValues } from './docValues.ts';
import { PainlessFailure } from './painless/errors.ts';
import type { Method } from './painless/types.ts';
import { asNumber, Narrow, typeName, type Value } from './painless/values.ts';

/** The k-NN plugin's functions for score scripts, such as `l2Squared(params.q, doc['v'])`. */

type Kernel = (query: Float32Array, values: Float32Array, offset: number) => number;

function operands([list, values]: readonly Value[]): {
  readonly query: Float32Array;
  readonly vector: Float32Array;
} {
  if (!Array.isArray(list) || !(values instanceof VectorDocValues)) {
    throw new PainlessFailure(
      'class_cast_exception',
      `Cannot cast ${typeName(values ?? null)} to a k-NN vector`,
    );
  }
  const vector = values.required();
  const query = Float32Array.from(list, asNumber);
  if (query.length !== vector.length) {
    const reason = `query vector dimension mismatch. Expected: ${vector.length}, Given: ${query.length}`;
    throw new PainlessFailure('illegal_argument_exception', reason);
  }
  return { query, vector };
}

const kernel =
  (f: Kernel) =>
  (args: readonly Value[]): Value => {
    const { query, vector } = operands(args);
    return new Narrow('float', Math.fround(f(query, vector, 0)));
  };

/** The plugin uses an optional third argument as the squared length of the query vector. */
function cosine(args: readonly Value[]): Value {
  if (args.length < 3) return kernel(cosineSimilarity)(args);
  const { query, vector } = operands(args);
  const product = Math.fround(asNumber(args[2])) * dotProduct(vector, vector, 0);
  return new Narrow('float', Math.fround(dotProduct(query, vector, 0) / Math.sqrt(product)));
}

export const knnFunctions: Readonly<Record<string, (args: readonly Value[]) => Value>> = {
  l2Squared: kernel(squaredL2),
  l1Norm: kernel(l1Norm),
  lInfNorm: kernel(lInfNorm),
  innerProduct: kernel(dotProduct),
  cosineSimilarity: cosine,
};

const LIST = 'java.util.List';

/** The signatures; the vector comes from `doc`. */
export const knnSignatures: readonly Method[] = [
  ...Object.keys(knnFunctions).map((name) => ({ name, parameters: [LIST, 'def'], returns: 'float' })),
  { name: 'cosineSimilarity', parameters: [LIST, 'def', 'double'], returns: 'float' },
];
