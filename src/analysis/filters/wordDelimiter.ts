import type { ComponentParameters } from '../parameters.ts';
import { expandTokens, type TokenFilter, type WorkToken } from '../stream.ts';
import { isDigit, isLetter } from '../tokenizers/simple.ts';

interface Part {
  readonly start: number;
  readonly end: number;
  readonly number: boolean;
}

interface Options {
  readonly words: boolean;
  readonly numbers: boolean;
  readonly catenateWords: boolean;
  readonly catenateNumbers: boolean;
  readonly catenateAll: boolean;
  readonly preserve: boolean;
  readonly caseChange: boolean;
  readonly numerics: boolean;
  readonly possessive: boolean;
}

/** `word_delimiter` and its graph form: `Wi-Fi2Go` → `Wi`, `Fi`, `2`, `Go`. */
export function wordDelimiterFilter(parameters: ComponentParameters): TokenFilter {
  const options: Options = {
    words: parameters.boolean('generate_word_parts', true),
    numbers: parameters.boolean('generate_number_parts', true),
    catenateWords: parameters.boolean('catenate_words', false),
    catenateNumbers: parameters.boolean('catenate_numbers', false),
    catenateAll: parameters.boolean('catenate_all', false),
    preserve: parameters.boolean('preserve_original', false),
    caseChange: parameters.boolean('split_on_case_change', true),
    numerics: parameters.boolean('split_on_numerics', true),
    possessive: parameters.boolean('stem_english_possessive', true),
  };
  const protectedWords = new Set(parameters.list('protected_words') ?? []);
  return expandTokens((token) => (protectedWords.has(token.term) ? [token] : delimit(token, options)));
}

function delimit(token: WorkToken, options: Options): WorkToken[] {
  const parts = split(token.term, options);
  const whole = parts.length === 1 && parts[0].start === 0 && parts[0].end === token.term.length;
  if (whole) return [token];
  const out: WorkToken[] = [];
  const add = (start: number, end: number, term: string, increment: number): void => {
    const exact = token.endOffset - token.startOffset === token.term.length;
    out.push({
      ...token,
      term,
      positionIncrement: out.length === 0 ? token.positionIncrement : increment,
      startOffset: exact ? token.startOffset + start : token.startOffset,
      endOffset: exact ? token.startOffset + end : token.endOffset,
    });
  };
  if (options.preserve) add(0, token.term.length, token.term, 0);
  let advanced = false;
  for (const run of runsOf(parts)) {
    const joined = run.map((part) => token.term.slice(part.start, part.end)).join('');
    const number = run[0].number;
    const generate = number ? options.numbers : options.words;
    if (generate) {
      for (const part of run) {
        add(part.start, part.end, token.term.slice(part.start, part.end), advanced ? 1 : 0);
        advanced = true;
      }
    }
    const catenate = number ? options.catenateNumbers : options.catenateWords;
    if (catenate && (run.length > 1 || !generate)) {
      add(run[0].start, run[run.length - 1].end, joined, generate ? 0 : 1);
    }
  }
  if (options.catenateAll && parts.length > 1) {
    const all = parts.map((part) => token.term.slice(part.start, part.end)).join('');
    add(parts[0].start, parts[parts.length - 1].end, all, 0);
  }
  return out;
}

/** Neighbouring parts of one kind. */
function runsOf(parts: readonly Part[]): Part[][] {
  const runs: Part[][] = [];
  for (const part of parts) {
    const last = runs[runs.length - 1];
    if (last && last[0].number === part.number) last.push(part);
    else runs.push([part]);
  }
  return runs;
}

function split(term: string, options: Options): Part[] {
  const text = options.possessive ? term.replace(/['’][sS]$/, '') : term;
  const parts: Part[] = [];
  let start = -1;
  const close = (end: number): void => {
    if (start >= 0) parts.push({ start, end, number: isDigit(text.charCodeAt(start)) });
    start = -1;
  };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (!isLetter(code) && !isDigit(code)) {
      close(i);
      continue;
    }
    if (start >= 0 && breaks(text, i, options)) close(i);
    if (start < 0) start = i;
  }
  close(text.length);
  return parts;
}

function breaks(text: string, at: number, options: Options): boolean {
  const before = text[at - 1];
  const here = text[at];
  const digits = [isDigit(before.charCodeAt(0)), isDigit(here.charCodeAt(0))];
  if (digits[0] !== digits[1]) return options.numerics;
  if (!options.caseChange) return false;
  return before === before.toLowerCase() && before !== before.toUpperCase() && here !== here.toLowerCase();
}
