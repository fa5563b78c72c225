import { type RegexBudget, RegexBudgetError, runProgram } from './machine.ts';
import { parseRegex } from './parser.ts';
import type { ProgramSet } from './program.ts';
import { compileProgram } from './program.ts';
import { expandReplacement } from './replacement.ts';

export { type RegexBudget, RegexBudgetError } from './machine.ts';
export { RegexSyntaxError } from './nodes.ts';

export interface RegexMatch {
  readonly start: number;
  readonly end: number;
  /** `groups[0]` is the whole match; `null` for a group that did not participate. */
  readonly groups: readonly (string | null)[];
  /** Start of each group; -1 for one that did not participate. */
  readonly groupStarts: readonly number[];
}

export interface RegexOptions {
  /** Letters of `imsx`: ignore case, multiline, dot matches newlines, comments. */
  readonly flags?: string;
}

/** The budget of a search for which the caller gives none. */
const MAX_STEPS = 2_000_000;
/** Added for each character of a text that is searched repeatedly. */
const STEPS_OF_A_CHARACTER = 100;

function ownBudget(): RegexBudget {
  return { steps: MAX_STEPS, characters: MAX_STEPS };
}

/** The shared budget of up to one search per character of the text. */
function budgetOfAll({ length }: string): RegexBudget {
  const most = MAX_STEPS + STEPS_OF_A_CHARACTER * length;
  return { steps: most, characters: most };
}

/**
 * A user's regular expression, in the syntax that Java and Oniguruma share (groups, lookaround, atomic
 * groups, possessive quantifiers, classes). Backtracks as they do, but within a step budget: it fails rather
 * than hangs.
 */
export class Regex {
  readonly source: string;
  readonly groupCount: number;
  /** The group numbers of each name. */
  readonly names: ReadonlyMap<string, readonly number[]>;
  readonly #program: ProgramSet;

  /** Throws RegexSyntaxError. */
  constructor(source: string, options: RegexOptions = {}) {
    const syntax = parseRegex(source, options.flags);
    this.source = source;
    this.groupCount = syntax.groupCount;
    this.names = syntax.names;
    this.#program = compileProgram(syntax.root, syntax.groupCount);
  }

  /**
   * The first match at or after `from`; `null` when there is none. Consumes the budget. Throws
   * RegexBudgetError.
   */
  find(text: string, from = 0, budget = ownBudget()): RegexMatch | null {
    const { main, slots: slotCount } = this.#program;
    const slots = new Int32Array(slotCount);
    for (let start = from; start <= text.length - main.minLength; start++) {
      slots.fill(-1);
      const end = runProgram(main, text, start, slots, budget);
      if (end !== -1) return this.#match(text, start, end, slots);
    }
    return null;
  }

  /** Matches the whole text; `null` when it does not match. Throws RegexBudgetError. */
  matchWhole(text: string, budget = ownBudget()): RegexMatch | null {
    const slots = new Int32Array(this.#program.slots).fill(-1);
    const end = runProgram(this.#program.main, text, 0, slots, budget, text.length);
    return end === -1 ? null : this.#match(text, 0, end, slots);
  }

  /** All non-overlapping matches, from left to right. Throws RegexBudgetError. */
  *findAll(text: string, budget = budgetOfAll(text)): Generator<RegexMatch> {
    for (let at = 0; at <= text.length; ) {
      const match = this.find(text, at, budget);
      if (!match) return;
      yield match;
      at = match.end > match.start ? match.end : match.end + 1;
    }
  }

  /**
   * Replaces every match, with `$1`, `${name}` and `\$` as in Java. Throws RegexBudgetError, also when the
   * result grows too long.
   */
  replaceAll(text: string, replacement: string): string {
    const budget = budgetOfAll(text);
    let result = '';
    let at = 0;
    for (const match of this.findAll(text, budget)) {
      const expanded = this.expand(replacement, match);
      budget.characters -= expanded.length;
      if (budget.characters < 0) throw new RegexBudgetError();
      result += text.slice(at, match.start) + expanded;
      at = match.end;
    }
    return result + text.slice(at);
  }

  /**
   * The parts between matches. Trailing empty parts are dropped, as in Java, unless `keepTrailing` is set.
   */
  split(text: string, keepTrailing = false, maxParts = Number.POSITIVE_INFINITY): string[] {
    const parts: string[] = [];
    let at = 0;
    for (const match of this.findAll(text)) {
      if (parts.length >= maxParts - 1) break;
      if (match.end === 0 || (match.start === match.end && match.start === text.length)) continue;
      parts.push(text.slice(at, match.start));
      at = match.end;
    }
    parts.push(text.slice(at));
    while (!keepTrailing && parts.length > 1 && parts[parts.length - 1] === '') parts.pop();
    return parts;
  }

  /** Expands the group references of a replacement for one match. */
  expand(replacement: string, match: RegexMatch): string {
    return expandReplacement(replacement, match.groups, this.names);
  }

  #match(text: string, start: number, end: number, slots: Int32Array): RegexMatch {
    const groups: (string | null)[] = [text.slice(start, end)];
    const groupStarts = [start];
    for (let i = 1; i <= this.groupCount; i++) {
      const [from, to] = [slots[i * 2], slots[i * 2 + 1]];
      groups.push(from < 0 || to < 0 ? null : text.slice(from, to));
      groupStarts.push(from);
    }
    return { start, end, groups, groupStarts };
  }
}
