import { type Regex, type RegexBudget, RegexBudgetError, type RegexMatch } from '../../common/index.ts';
import { PainlessFailure } from './errors.ts';
import type { Budget } from './frame.ts';

/**
 * `script.painless.regex.limit-factor`: the average number of times that a matcher may read each character.
 */
const LIMIT_FACTOR = 6;

/** Maximum characters of a text quoted in errors. */
const QUOTED = 64;

/** Regular expression instructions per script step. */
const INSTRUCTIONS_A_STEP = 4;

/**
 * A regular expression applied to one text, charged to the script's budget. Each search may fail the script.
 */
export class RegexSearch {
  readonly regex: Regex;
  readonly text: string;
  readonly #run: Budget;
  readonly #limit: number;
  #characters: number;

  /** `isLimited`: applies the original's limit on characters in addition to the step budget. */
  constructor(regex: Regex, text: string, run: Budget, isLimited = true) {
    this.regex = regex;
    this.text = text;
    this.#run = run;
    this.#limit = isLimited ? text.length * LIMIT_FACTOR : Number.MAX_SAFE_INTEGER;
    this.#characters = this.#limit;
  }

  /** The first match at or after `from`. */
  find(from = 0): RegexMatch | null {
    return this.#charged((budget) => this.regex.find(this.text, from, budget));
  }

  matchWhole(): RegexMatch | null {
    return this.#charged((budget) => this.regex.matchWhole(this.text, budget));
  }

  /** All non-overlapping matches, from left to right. */
  *all(): Generator<RegexMatch> {
    for (let at = 0; at <= this.text.length; ) {
      const match = this.find(at);
      if (!match) return;
      yield match;
      at = match.end > match.start ? match.end : match.end + 1;
    }
  }

  #charged<T>(search: (budget: RegexBudget) => T): T {
    const budget = { characters: this.#characters, steps: this.#run.steps * INSTRUCTIONS_A_STEP };
    try {
      return search(budget);
    } catch (error) {
      if (!(error instanceof RegexBudgetError)) throw error;
      throw budget.characters < 0 ? this.#tooManyCharacters() : tooManySteps();
    } finally {
      this.#characters = budget.characters;
      this.#run.steps = Math.floor(budget.steps / INSTRUCTIONS_A_STEP);
    }
  }

  #tooManyCharacters(): PainlessFailure {
    const { length } = this.text;
    const quoted = length > QUOTED ? `${this.text.slice(0, QUOTED - 3)}...` : this.text;
    const reason =
      `[scripting] Regular expression considered too many characters, pattern: [${this.regex.source}], limit factor: ` +
      `[${LIMIT_FACTOR}], char limit: [${this.#limit}], count: [${this.#limit + 1}], wrapped: [${quoted}], this limit ` +
      'can be changed by changed by the [script.painless.regex.limit-factor] setting';
    const metadata = { bytes_wanted: 0, bytes_limit: 0, durability: 'TRANSIENT' };
    return new PainlessFailure('circuit_breaking_exception', reason, { metadata });
  }
}

/** The run has used up its step budget. */
export function tooManySteps(): PainlessFailure {
  const reason = 'The maximum number of statements that can be executed in a loop has been reached.';
  return new PainlessFailure('painless_error', reason);
}
