import type { FlatSettings } from '../common/index.ts';

/** Kinds of access that a block may forbid. */
export type BlockLevel = 'read' | 'write' | 'metadata_read' | 'metadata_write';

export interface IndexBlock {
  readonly key: string;
  readonly id: number;
  readonly text: string;
  readonly status: 403 | 429;
  readonly levels: readonly BlockLevel[];
  /** Still allows deleting the index, which frees space. */
  readonly allowsDelete?: true;
}

/** Blocks set by index settings. */
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

const blocksBySettings = new WeakMap<FlatSettings, readonly IndexBlock[]>();

/** The active blocks. Cached by settings object, as every request asks and settings are immutable. */
export function blocksIn(settings: FlatSettings): readonly IndexBlock[] {
  let blocks = blocksBySettings.get(settings);
  if (blocks === undefined) {
    blocks = INDEX_BLOCKS.filter(({ key }) => settings.get(key) === 'true');
    blocksBySettings.set(settings, blocks);
  }
  return blocks;
}
