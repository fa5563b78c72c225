import { illegalArgument } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import type { WorkToken } from '../stream.ts';

export interface SynonymRule {
  readonly outputs: string[][];
  keepOriginal: boolean;
}

/** Rules by the words of their left side, joined with spaces, and the length of the longest left side. */
export interface SynonymRules {
  readonly byInput: ReadonlyMap<string, SynonymRule>;
  readonly longest: number;
}

/** Analyses the words of a rule with the part of the chain before the filter. */
export type RuleAnalysis = (text: string) => string[];

/** Splits at whitespace, for filters outside of a chain. */
export const plainWords: RuleAnalysis = (text) => wordsOf(text, text.trim().split(/\s+/).filter(Boolean));

/** The words of a rule's term. Throws if there are none. */
export function wordsOf(text: string, words: string[]): string[] {
  if (words.length > 0) return words;
  throw illegalArgument(`term: ${text} was completely eliminated by analyzer`);
}

/**
 * Returns a parser for the lines of `synonyms`, which are in Solr's format whatever `format` says. Throws
 * illegal_argument_exception if there are none.
 */
export function synonymLines(parameters: ComponentParameters): () => readonly string[] {
  const lines = parameters.list('synonyms');
  if (lines === null && parameters.has('synonyms_path')) {
    throw illegalArgument('IOException while reading synonyms_path_path: file not readable');
  }
  if (lines === null) {
    throw illegalArgument('synonym requires either `synonyms` or `synonyms_path` to be configured');
  }
  const format = parameters.string('format') ?? '';
  return format.toLowerCase() === 'wordnet' ? () => wordnetLines(lines) : () => lines;
}

/** `s(100000001,1,'woods',n,1,0).`: lines of one set are equivalent. */
function wordnetLines(lines: readonly string[]): string[] {
  const sets = new Map<string, string[]>();
  for (const line of lines) {
    const match = /^s\((\d+),\d+,'(.*)',/.exec(line.trim());
    if (match === null && line.trim() === '') continue;
    if (match === null) throw illegalArgument('Failed to build synonyms');
    const words = sets.get(match[1]) ?? [];
    words.push(match[2].replaceAll("''", "'").replaceAll(',', '\\,'));
    sets.set(match[1], words);
  }
  return [...sets.values()].map((words) => words.join(','));
}

export function parseSynonyms(
  lines: readonly string[],
  expand: boolean,
  analyze: RuleAnalysis,
  lenient: boolean,
): SynonymRules {
  const byInput = new Map<string, SynonymRule>();
  const add = (input: string[], output: string[], keepOriginal: boolean): void => {
    const key = input.join(' ');
    const rule = byInput.get(key) ?? { outputs: [], keepOriginal };
    rule.keepOriginal ||= keepOriginal;
    if (!rule.outputs.some((known) => known.join(' ') === output.join(' '))) rule.outputs.push(output);
    byInput.set(key, rule);
  };
  lines.forEach((line) => {
    if (line.trim() === '' || line.startsWith('#')) return;
    try {
      addLine(line, expand, lenient ? orNothing(analyze) : analyze, add);
    } catch (error) {
      throw error instanceof Error ? illegalArgument('Failed to build synonyms') : error;
    }
  });
  const longest = Math.max(0, ...[...byInput.keys()].map((key) => key.split(' ').length));
  return { byInput, longest };
}

/** `lenient`: skips words that cannot be analysed. */
function orNothing(analyze: RuleAnalysis): RuleAnalysis {
  return (text) => {
    try {
      return analyze(text);
    } catch {
      return [];
    }
  };
}

function addLine(
  line: string,
  expand: boolean,
  analyze: RuleAnalysis,
  add: (input: string[], output: string[], keepOriginal: boolean) => void,
): void {
  const sides = line.split('=>').filter((side) => side !== '');
  if (sides.length > 2) throw illegalArgument('more than one explicit mapping specified on the same line');
  const inputs = phrases(sides[0] ?? '', analyze);
  const outputs = sides.length === 2 ? phrases(sides[1], analyze) : inputs;
  for (const input of inputs) {
    const targets = sides.length === 2 || expand ? outputs : [inputs[0]];
    const equal = sides.length === 1 && expand;
    for (const output of targets) {
      if ((equal && output === input) || input.length === 0 || output.length === 0) continue;
      add(input, output, equal);
    }
  }
}

function phrases(side: string, analyze: RuleAnalysis): string[][] {
  return side
    .split(/(?<!\\),/)
    .filter((phrase) => phrase !== '')
    .map((phrase) => analyze(phrase.replaceAll('\\,', ',').trim()));
}

/** The longest rule that matches at a token, and the number of tokens matched. */
export function longestMatch(
  tokens: readonly WorkToken[],
  at: number,
  rules: SynonymRules,
): [SynonymRule | null, number] {
  for (let size = Math.min(rules.longest, tokens.length - at); size > 0; size--) {
    const words = tokens.slice(at, at + size).map((token) => token.term);
    const rule = rules.byInput.get(words.join(' '));
    if (rule !== undefined) return [rule, size];
  }
  return [null, 1];
}
