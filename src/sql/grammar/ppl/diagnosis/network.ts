import { operatorRules, rules } from './rules.ts';
import { type Terminals, terminalsOf } from './terminals.ts';

export type Edge =
  | { readonly kind: 'empty'; readonly target: State }
  | { readonly kind: 'tokens'; readonly tokens: Terminals; readonly target: State }
  | {
      readonly kind: 'call';
      readonly callee: RuleStates;
      readonly precedence: number;
      readonly target: State;
    }
  | { readonly kind: 'precedence'; readonly precedence: number; readonly target: State };

export interface State {
  readonly id: number;
  readonly rule: RuleStates;
  readonly edges: Edge[];
  /** Whether an operator rule decides here if it goes on. */
  readonly isOperatorLoop: boolean;
}

export interface RuleStates {
  readonly name: string;
  readonly hasOperators: boolean;
  readonly start: State;
  readonly end: State;
  /** Where the rule is called. */
  readonly callers: (Edge & { kind: 'call' })[];
  readonly body: Step;
}

/** What a parser does in a rule, with the states in which it does it. */
export type Step =
  | { readonly kind: 'match'; readonly state: State; readonly tokens: Terminals }
  | { readonly kind: 'call'; readonly state: State; readonly callee: RuleStates; readonly precedence: number }
  | { readonly kind: 'sequence'; readonly steps: readonly Step[] }
  | { readonly kind: 'choice'; readonly state: State; readonly alternatives: readonly Step[] }
  | { readonly kind: 'option'; readonly state: State; readonly step: Step }
  | { readonly kind: 'loop'; readonly state: State; readonly back: State; readonly step: Step };

interface Part {
  readonly step: Step;
  readonly start: State;
  readonly end: State;
}

/** The network of states in which the original's parser looks ahead. */
export function buildNetwork(): RuleStates {
  const builder = new Builder();
  for (const name of [...Object.keys(rules), ...Object.keys(operatorRules)]) builder.rule(name);
  return builder.rule('root');
}

class Builder {
  private readonly known = new Map<string, RuleStates>();
  private states = 0;
  private rest: string[] = [];
  private current: RuleStates | null = null;

  rule(name: string): RuleStates {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const operators = operatorRules[name];
    const made = {
      name,
      hasOperators: operators !== undefined,
      callers: [],
    } as unknown as Mutable<RuleStates>;
    this.known.set(name, made);
    const outer = { rest: this.rest, current: this.current };
    this.current = made;
    made.start = this.state();
    made.end = this.state();
    const body = operators === undefined ? this.read(rules[name]) : this.operatorRule(name);
    join(made.start, body.start);
    join(body.end, made.end);
    made.body = body.step;
    this.rest = outer.rest;
    this.current = outer.current;
    return made;
  }

  private operatorRule(name: string): Part {
    const { operand, operators } = operatorRules[name];
    const first = this.read(operand);
    const rests = operators.map(([precedence, rest]) => this.guarded(precedence, this.read(rest)));
    const loop = this.loop(this.choiceOf(rests), true);
    return sequenceOf([first, loop]);
  }

  private guarded(precedence: number, part: Part): Part {
    const start = this.state();
    start.edges.push({ kind: 'precedence', precedence, target: part.start });
    return { ...part, start };
  }

  private read(text: string): Part {
    this.rest = text.match(/'.'|@?\w+(?::\d)?|[()|?*!]/g) ?? [];
    return this.choice();
  }

  private choice(): Part {
    const parts = [this.sequence()];
    while (this.rest[0] === '|') {
      this.rest.shift();
      parts.push(this.sequence());
    }
    const keepsApart = this.rest[0] === '!';
    if (keepsApart) this.rest.shift();
    const tokens = parts.flatMap(({ step }) => (step.kind === 'match' ? [step.tokens] : []));
    if (keepsApart) return this.choiceOf([...tokens[0]].map((token) => this.match(new Set([token]))));
    if (parts.length > 1 && tokens.length === parts.length) {
      return this.match(new Set(tokens.flatMap((each) => [...each])));
    }
    return this.choiceOf(parts);
  }

  private choiceOf(parts: readonly Part[]): Part {
    if (parts.length === 1) return parts[0];
    const start = this.state();
    const end = this.state();
    for (const part of parts) {
      join(start, part.start);
      join(part.end, end);
    }
    return {
      step: { kind: 'choice', state: start, alternatives: parts.map(({ step }) => step) },
      start,
      end,
    };
  }

  private sequence(): Part {
    const parts: Part[] = [];
    while (this.rest.length > 0 && !'|)!'.includes(this.rest[0])) parts.push(this.repeated(this.item()));
    return parts.length === 1 ? parts[0] : sequenceOf(parts);
  }

  private repeated(part: Part): Part {
    if (this.rest[0] === '*') {
      this.rest.shift();
      return this.loop(part, false);
    }
    if (this.rest[0] !== '?') return part;
    this.rest.shift();
    const start = this.state();
    const end = this.state();
    join(start, part.start);
    join(start, end);
    join(part.end, end);
    return { step: { kind: 'option', state: start, step: part.step }, start, end };
  }

  private loop(part: Part, isOperatorLoop: boolean): Part {
    const start = this.state(isOperatorLoop);
    const back = this.state();
    const end = this.state();
    join(start, part.start);
    join(start, end);
    join(part.end, back);
    join(back, start);
    return { step: { kind: 'loop', state: start, back, step: part.step }, start, end };
  }

  private item(): Part {
    const word = this.rest.shift() as string;
    if (word === '(') {
      const inner = this.choice();
      this.rest.shift();
      return inner;
    }
    const [name, precedence] = word.split(':');
    if (!(name in rules) && !(name in operatorRules)) return this.match(terminalsOf(word));
    return this.call(this.rule(name), Number(precedence ?? 0));
  }

  private match(tokens: Terminals): Part {
    const start = this.state();
    const end = this.state();
    start.edges.push({ kind: 'tokens', tokens, target: end });
    return { step: { kind: 'match', state: start, tokens }, start, end };
  }

  private call(callee: RuleStates, precedence: number): Part {
    const start = this.state();
    const end = this.state();
    const edge: Edge = { kind: 'call', callee, precedence, target: end };
    start.edges.push(edge);
    callee.callers.push(edge);
    return { step: { kind: 'call', state: start, callee, precedence }, start, end };
  }

  private state(isOperatorLoop = false): State {
    return { id: this.states++, rule: this.current as RuleStates, edges: [], isOperatorLoop };
  }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function join(from: State, target: State): void {
  from.edges.push({ kind: 'empty', target });
}

function sequenceOf(parts: readonly Part[]): Part {
  for (const [i, part] of parts.slice(1).entries()) join(parts[i].end, part.start);
  const steps = parts.map(({ step }) => step);
  return { step: { kind: 'sequence', steps }, start: parts[0].start, end: (parts.at(-1) as Part).end };
}
