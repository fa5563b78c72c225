import { type FixedBitSet, type JsonObject, OpenSearchError } from '../../common/index.ts';
import { docBits, type LeafContext, parseQuery, type Query, type QueryBuilder } from '../../query/index.ts';
import type { AggregatorPlace } from '../framework/aggregator.ts';
import type { AggregationType } from '../framework/specs.ts';
import { filterBlocks, SingleBucketAggregator } from './singleBucket.ts';

/** Documents that match a query. */
export const filter: AggregationType = {
  name: 'filter',
  family: 'bucket',
  parse(json) {
    const builder = parseFilter(json);
    return {
      create(place) {
        const query = bindFilter(builder, place);
        const children = place.children({ manyOwners: false });
        return new SingleBucketAggregator('filter', children, (leaf) => {
          const bits = matching(query, leaf);
          const keep = filterBlocks();
          return (block) => keep(block, (doc) => bits.has(doc));
        });
      },
    };
  },
};

/** Throws for an object without a clause. */
export function parseFilter(json: JsonObject): QueryBuilder {
  if (Object.keys(json).length > 0) return parseQuery(json);
  throw new OpenSearchError('illegal_argument_exception', 'query malformed, empty clause found at [1:1]', {
    at: { container: json, key: null, edge: 'end' },
  });
}

export function bindFilter(builder: QueryBuilder, { context }: AggregatorPlace): Query {
  return builder.toQuery(context);
}

export function matching(query: Query, leaf: LeafContext): FixedBitSet {
  return docBits(query.match(leaf), leaf.reader.maxDoc);
}
