import type { State } from './network.ts';

/** Where the rules that were entered go on, the innermost first. */
export interface Stack {
  readonly id: number;
  /** null below the outermost rule that was entered. */
  readonly top: { readonly target: State; readonly below: Stack } | null;
}

/** Stacks with the same states are the same object. */
export class Stacks {
  readonly bottom: Stack = { id: 0, top: null };
  private readonly known = new Map<string, Stack>();

  push(target: State, below: Stack): Stack {
    const key = `${target.id} ${below.id}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const made = { id: this.known.size + 1, top: { target, below } };
    this.known.set(key, made);
    return made;
  }
}

/** One way in which an alternative may have read the tokens so far. */
export interface Configuration {
  readonly state: State;
  readonly alternative: number;
  readonly stack: Stack;
  /** Whether it left the rule of the decision. */
  readonly isOutside: boolean;
  /** Whether it left it by a call at the lowest precedence. */
  readonly isFree: boolean;
  /** The precedence that it needs, if any. */
  readonly needed: number | null;
}

export function keyOf({ state, alternative, stack, needed }: Configuration): string {
  return `${state.id} ${alternative} ${stack.id} ${needed}`;
}

export function isAtEnd({ state }: Configuration): boolean {
  return state === state.rule.end;
}

export class Configurations {
  /** What is reached by a token. */
  readonly next = new Map<number, Configurations>();
  private readonly byKey = new Map<string, Configuration>();

  static of(all: Iterable<Configuration>): Configurations {
    const made = new Configurations();
    for (const each of all) made.add(each);
    return made;
  }

  get all(): Configuration[] {
    return [...this.byKey.values()];
  }

  get isEmpty(): boolean {
    return this.byKey.size === 0;
  }

  add(added: Configuration): void {
    const key = keyOf(added);
    const known = this.byKey.get(key);
    const isOutside = added.isOutside || (known?.isOutside ?? false);
    const isFree = added.isFree || (known?.isFree ?? false);
    this.byKey.set(key, { ...added, isOutside, isFree });
  }

  onlyAlternative(): number | null {
    const alternatives = alternativesOf(this.all);
    return alternatives.size === 1 ? [...alternatives][0] : null;
  }

  /** Whether more tokens cannot decide, because alternatives reached the same state in the same way. */
  isAmbiguous(): boolean {
    if (this.all.every(isAtEnd)) return true;
    if (![...this.sameWays().values()].some((alternatives) => alternatives.size > 1)) return false;
    const byState = new Map<State, Set<number>>();
    for (const { state, alternative } of this.all) {
      byState.set(state, (byState.get(state) ?? new Set()).add(alternative));
    }
    return [...byState.values()].every(({ size }) => size > 1);
  }

  /** The first alternative of each group that reached a state in the same way, if all groups agree on it. */
  resolved(): number | null {
    const first = new Set([...this.sameWays().values()].map((alternatives) => Math.min(...alternatives)));
    return first.size === 1 ? [...first][0] : null;
  }

  /** The alternatives by state and the stacks with which they came there. */
  private sameWays(): Map<string, Set<number>> {
    const stacks = new Map<string, { of: Configuration; stacks: Stack[] }>();
    for (const each of this.all) {
      const key = `${each.state.id} ${each.alternative} ${each.needed}`;
      const known = stacks.get(key);
      if (known === undefined) stacks.set(key, { of: each, stacks: [each.stack] });
      else known.stacks.push(each.stack);
    }
    const ways = new Map<string, Set<number>>();
    for (const { of, stacks: ids } of stacks.values()) {
      const key = `${of.state.id} ${ids
        .map(({ id }) => id)
        .sort((a, b) => a - b)
        .join()}`;
      ways.set(key, (ways.get(key) ?? new Set<number>()).add(of.alternative));
    }
    return ways;
  }
}

export function alternativesOf(all: readonly Configuration[]): Set<number> {
  return new Set(all.map(({ alternative }) => alternative));
}
