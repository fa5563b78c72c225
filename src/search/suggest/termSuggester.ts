import { float32ToNumber, type JsonObject } from '../../common/index.ts';
import { fuzzyDistance, type LeafContext } from '../../query/index.ts';
import type { ShardQueryResult } from '../shard/queryPhase.ts';
import type { SuggestSpec, TermSuggestSpec } from '../source/suggestSpec.ts';

interface Candidate {
  readonly text: string;
  readonly score: number;
  readonly freq: number;
}

/** `suggest` of an answer: for each word of each text, terms of the index a few edits away. */
export function runSuggest(spec: SuggestSpec, results: readonly ShardQueryResult[]): JsonObject {
  return Object.fromEntries(spec.terms.map((term) => [term.name, suggestTerms(term, results)]));
}

function suggestTerms(spec: TermSuggestSpec, results: readonly ShardQueryResult[]): JsonObject[] {
  const first = results[0];
  if (first === undefined) return [];
  const { mapper, analysis } = first.search.context;
  const analyzer = spec.analyzer ?? mapper.field(spec.field)?.searchAnalyzer ?? 'standard';
  const leaves = results.flatMap((result) => result.search.leaves);
  return analysis
    .analyzer(analyzer)
    .tokenize(spec.text)
    .map((token) => ({
      text: token.term,
      offset: token.startOffset,
      length: token.endOffset - token.startOffset,
      options: optionsFor(token.term, spec, leaves).map(({ text, score, freq }) => ({
        text,
        score: float32ToNumber(score),
        freq,
      })),
    }));
}

function optionsFor(word: string, spec: TermSuggestSpec, leaves: readonly LeafContext[]): Candidate[] {
  const own = frequency(word, spec.field, leaves);
  if (word.length < spec.minWordLength || (spec.suggestMode === 'missing' && own > 0)) return [];
  const found = new Map<string, Candidate>();
  for (const { reader } of leaves) {
    const terms = reader.terms(spec.field);
    if (terms === null) continue;
    const prefix = word.slice(0, spec.prefixLength);
    for (let ord = terms.ceiling(prefix); ord < terms.size; ord++) {
      const term = terms.term(ord);
      if (!term.startsWith(prefix)) break;
      if (term === word || found.has(term)) continue;
      const edits = fuzzyDistance(word, term, {
        prefixLength: 0,
        maxEdits: spec.maxEdits,
        transpositions: true,
      });
      if (edits === null) continue;
      const freq = frequency(term, spec.field, leaves);
      if (spec.suggestMode === 'popular' && freq <= own) continue;
      found.set(term, {
        text: term,
        freq,
        score: Math.fround(1 - edits / Math.min(word.length, term.length)),
      });
    }
  }
  const byScore = (a: Candidate, b: Candidate): number => b.score - a.score || b.freq - a.freq;
  const byFrequency = (a: Candidate, b: Candidate): number => b.freq - a.freq || b.score - a.score;
  return [...found.values()]
    .sort((a, b) => (spec.sort === 'score' ? byScore(a, b) : byFrequency(a, b)) || (a.text < b.text ? -1 : 1))
    .slice(0, spec.size);
}

function frequency(term: string, field: string, leaves: readonly LeafContext[]): number {
  let count = 0;
  for (const { reader } of leaves) {
    const terms = reader.terms(field);
    const ord = terms?.lookup(term) ?? -1;
    if (terms !== null && ord >= 0) count += terms.docFreq(ord);
  }
  return count;
}
