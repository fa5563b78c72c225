import type { RuleStates, State, Step } from './network.ts';
import { END, type Terminals } from './terminals.ts';

/** What may come next from a state on. */
export interface Coming {
  readonly tokens: Terminals;
  /** Whether the rule may end before a token. */
  readonly mayEnd: boolean;
  /** Whether a decision about precedence comes before a token. */
  readonly isGuarded: boolean;
}

/** The call of the current rule. */
export interface Caller {
  readonly state: State;
  readonly caller: Caller | null;
}

const comings = new WeakMap<State, Coming>();

export function coming(state: State): Coming {
  const known = comings.get(state);
  if (known !== undefined) return known;
  const tokens = new Set<number>();
  let mayEnd = state === state.rule.end;
  let isGuarded = false;
  const take = (next: Coming): void => {
    for (const token of next.tokens) tokens.add(token);
    mayEnd ||= next.mayEnd;
    isGuarded ||= next.isGuarded;
  };
  for (const edge of state.edges) {
    if (edge.kind === 'tokens') {
      for (const token of edge.tokens) tokens.add(token);
      continue;
    }
    if (edge.kind === 'precedence') isGuarded = true;
    if (edge.kind !== 'call') {
      take(coming(edge.target));
      continue;
    }
    const inner = coming(edge.callee.start);
    take({ ...inner, mayEnd: false });
    if (inner.mayEnd) take(coming(edge.target));
  }
  const found = { tokens, mayEnd, isGuarded };
  comings.set(state, found);
  return found;
}

/** What may come next, also behind the rules that called the current one. */
export function expected(state: State, caller: Caller | null): Terminals {
  const tokens = new Set<number>();
  let next = coming(state);
  let above = caller;
  for (;;) {
    for (const token of next.tokens) tokens.add(token);
    if (!next.mayEnd) return tokens;
    if (above === null) return tokens.add(END);
    next = coming(targetOf(above.state));
    above = above.caller;
  }
}

/** Where a call goes on when the rule is read. */
export function targetOf(call: State): State {
  return call.edges[0].target;
}

const decisions = new WeakMap<State, readonly Terminals[] | null>();

/** The tokens that decide for each alternative; null where one token does not. */
export function byOneToken(step: Step & { kind: 'choice' | 'option' | 'loop' }): readonly Terminals[] | null {
  const known = decisions.get(step.state);
  if (known !== undefined) return known;
  const alternatives = step.state.edges.map(({ target }) => behind(target));
  const seen = new Set<number>();
  const isUnique = alternatives.every(
    ({ tokens, isGuarded }) =>
      !isGuarded && [...tokens].every((token) => !seen.has(token) && seen.add(token)),
  );
  const found = isUnique ? alternatives.map(({ tokens }) => tokens) : null;
  decisions.set(step.state, found);
  return found;
}

/** Like `coming`, with whatever may follow the rule anywhere. */
function behind(state: State): Omit<Coming, 'mayEnd'> {
  const tokens = new Set<number>();
  let isGuarded = false;
  const visited = new Set<RuleStates>();
  const visit = (from: State): void => {
    const next = coming(from);
    for (const token of next.tokens) tokens.add(token);
    isGuarded ||= next.isGuarded;
    if (!next.mayEnd || visited.has(from.rule)) return;
    visited.add(from.rule);
    for (const { target } of from.rule.callers) visit(target);
  };
  visit(state);
  return { tokens, isGuarded };
}
