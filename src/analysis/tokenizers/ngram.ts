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

/** The names of `token_chars`, in the order of the error message; `name=Xx` is a general category. */
const TOKEN_CHARS = `
  symbol private_use=Co paragraph_separator=Zp start_punctuation=Ps unassigned=Cn enclosing_mark=Me
  connector_punctuation=Pc letter_number=Nl other_number=No math_symbol=Sm lowercase_letter=Ll
  space_separator=Zs surrogate=Cs initial_quote_punctuation=Pi decimal_digit_number=Nd digit
  other_punctuation=Po dash_punctuation=Pd currency_symbol=Sc non_spacing_mark=Mn custom format=Cf
  modifier_letter=Lm control=Cc uppercase_letter=Lu other_symbol=So end_punctuation=Pe modifier_symbol=Sk
  other_letter=Lo line_separator=Zl titlecase_letter=Lt letter punctuation combining_spacing_mark=Mc
  final_quote_punctuation=Pf whitespace`
  .trim()
  .split(/\s+/)
  .map((item) => item.split('='));

function classNamed(name: string): ((codePoint: number) => boolean) | null {
  if (Object.hasOwn(CLASSES, name)) return CLASSES[name];
  const category = TOKEN_CHARS.find(([known]) => known === name)?.[1];
  if (category === undefined) return null;
  const pattern = new RegExp(`\\p{${category}}`, 'u');
  return (codePoint) => pattern.test(String.fromCodePoint(codePoint));
}

/** `ngram` and `edge_ngram`: n-grams of code points within runs of token characters. */
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
  if (maxDifference !== null && maxGram - minGram > maxDifference) {
    throw illegalArgument(
      `The difference between max_gram and min_gram in NGram Tokenizer must be less than or equal to: ` +
        `[${maxDifference}] but was [${maxGram - minGram}]. This limit can be set by changing the ` +
        `[index.max_ngram_diff] index level setting.`,
    );
  }
  if (minGram < 1) throw illegalArgument('minGram must be greater than zero');
  if (minGram > maxGram) throw illegalArgument('minGram must not be greater than maxGram');
}

function tokenChars(parameters: ComponentParameters): (codePoint: number) => boolean {
  const names = parameters.list('token_chars') ?? [];
  if (names.length === 0) return () => true;
  const custom = [...(parameters.string('custom_token_chars') ?? '')].map((char) => char.codePointAt(0) ?? 0);
  const tests = names.map((name) => {
    const key = name.trim().toLowerCase();
    if (key === 'custom' && !parameters.has('custom_token_chars')) {
      throw illegalArgument("Token type: 'custom' requires setting `custom_token_chars`");
    }
    if (key === 'custom') return (codePoint: number) => custom.includes(codePoint);
    const test = classNamed(key);
    if (test !== null) return test;
    const known = TOKEN_CHARS.map(([one]) => one).join(', ');
    throw illegalArgument(`Unknown token type: '${key}', must be one of [${known}]`);
  });
  return (codePoint) => tests.some((test) => test(codePoint));
}

/** The code point boundaries of each run, including its end. */
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
