import { OpenSearchError } from '../common/index.ts';

/** Tokens that a body may begin with in place of an object. */
const OTHER_STARTS: readonly (readonly [RegExp, string])[] = [
  [/^\s*\[/, 'START_ARRAY'],
  [/^\s*"(?:[^"\\]|\\.)*"/, 'VALUE_STRING'],
  [/^\s*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=\s|$)/, 'VALUE_NUMBER'],
  [/^\s*(?:true|false)(?=[\s,\]}]|$)/, 'VALUE_BOOLEAN'],
  [/^\s*null(?=[\s,\]}]|$)/, 'VALUE_NULL'],
];

/** The error for a body that begins with another token: the original stops there, whatever follows. */
export function noObjectError(text: string): OpenSearchError | null {
  const [, token] = OTHER_STARTS.find(([pattern]) => pattern.test(text)) ?? [];
  if (token === undefined) return null;
  const metadata = { line: 1, col: text.search(/\S/) + 1 };
  return new OpenSearchError('parsing_exception', `Expected [START_OBJECT] but found [${token}]`, {
    metadata,
  });
}
