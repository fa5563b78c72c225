import type { Pick } from '../pick.ts';

/** Texts and patterns for statements; quotes and backslashes are left to the grammar's own texts. */

const WORDS = [
  ...['the', 'The', 'Drama', 'R', 'Star', 'love', 'a', 'zz', 'Steven Spielberg', '2001', '10:00:00', '%Y-%m'],
  ...['ä', 'ß', 'İ', '\u{1f600}', 'e\u0301', '\u200d', '\ud800', 'ﬃ', '東京', ''],
];

export function words(pick: Pick): string {
  if (pick.chance(0.02)) return pick.of(WORDS).repeat(pick.int(10, 300));
  return pick.list(1, pick.chance(0.05) ? 60 : 2, () => pick.of(WORDS)).join(' ');
}

export function like(pick: Pick): string {
  const part = (): string => pick.of(['%', '%', '_', 'a', 'e', 'The', 's', 'ä', '\u{1f600}', '*', '?']);
  if (pick.chance(0.05)) return part().repeat(pick.int(10, 400));
  return pick.list(1, pick.chance(0.1) ? 200 : 6, part).join('');
}

const ATOMS = [
  'a',
  'e',
  '.',
  '[a-z]',
  '[^x]',
  'The',
  '(a|aa)',
  '(a|e|.)',
  '(ab?)',
  '\u{1f600}',
  '(.*)',
  '()',
];
const TIMES = ['', '', '*', '+', '?', '{2}', '{1,30}', '{0,200}', '{5,}'];

/** Many of them are dear for a matcher that goes back. */
export function regex(pick: Pick, depth = 2): string {
  const one = (): string => {
    const atom = depth > 0 && pick.chance(0.3) ? `(${regex(pick, depth - 1)})` : pick.of(ATOMS);
    return atom + pick.of(TIMES);
  };
  const text = pick.list(1, pick.chance(0.1) ? 40 : 4, one).join(pick.chance(0.2) ? '|' : '');
  return depth === 2 && pick.chance(0.3) ? `.*${text}.*$` : text;
}
