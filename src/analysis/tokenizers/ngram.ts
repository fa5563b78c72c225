import { illegalArgument } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import { checkTokens, type Tokenizer, type WorkToken, workToken } from '../stream.ts';
import { isDigit, isLetter, isPunctuation, isSymbol, isWhitespace } from './simple.ts';

const CLASSES: Readonly<Record<string, (codePoint: number) => boolean>> = {
  letter: isLetter,
  digit: isDigit,
  whitespace: isWhitespace,
  punctuation: isPunctuation,
  symbol: isSymbol,
};

/** `ngram` and `edge_ngram`: grams of code points within runs of token characters. */
export function ngramTokenizer(parameters: ComponentParameters, edge: boolean): Tokenizer {
  const minGram = parameters.integer('min_gram', 1);
  const maxGram = parameters.integer('max_gram', 2);
  checkGrams(minGram, maxGram, edge ? null : parameters.limit('ngramDiff'));
  const isTokenChar = tokenChars(parameters);
  return (text) => {
    const tokens: WorkToken[] = [];
    let characters = 0;
    for (const run of runs(text, isTokenChar)) {
      const starts = edge ? 1 : run.length - 1;
      for (let first = 0; first < starts; first++) {
        for (let size = minGram; size <= maxGram && first + size < run.length; size++) {
          const start = run[first];
          const end = run[first + size];
          tokens.push(workToken(text.slice(start, end), start, end));
          characters += end - start;
          checkTokens(tokens.length, characters);
        }
      }
    }
    return tokens;
  };
}

export function checkGrams(minGram: number, maxGram: number, maxDifference: number | null): void {
  if (minGram < 1) throw illegalArgument('minGram must be greater than zero');
  if (minGram > maxGram) throw illegalArgument('minGram must not be greater than maxGram');
  if (maxDifference !== null && maxGram - minGram > maxDifference) {
    throw illegalArgument(
      `The difference between max_gram and min_gram in NGram Tokenizer must be less than or equal to: ` +
        `[${maxDifference}] but was [${maxGram - minGram}]. This limit can be set by changing the ` +
        `[index.max_ngram_diff] index level setting.`,
    );
  }
}

function tokenChars(parameters: ComponentParameters): (codePoint: number) => boolean {
  const names = parameters.list('token_chars') ?? [];
  if (names.length === 0) return () => true;
  const custom = [...(parameters.string('custom_token_chars') ?? '')].map((char) => char.codePointAt(0) ?? 0);
  const tests = names.map((name) => {
    const key = name.trim().toLowerCase();
    if (key === 'custom') return (codePoint: number) => custom.includes(codePoint);
    if (!Object.hasOwn(CLASSES, key)) {
      const known = [...Object.keys(CLASSES), 'custom'].sort().join(', ');
      throw illegalArgument(`Unknown token type: '${key}', must be one of [${known}]`);
    }
    return CLASSES[key];
  });
  return (codePoint) => tests.some((test) => test(codePoint));
}

/** Boundaries of the code points of each run, the end of the run included. */
function runs(text: string, isTokenChar: (codePoint: number) => boolean): number[][] {
  const found: number[][] = [];
  let run: number[] = [];
  for (let at = 0; at <= text.length; ) {
    const codePoint = at < text.length ? (text.codePointAt(at) ?? 0) : -1;
    if (codePoint >= 0 && isTokenChar(codePoint)) run.push(at);
    else if (run.length > 0) {
      run.push(at);
      found.push(run);
      run = [];
    }
    at += codePoint > 0xffff ? 2 : 1;
  }
  return found;
}
