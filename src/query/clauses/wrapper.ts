import { illegalArgument, type JsonObject, OpenSearchError, parseJson } from '../../common/index.ts';
import type { ClauseType } from '../clause.ts';
import { rawToken, tokenError } from '../numberTokens.ts';
import { parsingErrorAt } from '../reader.ts';

export const wrapperClause: ClauseType = {
  names: ['wrapper'],
  doc: 'a query as base64-encoded JSON',
  parse(body, parser) {
    const [key, other] = Object.keys(body);
    if (key === undefined) throw parsingErrorAt('[wrapper] query malformed', body, null, 'end');
    if (key !== 'query') {
      throw parsingErrorAt(`[wrapper] query malformed, expected \`query\` but was ${key}`, body, key);
    }
    const text = decodedText(body);
    if (other !== undefined) {
      const reason = '[wrapper] malformed query, expected [END_OBJECT] but found [FIELD_NAME]';
      throw parsingErrorAt(reason, body, other, 'key');
    }
    if (text === '') throw illegalArgument('query source text cannot be null or empty');
    // The original tells formats apart by the first character.
    if (!text.trimStart().startsWith('{')) {
      throw new OpenSearchError('x_content_parse_exception', 'Failed to derive xcontent');
    }
    return parser.query({ query: parseJson(text) }, 'query');
  },
};

function decodedText(body: JsonObject): string {
  const { query } = body;
  if (typeof query !== 'string') {
    const reason = `Current token (${rawToken(query)}) not VALUE_STRING or VALUE_EMBEDDED_OBJECT, can not access as binary`;
    throw tokenError('json_parse_exception', reason, body, 'query');
  }
  const fault = base64Fault(query);
  if (fault === null) return Buffer.from(query, 'base64').toString('utf8');
  throw tokenError('json_parse_exception', fault, body, 'query');
}

const WITHOUT_PADDING =
  "Unexpected end of base64-encoded String: base64 variant 'MIME-NO-LINEFEEDS' expects padding " +
  "(one or more '=' characters) at the end. This Base64Variant might have been incorrectly configured";

/** What the original's decoder says about a text; `null` if it is base64. Spaces may be between units of four. */
function base64Fault(text: string): string | null {
  for (let at = 0; at < text.length; at++) {
    if (text[at] <= ' ') continue;
    for (let place = 0; place < 4; place++, at++) {
      const char = text[at];
      if (char === undefined && place > 1) return WITHOUT_PADDING;
      if (char === '=' && place > 1) {
        if (place === 3 || text[at + 1] === '=') return null;
        return wrongCharacter(text[at + 1] ?? '"', 3, ": expected padding character '='");
      }
      if (char === undefined || !/[A-Za-z0-9+/]/.test(char)) return wrongCharacter(char ?? '"', place);
    }
    at--;
  }
  return null;
}

function wrongCharacter(char: string, place: number, hint = ''): string {
  const failed = 'Failed to decode VALUE_STRING as base64 (MIME-NO-LINEFEEDS):';
  const code = `(code 0x${char.charCodeAt(0).toString(16)})`;
  const unit = `as character #${place + 1} of 4-char base64 unit:`;
  if (char <= ' ')
    return `${failed} Illegal white space character ${code} ${unit} can only used between units${hint}`;
  if (char === '=') {
    return `${failed} Unexpected padding character ('=') ${unit} padding only legal as 3rd or 4th character${hint}`;
  }
  return `${failed} Illegal character '${char}' ${code} in base64 content${hint}`;
}
