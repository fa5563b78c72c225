import { type WorkToken, workToken } from '../stream.ts';
import { longestMatch, type SynonymRules } from './synonymRules.ts';

/** A token between two nodes of the graph. */
interface Edge {
  readonly token: WorkToken;
  readonly from: number;
  readonly to: number;
}

/**
 * Adds every synonym as a separate path from the node before the match to the node after it; originals come
 * last.
 */
export function synonymGraph(tokens: readonly WorkToken[], rules: SynonymRules): WorkToken[] {
  const edges: Edge[] = [];
  let node = -1;
  for (let i = 0; i < tokens.length; ) {
    const [rule, size] = longestMatch(tokens, i, rules);
    // A gap before a match is lost: the synonyms start at the current node.
    node += rule === null ? tokens[i].positionIncrement : Math.min(1, tokens[i].positionIncrement);
    const matched = tokens.slice(i, i + size);
    if (rule === null) edges.push({ token: matched[0], from: node, to: node + 1 });
    else {
      const synonyms = rule.outputs.map((words) => words.map((word) => synonym(word, matched)));
      const paths = rule.keepOriginal ? [...synonyms, matched] : synonyms;
      node = addPaths(edges, paths, node) - 1;
    }
    i += size;
  }
  let last = -1;
  return edges.map(({ token, from, to }) => {
    const placed = { ...token, positionIncrement: from - last, positionLength: to - from };
    last = from;
    return placed;
  });
}

function synonym(word: string, matched: readonly WorkToken[]): WorkToken {
  return workToken(word, matched[0].startOffset, matched[matched.length - 1].endOffset, 'SYNONYM');
}

/** Adds the first token of every path, then the rest of each path. Returns the node where the paths meet. */
function addPaths(edges: Edge[], paths: readonly (readonly WorkToken[])[], start: number): number {
  const end = start + paths.reduce((nodes, path) => nodes + path.length - 1, 0) + 1;
  let next = start + 1;
  const seconds: number[] = [];
  for (const path of paths) {
    edges.push({ token: path[0], from: start, to: path.length === 1 ? end : next });
    seconds.push(next);
    next += path.length - 1;
  }
  paths.forEach((path, p) => {
    for (let i = 1, node = seconds[p]; i < path.length; i++, node++) {
      edges.push({ token: path[i], from: node, to: i === path.length - 1 ? end : node + 1 });
    }
  });
  return end;
}
