import { QuerySyntaxError } from './syntaxErrors.ts';

/** Removes escapes; `\u0041` is a character. Throws QuerySyntaxError for an incomplete escape. */
export function unescapeQuery(text: string): string {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== '\\') out += text[i];
    else if (i + 1 === text.length) throw new QuerySyntaxError('Term can not end with escape character.');
    else if (text[i + 1] !== 'u') out += text[++i];
    else {
      out += String.fromCharCode(hexadecimal(text.slice(i + 2, i + 6)));
      i += 5;
    }
  }
  return out;
}

function hexadecimal(digits: string): number {
  const wrong = /[^0-9a-fA-F]/.exec(digits);
  if (wrong !== null) throw new QuerySyntaxError(`Non-hex character in Unicode escape sequence: ${wrong[0]}`);
  if (digits.length < 4) throw new QuerySyntaxError('Truncated unicode escape sequence.');
  return Number.parseInt(digits, 16);
}
