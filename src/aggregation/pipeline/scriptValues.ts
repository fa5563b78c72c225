import { type CompiledScript, Double, fromJson, type Value } from '../../script/index.ts';
import type { Bucket } from '../framework/internalAggregation.ts';
import { type GapPolicy, resolveBucketValue } from './bucketValue.ts';

/** The values selected by a bucket's paths; `null` if a path is invalid. */
export function valuesOf(
  bucket: Bucket,
  paths: ReadonlyMap<string, string>,
  gapPolicy: GapPolicy,
): Map<string, number | null> {
  const values = new Map<string, number | null>();
  for (const [name, path] of paths) values.set(name, resolveBucketValue('', bucket, path, gapPolicy));
  return values;
}

/** Runs a script with its own `params` and the bucket's values. */
export function runOnValues(script: CompiledScript, values: ReadonlyMap<string, number | null>): Value {
  const params = fromJson(script.source.params) as Map<string, Value>;
  for (const [name, value] of values) params.set(name, value === null ? null : new Double(value));
  return script.bind({ params, now: () => 0 })();
}
