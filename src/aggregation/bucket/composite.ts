import { illegalArgument, type JsonObject, type OpenSearchError } from '../../common/index.ts';
import type { AggregatorPlace } from '../framework/aggregator.ts';
import { tooManyBuckets } from '../framework/internalAggregation.ts';
import { anyField, intField, objectField, parseObject } from '../framework/objectParser.ts';
import { contentError } from '../framework/parseErrors.ts';
import type { AggregationType } from '../framework/specs.ts';
import { CompositeAggregator } from './compositeAggregator.ts';
import { type CompositeSource, parseSources } from './compositeSources.ts';

const fields = {
  sources: anyField(['START_ARRAY', 'START_OBJECT'], (value, { aggregation }) => {
    const sources = parseSources((Array.isArray(value) ? value : [value]) as never[], aggregation);
    if (sources.length === 0) throw afterLastField('Composite [sources] cannot be null or empty');
    checkNames(sources);
    return sources;
  }),
  size: intField(),
  after: objectField((json) => json),
} as const;

/** The original builds the aggregation after its last required field, and wraps errors found then. */
function afterLastField(reason: string): OpenSearchError {
  return contentError(
    'Failed to build [composite] after last required field arrived',
    null,
    illegalArgument(reason),
  );
}

function checkNames(sources: readonly CompositeSource[]): void {
  const names = sources.map(({ name }) => name);
  const duplicates = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  if (duplicates.length > 0) {
    throw afterLastField(
      `Composite source names must be unique, found duplicates: [${duplicates.join(', ')}]`,
    );
  }
}

/** Buckets of key combinations, in order, page by page. */
export const composite: AggregationType = {
  name: 'composite',
  family: 'bucket',
  parse(json, aggregation) {
    const options = parseObject(json, fields, { parser: 'composite', aggregation });
    const { sources, size = 10, after = null } = options;
    if (!sources) throw illegalArgument('Required [sources]');
    return {
      create(place) {
        checkParents(place);
        // The original fails on its shards.
        if (size <= 0)
          throw illegalArgument(`[size] must be greater than 0. Found [${size}] in [${aggregation}]`);
        const { maxBuckets } = place.context.buckets;
        if (size > maxBuckets) throw tooManyBuckets(maxBuckets, size);
        const bound = sources.map((source) => source.bind(place));
        const afterKey =
          after &&
          sources.map((source, index) => {
            const value = afterValue(after, source, sources.length);
            return value === null ? null : bound[index].parse(value);
          });
        return new CompositeAggregator(place, {
          sources,
          bound,
          size,
          after: afterKey,
        });
      },
    };
  },
};

/** Only nested aggregations are allowed as parents. */
function checkParents(place: AggregatorPlace): void {
  const parent = [...place.parents].reverse().find((type) => type !== 'nested');
  if (parent === undefined) return;
  const name = `${parent.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}AggregatorFactory`;
  throw illegalArgument(
    `[composite] aggregation cannot be used with a parent aggregation of type: [${name}]`,
  );
}

function afterValue(after: JsonObject, source: CompositeSource, count: number) {
  const given = Object.keys(after).length;
  if (given !== count) {
    throw illegalArgument(`[after] has ${given} value(s) but [sources] has ${count}`);
  }
  if (!Object.hasOwn(after, source.name)) throw illegalArgument(`Missing value for [after.${source.name}]`);
  const value = after[source.name];
  if (value === null && source.missingBucket) return null;
  if (value === null || typeof value === 'object') {
    const found = value === null ? 'null' : Array.isArray(value) ? 'ArrayList' : 'HashMap';
    throw illegalArgument(`Invalid value for [after.${source.name}], expected comparable, got [${found}]`);
  }
  return value;
}
