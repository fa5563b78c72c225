import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  parseJson,
  placeError,
  stringifyJson,
} from '../../common/index.ts';
import { parseQuery } from '../../query/index.ts';

/** Throws illegal_argument_exception for an alias whose filter is no query. */
export function checkAliasFilter(alias: string, filter: JsonValue | undefined): void {
  if (!isJsonObject(filter) || Object.keys(filter).length === 0) return;
  const text = stringifyJson(filter);
  const copy = parseJson(text) as JsonObject;
  try {
    parseQuery(copy);
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw illegalArgument(`failed to parse filter for alias [${alias}]`, placeError(error, copy, text));
  }
}
