import type { ClientHit } from '../../client/index.ts';
import { type Bound, type BoundRelevance, boundChildren } from '../binder/index.ts';
import type { Selection } from '../plan/physical.ts';
import type { Row } from '../values/index.ts';
import { betweenBatches } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { compileFilter } from './evaluate.ts';
import { guardedScan } from './search.ts';

/** Conditions that the engine cannot evaluate, evaluated row by row. */

export interface HitFilter {
  /** The key of a hit that `accept` takes. */
  readonly keyOf: (hit: ClientHit) => string;
  readonly accept: (row: Row, key: string) => boolean;
}

/**
 * For a full-text leaf within such a condition, the engine is asked once which documents of the selection
 * match.
 */
export async function hitFilter(
  selection: Selection,
  condition: Bound,
  context: ExecutionContext,
): Promise<HitFilter> {
  const members = new Map<string, ReadonlySet<string>>();
  for (const leaf of relevanceLeaves(condition)) {
    members.set(JSON.stringify(leaf.query), await matching(selection, leaf, context));
  }
  let current = '';
  const test = compileFilter(condition, {
    columns: selection.columns.map(({ column }) => column),
    context: context.evaluation,
    missingIsNull: true,
    warnings: context.warnings,
    relevance: (leaf) => {
      const documents = members.get(JSON.stringify(leaf.query));
      return () => documents?.has(current) === true;
    },
  });
  return {
    keyOf: members.size === 0 ? () => '' : documentKey,
    accept(row, key) {
      current = key;
      return test(row);
    },
  };
}

function relevanceLeaves(bound: Bound): readonly BoundRelevance[] {
  return bound.kind === 'relevance' ? [bound] : boundChildren(bound).flatMap(relevanceLeaves);
}

async function matching(
  selection: Selection,
  leaf: BoundRelevance,
  context: ExecutionContext,
): Promise<Set<string>> {
  const { query, index } = selection;
  const both = query === null ? leaf.query : { bool: { filter: [query, leaf.query] } };
  const found = new Set<string>();
  const request = { index, query: both, includes: [], order: 'doc' } as const;
  const holding = context.budget.open();
  for await (const keys of guardedScan(context.client, request, documentKey)) {
    holding.addRows(keys.map((key) => [key]));
    for (const key of keys) found.add(key);
    await betweenBatches(context);
  }
  return found;
}

function documentKey({ _index, _id }: ClientHit): string {
  return `${_index}\0${_id}`;
}
