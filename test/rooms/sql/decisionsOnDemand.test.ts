import { createToken, EmbeddedActionsParser, Lexer, LLkLookaheadStrategy } from 'chevrotain';
import { afterEach, expect, it, vi } from 'vitest';
import { DecisionsOnDemand } from '../../../src/sql/grammar/decisionsOnDemand.ts';

const [a, b, comma] = ['a', 'b', ','].map((text) => createToken({ name: text, pattern: text }));
const lexer = new Lexer([a, b, comma], { positionTracking: 'onlyOffset' });

/** `a` or `b`, and perhaps `,a` behind it. */
class Letters extends EmbeddedActionsParser {
  constructor() {
    super([a, b, comma], { lookaheadStrategy: new DecisionsOnDemand(), skipValidations: true });
    this.performSelfAnalysis();
  }

  readonly letters = this.RULE('letters', () => {
    const first = this.OR([{ ALT: () => this.CONSUME(a).image }, { ALT: () => this.CONSUME(b).image }]);
    if (first === 'b') return first;
    return first + (this.OPTION(() => this.CONSUME(comma).image + this.CONSUME1(a).image) ?? '');
  });

  read(text: string): string {
    this.input = lexer.tokenize(text).tokens;
    return this.letters();
  }
}

afterEach(() => {
  vi.restoreAllMocks();
});

it('computes a decision once, when a text gets there', () => {
  const alternations = vi.spyOn(LLkLookaheadStrategy.prototype, 'buildLookaheadForAlternation');
  const optionals = vi.spyOn(LLkLookaheadStrategy.prototype, 'buildLookaheadForOptional');
  const computed = (): [number, number] => [alternations.mock.calls.length, optionals.mock.calls.length];
  const parser = new Letters();
  expect(computed()).toEqual([0, 0]);
  expect(parser.read('b')).toBe('b');
  expect(computed()).toEqual([1, 0]);
  expect(parser.read('a,a')).toBe('a,a');
  expect(parser.read('a')).toBe('a');
  expect(computed()).toEqual([1, 1]);
});
