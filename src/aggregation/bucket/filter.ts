import type { FixedBitSet, JsonObject } from '../../common/index.ts';
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

/** An empty object stands for every document, as the original reads it. */
export function parseFilter(json: JsonObject): QueryBuilder {
  return parseQuery(Object.keys(json).length === 0 ? { match_all: {} } : json);
}

export function bindFilter(builder: QueryBuilder, { context }: AggregatorPlace): Query {
  return builder.toQuery(context);
}

export function matching(query: Query, leaf: LeafContext): FixedBitSet {
  return docBits(query.match(leaf), leaf.reader.maxDoc);
}
