import type { ScoredWord, WordScorer } from './wordScorer.ts';

/** A candidate for a word of a phrase. */
export interface PhraseWord extends ScoredWord {
  /** Similarity to the typed word; 1 if equal. */
  readonly similarity: number;
}

/** A typed word with its candidates. */
export interface WordChoices {
  readonly original: PhraseWord;
  readonly others: readonly PhraseWord[];
}

export interface Correction {
  readonly words: readonly PhraseWord[];
  readonly score: number;
}

export interface CorrectionOptions {
  readonly scorer: WordScorer;
  readonly gramSize: number;
  readonly realWordLikelihood: number;
  /** Below 1 a fraction of the words, otherwise a number of them. */
  readonly maxErrors: number;
  readonly confidence: number;
  readonly limit: number;
}

/** Phrases that are more likely than the typed one, best first; the original's noisy channel model. */
export function findCorrections(
  choices: readonly WordChoices[],
  options: CorrectionOptions,
): { readonly corrections: readonly Correction[]; readonly cutoff: number } {
  if (choices.length === 0) return { corrections: [], cutoff: 0 };
  const typed = choices.map(({ original }) => original);
  const typedScore = Math.exp(typed.reduce((sum, _, at) => sum + scoreAt(typed, at, options), 0));
  const cutoff = options.confidence > 0 ? typedScore * options.confidence : Number.MIN_VALUE;
  const errors =
    options.maxErrors >= 1
      ? Math.floor(options.maxErrors)
      : Math.round(Math.fround(options.maxErrors) * choices.length);
  const search = new PhraseSearch(choices, options, cutoff);
  search.extend([], 0, Math.max(1, errors));
  return { corrections: search.best(), cutoff };
}

class PhraseSearch {
  readonly #choices: readonly WordChoices[];
  readonly #options: CorrectionOptions;
  readonly #cutoff: number;
  #found: Correction[] = [];

  constructor(choices: readonly WordChoices[], options: CorrectionOptions, cutoff: number) {
    this.#choices = choices;
    this.#options = options;
    this.#cutoff = cutoff;
  }

  extend(path: readonly PhraseWord[], score: number, errorsLeft: number): void {
    if (path.length === this.#choices.length) {
      this.#add({ words: path, score: Math.exp(score) });
      return;
    }
    const { original, others } = this.#choices[path.length];
    this.#step(path, original, score, errorsLeft);
    if (errorsLeft === 0) return;
    for (const word of others) this.#step(path, word, score, errorsLeft - 1);
  }

  best(): readonly Correction[] {
    return this.#found.sort(byScore).slice(0, this.#options.limit);
  }

  #step(path: readonly PhraseWord[], word: PhraseWord, score: number, errorsLeft: number): void {
    const longer = [...path, word];
    this.extend(longer, score + scoreAt(longer, path.length, this.#options), errorsLeft);
  }

  #add(correction: Correction): void {
    if (correction.score <= this.#cutoff) return;
    this.#found.push(correction);
    if (this.#found.length > this.#options.limit * 100) this.#found = [...this.best()];
  }
}

/** Ties are won by the correction of earlier words. */
function byScore(a: Correction, b: Correction): number {
  if (a.score !== b.score) return b.score - a.score;
  const at = a.words.findIndex(({ text }, i) => text !== b.words[i].text);
  return at < 0 ? 0 : a.words[at].text < b.words[at].text ? -1 : 1;
}

function scoreAt(path: readonly PhraseWord[], at: number, options: CorrectionOptions): number {
  const { scorer, gramSize, realWordLikelihood } = options;
  const word = path[at];
  const channel = word.similarity === 1 ? realWordLikelihood : word.similarity;
  if (at === 0 || gramSize === 1) return Math.log10(channel * scorer.unigram(word));
  if (at === 1 || gramSize === 2) return Math.log10(channel * scorer.bigram(word, path[at - 1]));
  return Math.log10(channel * scorer.trigram(word, path[at - 1], path[at - 2]));
}
