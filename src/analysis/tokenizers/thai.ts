import { type Tokenizer, type WorkToken, workToken } from '../stream.ts';

/** A run of Thai letters, or a word in another script; hyphens, dots and apostrophes join letters. */
const WORD =
  /[\u0e00-\u0e7f]+|(?:(?![\u0e00-\u0e7f])[\p{L}\p{Nd}\p{M}])+(?:[-.'’,](?:(?![\u0e00-\u0e7f])[\p{L}\p{Nd}\p{M}])+)*/gu;

/** `thai`: splits runs of Thai letters with ICU's dictionary, which differs slightly from the original's. */
export const thaiTokenizer: Tokenizer = (text) => {
  const tokens: WorkToken[] = [];
  for (const { 0: run, index } of text.matchAll(WORD)) {
    if (!/^[\u0e00-\u0e7f]/.test(run)) tokens.push(workToken(run, index, index + run.length));
    else for (const word of thaiWords(run, index)) tokens.push(word);
  }
  return tokens;
};

function thaiWords(run: string, offset: number): WorkToken[] {
  return [...segmenter().segment(run)]
    .filter(({ segment }) => /^[\p{L}\p{Nd}]/u.test(segment))
    .map(({ segment, index }) => workToken(segment, offset + index, offset + index + segment.length));
}

let thai: Intl.Segmenter | null = null;

/** Created on first use, because it loads a dictionary. */
function segmenter(): Intl.Segmenter {
  thai ??= new Intl.Segmenter('th', { granularity: 'word' });
  return thai;
}
