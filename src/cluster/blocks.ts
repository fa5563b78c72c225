import { OpenSearchError } from '../common/index.ts';
import { type BlockLevel, blocksIn, type IndexBlock } from './indexBlocks.ts';
import type { IndexService } from './types.ts';

export type Blockable = Pick<IndexService, 'name' | 'settings'>;

/** Throws cluster_block_exception if one of the indices blocks this kind of request. */
export function checkBlocks(
  indices: readonly Blockable[],
  level: BlockLevel,
  purpose: 'delete' | 'other' = 'other',
): void {
  if (indices.every(({ settings }) => blocksIn(settings).length === 0)) return;
  const found = indices.map((index) => ({ name: index.name, blocks: blocksOf(index, level, purpose) }));
  const blocked = found.filter(({ blocks }) => blocks.length > 0);
  if (blocked.length === 0) return;
  const reason = blocked.map(
    ({ name, blocks }) => `index [${name}] blocked by: [${blocks.map(shown).join(', ')}];`,
  );
  const statuses = blocked.flatMap(({ blocks }) => blocks.map(({ status }) => status));
  throw new OpenSearchError('cluster_block_exception', reason.join(''), {
    status: statuses.includes(403) ? 403 : 429,
  });
}

function blocksOf({ settings }: Blockable, level: BlockLevel, purpose: 'delete' | 'other'): IndexBlock[] {
  return blocksIn(settings).filter(
    ({ levels, allowsDelete }) => levels.includes(level) && !(purpose === 'delete' && allowsDelete === true),
  );
}

function shown({ id, text, status }: IndexBlock): string {
  return `${status === 403 ? 'FORBIDDEN' : 'TOO_MANY_REQUESTS'}/${id}/${text}`;
}
