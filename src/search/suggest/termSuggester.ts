import { jsonFloat, topN } from '../../common/index.ts';
import { intAt, textAt } from '../../query/index.ts';
import {
  type Candidate,
  candidateOrder,
  checkFrequencies,
  DEFAULT_SUGGESTIONS,
  readSize,
  readSpelling,
  similarWords,
} from './spelling.ts';
import type { Suggester } from './suggester.ts';
import { analyzeText, fieldOf, requiredText, requireMapped, shardSizeOf } from './suggestOptions.ts';

/** More likely spellings of a text's words: for each word, terms of the index a few edits away. */
export const termSuggester: Suggester = {
  kind: 'term',
  parse(options, texts) {
    let size = DEFAULT_SUGGESTIONS;
    let shardSize: number | null = null;
    let analyzer: string | null = null;
    const spelling = readSpelling(options, {
      field: () => {},
      size: (json, key) => void (size = readSize(json, key)),
      shard_size: (json, key) => void (shardSize = intAt(json, key)),
      analyzer: (json, key) => void (analyzer = textAt(json, key)),
    });
    const field = fieldOf(options);
    return {
      kind: 'term',
      entries: ({ shards }) => {
        const text = requiredText(texts.text);
        requireMapped(shards, field);
        checkFrequencies(spelling);
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
