import { type JsonObject, OpenSearchError } from '../../common/index.ts';
import { parseQuery, type QueryBuilder } from '../../query/index.ts';
import type { AggregationType } from '../framework/specs.ts';
import { BlockFilter } from './blockFilter.ts';
import { filterBlocks, SingleBucketAggregator } from './singleBucket.ts';

/** Documents that match a query. */
export const filter: AggregationType = {
  name: 'filter',
  family: 'bucket',
  parse(json) {
    const builder = parseFilter(json);
    return {
      create(place) {
        const query = new BlockFilter(builder, place);
        const children = place.children({ manyOwners: false });
        return new SingleBucketAggregator('filter', children, (leaf) => {
          const testOf = query.leaf(leaf);
          const keep = filterBlocks();
          return (block) => keep(block, testOf(block));
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
