import { OpenSearchError } from '../common/index.ts';
import type { IndexService } from './types.ts';

/** What a request does to an index, and a block may forbid. */
export type BlockLevel = 'read' | 'write' | 'metadata_read' | 'metadata_write';

interface IndexBlock {
  readonly key: string;
  readonly id: number;
  readonly text: string;
  readonly status: 403 | 429;
  readonly levels: readonly BlockLevel[];
  /** Deleting the index, which frees space, is allowed. */
  readonly allowsDelete?: true;
}

/** The blocks that index settings put on an index. */
export const INDEX_BLOCKS: readonly IndexBlock[] = [
  {
    key: 'index.blocks.read_only',
    id: 5,
    text: 'index read-only (api)',
    status: 403,
    levels: ['write', 'metadata_write'],
  },
  { key: 'index.blocks.read', id: 7, text: 'index read (api)', status: 403, levels: ['read'] },
  { key: 'index.blocks.write', id: 8, text: 'index write (api)', status: 403, levels: ['write'] },
  {
    key: 'index.blocks.metadata',
    id: 9,
    text: 'index metadata (api)',
    status: 403,
    levels: ['metadata_write', 'metadata_read'],
  },
  {
    key: 'index.blocks.read_only_allow_delete',
    id: 12,
    text: 'disk usage exceeded flood-stage watermark, index has read-only-allow-delete block',
    status: 429,
    levels: ['write', 'metadata_write'],
    allowsDelete: true,
  },
];

export type Blockable = Pick<IndexService, 'name' | 'settings'>;

/** Throws cluster_block_exception when one of the indices is blocked for what the request does. */
export function checkBlocks(
  indices: readonly Blockable[],
  level: BlockLevel,
  purpose: 'delete' | 'other' = 'other',
): void {
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
  // An index without a block has no more than the settings that every index has.
  if (settings.size <= 6) return [];
  return INDEX_BLOCKS.filter(
    ({ key, levels, allowsDelete }) =>
      levels.includes(level) &&
      settings.get(key) === 'true' &&
      !(purpose === 'delete' && allowsDelete === true),
  );
}

function shown({ id, text, status }: IndexBlock): string {
  return `${status === 403 ? 'FORBIDDEN' : 'TOO_MANY_REQUESTS'}/${id}/${text}`;
}
