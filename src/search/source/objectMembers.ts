import type { JsonObject } from '../../common/index.ts';
import { contentErrorAt, parseMember, suggestionsFor, tokenName } from '../../query/index.ts';

/** One member that an object parser accepts: the tokens that it may be, and what it sets. */
export interface ObjectMember {
  readonly tokens: readonly string[];
  read(json: JsonObject, key: string): void;
}

const TEXT = ['VALUE_STRING'];
const SCALAR = ['VALUE_STRING', 'VALUE_NUMBER', 'VALUE_BOOLEAN', 'VALUE_NULL'];

type Read = ObjectMember['read'];
export const textMember = (read: Read): ObjectMember => ({ tokens: TEXT, read });
export const scalarMember = (read: Read): ObjectMember => ({ tokens: SCALAR, read });
export const objectMember = (read: Read): ObjectMember => ({ tokens: ['START_OBJECT'], read });
export const textOrObjectMember = (read: Read): ObjectMember => ({
  tokens: ['VALUE_STRING', 'START_OBJECT'],
  read,
});

/**
 * Reads an object as the original's object parsers do: member by member, so that the first bad one is the one that
 * is named. Throws x_content_parse_exception for unknown members, wrong tokens, and values that a member refuses.
 */
export function readMembers(
  parser: string,
  json: JsonObject,
  members: Readonly<Record<string, ObjectMember>>,
): void {
  for (const key of Object.keys(json)) {
    if (!Object.hasOwn(members, key)) {
      const suggestion = suggestionsFor(key, Object.keys(members));
      throw contentErrorAt(`[${parser}] unknown field [${key}]${suggestion}`, json, key, 'key');
    }
    const { tokens, read } = members[key];
    const token = tokenName(json[key]);
    if (!tokens.includes(token)) {
      throw contentErrorAt(`[${parser}] ${key} doesn't support values of type: ${token}`, json, key);
    }
    parseMember(parser, json, key, () => read(json, key));
  }
}
