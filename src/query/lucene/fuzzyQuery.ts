import { fuzzyMatcher, maxEditsFor } from '../automaton/fuzzy.ts';
import { codePoints } from '../automaton/wildcard.ts';
import type { QueryShardContext } from '../types.ts';
import { documentFrequency } from './bm25.ts';
import { anyOf } from './booleanQuery.ts';
import { boostQuery, type LuceneQuery, matchNoneQuery } from './query.ts';
import { termQuery } from './termQuery.ts';
import { prefixRun } from './termSetQuery.ts';

export interface FuzzyOptions {
  readonly fuzziness: string;
  readonly prefixLength: number;
  readonly maxExpansions: number;
  readonly transpositions: boolean;
}

interface Candidate {
  readonly term: string;
  readonly boost: number;
}

/**
 * Terms within some edits of one: the nearest `maxExpansions` of them, each boosted by its likeness and scored with
 * the blended document frequency of all.
 */
export function fuzzyQuery(
  context: QueryShardContext,
  field: string,
  term: string,
  options: FuzzyOptions,
): LuceneQuery {
  const length = codePoints(term).length;
  const maxEdits = maxEditsFor(options.fuzziness, length);
  if (maxEdits === 0) return termQuery(context.leaves, field, term);
  const candidates = nearTerms(context, field, term, { ...options, maxEdits });
  if (candidates.length === 0) return matchNoneQuery;
  const frequencies = candidates.map((candidate) => documentFrequency(context.leaves, field, candidate.term));
  const docFreq = Math.max(...frequencies);
  return anyOf(
    candidates.map(({ term: text, boost }) =>
      boostQuery(termQuery(context.leaves, field, text, { docFreq }), boost),
    ),
  );
}

function nearTerms(
  context: QueryShardContext,
  field: string,
  text: string,
  options: FuzzyOptions & { readonly maxEdits: number },
): Candidate[] {
  const found = new Map<string, Candidate>();
  const length = codePoints(text).length;
  const prefix = String.fromCodePoint(...codePoints(text).slice(0, options.prefixLength));
  const editsOf = fuzzyMatcher(text, options);
  for (const { reader } of context.leaves) {
    const terms = reader.terms(field);
    if (terms === null) continue;
    const { from, to } = prefixRun(terms, prefix);
    for (let ord = from; ord < to; ord++) {
      if ((ord & 1023) === 1023) context.checkCancelled();
      const term = terms.term(ord);
      if (found.has(term)) continue;
      const edits = editsOf(term);
      if (edits === null) continue;
      const shorter = Math.min(length, codePoints(term).length);
      const boost = edits === 0 ? 1 : Math.fround(1 - Math.fround(edits / shorter));
      if (boost > 0) found.set(term, { term, boost });
    }
  }
  return [...found.values()]
    .sort((a, b) => b.boost - a.boost || (a.term < b.term ? -1 : 1))
    .slice(0, options.maxExpansions);
}
