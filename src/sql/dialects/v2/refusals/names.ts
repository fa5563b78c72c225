import { V2_KEYWORDS } from '../vocabulary.ts';

/** Whether V2 accepts a word as a name without backticks. */
export function isPlainName(word: string): boolean {
  return /^[@*A-Za-z_][\w*-]*$/.test(word);
}

export function isKeyword(word: string): boolean {
  return V2_KEYWORDS.has(word.toLowerCase());
}

const NAME = /^\.?[@*A-Za-z_][\w*-]*/;

/** Names between dots, each in backticks or of ASCII letters, digits, `@ * _ -`; an alias may follow. */
export function isTableName(text: string): boolean {
  let rest = text;
  for (;;) {
    const part = rest.startsWith('`') ? /^`[^`]+`/.exec(rest) : NAME.exec(rest);
    if (part === null || isKeyword(part[0])) return false;
    rest = rest.slice(part[0].length);
    if (rest === '' || /^\s/.test(rest)) return true;
    if (rest[0] !== '.' && rest[0] !== ':') return false;
    rest = rest.slice(1);
  }
}
