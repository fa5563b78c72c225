import { illegalArgument, limits } from '../../common/index.ts';
import { parseRegexp, type RegexpNode } from './regexpParser.ts';
import { codePoints } from './wildcard.ts';

/**
 * Regular expressions by derivatives: a state is the expression that the rest of the term must match. States
 * are created on demand, cached by their text, and limited in number; matching is linear in the term.
 */
export interface RegexpMatcher {
  readonly prefix: string;
  matches(text: string): boolean;
}

export function compileRegexp(
  pattern: string,
  options: { readonly flags: number; readonly caseInsensitive: boolean; readonly maxStates: number },
): RegexpMatcher {
  const lower = options.caseInsensitive ? pattern.toLowerCase() : pattern;
  const root = parseRegexp(lower, options.flags);
  const automaton = new LazyAutomaton(root, pattern, options.maxStates);
  return {
    prefix: options.caseInsensitive ? '' : literalPrefix(root),
    matches: (text) => automaton.matches(codePoints(options.caseInsensitive ? text.toLowerCase() : text)),
  };
}

function literalPrefix(node: RegexpNode): string {
  if (node.kind === 'range') return node.from === node.to ? String.fromCodePoint(node.from) : '';
  if (node.kind !== 'concat') return '';
  let prefix = '';
  for (const item of node.items) {
    if (item.kind !== 'range' || item.from !== item.to) break;
    prefix += String.fromCodePoint(item.from);
  }
  return prefix;
}

interface State {
  readonly node: RegexpNode;
  readonly accepts: boolean;
  readonly next: Map<number, State>;
}

/** The original allows ten units of effort per state of its limit; a state takes at least one. */
const EFFORT_PER_STATE = 10;

class LazyAutomaton {
  readonly #states = new Map<string, State>();
  readonly #start: State;
  readonly #pattern: string;
  readonly #maxStates: number;
  readonly #most: number;
  #transitions = 0;

  constructor(root: RegexpNode, pattern: string, maxStates: number) {
    this.#pattern = pattern;
    this.#maxStates = maxStates;
    this.#most = Math.min(maxStates * EFFORT_PER_STATE, limits.automatonStates.value);
    this.#start = this.#state(root);
  }

  matches(points: readonly number[]): boolean {
    let state = this.#start;
    for (const point of points) {
      let next = state.next.get(point);
      if (next === undefined) {
        next = this.#state(derive(state.node, point));
        if (++this.#transitions <= limits.automatonStates.value * 4) state.next.set(point, next);
      }
      state = next;
      if (state.node.kind === 'nothing') return false;
    }
    return state.accepts;
  }

  #state(node: RegexpNode): State {
    const key = print(node);
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    if (this.#states.size >= this.#most || key.length > limits.automatonStates.value) {
      throw illegalArgument(
        `Determinizing automaton for [${this.#pattern}] would require more than ${this.#maxStates} effort.`,
      );
    }
    const state: State = { node, accepts: nullable(node), next: new Map() };
    this.#states.set(key, state);
    return state;
  }
}

const NOTHING: RegexpNode = { kind: 'nothing' };
const EMPTY: RegexpNode = { kind: 'empty' };

function nullable(node: RegexpNode): boolean {
  switch (node.kind) {
    case 'empty':
      return true;
    case 'nothing':
    case 'range':
    case 'class':
      return false;
    case 'concat':
    case 'intersection':
      return node.items.every(nullable);
    case 'union':
      return node.items.some(nullable);
    case 'complement':
      return !nullable(node.item);
    case 'repeat':
      return node.min === 0 || nullable(node.item);
  }
}

/** The expression for the rest of the term after reading `point`. */
function derive(node: RegexpNode, point: number): RegexpNode {
  switch (node.kind) {
    case 'empty':
    case 'nothing':
      return NOTHING;
    case 'range':
      return point >= node.from && point <= node.to ? EMPTY : NOTHING;
    case 'class':
      return node.ranges.some(([from, to]) => point >= from && point <= to) !== node.negated
        ? EMPTY
        : NOTHING;
    case 'concat':
      return deriveConcat(node.items, point);
    case 'union':
      return union(node.items.map((item) => derive(item, point)));
    case 'intersection':
      return intersection(node.items.map((item) => derive(item, point)));
    case 'complement':
      return { kind: 'complement', item: derive(node.item, point) };
    case 'repeat': {
      const max = node.max === null ? null : node.max - 1;
      const rest: RegexpNode =
        max === 0 ? EMPTY : { kind: 'repeat', item: node.item, min: Math.max(0, node.min - 1), max };
      return concat([derive(node.item, point), rest]);
    }
  }
}

function deriveConcat(items: readonly RegexpNode[], point: number): RegexpNode {
  const branches: RegexpNode[] = [];
  for (let i = 0; i < items.length; i++) {
    branches.push(concat([derive(items[i], point), ...items.slice(i + 1)]));
    if (!nullable(items[i])) break;
  }
  return union(branches);
}

function concat(items: readonly RegexpNode[]): RegexpNode {
  const flat: RegexpNode[] = [];
  for (const item of items) {
    if (item.kind === 'nothing') return NOTHING;
    if (item.kind === 'concat') flat.push(...item.items);
    else if (item.kind !== 'empty') flat.push(item);
  }
  if (flat.length === 0) return EMPTY;
  return flat.length === 1 ? flat[0] : { kind: 'concat', items: flat };
}

function union(items: readonly RegexpNode[]): RegexpNode {
  const unique = new Map<string, RegexpNode>();
  for (const item of items.flatMap((node) => (node.kind === 'union' ? node.items : [node]))) {
    if (item.kind !== 'nothing') unique.set(print(item), item);
  }
  if (unique.size === 0) return NOTHING;
  const sorted = [...unique.keys()].sort().map((key) => unique.get(key) as RegexpNode);
  return sorted.length === 1 ? sorted[0] : { kind: 'union', items: sorted };
}

function intersection(items: readonly RegexpNode[]): RegexpNode {
  if (items.some((item) => item.kind === 'nothing')) return NOTHING;
  const unique = new Map(items.map((item) => [print(item), item]));
  return unique.size === 1 ? items[0] : { kind: 'intersection', items: [...unique.values()] };
}

function print(node: RegexpNode): string {
  switch (node.kind) {
    case 'empty':
      return '()';
    case 'nothing':
      return '#';
    case 'range':
      return `[${node.from}-${node.to}]`;
    case 'class':
      return `[${node.negated ? '^' : ''}${node.ranges.map(([from, to]) => `${from}-${to}`).join(',')}]`;
    case 'concat':
      return `(${node.items.map(print).join('')})`;
    case 'union':
      return `(${node.items.map(print).join('|')})`;
    case 'intersection':
      return `(${node.items.map(print).join('&')})`;
    case 'complement':
      return `~(${print(node.item)})`;
    case 'repeat':
      return `${print(node.item)}{${node.min},${node.max ?? ''}}`;
  }
}
