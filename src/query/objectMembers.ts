import { checkToken, type JsonObject, parseMember, unknownMember } from '../common/index.ts';
import { type CommonMembers, readNumber } from './reader.ts';

/** A member that an object parser accepts: the allowed tokens, and how it is set. */
export interface ObjectMember {
  readonly tokens: readonly string[];
  read(json: JsonObject, key: string): void;
}

type Read = ObjectMember['read'];
const member =
  (...tokens: readonly string[]) =>
  (read: Read): ObjectMember => ({ tokens, read });

export const textMember = member('VALUE_STRING');
export const floatMember = member('VALUE_STRING', 'VALUE_NUMBER');
export const booleanMember = member('VALUE_STRING', 'VALUE_BOOLEAN');
export const scalarMember = member('VALUE_STRING', 'VALUE_NUMBER', 'VALUE_BOOLEAN', 'VALUE_NULL');
export const wholeMember = member('VALUE_STRING', 'VALUE_NUMBER');
export const objectsMember = member('START_OBJECT', 'START_ARRAY');
export const objectMember = member('START_OBJECT');
export const textOrObjectMember = member('VALUE_STRING', 'START_OBJECT');
export const objectsOrNullMember = member('START_OBJECT', 'START_ARRAY', 'VALUE_NULL');

/** `boost` and `_name`, which every clause accepts. */
export function commonMembers(
  common: {
    -readonly [K in keyof CommonMembers]: CommonMembers[K];
  },
): Readonly<Record<string, ObjectMember>> {
  return {
    boost: floatMember((json, key) => {
      common.boost = Math.fround(readNumber(json[key]));
    }),
    _name: textMember((json, key) => {
      common.queryName = json[key] as string;
    }),
  };
}

/**
 * Reads an object like the original's object parsers: member by member, so that the first invalid one is
 * reported. Throws x_content_parse_exception for unknown members, wrong tokens, and values that a member
 * rejects.
 */
export function readMembers(
  parser: string,
  json: JsonObject,
  members: Readonly<Record<string, ObjectMember>>,
): void {
  for (const key of Object.keys(json)) {
    if (!Object.hasOwn(members, key)) {
      throw unknownMember(parser, json, key, Object.keys(members));
    }
    const { tokens, read } = members[key];
    checkToken(parser, json, key, tokens);
    parseMember(parser, json, key, () => read(json, key));
  }
}
