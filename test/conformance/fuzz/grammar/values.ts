import { castTargets, scalarFunctions } from '../../../../src/sql/functions/index.ts';
import { roles } from '../../../../src/sql/grammar/ppl/words.ts';
import type { SqlType } from '../../../../src/sql/types.ts';
import type { Pick } from '../pick.ts';
import { like, regex, words } from './patterns.ts';

export type Kind = 'number' | 'text' | 'date' | 'bool';

/** Names of columns by kind. */
export type Columns = Readonly<Record<Kind, readonly string[]>>;

export const FILMS: Columns = {
  number: ['running_time_min', 'budget', 'us_gross', 'tomatoes', 'imdb', 'imdb_votes'],
  text: ['title', 'genre', 'director', 'mpaa_rating', 'source', 'distributor'],
  date: ['released'],
  bool: [],
};

/** Some of the films, for most statements: what takes long by what it says takes long there, too. */
export const FEW = 'few_movies';
export const FEW_ROWS = 60;

export function tableOf(pick: Pick): string {
  return pick.chance(0.03) ? 'movies' : FEW;
}

const KINDS: Readonly<Partial<Record<SqlType, Kind>>> = {
  ...{
    byte: 'number',
    short: 'number',
    integer: 'number',
    long: 'number',
    float: 'number',
    double: 'number',
  },
  ...{ keyword: 'text', text: 'text', boolean: 'bool' },
  ...{ date: 'date', time: 'date', datetime: 'date', timestamp: 'date' },
};

interface Callable {
  readonly name: string;
  readonly args: readonly Kind[];
  readonly isVariadic: boolean;
}

/** Of each function of the table: how it is called for a value of a kind. */
const calls: ReadonlyMap<Kind, readonly Callable[]> = new Map(
  (['number', 'text', 'date', 'bool'] as const).map((kind) => [kind, callsOf(kind)]),
);

const inPipelines = new Set(roles.EvalFunction.join(' ').toLowerCase().split(' '));

const pipelineCalls: typeof calls = new Map(
  [...calls].map(([kind, all]) => [kind, all.filter(({ name }) => inPipelines.has(name))]),
);

function callsOf(kind: Kind): readonly Callable[] {
  const found = new Map<string, Callable>();
  for (const { names, signatures, isOperator, word } of scalarFunctions) {
    if (isOperator || word !== undefined) continue;
    for (const { args, returns, variadic } of signatures) {
      const kinds = args.flatMap((type) => KINDS[type] ?? []);
      if (KINDS[returns] !== kind || kinds.length !== args.length) continue;
      found.set(`${names[0]} ${kinds.join()}`, { name: names[0], args: kinds, isVariadic: variadic });
    }
  }
  return [...found.values()];
}

const NUMBERS = [
  ...['0', '1', '2', '7', '-1', '100', '2147483647', '2147483648', '9007199254740993', '9223372036854775807'],
  ...['0.1', '1.5', '-0.0', '123456789.987654321'],
];
const EXPONENTS = ['1e3', '1e300', '5e-324'];
const DATES = [
  ...["DATE '2001-02-03'", "TIMESTAMP '1999-12-31 23:59:59'", "DATE('1970-01-01')", "'2020-01-01 00:00:00'"],
  ...["DATETIME('9999-12-31 00:00:00')", "'0001-01-01'"],
];
const COMPARISONS = ['=', '<>', '<', '<=', '>', '>='];

/** What both languages write alike: values of a kind over the columns of the films. */
export class Values {
  readonly pick: Pick;
  readonly #columns: Columns;
  /** SQL has CASE, BETWEEN, parentheses around conditions … where a pipeline has not. */
  readonly #isSql: boolean;
  readonly #calls: typeof calls;

  constructor(pick: Pick, columns: Columns, isSql: boolean) {
    this.pick = pick;
    this.#columns = columns;
    this.#isSql = isSql;
    this.#calls = isSql ? calls : pipelineCalls;
  }

  column(kind: Kind): string {
    const names = this.#columns[kind];
    return names.length === 0 ? this.literal(kind) : this.pick.of(names);
  }

  literal(kind: Kind): string {
    const { pick } = this;
    switch (kind) {
      case 'number':
        return pick.of(this.#isSql ? [...NUMBERS, ...EXPONENTS] : NUMBERS);
      case 'text':
        return `'${words(pick)}'`;
      case 'date':
        return this.#isSql ? pick.of(DATES) : `TIMESTAMP('${pick.int(1600, 9999)}-02-03 04:05:06')`;
      case 'bool':
        return pick.of(['true', 'false']);
    }
  }

  of(kind: Kind, depth: number): string {
    const { pick } = this;
    if (depth <= 0 || pick.chance(0.15)) return pick.chance(0.7) ? this.column(kind) : this.literal(kind);
    if (kind === 'bool') return this.#isSql ? this.condition(depth) : this.literal(kind);
    if (kind === 'number' && pick.chance(0.4)) {
      return `(${this.of(kind, depth - 1)} ${pick.of(['+', '-', '*', '/', '%'])} ${this.of(kind, depth - 1)})`;
    }
    if (this.#isSql && pick.chance(0.15)) return this.#case(kind, depth);
    if (pick.chance(0.1)) return this.#cast(kind, depth);
    return this.#call(pick.of(this.#callsOf(kind)), depth);
  }

  /** One function around itself, again and again. */
  chain(kind: Kind): string {
    const { pick } = this;
    const around = this.#callsOf(kind).filter(({ args }) => args.includes(kind));
    if (around.length === 0) return this.of(kind, 2);
    const { name, args } = pick.of(around);
    const at = args.lastIndexOf(kind);
    const others = args.map((each) => this.of(each, 0));
    const twice = pick.chance(0.2);
    const times = twice ? pick.int(2, 7) : pick.int(2, 90);
    let text = this.column(kind);
    for (let i = 0; i < times; i++) {
      const inner = text;
      text = `${name}(${args.map((each, j) => (j === at || (twice && each === kind) ? inner : others[j])).join(', ')})`;
    }
    return text;
  }

  condition(depth: number): string {
    const { pick } = this;
    if (depth > 0 && pick.chance(0.5)) {
      const inner = (): string => this.condition(depth - 1);
      const around = (text: string): string => (this.#isSql ? `(${text})` : text);
      return pick.of([
        () => around(pick.list(2, 4, inner).join(` ${pick.of(['AND', 'OR'])} `)),
        () => `NOT ${around(inner())}`,
      ])();
    }
    const kind = pick.of<Kind>(['number', 'number', 'text', 'date']);
    const value = (): string => this.of(kind, depth);
    const [text, column] = [this.column('text'), this.column(kind)];
    return pick.of([
      () => `${value()} ${pick.of(COMPARISONS)} ${value()}`,
      () => `${column} ${pick.of(COMPARISONS)} ${this.literal(kind)}`,
      () => `${column} IN (${pick.list(1, pick.chance(0.1) ? 300 : 3, () => this.literal(kind)).join(', ')})`,
      () => `isnull(${value()})`,
      () => (this.#isSql ? `${value()} BETWEEN ${value()} AND ${value()}` : `LIKE(${text}, '${like(pick)}')`),
      () => (this.#isSql ? `${text} ${pick.of(['', 'NOT '])}LIKE '${like(pick)}'` : `LIKE(${text}, '%a%')`),
      () => (this.#isSql ? `${this.of('text', depth)} REGEXP '${regex(pick)}'` : `NOT ${text} = ${value()}`),
      () => this.relevance(),
    ])();
  }

  relevance(): string {
    const { pick } = this;
    const text = words(pick);
    const field = pick.of(['title', 'genre', 'director']);
    return pick.of([
      `MATCH(${field}, '${text}', operator='AND')`,
      `MATCH(title, '${text}', fuzziness='AUTO', max_expansions=50)`,
      `MATCH_PHRASE(${field}, '${text}', slop=${pick.int(0, 9)})`,
      `MATCH_PHRASE_PREFIX(title, '${text}')`,
      `MATCH_BOOL_PREFIX(title, '${text}')`,
      `MULTI_MATCH(['title', 'genre' ^ 2], '${text}', type='${pick.of(['best_fields', 'cross_fields', 'phrase'])}')`,
      `QUERY_STRING(['title', 'director'], '${pick.of([text, like(pick).replace(/%/g, '*'), `title:/${regex(pick)}/`])}')`,
      `SIMPLE_QUERY_STRING(['title'], '${text} | (${text} -"${text}"~3)', default_operator='OR')`,
    ]);
  }

  #callsOf(kind: Kind): readonly Callable[] {
    return this.#calls.get(kind) as readonly Callable[];
  }

  #case(kind: Kind, depth: number): string {
    const { pick } = this;
    const value = (): string => this.of(kind, depth - 1);
    const isLong = pick.chance(0.05);
    const branches = pick.list(1, isLong ? 80 : 3, () =>
      isLong
        ? `WHEN ${this.condition(0)} THEN ${this.literal(kind)}`
        : `WHEN ${this.condition(0)} THEN ${value()}`,
    );
    return `CASE ${branches.join(' ')}${pick.chance(0.7) ? ` ELSE ${value()}` : ''} END`;
  }

  #cast(kind: Kind, depth: number): string {
    const { pick } = this;
    const from = this.of(pick.of<Kind>(['number', 'text', 'date']), depth - 1);
    const to = [...castTargets].flatMap(([name, type]) => (KINDS[type] === kind ? name : []));
    return `CAST(${from} AS ${pick.of(to)})`;
  }

  #call({ name, args, isVariadic }: Callable, depth: number): string {
    const more = isVariadic ? this.pick.list(0, 3, () => args[args.length - 1]) : [];
    return `${name}(${[...args, ...more].map((kind) => this.of(kind, depth - 1)).join(', ')})`;
  }
}
