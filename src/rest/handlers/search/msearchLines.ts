import { indicesOptions } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import {
  illegalArgument,
  isJsonObject,
  limits,
  type OpenSearchError,
  parseFirstRequestJson,
  tokenName,
} from '../../../common/index.ts';
import type { SearchRequest } from '../../../search/index.ts';
import { checkLineBytes } from '../../lineBytes.ts';
import type { RestRequest } from '../../request.ts';
import { requestIndicesOptions } from '../indicesOptions.ts';
import { headerRequest } from './msearchHeader.ts';
import { bareSearchRequest, searchType } from './searchParameters.ts';

/** A search of a multi-search. */
export interface Line {
  /** The text that its errors refer to. */
  readonly text: string;
  /** The request, or the error that prevents it. */
  readonly request: SearchRequest | OpenSearchError;
}

/**
 * Creates a search from a body line; `request` contains what header and URL specify. Throws errors that fail
 * the whole request.
 */
export type ReadLine = (text: string, request: SearchRequest) => Line;

/** Alternating headers and bodies; a final header without a body is ignored. */
export function readLines(request: RestRequest, read: ReadLine): readonly Line[] {
  const lines = request.text().split('\n');
  // The first line may be empty.
  let at = lines[0] === '' ? 1 : 0;
  checkLines(lines);
  const defaults = defaultRequest(request);
  const parsed: Line[] = [];
  for (; at + 1 < lines.length; at += 2) {
    const header = headerRequest(headerOf(lines[at]), defaults);
    if (at + 2 < lines.length) parsed.push(read(lines[at + 1], header));
    else checkEnd(lines[at + 1]);
  }
  if (at < lines.length) checkEnd(lines[at]);
  return parsed;
}

/** The text after the last line feed. */
function checkEnd(rest: string): void {
  if (rest !== '') throw illegalArgument('The msearch request must be terminated by a newline [\n]');
}

/** Throws illegal_argument for too many searches, or a line that is too long. */
function checkLines(lines: readonly string[]): void {
  const searches = Math.ceil((lines.length - 1) / 2);
  if (searches > limits.multiSearches.value) {
    throw illegalArgument(
      `The msearch request has [${searches}] searches, more than the limit of [${limits.multiSearches.value}]`,
    );
  }
  for (const line of lines) checkLineBytes(Buffer.byteLength(line));
}

/** The first value of a line, ignoring the rest; anything other than an object is ignored. */
function headerOf(line: string): JsonObject {
  const header = parseFirstRequestJson(line);
  return isJsonObject(header) ? header : {};
}

/** The search without a header. */
function defaultRequest(request: RestRequest): SearchRequest {
  const options = requestIndicesOptions(request, indicesOptions.search);
  return {
    ...bareSearchRequest(request.param('index'), options, {}, request.signal),
    routing: request.param('routing'),
    searchType: searchType(request.param('search_type')),
    typedKeys: request.bool('typed_keys', false),
    preFilterShardSize: request.int('pre_filter_shard_size', null),
  };
}

/** The first value of a line, ignoring the rest; `refused` creates the error if it is not an object. */
export function bodyOfLine(
  text: string,
  refused: (token: string, col: number) => OpenSearchError,
): JsonObject {
  const value = parseFirstRequestJson(text);
  if (isJsonObject(value)) return value;
  const at = text.search(/\S/);
  throw refused(at < 0 ? 'null' : tokenName(value), at + 1);
}
