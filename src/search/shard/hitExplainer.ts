import { bug } from '../../common/index.ts';
import type { Explanation, LeafContext, Query } from '../../query/index.ts';
import type { RescoreMode, RescoreSpec } from '../source/rescoreSpec.ts';
import { rescored } from './rescoreMode.ts';

interface Rescorer {
  readonly spec: RescoreSpec;
  readonly query: Query;
}

/** Explains the hits of a search on one shard: by its query, then by each rescore query. */
export class HitExplainer {
  #query: Query | null = null;
  readonly #rescorers: Rescorer[] = [];

  searched(query: Query): void {
    this.#query = query;
  }

  rescored(spec: RescoreSpec, query: Query): void {
    this.#rescorers.push({ spec, query });
  }

  explain(leaf: LeafContext, doc: number): Explanation {
    if (this.#query === null) throw bug('a hit was explained before the search was bound');
    let explained = this.#query.explain(leaf, doc);
    for (const { spec, query } of this.#rescorers) {
      explained = explainRescored(spec, explained, query.explain(leaf, doc));
    }
    return explained;
  }
}

const MODE_NAMES: Readonly<Record<RescoreMode, string>> = {
  total: 'sum',
  multiply: 'product',
  avg: 'avg',
  max: 'max',
  min: 'min',
};

function explainRescored(spec: RescoreSpec, first: Explanation, second: Explanation): Explanation {
  const primary = weighted(first, spec.queryWeight, 'primaryWeight');
  if (!second.isMatch) return primary;
  const secondary = weighted(second, spec.rescoreWeight, 'secondaryWeight');
  const value = Math.fround(rescored(spec.mode, primary.value, secondary.value));
  return float(value, `${MODE_NAMES[spec.mode]} of:`, [primary, secondary]);
}

function weighted(part: Explanation, weight: number, name: string): Explanation {
  const details = [part, float(weight, name, [])];
  return float(Math.fround(part.value * weight), 'product of:', details);
}

function float(value: number, description: string, details: readonly Explanation[]): Explanation {
  return { value, isMatch: true, form: 'float', description, details };
}
