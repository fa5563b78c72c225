import type { JsonObject, Pacer } from '../../common/index.ts';
import type { PreparedMapping } from '../../mapper/index.ts';
import type { LocalIndex } from '../localIndex.ts';
import { changedIndices } from './stateChanges.ts';
import type { StateMachine } from './stateMachine.ts';

/**
 * Merges a mapping into all indices, yielding to the event loop, or into none if one rejects it. It is
 * durable before it takes effect.
 */
export async function putMapping(
  machine: StateMachine,
  indices: readonly LocalIndex[],
  mapping: JsonObject,
  pacer: Pacer,
): Promise<void> {
  let prepared: { readonly index: LocalIndex; readonly mapping: PreparedMapping }[] = [];
  await machine.change(
    async (state) => {
      prepared = [];
      for (const index of indices) {
        const next = await index.prepareMapping(mapping, 'update', pacer);
        await pacer.pause();
        if (next !== null) prepared.push({ index, mapping: next });
      }
      return changedIndices(
        state,
        prepared.map(({ index, mapping }) => [index, { mapping: mapping.toJson() }]),
      );
    },
    {
      published: () => {
        for (const { index, mapping } of prepared) index.adoptMapping(mapping);
      },
    },
  );
}
