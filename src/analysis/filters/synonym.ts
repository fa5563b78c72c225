import { illegalArgument, notEmulated } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import { type TokenFilter, type WorkToken, workToken } from '../stream.ts';

interface Rule {
  readonly outputs: string[][];
  keepOriginal: boolean;
}

/** Rules by the words of their left side, joined with a space; and the longest left side. */
interface Rules {
  readonly byInput: ReadonlyMap<string, Rule>;
  readonly longest: number;
}

/**
 * `synonym` and `synonym_graph`, Solr format: `a, b => c` replaces, `a, b` makes equal. A multi-word synonym's
 * words stand over the tokens that follow (the flat form; a graph's side paths are not kept).
 */
export function synonymFilter(parameters: ComponentParameters): TokenFilter {
  if (parameters.has('synonyms_path')) throw notEmulated('[synonyms_path]');
  const lines = parameters.list('synonyms');
  if (lines === null) {
    throw illegalArgument('synonym requires either `synonyms` or `synonyms_path` to be configured');
  }
  if ((parameters.string('format') ?? 'solr') !== 'solr') throw notEmulated('synonym format [wordnet]');
  const rules = parseRules(lines, parameters.boolean('expand', true));
  return {
    apply: ({ tokens, endIncrement }) => ({ tokens: applyRules(tokens, rules), endIncrement }),
  };
}

function parseRules(lines: readonly string[], expand: boolean): Rules {
  const byInput = new Map<string, Rule>();
  const add = (input: string[], output: string[], keepOriginal: boolean): void => {
    const key = input.join(' ');
    const rule = byInput.get(key) ?? { outputs: [], keepOriginal };
    rule.keepOriginal ||= keepOriginal;
    rule.outputs.push(output);
    byInput.set(key, rule);
  };
  for (const line of lines) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const sides = line.split('=>');
    if (sides.length > 2) throw illegalArgument('more than one explicit mapping specified on the same line');
    const inputs = phrases(sides[0]);
    const outputs = sides.length === 2 ? phrases(sides[1]) : inputs;
    for (const input of inputs) {
      const targets = sides.length === 2 || expand ? outputs : [inputs[0]];
      const equal = sides.length === 1 && expand;
      for (const output of targets) {
        if (equal && output === input) continue;
        add(input, output, equal);
      }
    }
  }
  const longest = Math.max(0, ...[...byInput.keys()].map((key) => key.split(' ').length));
  return { byInput, longest };
}

function phrases(side: string): string[][] {
  return side
    .split(',')
    .map((phrase) => phrase.trim().split(/\s+/))
    .filter((words) => words[0] !== '');
}

interface Placed {
  readonly position: number;
  readonly token: WorkToken;
}

function applyRules(tokens: readonly WorkToken[], rules: Rules): WorkToken[] {
  const placed: Placed[] = [];
  let position = -1;
  for (let i = 0; i < tokens.length; ) {
    position += tokens[i].positionIncrement;
    const [rule, size] = longestMatch(tokens, i, rules);
    const matched = tokens.slice(i, i + size);
    let cursor = position;
    matched.forEach((token, index) => {
      if (index > 0) cursor += token.positionIncrement;
      if (rule === null || rule.keepOriginal) placed.push({ position: cursor, token });
    });
    for (const output of rule?.outputs ?? []) {
      output.forEach((term, index) => {
        const last = matched[size - 1];
        const token = workToken(term, matched[0].startOffset, last.endOffset, 'SYNONYM');
        placed.push({ position: position + index, token });
      });
    }
    position = cursor;
    i += size;
  }
  return inOrder(placed);
}

function longestMatch(tokens: readonly WorkToken[], at: number, rules: Rules): [Rule | null, number] {
  for (let size = Math.min(rules.longest, tokens.length - at); size > 0; size--) {
    const words = tokens.slice(at, at + size).map((token) => token.term);
    const rule = rules.byInput.get(words.join(' '));
    if (rule !== undefined) return [rule, size];
  }
  return [null, 1];
}

function inOrder(placed: Placed[]): WorkToken[] {
  placed.sort((a, b) => a.position - b.position);
  let last = -1;
  return placed.map(({ position, token }) => {
    const positionIncrement = position - last;
    last = position;
    return { ...token, positionIncrement };
  });
}
