import { inTurns, type JsonObject, type Steps } from '../../common/index.ts';
import type { DocSet, LeafContext } from '../../query/index.ts';
import type { AggregationContext, ShardAggregation, ShardAggregator } from '../types.ts';
import { type AggregatorPlace, type LeafCollector, type SecondLook, SubAggregators } from './aggregator.ts';
import { collectInTurns } from './collectBlocks.ts';
import { fewOthers } from './docPieces.ts';
import type { Aggregations } from './internalAggregation.ts';
import { measureAggregator, ProfilingAggregator } from './profilingAggregator.ts';
import type { AggregationTree } from './specs.ts';

/** What a shard sends to the reduction. */
export interface ShardResult extends ShardAggregation {
  readonly aggregations: Aggregations;
}

/** Subtracting from whole-segment counts pays if fewer than this part of the documents do not match. */
const PAYS_ALONE = 0.5;
/** The same if the matching documents must be read anyway, for sub-aggregations. */
const PAYS_BESIDE_OTHERS = 0.125;

/** Passes matching documents to the top-level aggregators, in blocks. */
export class TreeAggregator implements ShardAggregator {
  readonly #context: AggregationContext;
  readonly #aggregators: SubAggregators;
  readonly #late: (() => Steps<void>)[] = [];
  readonly #secondLooks: readonly SecondLook[];
  /** What was collected, for aggregators with a second pass. */
  readonly #seen: { leaf: LeafContext; docs: DocSet; scores: Float32Array | number | null }[] = [];

  constructor(tree: AggregationTree, context: AggregationContext) {
    this.#context = context;
    this.#aggregators = createAggregators(tree, context, {
      singleOwner: true,
      parents: [],
      parentName: null,
      nestedPath: null,
      docCount: null,
      afterCollecting: (task) => void this.#late.push(task),
    });
    this.#secondLooks = this.#aggregators.aggregators.flatMap(({ secondLook }) => secondLook ?? []);
  }

  async collect(leaf: LeafContext, docs: DocSet, scores: Float32Array | number | null): Promise<void> {
    const collector = this.#aggregators.leaf(leaf);
    if (!collector) return;
    if (this.#secondLooks.length > 0) this.#seen.push({ leaf, docs, scores });
    const { checkCancelled, checkGone } = this.#context;
    const { whole } = collector;
    const others =
      whole && fewOthers(docs, leaf.reader.maxDoc, whole.below ? PAYS_BESIDE_OTHERS : PAYS_ALONE);
    if (whole && others) {
      await inTurns(whole.collectAll(), this.#context.pacer, 1);
      // A timeout before the end would return counts of documents that do not match.
      await this.#collectDocs({ collect: whole.leaveOut }, others, null, checkGone);
      if (whole.belowByKey && (docs.kind === 'bits' || docs.kind === 'all')) {
        await this.#inSteps(whole.belowByKey(docs.kind === 'bits' ? docs.bits : null));
      } else if (whole.below) await this.#collectDocs(whole.below, docs, scores, checkCancelled);
    } else await this.#collectDocs(collector, docs, scores, checkCancelled);
  }

  async #inSteps(steps: Steps<void>): Promise<void> {
    const { pacer, checkCancelled } = this.#context;
    while (!steps.next().done) {
      if (pacer.isOver()) await pacer.pause();
      checkCancelled();
    }
  }

  #collectDocs(
    collector: LeafCollector,
    docs: DocSet,
    scores: Float32Array | number | null,
    check: () => void,
  ): Promise<void> {
    return collectInTurns(collector, docs, scores, { pacer: this.#context.pacer, check });
  }

  profile(): JsonObject[] {
    return this.#aggregators.aggregators.flatMap((aggregator) =>
      aggregator instanceof ProfilingAggregator ? [aggregator.profile()] : [],
    );
  }

  async result(): Promise<ShardResult> {
    const { pacer, checkGone } = this.#context;
    for (const look of this.#secondLooks) {
      await look.choose(pacer);
      for (const { leaf, docs, scores } of this.#seen) {
        const collector = look.leaf(leaf);
        // After a timeout, what was collected before is still returned.
        if (collector) await this.#collectDocs(collector, docs, scores, checkGone);
      }
    }
    for (const task of this.#late) await inTurns(task(), pacer, 1);
    await this.#aggregators.settle(pacer);
    return { kind: 'shard-aggregation', aggregations: this.#aggregators.build(0) };
  }
}

interface Position extends Pick<AggregatorPlace, 'afterCollecting'> {
  readonly singleOwner: boolean;
  readonly parents: readonly string[];
  readonly parentName: string | null;
  readonly nestedPath: string | null;
  readonly docCount: AggregatorPlace['docCount'];
}

function createAggregators(
  tree: AggregationTree,
  context: AggregationContext,
  position: Position,
): SubAggregators {
  const aggregators = tree.nodes.map((node) => {
    const { name } = node.head;
    let below: SubAggregators | null = null;
    const place: AggregatorPlace = {
      context,
      name,
      ...position,
      children: ({ manyOwners, nestedPath, docCount = null }) => {
        below = createAggregators(node.children, context, {
          ...position,
          singleOwner: position.singleOwner && !manyOwners,
          parents: [...position.parents, node.type.name],
          parentName: name,
          docCount,
          nestedPath: nestedPath === undefined ? position.nestedPath : nestedPath,
        });
        return below;
      },
    };
    const { nanoTime } = context;
    if (nanoTime === undefined) return node.spec.create(place);
    return measureAggregator(nanoTime, { name, type: node.type.name }, () => {
      const aggregator = node.spec.create(place);
      return { aggregator, below };
    });
  });
  return new SubAggregators(
    tree.nodes.map((node) => node.head),
    aggregators,
    context.buckets,
  );
}
