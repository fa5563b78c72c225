import {
  Alternation,
  type IProduction,
  NonTerminal,
  Option,
  Repetition,
  RepetitionMandatory,
  RepetitionMandatoryWithSeparator,
  RepetitionWithSeparator,
  Terminal,
} from 'chevrotain';
import { StatementParser } from '../../../../src/sql/grammar/statementParser.ts';
import { Pick } from '../pick.ts';
import { textOf } from './texts.ts';

/** Statements made of the grammar that the parser itself follows: all of the language, sense or not. */

export const MAX_LENGTH = 10_000;

const rules = new StatementParser().getGAstProductions();

/** How many rules deep the shortest text of each production is: what ends a statement that is deep or long enough. */
const depths = new Map<string, number>(Object.keys(rules).map((name) => [name, Number.POSITIVE_INFINITY]));
for (let changed = true; changed; ) {
  changed = false;
  for (const [name, { definition }] of Object.entries(rules)) {
    const depth = 1 + depthOfAll(definition);
    if (depth < (depths.get(name) ?? 0)) {
      depths.set(name, depth);
      changed = true;
    }
  }
}

function depthOfAll(productions: readonly IProduction[]): number {
  return Math.max(0, ...productions.map(depthOf));
}

function depthOf(production: IProduction): number {
  if (production instanceof NonTerminal) return depths.get(production.nonTerminalName) ?? 0;
  if (production instanceof Terminal || isOptional(production)) return 0;
  const { definition } = production as unknown as { definition: IProduction[] };
  return production instanceof Alternation ? Math.min(...definition.map(depthOf)) : depthOfAll(definition);
}

function isOptional(production: IProduction): boolean {
  return [Option, Repetition, RepetitionWithSeparator].some((kind) => production instanceof kind);
}

/** How a statement grows: depths of rules, the chance of what may be absent, the lengths of lists. */
interface Shape {
  readonly depth: number;
  readonly optional: number;
  readonly list: number;
  readonly characters: number;
}

const SHAPES: readonly Shape[] = [
  { depth: 40, optional: 0.12, list: 2, characters: 400 },
  { depth: 40, optional: 0.12, list: 2, characters: 400 },
  { depth: 60, optional: 0.2, list: 3, characters: 1500 },
  { depth: 600, optional: 0.1, list: 2, characters: MAX_LENGTH },
  { depth: 30, optional: 0.15, list: 400, characters: MAX_LENGTH },
];

/** What most statements are made of, that many may mean something. */
const COMMON = new Set([
  'call',
  'column',
  'constant',
  'name',
  'predicate',
  'select',
  'table',
  'expression',
  'additive',
]);
/** What makes most statements mean nothing, or is one way of saying it among many. */
const RARE = new Set([
  ...['braceConstant', 'braceFunction', 'extract', 'fieldList', 'interval', 'position', 'starColumn'],
  ...['Colon', 'Dot', 'Integer', 'Minus', 'Real', 'Slash', 'Star'],
]);
/** What is asked for by nearly all statements and functions. */
const EXPECTED = new Set(['From', 'argument']);

/** The beginning of what has several. */
const ANY = '';

/** Of a production, once and for all. */
function once<T>(find: (production: IProduction) => T): (production: IProduction) => T {
  const known = new Map<IProduction, T>();
  return (production) => {
    if (!known.has(production)) known.set(production, find(production));
    return known.get(production) as T;
  };
}

/** The token or rule that a production begins with. */
const beginning: (production: IProduction) => string = once((production) => {
  if (production instanceof Terminal) return production.terminalType.name;
  if (production instanceof NonTerminal) return production.nonTerminalName;
  const { definition } = production as unknown as { definition: IProduction[] };
  return production instanceof Alternation || definition.length === 0 ? ANY : beginning(definition[0]);
});

const weightOf = once((alternative): number => {
  const name = beginning(alternative);
  if (COMMON.has(name) || name === ANY) return 12;
  return RARE.has(name) ? 1 : 3;
});

/** The depth of each production when those of all rules are known. */
const knownDepthOf = once(depthOf);

class Writer {
  readonly #pick: Pick;
  readonly #shape: Shape;
  readonly #parts: string[] = [];
  #length = 0;

  constructor(pick: Pick) {
    this.#pick = pick;
    this.#shape = pick.of(SHAPES);
  }

  get text(): string {
    return this.#parts.join(' ').slice(0, MAX_LENGTH);
  }

  /** Whether it ends from here on as soon as it may. */
  #isEnough(depth: number): boolean {
    return depth > this.#shape.depth || this.#length > this.#shape.characters;
  }

  rule(name: string, caller: string, depth: number): void {
    // A name is what its user makes of it.
    const rule = name === 'name' || name === 'stringText' ? caller : name;
    for (const production of rules[name].definition) this.#write(production, rule, depth + 1);
  }

  #write(production: IProduction, rule: string, depth: number): void {
    if (production instanceof Terminal) {
      const text = textOf(production.terminalType, rule, this.#pick);
      this.#parts.push(text);
      this.#length += text.length + 1;
    } else if (production instanceof NonTerminal) {
      this.rule(production.nonTerminalName, rule, depth);
    } else if (production instanceof Alternation) {
      this.#write(this.#chosen(production.definition, depth), rule, depth);
    } else {
      this.#writeTimes(production, rule, depth);
    }
  }

  #chosen(alternatives: readonly IProduction[], depth: number): IProduction {
    if (!this.#isEnough(depth)) return this.#weighted(alternatives);
    // Not only the shortest: all values would be TRUE.
    const most = 1 + Math.min(...alternatives.map(knownDepthOf));
    return this.#weighted(alternatives.filter((alternative) => knownDepthOf(alternative) <= most));
  }

  #weighted(alternatives: readonly IProduction[]): IProduction {
    const weights = alternatives.map(weightOf);
    let at = this.#pick.int(0, weights.reduce((sum, weight) => sum + weight) - 1);
    return alternatives[weights.findIndex((weight) => (at -= weight) < 0)];
  }

  #writeTimes(production: IProduction, rule: string, depth: number): void {
    const { definition, separator } = production as RepetitionWithSeparator;
    const times = this.#times(production, depth);
    for (let i = 0; i < times; i++) {
      if (i > 0 && separator !== undefined) this.#parts.push(textOf(separator, rule, this.#pick));
      for (const part of definition) this.#write(part, rule, depth);
      if (this.#length > MAX_LENGTH) return;
    }
  }

  #times(production: IProduction, depth: number): number {
    const isOnce = production instanceof Option || isSequence(production);
    const least = isOptional(production) ? 0 : 1;
    if (isSequence(production) || (this.#isEnough(depth) && beginning(production) !== 'From')) return least;
    const chance = EXPECTED.has(beginning(production)) ? 0.85 : this.#shape.optional;
    if (least === 0 && !this.#pick.chance(chance)) return 0;
    if (isOnce || this.#pick.chance(0.5)) return 1;
    return this.#pick.int(1, this.#pick.chance(0.1) ? this.#shape.list : 2);
  }
}

/** An alternative, or a part of a rule. */
function isSequence(production: IProduction): boolean {
  const isRepeated = [RepetitionMandatory, RepetitionMandatoryWithSeparator].some(
    (kind) => production instanceof kind,
  );
  return !isOptional(production) && !isRepeated;
}

/** Statement `number` of a seed: a query in nine of ten cases, of 10 kB at most. */
export function grammarStatement(seed: number, number: number): string {
  const pick = new Pick(seed, number);
  const writer = new Writer(pick);
  writer.rule(pick.chance(0.9) ? 'query' : 'statement', '', 0);
  return writer.text;
}
