import type { JsonObject } from '../../../common/index.ts';
import { isJsonObject, OpenSearchError, placeAround } from '../../../common/index.ts';
import { malformedQuery, parsingErrorAt } from '../../../query/index.ts';
import type { PreparedSearch } from '../../../search/index.ts';
import { unrecognizedNames } from '../../parameters.ts';
import type { RestRequest } from '../../request.ts';
import type { RestServices } from '../../services.ts';
import { uriQuery, uriQueryParameters } from './searchParameters.ts';

/** A query as it was sent, and parsed. */
export interface ReadQuery {
  readonly query: JsonObject;
  readonly prepared: PreparedSearch;
}

type Parse = (query: JsonObject) => PreparedSearch;

/** The query of a body that may contain nothing else; without a body, that of the URL. */
export function requestQuery(
  request: RestRequest,
  { search }: RestServices,
  parse: Parse = (query) => search.prepare({ query }),
): ReadQuery | null {
  if (request.hasBody) {
    const read = bodyQuery(request, 'query', parse);
    refuseUriQuery(request);
    return read;
  }
  const query = uriQuery(request);
  return query === null ? null : { query, prepared: parse(query) };
}

/** Throws for the parameters of a URL query, which is ignored beside a body. */
export function refuseUriQuery({ params, path }: RestRequest): void {
  const unread = new Set(params.unread());
  const names = uriQueryParameters.filter((name) => unread.has(name));
  const read = [...params.names()].filter((name) => !unread.has(name));
  if (names.length > 0) throw unrecognizedNames('parameter', path, names, read);
}

/**
 * The query member of a body that may contain nothing else. Throws parsing_exception for the first invalid
 * member; other errors of parsing become its cause.
 */
export function bodyQuery(request: RestRequest, name: string, parse: Parse): ReadQuery | null {
  const body = request.json() ?? {};
  let read: ReadQuery | null = null;
  for (const key of Object.keys(body)) {
    if (key !== name) throw parsingErrorAt(`request does not support [${key}]`, body, key, 'key');
    const query = body[key];
    if (!isJsonObject(query)) throw malformedQuery(body, key);
    read = { query, prepared: withParsingErrors(body, key, () => parse(query)) };
  }
  return read;
}

function withParsingErrors<T>(body: JsonObject, key: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof OpenSearchError) || error.type === 'parsing_exception') throw error;
    if (error.family !== 'request') throw error;
    const place = placeAround(error, error.at ?? { container: body, key, edge: 'end' });
    throw parsingErrorAt('Failed to parse', place.container, place.key, place.edge, error);
  }
}
