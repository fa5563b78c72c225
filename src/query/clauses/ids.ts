import type { JsonObject } from '../../common/index.ts';
import { illegalArgument, type JsonValue, type OpenSearchError } from '../../common/index.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { idsQuery } from '../metadataQueries.ts';
import {
  checkFields,
  contentErrorAt,
  isScalar,
  parseMember,
  readCommon,
  readText,
  tokenName,
  toldTwice,
} from '../reader.ts';

export const idsClause: ClauseType = {
  names: ['ids'],
  doc: 'documents by `_id`; score 1',
  parse(body) {
    const ids = toldTwice(body, () => {
      checkFields('ids', body, ['values']);
      return readIds(body);
    });
    return makeBuilder({
      clause: 'ids',
      json: body,
      ...readCommon(body),
      bind() {
        if (ids.includes('')) throw illegalArgument("Ids can't be empty");
        return ids.length === 0 ? matchNoneQuery : idsQuery(ids);
      },
    });
  },
};

function readIds(body: JsonObject): string[] {
  const { values } = body;
  if (values === undefined) return [];
  if (!Array.isArray(values) && typeof values !== 'string') throw wrongToken(body, values);
  return parseMember('ids', body, 'values', () => {
    const list = Array.isArray(values) ? values : [values];
    const wrong = list.find(
      (id) => id === null || (typeof id !== 'string' && typeof id !== 'number' && typeof id !== 'bigint'),
    );
    if (wrong !== undefined || !list.every(isScalar)) {
      throw wrongToken(body, wrong ?? null);
    }
    return list.map(readText);
  });
}

function wrongToken(body: JsonObject, value: JsonValue): OpenSearchError {
  return contentErrorAt(`[ids] values doesn't support values of type: ${tokenName(value)}`, body, 'values');
}
