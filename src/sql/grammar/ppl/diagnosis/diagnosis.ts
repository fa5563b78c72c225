import type { IToken } from 'chevrotain';
import { byOneToken, type Caller, coming, expected } from './lookahead.ts';
import { buildNetwork, type RuleStates, type State, type Step } from './network.ts';
import { Prediction, TooMuchWork } from './prediction.ts';
import { listing, type Terminals, terminalOf } from './terminals.ts';

/** A syntax error as the original's parser reports it. */
export interface Diagnosis {
  /** The place of the token, which is the number of tokens at the end of the text. */
  readonly place: number;
  readonly details: string;
}

let network: RuleStates | null = null;

/** Reads the tokens as the original's parser does, up to its first error; null if it finds none, or only with much work. */
export function diagnose(tokens: readonly IToken[]): Diagnosis | null {
  network ??= buildNetwork();
  const reader = new Reader(tokens);
  try {
    reader.read(network);
    return null;
  } catch (error) {
    if (error instanceof SyntaxFault) return error.diagnosis;
    if (error instanceof TooMuchWork) return null;
    throw error;
  }
}

class SyntaxFault extends Error {
  constructor(readonly diagnosis: Diagnosis) {
    super(diagnosis.details);
  }
}

class Reader {
  private place = 0;
  private readonly terminals: readonly number[];
  private readonly prediction: Prediction;
  private caller: Caller | null = null;
  private precedence = 0;
  /** Where the parser last did not know whether a rule goes on; its lists are about that state. */
  private undecided: { readonly state: State; readonly caller: Caller | null } | null = null;

  constructor(private readonly tokens: readonly IToken[]) {
    this.terminals = tokens.map(terminalOf);
    this.prediction = new Prediction(this.terminals);
  }

  read(rule: RuleStates): void {
    this.run(rule.body);
  }

  private run(step: Step): void {
    switch (step.kind) {
      case 'match':
        this.match(step.state, step.tokens);
        return;
      case 'call':
        this.call(step);
        return;
      case 'sequence':
        for (const each of step.steps) this.run(each);
        return;
      case 'choice':
        this.check(step.state);
        this.run(step.alternatives[this.decide(step, step.alternatives.length) - 1]);
        return;
      case 'option':
        this.check(step.state);
        if (this.decide(step, 2) === 1) this.run(step.step);
        return;
      case 'loop':
        this.check(step.state);
        while (this.decide(step, 2) === 1) {
          this.run(step.step);
          this.check(step.back, true);
        }
        return;
    }
  }

  private call({ state, callee, precedence }: Step & { kind: 'call' }): void {
    const outer = { caller: this.caller, precedence: this.precedence };
    this.caller = { state, caller: outer.caller };
    if (callee.hasOperators) this.precedence = precedence;
    this.run(callee.body);
    this.caller = outer.caller;
    this.precedence = outer.precedence;
  }

  private match(state: State, tokens: Terminals): void {
    if (tokens.has(this.terminal(0))) {
      this.place++;
      return;
    }
    const wanted = expected(state, this.caller);
    if (wanted.has(this.terminal(1))) this.unwanted(wanted);
    if (expected(state.edges[0].target, this.caller).has(this.terminal(0))) {
      throw new SyntaxFault({ place: this.place, details: `missing ${listing(wanted)} at ${this.shown()}` });
    }
    const { state: from, caller } = this.undecided ?? { state, caller: this.caller };
    this.fail(this.place, expected(from, caller));
  }

  /** Before a decision: whether the next token fits any of its alternatives. */
  private check(state: State, isRepeated = false): void {
    const { tokens, mayEnd } = coming(state);
    if (tokens.has(this.terminal(0))) {
      this.undecided = null;
      return;
    }
    if (mayEnd) {
      this.undecided ??= { state, caller: this.caller };
      return;
    }
    const wanted = expected(state, this.caller);
    if (isRepeated || wanted.has(this.terminal(1))) this.unwanted(wanted);
    this.fail(this.place, wanted);
  }

  /** The number of the alternative; the last one of an option or a loop is its end. */
  private decide(step: Step & { kind: 'choice' | 'option' | 'loop' }, last: number): number {
    const { state } = step;
    const byToken = byOneToken(step);
    if (byToken !== null) {
      const alternative = byToken.findIndex((tokens) => tokens.has(this.terminal(0))) + 1;
      if (alternative > 0) return alternative;
      if (step.kind !== 'choice') return last;
      return this.fail(this.place, expected(state, this.caller));
    }
    const { place, caller, precedence } = this;
    const chosen = this.prediction.choose({ state, place, caller, precedence });
    return typeof chosen === 'number' ? chosen : this.fail(chosen.place, expected(state, caller));
  }

  private terminal(ahead: number): number {
    return terminalOf(this.tokens[this.place + ahead]);
  }

  private shown(): string {
    const image = this.tokens[this.place]?.image ?? '<EOF>';
    return `'${image.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}'`;
  }

  private unwanted(wanted: Terminals): never {
    const details = `extraneous input ${this.shown()} expecting ${listing(wanted)}`;
    throw new SyntaxFault({ place: this.place, details });
  }

  private fail(place: number, wanted: Terminals): never {
    throw new SyntaxFault({ place, details: `Expecting tokens in ${listing(wanted)}` });
  }
}
