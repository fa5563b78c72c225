/** Suggestions for misspelt names, as the original makes them (Lucene's LevenshteinDistance above 0.5). */

/** 1 − edits / longer length, float32 as Lucene computes it. */
export function levenshteinSimilarity(a: string, b: string): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  let previous = Array.from({ length: a.length + 1 }, (_, i) => i);
  for (let j = 1; j <= b.length; j++) {
    const current = [j];
    for (let i = 1; i <= a.length; i++) {
      const substitution = previous[i - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(current[i - 1] + 1, previous[i] + 1, substitution));
    }
    previous = current;
  }
  return Math.fround(1 - previous[a.length] / Math.max(a.length, b.length));
}

/** Candidates similar to `name`, most similar first, ties by name. */
export function similarNames(name: string, candidates: Iterable<string>): readonly string[] {
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, similarity: levenshteinSimilarity(name, candidate) }))
    .filter(({ similarity }) => similarity > 0.5)
    .sort((a, b) => b.similarity - a.similarity || (a.candidate < b.candidate ? -1 : 1))
    .map(({ candidate }) => candidate);
}

/** ` did you mean [x]?`, ` did you mean any of [x, y]?`, or an empty string, as in parser errors. */
export function suggestion(name: string, candidates: Iterable<string>): string {
  const similar = similarNames(name, candidates);
  if (similar.length === 0) return '';
  return ` did you mean ${similar.length === 1 ? '' : 'any of '}[${similar.join(', ')}]?`;
}

/** Like `suggestion`, but after ` -> `, as in errors about settings and parameters. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const hint = suggestion(name, candidates);
  return hint === '' ? '' : ` ->${hint}`;
}
