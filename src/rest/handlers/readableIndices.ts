import { checkBlocks, type LocalIndex } from '../../cluster/index.ts';
import { OpenSearchError } from '../../common/index.ts';

/** Indices whose settings, aliases and mappings can be shown. */
export interface ReadableIndices {
  readonly indices: readonly LocalIndex[];
  /** One for each index omitted because its file is damaged. */
  readonly warnings: readonly string[];
}

/**
 * Omits indices with unreadable metadata, adding a warning. Throws corrupt_index_exception if none is left,
 * cluster_block_exception if reading metadata is blocked.
 */
export function readableIndices(asked: readonly LocalIndex[]): ReadableIndices {
  checkBlocks(asked, 'metadata_read');
  const damaged = asked.filter(({ metadata }) => metadata.damage !== null);
  if (damaged.length === 0) return { indices: asked, warnings: [] };
  const warnings = damaged.map(({ name, metadata }) => `[${name}] ${metadata.damage}`);
  if (damaged.length === asked.length) throw new OpenSearchError('corrupt_index_exception', warnings[0]);
  return {
    indices: asked.filter(({ metadata }) => metadata.damage === null),
    warnings: warnings.map((line) => `left out, its metadata cannot be read: ${line}`),
  };
}
