import type { LocalIndex } from '../../cluster/index.ts';
import {
  type Clock,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  parseJson,
  placeError,
  stringifyJson,
} from '../../common/index.ts';
import { parseQuery, type QueryShardContext } from '../../query/index.ts';

/** The index of an alias. */
type FilteredIndex = Pick<LocalIndex, 'settings' | 'analysis' | 'mapper'> & { readonly name?: string };

/**
 * Throws illegal_argument_exception if the filter of an alias is not a query, or cannot be used on the index.
 */
export function checkAliasFilter(
  alias: string,
  filter: JsonValue | undefined,
  index: FilteredIndex | null,
  clock: Clock,
): void {
  if (!isJsonObject(filter) || Object.keys(filter).length === 0) return;
  const text = stringifyJson(filter);
  const copy = parseJson(text) as JsonObject;
  try {
    const builder = parseQuery(copy);
    if (index !== null) builder.bindDirectly(contextOf(index, clock));
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw illegalArgument(`failed to parse filter for alias [${alias}]`, placeError(error, copy, text));
  }
}

/** A shard without documents. */
function contextOf(
  { name = '', settings, analysis, mapper }: FilteredIndex,
  clock: Clock,
): QueryShardContext {
  return {
    indexName: name,
    indexUuid: settings.get('index.uuid') ?? '',
    shardId: 0,
    mapper,
    analysis,
    settings,
    now: () => clock.nowMs(),
    leaves: [],
    prepare: () => {},
    checkCancelled: () => {},
  };
}
