import { illegalArgument } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import { checkTokens, type TokenFilter, type WorkToken, workToken } from '../stream.ts';

/** Represents a missing token. */
const HOLE = '\u001e';

/** `concatenate_graph`: emits every path through the token graph as one term, in byte order. */
export function concatenateGraphFilter(parameters: ComponentParameters): TokenFilter {
  const separator = parameters.string('token_separator') ?? ' ';
  if (separator.length > 1) {
    throw illegalArgument('token_separator must be either empty or a single character');
  }
  const keepHoles = parameters.boolean('preserve_position_increments', false);
  const most = parameters.integer('max_graph_expansions', 10_000);
  if (most === 0 || most < -1) {
    throw illegalArgument(`limit must be -1 (which means no limit), or > 0; got: ${most}`);
  }
  return {
    apply: ({ tokens, endIncrement, endOffset: textEnd }) => {
      if (tokens.length === 0) return { tokens, endIncrement };
      const endOffset = textEnd ?? tokens[tokens.length - 1].endOffset;
      const found = new Set<string>();
      for (const path of paths(nodesOf(tokens, keepHoles))) {
        found.add(path.join(separator));
        checkTokens(found.size);
      }
      const terms = [...found].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      const out = terms
        .slice(0, most === -1 ? terms.length : most)
        .map((term) => workToken(term, 0, endOffset));
      for (let i = 1; i < out.length; i++) out[i].positionIncrement = 0;
      return { tokens: out, endIncrement: 0 };
    },
  };
}

interface Edge {
  readonly term: string;
  readonly to: number;
}

/** The tokens by their start position; without `keepHoles`, positions close up. */
function nodesOf(tokens: readonly WorkToken[], keepHoles: boolean): Edge[][] {
  const nodes: Edge[][] = [];
  let position = -1;
  for (const token of tokens) {
    const step = keepHoles ? token.positionIncrement : Math.min(1, token.positionIncrement);
    for (let hole = 1; hole < step; hole++) nodes[++position] = [{ term: HOLE, to: position + 1 }];
    if (step > 0) position++;
    nodes[position] ??= [];
    nodes[position].push({ term: token.term, to: position + token.positionLength });
  }
  return nodes;
}

function* paths(nodes: readonly Edge[][], from = 0): Generator<string[]> {
  let at = from;
  while (at < nodes.length && nodes[at] === undefined) at++;
  if (at >= nodes.length) {
    yield [];
    return;
  }
  for (const { term, to } of nodes[at]) for (const rest of paths(nodes, to)) yield [term, ...rest];
}
