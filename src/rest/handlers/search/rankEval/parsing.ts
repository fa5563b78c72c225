import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ObjectReader,
  OpenSearchError,
  tokenName,
} from '../../../../common/index.ts';

const OBJECTS = ['START_ARRAY', 'START_OBJECT'];

/** A list of objects; a single object needs no list. */
export function objectsOf<T>(
  reader: ObjectReader,
  key: string,
  parser: string,
  read: (item: JsonObject) => T,
): readonly T[] | undefined {
  const readItem = (item: JsonValue): T => {
    if (isJsonObject(item)) return read(item);
    const reason = `[1:1] [${parser}] Expected START_OBJECT but was: ${tokenName(item)}`;
    throw new OpenSearchError('x_content_parse_exception', reason);
  };
  return reader.member(key, OBJECTS, (value) => [value].flat().map(readItem));
}

/** Throws for all missing members together. */
export function requireMembers(members: Readonly<Record<string, unknown>>): void {
  const missing = Object.keys(members).filter((name) => members[name] === undefined);
  if (missing.length > 0) throw illegalArgument(`Required [${missing.join(', ')}]`);
}

/** Builds the object from its members; errors become causes. */
export function built<T>(parser: string, build: () => T): T {
  try {
    return build();
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    const reason = `Failed to build [${parser}] after last required field arrived`;
    throw new OpenSearchError('x_content_parse_exception', reason, { causedBy: error });
  }
}
