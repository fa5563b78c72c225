import { jsonFloat, topN } from '../../common/index.ts';
import { readInt, readText } from '../../query/index.ts';
import { type Candidate, candidateOrder, readSize, readSpelling, similarWords } from './spelling.ts';
import type { Suggester } from './suggester.ts';
import { analyzeText, fieldOf, requiredText, requireMapped, shardSizeOf } from './suggestOptions.ts';

const MEMBERS: ReadonlySet<string> = new Set(['field', 'size', 'shard_size', 'analyzer']);

/** More likely spellings of a text's words: for each word, terms of the index a few edits away. */
export const termSuggester: Suggester = {
  kind: 'term',
  parse(options, texts) {
    const spelling = readSpelling(options, MEMBERS);
    const field = fieldOf(options);
    const size = readSize(options.size);
    const shardSize = options.shard_size === undefined ? null : readInt(options.shard_size);
    const analyzer = options.analyzer === undefined ? null : readText(options.analyzer);
    return {
      kind: 'term',
      entries: ({ shards }) => {
        const text = requiredText(texts.text);
        requireMapped(shards, field);
        const count = shardSizeOf(shardSize, size);
        return analyzeText(shards, field, analyzer, text).map((token) => {
          const lists = shards.map(({ leaves }) =>
            similarWords(token.term, field, leaves, { ...spelling, count }),
          );
          const best = topN(merged(lists), size, candidateOrder(spelling.sort));
          return {
            text: token.term,
            offset: token.startOffset,
            length: token.endOffset - token.startOffset,
            options: best.map(({ text: word, score, freq }) => ({
              text: word,
              score: jsonFloat(score),
              freq,
            })),
          };
        });
      },
    };
  },
};

/** Merges the results of shards: frequencies add up, the best score wins. */
function merged(lists: readonly (readonly Candidate[])[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const one of lists.flat()) {
    const before = found.get(one.text);
    if (before === undefined) found.set(one.text, one);
    else {
      const score = Math.max(before.score, one.score);
      found.set(one.text, { text: one.text, score, freq: before.freq + one.freq });
    }
  }
  return [...found.values()];
}
