import type { JsonObject, JsonPlace, JsonValue } from '../../common/index.ts';
import { isJsonObject, OpenSearchError, similarNames, tokenName } from '../../common/index.ts';

/** The members of an object and the tokens that each may be. */
export type Members = Readonly<Record<string, readonly ReturnType<typeof tokenName>[]>>;

/** A body that the original's object parser reads: an object whose members are in the table. */
export function objectBody(body: JsonValue, parser: string, members: Members): JsonObject {
  if (body === null) return {};
  if (!isJsonObject(body)) {
    throw contentError(`[${parser}] Expected START_OBJECT but was: ${tokenName(body)}`, null);
  }
  checkMembers(body, parser, members);
  return body;
}

/** Throws x_content_parse_exception in the original's words. */
export function checkMembers(object: JsonObject, parser: string, members: Members): void {
  for (const [key, value] of Object.entries(object)) {
    if (!Object.hasOwn(members, key)) {
      const [suggestion] = similarNames(key, new Set(Object.keys(members)));
      const hint = suggestion === undefined ? '' : ` did you mean [${suggestion}]?`;
      throw contentError(`[${parser}] unknown field [${key}]${hint}`, {
        container: object,
        key,
        edge: 'key',
      });
    }
    if (members[key].includes(tokenName(value))) continue;
    const refusal = `[${parser}] ${key} doesn't support values of type: ${tokenName(value)}`;
    throw contentError(refusal, { container: object, key, edge: 'value' });
  }
}

/** Runs `parse` for the member `key` of an object: what it throws becomes the cause of a parser's error. */
export function parsedMember<T>(object: JsonObject, parser: string, key: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    const at = error.at ?? { container: object, key, edge: 'value' };
    throw contentError(`[${parser}] failed to parse field [${key}]`, { ...at, edge: 'value' }, error);
  }
}

function contentError(reason: string, at: JsonPlace | null, causedBy?: OpenSearchError): OpenSearchError {
  return new OpenSearchError('x_content_parse_exception', `[1:1] ${reason}`, {
    at: at ?? undefined,
    causedBy,
  });
}
