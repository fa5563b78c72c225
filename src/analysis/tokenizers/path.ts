import { illegalArgument } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import { checkTokens, type Tokenizer, type WorkToken, workToken } from '../stream.ts';

/** `path_hierarchy`: `/a/b` → `/a`, `/a/b`, all at one position; `reverse` goes from the leaf upwards. */
export function pathHierarchyTokenizer(parameters: ComponentParameters): Tokenizer {
  const delimiter = parameters.string('delimiter') ?? '/';
  if (delimiter.length !== 1) throw illegalArgument('delimiter must be a one char value');
  const replacement = parameters.string('replacement') ?? delimiter;
  if (replacement.length !== 1) throw illegalArgument('replacement must be a one char value');
  const skip = parameters.integer('skip', 0);
  if (skip < 0) throw illegalArgument('skip cannot be negative');
  const reverse = parameters.boolean('reverse', false);
  return (text) => {
    const cuts = reverse ? tails(text, delimiter, skip) : heads(text, delimiter, skip);
    checkTokens(
      cuts.length,
      cuts.reduce((sum, [start, end]) => sum + end - start, 0),
    );
    const tokens: WorkToken[] = cuts.map(([start, end]) =>
      workToken(text.slice(start, end).replaceAll(delimiter, replacement), start, end),
    );
    for (let i = 1; i < tokens.length; i++) tokens[i].positionIncrement = 0;
    return tokens;
  };
}

function delimiters(text: string, delimiter: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + 1)) found.push(at);
  return found;
}

function heads(text: string, delimiter: string, skip: number): [number, number][] {
  if (text === '') return [];
  const inner = delimiters(text, delimiter).filter((at) => at > 0);
  const starts = [0, ...inner];
  const ends = [...inner, text.length];
  const start = starts[skip];
  if (start === undefined) return [];
  const kept = ends
    .slice(skip)
    .filter((end, index, all) => end > start && (index === 0 || end > all[index - 1]));
  return kept.map((end) => [start, end]);
}

function tails(text: string, delimiter: string, skip: number): [number, number][] {
  if (text === '') return [];
  const starts = [0, ...delimiters(text, delimiter).map((at) => at + 1)].filter((at) => at < text.length);
  const ends = [text.length, ...starts.slice(1).reverse()];
  const end = ends[skip];
  return end === undefined ? [] : starts.filter((start) => start < end).map((start) => [start, end]);
}
