import type { JsonObject, JsonValue } from '../../common/index.ts';
import {
  checkToken,
  failedMember,
  isJsonObject,
  OpenSearchError,
  tokenName,
  unknownMember,
} from '../../common/index.ts';

/** The members of an object with their allowed tokens. */
export type Members = Readonly<Record<string, readonly ReturnType<typeof tokenName>[]>>;

/** A body as read by the original's object parser: an object whose members are in the table. */
export function objectBody(body: JsonValue, parser: string, members: Members): JsonObject {
  if (body === null) return {};
  if (!isJsonObject(body)) {
    const reason = `[1:1] [${parser}] Expected START_OBJECT but was: ${tokenName(body)}`;
    throw new OpenSearchError('x_content_parse_exception', reason);
  }
  checkMembers(body, parser, members);
  return body;
}

/** Throws x_content_parse_exception in the original's words. */
export function checkMembers(object: JsonObject, parser: string, members: Members): void {
  for (const key of Object.keys(object)) {
    if (!Object.hasOwn(members, key)) throw unknownMember(parser, object, key, Object.keys(members));
    checkToken(parser, object, key, members[key]);
  }
}

/** Runs `parse` for the member `key` of an object; errors become the cause of the parser's error. */
export function parsedMember<T>(object: JsonObject, parser: string, key: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    const { container, key: at } = error.at ?? { container: object, key };
    throw failedMember(parser, key, { container, key: at, edge: 'value' }, error);
  }
}
