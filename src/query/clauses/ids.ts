import { type JsonObject, OpenSearchError } from '../../common/index.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { idsQuery } from '../metadataQueries.ts';
import {
  checkFields,
  contentErrorAt,
  isScalar,
  parseMember,
  parsingErrorAt,
  readCommon,
  readText,
  tokenName,
} from '../reader.ts';

export const idsClause: ClauseType = {
  names: ['ids'],
  doc: 'documents by `_id`; score 1',
  parse(body) {
    const ids = parsed(body);
    return makeBuilder({
      clause: 'ids',
      json: body,
      ...readCommon(body),
      bind: () => (ids.length === 0 ? matchNoneQuery : idsQuery(ids)),
    });
  },
};

/** What the object's parser refuses is told of twice: by it, and by the clause at the token that it stands on. */
function parsed(body: JsonObject): string[] {
  try {
    checkFields('ids', body, ['values']);
    return readIds(body);
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    const { container, key } = error.at ?? { container: body, key: null };
    throw parsingErrorAt(error.reason, container, key, key === null ? 'end' : 'value', error);
  }
}

function readIds(body: JsonObject): string[] {
  const { values } = body;
  if (values === undefined) return [];
  return parseMember('ids', body, 'values', () => {
    const list = Array.isArray(values) ? values : [values];
    const wrong = list.find(
      (id) => id === null || (typeof id !== 'string' && typeof id !== 'number' && typeof id !== 'bigint'),
    );
    if (wrong !== undefined || !list.every(isScalar)) {
      throw contentErrorAt(
        `[ids] values doesn't support values of type: ${tokenName(wrong ?? null)}`,
        body,
        'values',
      );
    }
    return list.map(readText);
  });
}
