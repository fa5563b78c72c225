import { illegalArgument } from '../../common/index.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { fieldExistsQuery } from '../fieldQueries.ts';
import { checkKinds, parsingErrorAt, readCommon, readText } from '../reader.ts';

export const existsClause: ClauseType = {
  names: ['exists'],
  doc: 'documents with a value for a field, or for any field of an object; score 1',
  parse(body) {
    checkKinds('exists', body, { field: 'value' }, { namesTokens: true });
    const common = readCommon(body);
    if (body.field === undefined || body.field === null) {
      throw parsingErrorAt('[exists] must be provided with a [field]', body, null, 'end');
    }
    const field = readText(body.field);
    if (field === '') throw illegalArgument('field name is null or empty');
    return makeBuilder({
      clause: 'exists',
      json: body,
      ...common,
      bind: (context) => fieldExistsQuery(context, field),
    });
  },
};
