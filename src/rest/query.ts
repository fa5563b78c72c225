import { illegalArgument, OpenSearchError } from '../common/index.ts';

export function splitUrl(url: string): { readonly path: string; readonly query: string } {
  const question = url.indexOf('?');
  const path = question === -1 ? url : url.slice(0, question);
  return { path, query: question === -1 ? '' : url.slice(question + 1) };
}

/**
 * `?a=1&pretty` → parameters; a name without `=` has an empty value. Throws bad_parameter_exception for
 * invalid escapes.
 */
export function parseQueryString(query: string): Map<string, string> {
  const parameters = new Map<string, string>();
  if (query === '') return parameters;
  for (const part of query.split(/[&;]/)) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = equals === -1 ? part : part.slice(0, equals);
    parameters.set(decode(name), equals === -1 ? '' : decode(part.slice(equals + 1)));
  }
  return parameters;
}

function decode(text: string): string {
  const decoded = decodeComponent(text, true);
  if (decoded !== null) return decoded;
  const cause = badEscape(text);
  const reason = `java.lang.IllegalArgumentException: ${cause.reason}`;
  throw new OpenSearchError('bad_parameter_exception', reason, { causedBy: cause });
}

/** Decodes percent escapes and UTF-8, replacing invalid bytes; `null` for an invalid escape. */
export function decodeComponent(text: string, plusIsSpace: boolean): string | null {
  const spaced = plusIsSpace && text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (/^[\0-\x24\x26-\x7f]*$/.test(spaced)) return spaced;
  try {
    return decodeURIComponent(unicode(spaced));
  } catch {
    if (MALFORMED_ESCAPE.test(spaced)) return null;
    const byte = (_: string, hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));
    return Buffer.from(spaced.replace(/%(..)/g, byte), 'latin1').toString('utf8');
  }
}

const MALFORMED_ESCAPE = /%(?![0-9a-fA-F]{2})/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Node returns the bytes of a request line as characters; a request without a socket contains actual text.
 */
function unicode(text: string): string {
  if (!/^[\0-\xff]*[\x80-\xff][\0-\xff]*$/.test(text)) return text;
  try {
    return utf8.decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

/** The original's words for a malformed percent escape in a query. */
function badEscape(text: string): OpenSearchError {
  const at = text.search(MALFORMED_ESCAPE);
  if (at + 2 >= text.length) return illegalArgument(`partial escape sequence at end of string: ${text}`);
  const hex = text.slice(at + 1, at + 3);
  return illegalArgument(`invalid escape sequence \`%${hex}' at index ${at} of: ${text}`);
}
