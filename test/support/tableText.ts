/** What text tables share: how an answer stands in a line. */

export const ARROW = ' → ';

const INVISIBLE = /[\u2028\u2029\u00a0\u200b\ufeff]/;

function visible(char: string): string {
  if (char === '\n') return '\\n';
  const code = char.charCodeAt(0);
  const control = code < 0x20 || (code >= 0x7f && code <= 0x9f);
  const alone = char.length === 1 && code >= 0xd800 && code <= 0xdfff;
  return control || alone || INVISIBLE.test(char) ? `\\u${code.toString(16).padStart(4, '0')}` : char;
}

/** An answer in one line that shows every character; in quotes where its ends would not show. */
export function inOneLine(text: string): string {
  return text === '' || text !== text.trim() ? JSON.stringify(text) : [...text].map(visible).join('');
}
