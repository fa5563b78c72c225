import {
  alternativesOf,
  type Configuration,
  Configurations,
  isAtEnd,
  keyOf,
  type Stack,
  Stacks,
} from './configurations.ts';
import { type Caller, targetOf } from './lookahead.ts';
import type { Edge, State } from './network.ts';
import { END } from './terminals.ts';

/** The place of a token at which no alternative is left. */
export interface NoAlternative {
  readonly place: number;
}

/** Thrown where looking ahead takes more work than a message is worth. */
export class TooMuchWork extends Error {}

const MAX_STEPS = 200_000;

interface Decision {
  readonly state: State;
  readonly place: number;
  readonly caller: Caller | null;
  /** The precedence at which the rule was called. */
  readonly precedence: number;
}

/**
 * Chooses the alternative of a decision as the original's parser does: first as if anything could follow the rule
 * that follows it somewhere, and with regard to its callers only where that leaves several alternatives. So it
 * may find out later than it could that no alternative is left.
 */
export class Prediction {
  private readonly stacks = new Stacks();
  private readonly starts = new Map<string, Configurations>();
  private steps = 0;

  constructor(private readonly terminals: readonly number[]) {}

  choose(decision: Decision): number | NoAlternative {
    return this.advance(decision, this.startOf(decision), false, (reached) => {
      const only = reached.onlyAlternative();
      if (only !== null) return only;
      if (!reached.isAmbiguous()) return null;
      const allowed = allowedAmong(reached.all, decision.precedence);
      if (allowed.size === 1) return [...allowed][0];
      const full = this.begin(decision, this.stackOf(decision.caller), true);
      return this.advance(decision, full, true, (each) => each.onlyAlternative() ?? each.resolved());
    });
  }

  private startOf(decision: Decision): Configurations {
    const { state, precedence } = decision;
    const key = state.isOperatorLoop ? `${state.id} ${precedence}` : `${state.id}`;
    const known = this.starts.get(key);
    if (known !== undefined) return known;
    const all = this.begin(decision, this.stacks.bottom, false);
    const start = state.isOperatorLoop ? withoutWeaker(all, precedence) : all;
    this.starts.set(key, start);
    return start;
  }

  private stackOf(caller: Caller | null): Stack {
    if (caller === null) return this.stacks.bottom;
    return this.stacks.push(targetOf(caller.state), this.stackOf(caller.caller));
  }

  private begin(decision: Decision, stack: Stack, isFull: boolean): Configurations {
    const closure = new Closure(this.stacks, decision, isFull, true, () => this.step());
    for (const [i, { target }] of decision.state.edges.entries()) {
      const alternative = i + 1;
      closure.enter({ state: target, alternative, stack, isOutside: false, isFree: false, needed: null }, 0);
    }
    return closure.reached;
  }

  private step(): void {
    if (++this.steps > MAX_STEPS) throw new TooMuchWork();
  }

  private advance(
    decision: Decision,
    start: Configurations,
    isFull: boolean,
    decide: (reached: Configurations) => number | NoAlternative | null,
  ): number | NoAlternative {
    let previous = start;
    for (let place = decision.place; ; place = Math.min(place + 1, this.terminals.length)) {
      const terminal = this.terminals[place] ?? END;
      // Without regard to callers the same tokens lead to the same configurations again.
      const known = isFull ? undefined : previous.next.get(terminal);
      const reached = known ?? this.reach(decision, previous, terminal, isFull);
      previous.next.set(terminal, reached);
      if (reached.isEmpty) return finished(previous, decision.precedence) ?? { place };
      const decided = decide(reached);
      if (decided !== null) return decided;
      previous = reached;
    }
  }

  private reach(
    decision: Decision,
    previous: Configurations,
    terminal: number,
    isFull: boolean,
  ): Configurations {
    const moved = new Configurations();
    const ended: Configuration[] = [];
    for (const each of previous.all) {
      this.step();
      if (isAtEnd(each) && (isFull || terminal === END)) ended.push(each);
      for (const edge of each.state.edges) {
        if (edge.kind === 'tokens' && edge.tokens.has(terminal)) moved.add({ ...each, state: edge.target });
      }
    }
    if (ended.length === 0 && terminal !== END && moved.onlyAlternative() !== null) return moved;
    const closure = new Closure(this.stacks, decision, isFull, false, () => this.step());
    for (const each of moved.all) closure.enter(each, 0);
    const { reached } = closure;
    const kept = terminal === END ? Configurations.of(reached.all.filter(isAtEnd)) : reached;
    if (!isFull || !kept.all.some(isAtEnd)) for (const each of ended) kept.add(each);
    return kept;
  }
}

/** Follows what needs no token. */
class Closure {
  readonly reached = new Configurations();
  private readonly left = new Set<string>();

  constructor(
    private readonly stacks: Stacks,
    private readonly decision: Decision,
    private readonly isFull: boolean,
    private readonly heedsPrecedence: boolean,
    private readonly step: () => void,
  ) {}

  /** `depth`: how many rules were entered since the one of the decision; below 0 if that was left. */
  enter(from: Configuration, depth: number): void {
    this.step();
    const { top } = from.stack;
    if (isAtEnd(from)) {
      if (top !== null) this.enter({ ...from, state: top.target, stack: top.below }, depth - 1);
      else if (this.isFull || from.state.rule.callers.length === 0) this.reached.add(from);
      else this.leave(from, depth);
      return;
    }
    const { edges, isOperatorLoop } = from.state;
    if (edges[0].kind === 'tokens') this.reached.add(from);
    const skipped = isOperatorLoop && top !== null && returnsTo(top.target, from.state) ? 1 : 0;
    for (const edge of edges.slice(skipped)) this.follow(from, edge, depth);
  }

  /** The rule of the decision ends, and its callers are not asked: goes on behind all calls of it. */
  private leave(from: Configuration, depth: number): void {
    const { rule } = from.state;
    const { state } = this.decision;
    for (const { target, precedence } of rule.callers) {
      const isFree = state.isOperatorLoop && state.rule === rule && precedence === 0;
      const next = { ...from, state: target, isOutside: true, isFree: from.isFree || isFree };
      const key = `${keyOf(next)} ${next.isFree}`;
      if (this.left.has(key)) continue;
      this.left.add(key);
      this.enter(next, depth - 1);
    }
  }

  private follow(from: Configuration, edge: Edge, depth: number): void {
    const { target } = edge;
    if (edge.kind === 'tokens') return;
    if (edge.kind === 'call') {
      const stack = this.stacks.push(target, from.stack);
      this.enter({ ...from, state: edge.callee.start, stack }, depth < 0 ? depth : depth + 1);
      return;
    }
    const isHeeded = edge.kind === 'precedence' && this.heedsPrecedence && depth === 0;
    if (!isHeeded) this.enter({ ...from, state: target }, depth);
    else if (!this.isFull) this.enter({ ...from, state: target, needed: edge.precedence }, depth);
    else if (edge.precedence >= this.decision.precedence) this.enter({ ...from, state: target }, depth);
  }
}

/** Whether nothing is read between the end of an inner operand and the loop of the same operators. */
function returnsTo(target: State, loop: State): boolean {
  let state = target;
  while (state !== loop) {
    if (state.rule !== loop.rule || state.edges.length !== 1 || state.edges[0].kind !== 'empty') return false;
    state = state.edges[0].target;
  }
  return true;
}

/** At a loop of operators: keeps those that bind strongly enough, and the end only where none of them is as good. */
function withoutWeaker(all: Configurations, precedence: number): Configurations {
  const kept = new Configurations();
  const seen = new Set<string>();
  for (const each of all.all) {
    if (each.alternative !== 1 || !isAllowed(each, precedence)) continue;
    kept.add({ ...each, needed: null });
    seen.add(`${each.state.id} ${each.stack.id}`);
  }
  for (const each of all.all) {
    if (each.alternative === 1) continue;
    if (each.isFree || !seen.has(`${each.state.id} ${each.stack.id}`)) kept.add(each);
  }
  return kept;
}

function isAllowed({ needed }: Configuration, precedence: number): boolean {
  return needed === null || needed >= precedence;
}

function allowedAmong(all: readonly Configuration[], precedence: number): Set<number> {
  if (all.every(({ needed }) => needed === null)) return new Set();
  return alternativesOf(all.filter((each) => isAllowed(each, precedence)));
}

/** The alternative with which the rule of the decision may have ended before the token that does not fit. */
function finished(all: Configurations, precedence: number): number | null {
  const ended = all.all.filter((each) => each.isOutside || (isAtEnd(each) && each.stack.top === null));
  const allowed = ended.filter((each) => isAllowed(each, precedence));
  const alternatives = alternativesOf(allowed.length > 0 ? allowed : ended);
  return alternatives.size === 0 ? null : Math.min(...alternatives);
}
