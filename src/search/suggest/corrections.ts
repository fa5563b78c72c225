import type { WordScorer } from './wordScorer.ts';

/** One word of a phrase as it may have been meant. */
export interface PhraseWord {
  readonly text: string;
  /** How near it is to what was typed; 1: the same. */
  readonly similarity: number;
}

/** A word as typed, and what stands for it. */
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
  /** A share of the words, or a number of them. */
  readonly maxErrors: number;
  readonly confidence: number;
  readonly limit: number;
}

/** Phrases that are likelier than the one typed, best first; as the noisy channel model of the original. */
export function findCorrections(
  choices: readonly WordChoices[],
  options: CorrectionOptions,
): { readonly corrections: readonly Correction[]; readonly cutoff: number } {
  if (choices.length === 0) return { corrections: [], cutoff: 0 };
  const typed = choices.map(({ original }) => original);
  const typedScore = Math.exp(typed.reduce((sum, _, at) => sum + scoreAt(typed, at, options), 0));
  const cutoff = options.confidence > 0 ? typedScore * options.confidence : 0;
  const errors =
    options.maxErrors >= 1 ? Math.floor(options.maxErrors) : Math.round(options.maxErrors * choices.length);
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
    return this.#found.sort((a, b) => b.score - a.score).slice(0, this.#options.limit);
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

function scoreAt(path: readonly PhraseWord[], at: number, options: CorrectionOptions): number {
  const { scorer, gramSize, realWordLikelihood } = options;
  const { text, similarity } = path[at];
  const channel = similarity === 1 ? realWordLikelihood : similarity;
  if (at === 0 || gramSize === 1) return Math.log10(channel * scorer.unigram(text));
  if (at === 1 || gramSize === 2) return Math.log10(channel * scorer.bigram(text, path[at - 1].text));
  return Math.log10(channel * scorer.trigram(text, path[at - 1].text, path[at - 2].text));
}
