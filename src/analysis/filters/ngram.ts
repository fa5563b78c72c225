import { illegalArgument } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import { checkTokens, expandTokens, mapTerms, type TokenFilter, type WorkToken } from '../stream.ts';
import { checkGrams } from '../tokenizers/ngram.ts';

/**
 * Grams of each token at the token's position, with the token's offsets. Drops tokens shorter than
 * `min_gram`.
 */
export function ngramFilter(parameters: ComponentParameters): TokenFilter {
  return gramFilter(parameters, false);
}

/** Grams at the start of the token, or at its end if `side` is `back`. */
export function edgeNgramFilter(parameters: ComponentParameters): TokenFilter {
  const side = parameters.string('side') ?? 'front';
  if (side !== 'front' && side !== 'back') throw illegalArgument(`invalid side: ${side}`);
  const filter = gramFilter(parameters, true);
  if (side === 'front') return filter;
  return { apply: (stream) => reversed.apply(filter.apply(reversed.apply(stream))) };
}

const reversed = mapTerms((term) => [...term].reverse().join(''));

function gramFilter(parameters: ComponentParameters, edge: boolean): TokenFilter {
  const minGram = parameters.integer('min_gram', 1);
  const maxGram = parameters.integer('max_gram', 2);
  checkGrams(minGram, maxGram, edge ? null : parameters.limit('ngramDiff'));
  const preserve = parameters.boolean('preserve_original', false);
  return expandTokens((token) => {
    const chars = [...token.term];
    const grams = edge ? edgeGrams(chars, minGram, maxGram) : allGrams(chars, minGram, maxGram);
    const kept = chars.length < minGram || chars.length > maxGram;
    if (preserve && kept) grams.push(token.term);
    return grams.map((term, index): WorkToken => {
      return { ...token, term, positionIncrement: index === 0 ? token.positionIncrement : 0 };
    });
  });
}

function edgeGrams(chars: readonly string[], minGram: number, maxGram: number): string[] {
  const grams: string[] = [];
  const longest = Math.min(maxGram, chars.length);
  let characters = 0;
  for (let size = minGram; size <= longest; size++) {
    grams.push(chars.slice(0, size).join(''));
    characters += size;
    checkTokens(grams.length, characters);
  }
  return grams;
}

function allGrams(chars: readonly string[], minGram: number, maxGram: number): string[] {
  const grams: string[] = [];
  for (let start = 0; start < chars.length; start++) {
    const longest = Math.min(maxGram, chars.length - start);
    for (let size = minGram; size <= longest; size++) grams.push(chars.slice(start, start + size).join(''));
    checkTokens(grams.length);
  }
  return grams;
}
