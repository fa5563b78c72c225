import { illegalArgument } from '../common/index.ts';

/** `?a=1&pretty` → parameters; a name without `=` is the empty text. Throws illegal_argument on bad escapes. */
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
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw badEscape(text);
  }
}

/** The original's words for a malformed percent escape in a path or a query. */
export function badEscape(text: string): Error {
  const at = text.search(/%(?![0-9a-fA-F]{2})/);
  if (at === -1) return illegalArgument(`invalid UTF-8 in escape sequences of: ${text}`);
  if (at + 2 >= text.length) return illegalArgument(`partial escape sequence at end of string: ${text}`);
  const hex = text.slice(at + 1, at + 3);
  return illegalArgument(`invalid escape sequence \`%${hex}' at index ${at} of: ${text}`);
}
