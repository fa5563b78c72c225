import { type Chain, ChainAnalyzer } from './chain.ts';
import { type TokenFilter, type WorkToken, workToken } from './stream.ts';

/**
 * Analyzers that fields derive from another one: `base\0shingle2` yields its shingles of two words,
 * `base\0prefix3` the prefixes (1 to 20 letters) of the shingles of up to three words. `null` for other
 * names.
 */
export function derivedAnalyzer(name: string, baseOf: (name: string) => ChainAnalyzer): ChainAnalyzer | null {
  const match = /^(.*)\0(shingle|prefix)([234])$/s.exec(name);
  if (match === null) return null;
  const base = baseOf(match[1]);
  const size = Number(match[3]);
  const filter = match[2] === 'shingle' ? shinglesOf(size, false) : prefixesOfShingles(size);
  const chain: Chain = {
    ...base.chain,
    filters: [...base.chain.filters, { name: match[2], component: filter }],
    standardMaxTokenLength: null,
  };
  return new ChainAnalyzer(name, chain, base.positionIncrementGap);
}

/**
 * Shingles of exactly `size` words; with `trailing`, also those at the end of the text, padded with empty
 * words.
 */
function shinglesOf(size: number, trailing: boolean): TokenFilter {
  return {
    apply: ({ tokens, endIncrement }) => {
      const out: WorkToken[] = [];
      for (let i = 0; i < tokens.length; i++) {
        const window = tokens.slice(i, i + size);
        if (window.length < size && !trailing) break;
        const words = window.map((token) => token.term).join(' ');
        const term = words + ' '.repeat(size - window.length);
        const token = workToken(term, window[0].startOffset, window[window.length - 1].endOffset, 'shingle');
        token.positionIncrement = tokens[i].positionIncrement;
        out.push(token);
      }
      return { tokens: out, endIncrement };
    },
  };
}

const MAX_PREFIX = 20;

function prefixesOfShingles(size: number): TokenFilter {
  const shingles = shinglesOf(size, true);
  return {
    apply: (stream) => {
      const { tokens, endIncrement } = shingles.apply(stream);
      const prefixes = tokens.flatMap((token) => {
        const chars = [...token.term].slice(0, MAX_PREFIX);
        return chars.map((_, i) => ({
          ...token,
          term: chars.slice(0, i + 1).join(''),
          positionIncrement: i === 0 ? token.positionIncrement : 0,
        }));
      });
      return { tokens: prefixes, endIncrement };
    },
  };
}
