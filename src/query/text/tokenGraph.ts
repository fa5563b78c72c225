import type { Token } from '../../analysis/index.ts';
import { illegalArgument, limits } from '../../common/index.ts';

/** Token graphs (`synonym_graph`), split at the points where all paths meet. */

/** The tokens between two meeting points: alternative words, or paths of several words. */
export interface GraphStretch {
  readonly position: number;
  /** Each path as the terms of its steps; paths of single words have one step. */
  readonly paths: readonly (readonly string[])[];
}

/** Shingles also have position lengths, but are not side paths. */
export function isGraph(tokens: readonly Token[]): boolean {
  return tokens.some((token) => (token.positionLength ?? 1) > 1 && token.type !== 'shingle');
}

function endOf(token: Token): number {
  return token.position + (token.positionLength ?? 1);
}

/** The stretches of a text, in order. */
export function graphStretches(tokens: readonly Token[]): GraphStretch[] {
  const stretches: GraphStretch[] = [];
  for (let i = 0; i < tokens.length; ) {
    const start = tokens[i].position;
    let end = endOf(tokens[i]);
    let next = i + 1;
    for (; next < tokens.length && tokens[next].position < end; next++)
      end = Math.max(end, endOf(tokens[next]));
    stretches.push({ position: start, paths: pathsThrough(tokens.slice(i, next), start, end) });
    i = next;
  }
  return stretches;
}

/** All paths through the whole text, like Lucene's finite strings. */
export function graphPaths(tokens: readonly Token[]): (readonly string[])[] {
  return graphStretches(tokens).reduce<(readonly string[])[]>(
    (paths, stretch) => {
      checkClauseCount(paths.length * stretch.paths.length);
      return paths.flatMap((path) => stretch.paths.map((more) => [...path, ...more]));
    },
    [[]],
  );
}

function pathsThrough(tokens: readonly Token[], start: number, end: number): string[][] {
  const from = new Map<number, Token[]>();
  for (const token of tokens) from.set(token.position, [...(from.get(token.position) ?? []), token]);
  const paths: string[][] = [];
  const walk = (node: number, path: readonly string[]): void => {
    if (node >= end) {
      paths.push([...path]);
      checkClauseCount(paths.length);
      return;
    }
    const here = from.get(node) ?? [];
    // Skip the gap left by a removed word.
    if (here.length === 0) walk(node + 1, path);
    for (const token of here) walk(endOf(token), [...path, token.term]);
  };
  walk(start, []);
  return paths;
}

/** Throws illegal_argument_exception in the words of Lucene's boolean query. */
export function checkClauseCount(count: number): void {
  const maximum = limits.boolClauses.value;
  if (count > maximum) throw illegalArgument(`maxClauseCount is set to ${maximum}`);
}
