import { illegalArgument, OpenSearchError } from '../../common/index.ts';
import { checkBlocks } from '../blocks.ts';
import type { ClusterService } from '../clusterService.ts';
import { createDataStream, dataStreamTemplate } from '../createDataStream.ts';
import { writeIndexOfStream } from '../dataStreams.ts';
import type { LocalIndex } from '../localIndex.ts';
import { resolveDateMath } from '../metadata/dateMath.ts';
import { indexClosed, indexNotFound } from '../metadata/errors.ts';

/** The target of a write: the index, and the routing that an alias adds. */
export interface WriteTarget {
  readonly index: LocalIndex;
  readonly alias: string | null;
  readonly aliasRouting: string | null;
  /** Addressed as a data stream, which accepts only new documents. */
  readonly stream: boolean;
}

/** Resolves the index to write to: by name, by an alias with one write index, or created now. */
export async function resolveWriteTarget(
  cluster: ClusterService,
  expression: string,
  options: { readonly requireAlias: boolean; readonly autoCreate: boolean; readonly nowMs: number },
): Promise<WriteTarget> {
  const name = resolveDateMath(expression, options.nowMs);
  const { indices, aliases, dataStreams } = cluster.names;
  const alias = aliases.get(name);
  if (options.requireAlias && !alias) {
    throw new OpenSearchError(
      'index_not_found_exception',
      `no such index [${name}] and [require_alias] request flag is [true] and [${name}] is not an alias`,
      { metadata: { index: name, index_uuid: '_na_' } },
    );
  }
  if (alias) {
    const index = cluster.indices.get(writeIndex(name, alias as readonly LocalIndex[]).name) as LocalIndex;
    const routing = index.aliases.get(name)?.index_routing;
    return open({
      index,
      alias: name,
      aliasRouting: typeof routing === 'string' ? routing : null,
      stream: false,
    });
  }
  const stream = dataStreams.get(name);
  if (stream)
    return open({ index: writeIndexOfStream(stream), alias: null, aliasRouting: null, stream: true });
  if (!indices.has(name) && !(options.autoCreate && mayAutoCreate(cluster, name)))
    throw missing(cluster, name, options.autoCreate);
  const becomesStream = !indices.has(name) && dataStreamTemplate(cluster, name) !== null;
  const index = becomesStream ? await newStream(cluster, name) : await cluster.ensureIndex(name);
  return open({ index, alias: null, aliasRouting: null, stream: becomesStream });
}

/** Creates a stream for its first write; a concurrent write may have created it already. */
async function newStream(cluster: ClusterService, name: string): Promise<LocalIndex> {
  try {
    return await createDataStream(cluster, name);
  } catch (error) {
    const made = cluster.names.dataStreams.get(name);
    if (made !== undefined) return writeIndexOfStream(made);
    throw error;
  }
}

function open(target: WriteTarget): WriteTarget {
  if (target.index.state === 'close') throw indexClosed(target.index);
  checkBlocks([target.index], 'write');
  return target;
}

function writeIndex(alias: string, indices: readonly LocalIndex[]): LocalIndex {
  const marked = indices.find((index) => index.aliases.get(alias)?.is_write_index === true);
  if (marked) return marked;
  if (indices.length === 1 && indices[0].aliases.get(alias)?.is_write_index !== false) return indices[0];
  throw illegalArgument(
    `no write index is defined for alias [${alias}]. The write index may be explicitly disabled using ` +
      'is_write_index=false or the alias points to multiple indices without one being designated as a write index',
  );
}

/** `action.auto_create_index`: true, false, or patterns with `+` and `-`. */
function mayAutoCreate(cluster: ClusterService, name: string): boolean {
  const rule = cluster.settings.text('action.auto_create_index') ?? 'true';
  if (rule === 'true' || rule === 'false') return rule === 'true';
  for (const part of rule.split(',').map((item) => item.trim())) {
    const pattern = part.replace(/^[+-]/, '');
    if (pattern === name || (pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1))))
      return !part.startsWith('-');
  }
  return false;
}

function missing(cluster: ClusterService, name: string, autoCreate: boolean): OpenSearchError {
  if (!autoCreate) return indexNotFound(name, 'index_expression');
  const rule = cluster.settings.text('action.auto_create_index');
  const why =
    rule === 'false'
      ? '[action.auto_create_index] is [false]'
      : `[action.auto_create_index] ([${rule}]) doesn't match`;
  return new OpenSearchError('index_not_found_exception', `no such index [${name}] and ${why}`, {
    metadata: { index: name, index_uuid: '_na_' },
  });
}
