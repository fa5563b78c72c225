import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
} from '../../common/index.ts';
import {
  contentErrorAt,
  parseMember,
  parseQueryAt,
  parsingErrorAt,
  type QueryBuilder,
  readInt,
  readNumber,
  readText,
  tokenName,
} from '../../query/index.ts';

export type RescoreMode = 'total' | 'multiply' | 'avg' | 'max' | 'min';

/** A second, costlier score for the best `windowSize` hits of each shard. */
export interface RescoreSpec {
  readonly windowSize: number;
  readonly query: QueryBuilder;
  readonly queryWeight: number;
  readonly rescoreWeight: number;
  readonly mode: RescoreMode;
}

const MODES: readonly string[] = ['total', 'multiply', 'avg', 'max', 'min'];

export function readRescore(body: JsonObject, key: string): RescoreSpec[] {
  const value = body[key];
  const list: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  return list.map((item) => {
    if (!isJsonObject(item)) throw parsingErrorAt(`unexpected token [${tokenName(item)}]`, body, key);
    return readOne(item);
  });
}

function readOne(json: JsonObject): RescoreSpec {
  for (const key of Object.keys(json)) {
    if (key === 'window_size' || key === 'query') continue;
    if (isJsonObject(json[key])) {
      const at = { container: json, key, edge: 'value' } as const;
      throw new OpenSearchError('named_object_not_found_exception', `[1:1] unknown field [${key}]`, { at });
    }
    throw parsingErrorAt(`rescore doesn't support [${key}]`, json, key);
  }
  if (!isJsonObject(json.query)) throw parsingErrorAt('missing rescore type', json, null, 'end');
  const query = json.query;
  for (const key of Object.keys(query)) {
    if (['rescore_query', 'query_weight', 'rescore_query_weight', 'score_mode'].includes(key)) continue;
    throw contentErrorAt(`[query] unknown field [${key}]`, query, key, 'key');
  }
  if (query.rescore_query === undefined) throw illegalArgument('rescore_query cannot be null');
  const mode = query.score_mode === undefined ? 'total' : readText(query.score_mode).toLowerCase();
  if (!MODES.includes(mode)) throw illegalArgument(`illegal score_mode [${mode}]`);
  return {
    windowSize: json.window_size === undefined ? 10 : readInt(json.window_size),
    query: parseMember('query', query, 'rescore_query', () => parseQueryAt(query, 'rescore_query')),
    queryWeight: query.query_weight === undefined ? 1 : Math.fround(readNumber(query.query_weight)),
    rescoreWeight:
      query.rescore_query_weight === undefined ? 1 : Math.fround(readNumber(query.rescore_query_weight)),
    mode: mode as RescoreMode,
  };
}
