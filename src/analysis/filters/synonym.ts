import type { ComponentParameters } from '../parameters.ts';
import { type TokenFilter, type WorkToken, workToken } from '../stream.ts';
import { synonymGraph } from './synonymGraph.ts';
import {
  longestMatch,
  parseSynonyms,
  plainWords,
  type RuleAnalysis,
  type SynonymRules,
  synonymLines,
} from './synonymRules.ts';

/**
 * `synonym` and `synonym_graph`: `a, b => c` replaces, `a, b` makes equivalent. With the plain filter, the
 * words of a multi-word synonym overlap the following tokens; the graph gives them a separate path. Rules are
 * parsed when the filter is placed in a chain.
 */
export function synonymFilter(parameters: ComponentParameters, graph: boolean): TokenFilter {
  const readLines = synonymLines(parameters);
  const expand = parameters.boolean('expand', true);
  const lenient = parameters.boolean('lenient', false);
  const filterOf = (analyze: RuleAnalysis): TokenFilter => {
    const rules = parseSynonyms(readLines(), expand, analyze, lenient);
    const run = graph ? synonymGraph : applyRules;
    return {
      apply: ({ tokens, endIncrement }) => ({ tokens: run(tokens, rules), endIncrement }),
      afterChain: filterOf,
    };
  };
  return { apply: (stream) => filterOf(plainWords).apply(stream), afterChain: filterOf };
}

interface Placed {
  readonly position: number;
  readonly token: WorkToken;
}

function applyRules(tokens: readonly WorkToken[], rules: SynonymRules): WorkToken[] {
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
        const slot = tokens[Math.min(i + index, tokens.length - 1)];
        const end = output.length === 1 ? matched[size - 1].endOffset : slot.endOffset;
        const token = workToken(term, slot.startOffset, end, 'SYNONYM');
        if (output.length === 1 && rule?.keepOriginal) token.positionLength = size;
        placed.push({ position: position + index, token });
      });
    }
    const longest = Math.max(0, ...(rule?.outputs ?? []).map((output) => output.length));
    const replaced = rule !== null && !rule.keepOriginal;
    position = replaced ? position + Math.min(size, longest) - 1 : cursor;
    i += size;
  }
  return inOrder(placed);
}

/** At each position the token of the text precedes the synonyms. */
function inOrder(placed: Placed[]): WorkToken[] {
  const isSynonym = ({ token }: Placed): number => (token.type === 'SYNONYM' ? 1 : 0);
  placed.sort((a, b) => a.position - b.position || isSynonym(a) - isSynonym(b));
  let last = -1;
  return placed.map(({ position, token }) => {
    const positionIncrement = position - last;
    last = position;
    return { ...token, positionIncrement };
  });
}
