import { illegalArgument, isJsonObject, parseJson } from '../../common/index.ts';
import type { ClauseType } from '../clause.ts';
import { parsingErrorAt, readText } from '../reader.ts';

export const wrapperClause: ClauseType = {
  names: ['wrapper'],
  doc: 'a query as base64-encoded JSON',
  parse(body, parser) {
    const [key, other] = Object.keys(body);
    if (key !== 'query' || other !== undefined) {
      throw parsingErrorAt(
        `[wrapper] query malformed, expected \`query\` but was ${other ?? key}`,
        body,
        other ?? key,
      );
    }
    const text = Buffer.from(readText(body.query), 'base64').toString('utf8');
    const json = parseJson(text);
    if (!isJsonObject(json)) throw illegalArgument('query source text is null or empty');
    return parser.query({ query: json }, 'query');
  },
};
