import { illegalArgument } from '../../common/index.ts';
import { type LeafContext, tokenName } from '../../query/index.ts';
import type { AggregatorPlace } from '../framework/aggregator.ts';
import { BucketDoubles } from '../framework/growable.ts';
import { executionError, parsingErrorAt } from '../framework/parseErrors.ts';
import type { AggregationType } from '../framework/specs.ts';
import { BlockBuffer } from './blockBuffer.ts';
import { type Narrow, SingleBucketAggregator } from './singleBucket.ts';

/** From nested documents back to an enclosing level: the root, or a path. */
export const reverseNested: AggregationType = {
  name: 'reverse_nested',
  family: 'bucket',
  parse(json, aggregation) {
    let path: string | null = null;
    for (const [key, value] of Object.entries(json)) {
      const at = { container: json, key, edge: 'value' } as const;
      if (key !== 'path' || typeof value !== 'string') {
        const token = tokenName(value);
        throw parsingErrorAt(
          typeof value === 'string'
            ? `Unknown key for a ${token} in [${aggregation}]: [${key}].`
            : `Unexpected token ${token} in [${aggregation}].`,
          at,
        );
      }
      path = value;
    }
    return { create: (place) => createReverse(place, path) };
  },
};

function createReverse(place: AggregatorPlace, path: string | null) {
  if (!place.parents.includes('nested')) {
    throw illegalArgument(
      `Reverse nested aggregation [${place.name}] can only be used inside a [nested] aggregation`,
    );
  }
  if (path !== null && place.context.mapper.object(path)?.nested === false) {
    throw executionError(`[reverse_nested] nested path [${path}] is not nested`);
  }
  const children = place.children({ manyOwners: false, nestedPath: path });
  return new SingleBucketAggregator('reverse_nested', children, (leaf) => parentsOf(leaf, path));
}

/** Each parent once per bucket: children of one parent are consecutive. */
function parentsOf({ reader }: LeafContext, path: string | null): Narrow {
  const parents = path === null ? reader.rootDocs : reader.nestedDocs(path);
  const last = new BucketDoubles(-1);
  const buffer = new BlockBuffer();
  return (block) => {
    buffer.clear();
    const lastParents = last.ensure(block.ownerBound);
    for (let i = 0; i < block.count; i++) {
      const parent = parents === null ? -1 : parents.next(block.docs[i]);
      const owner = block.owners[i];
      if (parent === -1 || lastParents[owner] === parent) continue;
      lastParents[owner] = parent;
      buffer.add(parent, owner, block.scores ? block.scores[i] : 0);
    }
    return buffer.block(block.ownerBound, block.scores !== null);
  };
}
