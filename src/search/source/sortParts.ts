import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  tokenAfter,
} from '../../common/index.ts';
import {
  intAt,
  parseQueryAt,
  parsingErrorAt,
  type QueryBuilder,
  readText,
  textAt,
} from '../../query/index.ts';

export type SortOrder = 'asc' | 'desc';
export type SortMode = 'min' | 'max' | 'sum' | 'avg' | 'median';

export interface NestedSort {
  /** `null` if not given, and the documents' own values are used. */
  readonly path: string | null;
  readonly filter: QueryBuilder | null;
  readonly maxChildren: number;
  readonly nested: NestedSort | null;
}

export type Writable<T> = { -readonly [K in keyof T]: T[K] };

export const NO_NESTED: NestedSort = {
  path: null,
  filter: null,
  maxChildren: Number.POSITIVE_INFINITY,
  nested: null,
};

export function readOrder(value: JsonValue): SortOrder {
  const order = readText(value).toLowerCase();
  if (order === 'asc' || order === 'desc') return order;
  throw illegalArgument(`No enum constant org.opensearch.search.sort.SortOrder.${order.toUpperCase()}`);
}

export function readMode(value: JsonValue): SortMode {
  const mode = readText(value).toLowerCase();
  if (mode === 'min' || mode === 'max' || mode === 'sum' || mode === 'avg' || mode === 'median') return mode;
  throw illegalArgument(`Unknown SortMode [${readText(value)}]`);
}

export function nestedFilter(json: JsonObject, name: string): QueryBuilder {
  try {
    return parseQueryAt(json, name);
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    // Where no query begins, the original reports the token behind.
    const found = isJsonObject(json[name]) ? error.at : tokenAfter(json, name).at;
    const { container, key, edge } = found ?? { container: json, key: name, edge: 'value' as const };
    throw parsingErrorAt('Expected nested_filter element.', container, key, edge, error);
  }
}

/** `nested` of a sort. Throws illegal_argument in the original's words. */
export function readNestedObject(json: JsonObject): NestedSort {
  const nested: Writable<NestedSort> = { ...NO_NESTED };
  for (const key of Object.keys(json)) {
    if (key === 'path') nested.path = textAt(json, 'path');
    else if (key === 'filter') nested.filter = nestedFilter(json, key);
    else if (key === 'max_children') nested.maxChildren = intAt(json, key);
    else if (key === 'nested') {
      if (!isJsonObject(json.nested)) {
        const at = { container: json, key, edge: 'value' } as const;
        throw illegalArgument('malformed nested sort format, must start with an object').placedAt(at);
      }
      nested.nested = readNestedObject(json.nested);
    } else {
      throw new OpenSearchError(
        'illegal_argument_exception',
        `malformed nested sort format, unknown field name [${key}]`,
        { at: { container: json, key, edge: 'value' } },
      );
    }
  }
  return nested;
}
