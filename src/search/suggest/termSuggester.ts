import { jsonFloat } from '../../common/index.ts';
import { readText } from '../../query/index.ts';
import { readSpelling, SPELLING_MEMBERS, similarWords } from './spelling.ts';
import type { Suggester } from './suggester.ts';
import { analyzeText, checkMembers, requiredField, requiredText, requireMapped } from './suggestOptions.ts';

const MEMBERS: ReadonlySet<string> = new Set([...SPELLING_MEMBERS, 'analyzer']);

/** Likelier spellings of the words of a text: for each word, terms of the index a few edits away. */
export const termSuggester: Suggester = {
  kind: 'term',
  parse(options, texts) {
    checkMembers('term', options, MEMBERS);
    const field = requiredField(options);
    const text = requiredText(texts.text);
    const spelling = readSpelling(options);
    const analyzer = options.analyzer === undefined ? null : readText(options.analyzer);
    return {
      kind: 'term',
      entries: ({ shards }) => {
        requireMapped(shards, field);
        const leaves = shards.flatMap((shard) => shard.leaves);
        return analyzeText(shards, field, analyzer, text).map((token) => ({
          text: token.term,
          offset: token.startOffset,
          length: token.endOffset - token.startOffset,
          options: similarWords(token.term, field, leaves, spelling).map(({ text: word, score, freq }) => ({
            text: word,
            score: jsonFloat(score),
            freq,
          })),
        }));
      },
    };
  },
};
