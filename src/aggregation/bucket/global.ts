import type { Pacer, Steps } from '../../common/index.ts';
import { type LeafContext, tokenName } from '../../query/index.ts';
import type { Aggregator, AggregatorPlace, SubAggregators } from '../framework/aggregator.ts';
import { collectInSteps } from '../framework/collectBlocks.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { executionError, parsingErrorAt } from '../framework/parseErrors.ts';
import type { AggregationType } from '../framework/specs.ts';
import { InternalSingleBucket } from './singleBucket.ts';

/** All documents of the index, regardless of the query. */
export const global: AggregationType = {
  name: 'global',
  family: 'bucket',
  parse(json, aggregation) {
    for (const key of Object.keys(json)) {
      const token = tokenName(json[key]);
      const reason = `Expected [FIELD_NAME] under a [START_OBJECT], but got a [${token}] in [${aggregation}]`;
      throw parsingErrorAt(reason, { container: json, key, edge: 'value' });
    }
    return {
      visitsAllDocs: true,
      create(place) {
        if (place.parents.length > 0) {
          throw executionError(
            `Aggregation [${place.parentName}] cannot have a global sub-aggregation [${aggregation}]. ` +
              'Global aggregations can only be defined as top level aggregations',
          );
        }
        return new GlobalAggregator(place);
      },
    };
  },
};

class GlobalAggregator implements Aggregator {
  readonly singleBucketChildren: SubAggregators;
  readonly #place: AggregatorPlace;
  #docCount = 0;

  constructor(place: AggregatorPlace) {
    this.#place = place;
    place.afterCollecting(() => this.#collect());
    this.singleBucketChildren = place.children({ manyOwners: false });
  }

  leaf(): ReturnType<Aggregator['leaf']> {
    return { collect() {} };
  }

  *#collect(): Steps<void> {
    const { leaves, checkCancelled } = this.#place.context;
    const children = this.singleBucketChildren;
    for (const leaf of leaves) {
      const docs = liveRoots(leaf);
      this.#docCount += docs.length;
      const collector = children.leaf(leaf);
      if (!collector) continue;
      yield* collectInSteps(collector, docs, null, checkCancelled);
    }
  }

  settle(pacer: Pacer): Promise<void> {
    return this.singleBucketChildren.settle(pacer);
  }

  build(): InternalAggregation {
    return new InternalSingleBucket('global', this.#docCount, this.singleBucketChildren.build(0));
  }
}

function liveRoots({ reader }: LeafContext): Uint32Array {
  const { liveDocs, rootDocs, maxDoc } = reader;
  if (liveDocs === null && rootDocs === null) return Uint32Array.from({ length: maxDoc }, (_, doc) => doc);
  if (liveDocs === null || rootDocs === null) return (liveDocs ?? rootDocs!).toArray();
  return liveDocs.clone().and(rootDocs).toArray();
}
