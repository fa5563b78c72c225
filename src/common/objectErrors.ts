import { suggestion } from './didYouMean.ts';
import { type JsonPlace, OpenSearchError } from './errors.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { jsonAt, tokenName } from './tokenName.ts';

/**
 * Errors of the original's object parsers about members of an object, for every room that reads objects as
 * they do.
 */

/** An `x_content_parse_exception`, whose reason begins with the place. */
export function contentErrorAt(
  reason: string,
  container: object,
  key: string | number | null,
  edge: JsonPlace['edge'] = 'value',
  causedBy?: OpenSearchError,
): OpenSearchError {
  return new OpenSearchError('x_content_parse_exception', `[1:1] ${reason}`, {
    at: { container, key, edge },
    causedBy,
  });
}

/** An unknown member, with suggestions of similar names. */
export function unknownMember(
  parser: string,
  body: JsonObject,
  key: string,
  known: Iterable<string>,
  causedBy?: OpenSearchError,
): OpenSearchError {
  return contentErrorAt(
    `[${parser}] unknown field [${key}]${suggestion(key, known)}`,
    body,
    key,
    'key',
    causedBy,
  );
}

/** The token after the start of a value: the first of a list's items, or what follows the value. */
export function tokenAfter(
  container: object,
  key: string | number,
): { readonly name: string; readonly at: JsonPlace } {
  const value = jsonAt(container, key);
  if (Array.isArray(value)) return itemToken(value, 0);
  if (Array.isArray(container)) return itemToken(container, Number(key) + 1);
  const names = Object.keys(container);
  const next = names[names.indexOf(String(key)) + 1];
  if (next === undefined) return { name: 'END_OBJECT', at: { container, key: null, edge: 'end' } };
  return { name: 'FIELD_NAME', at: { container, key: next, edge: 'key' } };
}

function itemToken(list: readonly JsonValue[], place: number): ReturnType<typeof tokenAfter> {
  if (place >= list.length) return { name: 'END_ARRAY', at: { container: list, key: null, edge: 'end' } };
  return { name: tokenName(list[place]), at: { container: list, key: place, edge: 'value' } };
}

/** The error for a value that is no object, where a parser steps over its token and then wants one. */
export function objectExpected(parser: string, container: object, key: string | number): OpenSearchError {
  const { name, at } = tokenAfter(container, key);
  const reason = `[${parser}] Expected START_OBJECT but was: ${name}`;
  return contentErrorAt(reason, at.container, at.key, at.edge);
}

/** The error for a value that has no text. illegal_state_exception as a 400; the original's is a 500. */
export function noText(container: object, key: string | number): OpenSearchError {
  const token = tokenName(jsonAt(container, key));
  return new OpenSearchError('illegal_state_exception', `Can't get text on a ${token} at 1:1`, {
    status: 400,
    at: { container, key, edge: 'value' },
  });
}

/** Throws if a member's value begins with a token that is not allowed. */
export function checkToken(parser: string, body: JsonObject, key: string, tokens: readonly string[]): void {
  const token = tokenName(body[key]);
  if (tokens.includes(token)) return;
  throw contentErrorAt(`[${parser}] ${key} doesn't support values of type: ${token}`, body, key);
}

/** The error for a member whose value is invalid. */
export function failedMember(
  parser: string,
  key: string,
  { container, key: at, edge }: JsonPlace,
  causedBy: OpenSearchError,
): OpenSearchError {
  return contentErrorAt(`[${parser}] failed to parse field [${key}]`, container, at, edge, causedBy);
}

/** Where an error is reported that has another for its cause: that of an unknown member at its value. */
export function placeAround(cause: OpenSearchError, place: JsonPlace): JsonPlace {
  // This error comes from the original's JSON library, which reports the position after the token.
  if (place.edge === 'after') return { ...place, edge: 'value' };
  const isUnknown = cause.type === 'x_content_parse_exception' && cause.causedBy === null;
  return isUnknown && place.edge === 'key' ? { ...place, edge: 'value' } : place;
}

/** Runs `read`; an error becomes the cause of one that names the member, at the same place. */
export function parseMember<T>(parser: string, container: object, key: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    const found = error.at ?? { container, key, edge: 'value' as const };
    throw failedMember(parser, key, placeAround(error, found), error);
  }
}
