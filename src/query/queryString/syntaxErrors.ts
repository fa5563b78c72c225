import { type QueryToken, type QueryTokenKind, TOKEN_IMAGES, TOKEN_KINDS } from './tokens.ts';

/** A syntax error in the words of Lucene's parser. */
export class QuerySyntaxError extends Error {
  readonly type: 'parse_exception' | 'token_mgr_error';

  constructor(reason: string, type: 'parse_exception' | 'token_mgr_error' = 'parse_exception') {
    super(reason);
    this.type = type;
  }
}

const STATE_NAMES = { boost: '', plain: ' (in lexical state 2)' } as const;

/** Characters that do not form a token. */
export class LexicalError extends QuerySyntaxError {
  /** `from`, `to`: the range read before giving up. */
  constructor(text: string, from: number, to: number, state: keyof typeof STATE_NAMES) {
    super(`Lexical error at ${placeOf(text, from, to)}${STATE_NAMES[state]}`, 'token_mgr_error');
  }
}

/** Lucene reads one more character to detect the end of the text. */
function placeOf(text: string, from: number, to: number): string {
  if (to < text.length) {
    const code = text.charCodeAt(to - 1);
    return `line 1, column ${to}.  Encountered: '${code}' (${code}),`;
  }
  const newLine = text.endsWith('\n') || text.endsWith('\r');
  const place = newLine ? 'line 2, column 0' : `line 1, column ${to + 1}`;
  const read = text.slice(from, to);
  return `${place}.  Encountered: <EOF>${read.length > 1 ? ` after prefix "${escaped(read)}"` : ''}`;
}

/** A token that is not allowed at its position. `again`: token types that the parser tried a second time. */
export class UnexpectedToken extends QuerySyntaxError {
  constructor(token: QueryToken, expected: ReadonlySet<QueryTokenKind>, again: readonly QueryTokenKind[]) {
    const { kind, text, offset } = token;
    const image = TOKEN_IMAGES[kind];
    const found = kind === 'end' ? `"${image}"` : `" ${image} "${escaped(text)} ""`;
    const kinds = [...TOKEN_KINDS.filter((one) => expected.has(one)), ...again];
    const list = kinds.map((one) => `    ${TOKEN_IMAGES[one]} ${one === 'end' ? '' : '...'}\n`).join('');
    const what = kinds.length === 1 ? 'Was expecting:' : 'Was expecting one of:';
    super(`Encountered ${found} at line 1, column ${offset}.\n${what}\n${list}    `);
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  "'": "\\'",
  '\\': '\\\\',
};

function escaped(text: string): string {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    const code = text.charCodeAt(i);
    if (Object.hasOwn(ESCAPES, c)) out += ESCAPES[c];
    else out += code < 0x20 || code > 0x7e ? `\\u${code.toString(16).padStart(4, '0')}` : c;
  }
  return out;
}
