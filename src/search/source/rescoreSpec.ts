import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  tokenAfter,
} from '../../common/index.ts';
import {
  floatMember,
  intAt,
  isScalar,
  objectMember,
  parseQueryAt,
  parsingErrorAt,
  type QueryBuilder,
  readMembers,
  readNumber,
  textMember,
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
  return list.map((item, i) => {
    if (!isJsonObject(item)) throw noRescorer(list, i);
    return readOne(item);
  });
}

/** The original expects a name behind the token. */
function noRescorer(list: readonly JsonValue[], place: number): OpenSearchError {
  const { name, at } = tokenAfter(list, place);
  return parsingErrorAt(`unexpected token [${name}] after [null]`, at.container, at.key, at.edge);
}

function readOne(json: JsonObject): RescoreSpec {
  let windowSize = 10;
  let read: Omit<RescoreSpec, 'windowSize'> | null = null;
  for (const [key, value] of Object.entries(json)) {
    if (key === 'window_size' && isScalar(value) && value !== null) windowSize = intAt(json, key);
    else if (key === 'query' && isJsonObject(value)) read = readQuery(value);
    else throw notSupported(json, key);
  }
  if (read === null) throw parsingErrorAt('missing rescore type', json, null, 'end');
  return { windowSize, ...read };
}

function notSupported(json: JsonObject, key: string): OpenSearchError {
  const value = json[key];
  if (isJsonObject(value)) {
    const at = { container: json, key, edge: 'value' } as const;
    return new OpenSearchError('named_object_not_found_exception', `[1:1] unknown field [${key}]`, { at });
  }
  if (value !== null && isScalar(value)) return parsingErrorAt(`rescore doesn't support [${key}]`, json, key);
  return parsingErrorAt(`unexpected token [${tokenName(value)}] after [${key}]`, json, key);
}

function readQuery(json: JsonObject): Omit<RescoreSpec, 'windowSize'> {
  const found: { query?: QueryBuilder; queryWeight: number; rescoreWeight: number; mode: RescoreMode } = {
    queryWeight: 1,
    rescoreWeight: 1,
    mode: 'total',
  };
  readMembers('query', json, {
    rescore_query: objectMember((body, key) => {
      found.query = parseQueryAt(body, key);
    }),
    query_weight: floatMember((body, key) => {
      found.queryWeight = Math.fround(readNumber(body[key]));
    }),
    rescore_query_weight: floatMember((body, key) => {
      found.rescoreWeight = Math.fround(readNumber(body[key]));
    }),
    score_mode: textMember((body, key) => {
      found.mode = modeOf(body[key] as string);
    }),
  });
  const { query, ...others } = found;
  if (query === undefined) throw illegalArgument('rescore_query cannot be null');
  return { query, ...others };
}

function modeOf(text: string): RescoreMode {
  const mode = text.toLowerCase();
  if (MODES.includes(mode)) return mode as RescoreMode;
  throw illegalArgument(`illegal score_mode [${mode}]`);
}
