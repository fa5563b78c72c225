import type { FixedBitSet } from '../../common/index.ts';
import { type LeafContext, tokenName } from '../../query/index.ts';
import type { AggregatorPlace, DocBlock } from '../framework/aggregator.ts';
import { executionError, parsingErrorAt } from '../framework/parseErrors.ts';
import type { AggregationType } from '../framework/specs.ts';
import { BlockBuffer } from './blockBuffer.ts';
import { type Narrow, SingleBucketAggregator } from './singleBucket.ts';
import { unmappedSingleBucket } from './unmapped.ts';

/** The nested documents of a path below the collected documents. */
export const nested: AggregationType = {
  name: 'nested',
  family: 'bucket',
  parse(json, aggregation) {
    let path: string | null = null;
    for (const [key, value] of Object.entries(json)) {
      const at = { container: json, key, edge: 'value' } as const;
      if (typeof value !== 'string') {
        throw parsingErrorAt(`Unexpected token ${tokenName(value)} in [${aggregation}].`, at);
      }
      if (key !== 'path') {
        throw parsingErrorAt(`Unknown key for a ${tokenName(value)} in [${aggregation}]: [${key}].`, at);
      }
      path = value;
    }
    if (path === null) {
      const reason = `Missing [path] field for nested aggregation [${aggregation}]`;
      throw parsingErrorAt(reason, { container: json, key: null, edge: 'end' });
    }
    const nestedPath = path;
    return { create: (place) => createNested(place, nestedPath) };
  },
};

function createNested(place: AggregatorPlace, path: string) {
  const object = place.context.mapper.object(path);
  if (!object) return unmappedSingleBucket(place, 'nested', path);
  const children = place.children({ manyOwners: false, nestedPath: path });
  if (!object.nested) throw executionError(`[nested] nested path [${path}] is not nested`);
  return new SingleBucketAggregator('nested', children, (leaf) => childrenOf(leaf, path, place.nestedPath));
}

/** In a Lucene block, the children of a document precede it, after the previous document of its own level. */
function childrenOf(leaf: LeafContext, path: string, parentPath: string | null): Narrow {
  const { reader } = leaf;
  const childBits = reader.nestedDocs(path);
  const parents = parentPath === null ? null : reader.nestedDocs(parentPath);
  const buffer = new BlockBuffer();
  return (block) => {
    buffer.clear();
    if (childBits !== null) collectChildren(block, childBits, reader.rootDocs, parents, buffer);
    return buffer.block(block.ownerBound, block.scores !== null);
  };
}

function collectChildren(
  block: DocBlock,
  children: FixedBitSet,
  roots: FixedBitSet | null,
  parents: FixedBitSet | null,
  buffer: BlockBuffer,
): void {
  for (let i = 0; i < block.count; i++) {
    const parent = block.docs[i];
    let first = parent;
    while (first > 0 && !roots?.has(first - 1) && !parents?.has(first - 1)) first--;
    for (let doc = first; doc < parent; doc++) {
      if (children.has(doc)) buffer.add(doc, block.owners[i], block.scores ? block.scores[i] : 0);
    }
  }
}
