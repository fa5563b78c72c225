import type { Steps } from '../../common/index.ts';
import type { IdRun } from '../values/keys.ts';
import { type DocBlock, type LeafCollector, passOn } from './aggregator.ts';
import { scratch32 } from './growable.ts';

/** Forwards the documents of a run to the sub-aggregations, each with its bucket. */
export class BlockEmitter {
  readonly #children: LeafCollector;
  #docs: Uint32Array = new Uint32Array(0);
  #scores: Float32Array = new Float32Array(0);

  constructor(children: LeafCollector) {
    this.#children = children;
  }

  *emit(
    block: DocBlock,
    run: Pick<IdRun, 'positions' | 'count' | 'dense'>,
    owners: Uint32Array,
    ownerBound: number,
  ): Steps<void> {
    if (run.count === 0) return;
    if (run.dense) {
      yield* passOn(this.#children, { ...block, owners, ownerBound });
      return;
    }
    this.#docs = scratch32(this.#docs, run.count);
    for (let i = 0; i < run.count; i++) this.#docs[i] = block.docs[run.positions[i]];
    const scores = block.scores && this.#gatherScores(block.scores, run);
    yield* passOn(
      this.#children,
      {
        docs: this.#docs,
        owners,
        scores,
        count: run.count,
        ownerBound,
        contiguous: false,
      },
      block.count,
    );
  }

  #gatherScores(scores: Float32Array, run: Pick<IdRun, 'positions' | 'count'>): Float32Array {
    if (this.#scores.length < run.count) this.#scores = new Float32Array(run.count * 2);
    for (let i = 0; i < run.count; i++) this.#scores[i] = scores[run.positions[i]];
    return this.#scores;
  }
}
