import type { Pick } from '../pick.ts';
import { type Columns, FILMS, type Kind, tableOf, Values } from './values.ts';

/** Statements that mean something, each with a lot of one thing: most of them are answered with rows. */

const KINDS: readonly Kind[] = ['number', 'number', 'text', 'date'];

function prefixed(alias: string): Columns {
  const of = (kind: Kind): string[] => FILMS[kind].map((name) => `${alias}.${name}`);
  return { number: of('number'), text: of('text'), date: of('date'), bool: [] };
}

function together(all: readonly Columns[]): Columns {
  const of = (kind: Kind): string[] => all.flatMap((columns) => columns[kind]);
  return { number: of('number'), text: of('text'), date: of('date'), bool: [] };
}

class Statement {
  readonly #pick: Pick;
  readonly #table: string;
  #aliases = 0;

  constructor(pick: Pick) {
    this.#pick = pick;
    this.#table = tableOf(pick);
  }

  any(): string {
    const makers = [
      () => this.#select(this.#table, FILMS),
      () => this.#select(this.#table, FILMS),
      () => this.#groups(this.#table, FILMS),
      () => this.#join(),
      () => this.#windows(),
      () => this.#within(),
      () => this.#branches(),
      () => this.#long(),
      () => this.#chains(),
    ];
    return this.#pick.of(makers)();
  }

  #values(columns: Columns): Values {
    return new Values(this.#pick, columns, true);
  }

  #kind(): Kind {
    return this.#pick.of(KINDS);
  }

  #where(columns: Columns, chance = 0.7): string {
    const pick = this.#pick;
    if (!pick.chance(chance)) return '';
    const filter = this.#values(columns).condition(pick.chance(0.1) ? 4 : 1);
    if (!pick.chance(0.12)) return ` WHERE ${filter}`;
    const [outer] = columns.number;
    const inner = `SELECT ${pick.of(FILMS.number)} FROM ${this.#table}`;
    return ` WHERE ${filter} AND ${pick.of([
      `${outer} ${pick.of(['', 'NOT '])}IN (${inner}${this.#where(FILMS, 0.3)})`,
      `EXISTS (${inner} x WHERE x.imdb = ${outer})`,
      `${outer} > (SELECT AVG(imdb) FROM ${this.#table})`,
    ])}`;
  }

  #tail(keys: number): string {
    const pick = this.#pick;
    const key = (): string => `${pick.int(1, keys)}${pick.of(['', ' DESC', ' ASC NULLS LAST'])}`;
    const order = pick.chance(0.4) ? ` ORDER BY ${pick.list(1, 3, key).join(', ')}` : '';
    return order + pick.of(['', ' LIMIT 10', ' LIMIT 2147483647', ' LIMIT 5 OFFSET 9000', ' LIMIT 100000']);
  }

  #select(from: string, columns: Columns): string {
    const pick = this.#pick;
    const values = this.#values(columns);
    const items = pick.list(1, 3, () => values.of(this.#kind(), pick.chance(0.1) ? 7 : 2));
    const distinct = pick.chance(0.2) ? 'DISTINCT ' : '';
    return `SELECT ${distinct}${items.join(', ')} FROM ${from}${this.#where(columns)}${this.#tail(items.length)}`;
  }

  #aggregate(columns: Columns): string {
    const pick = this.#pick;
    const values = this.#values(columns);
    const name = pick.of(['SUM', 'AVG', 'MIN', 'MAX', 'COUNT', 'STDDEV_POP', 'VAR_SAMP']);
    return pick.of([
      () => 'COUNT(*)',
      () => `COUNT(DISTINCT ${values.of(this.#kind(), 1)})`,
      () => `${name}(${values.of('number', pick.int(0, 3))})`,
      () => `${name}(${values.of('number', 1)}) FILTER(WHERE ${values.condition(1)})`,
    ])();
  }

  #groups(from: string, columns: Columns): string {
    const pick = this.#pick;
    const keys = pick.list(1, 2, () => this.#values(columns).of(this.#kind(), pick.int(0, 2)));
    const aggregates = pick.list(1, 3, () => this.#aggregate(columns));
    const having = pick.chance(0.3) ? ` HAVING ${this.#aggregate(columns)} > ${pick.int(0, 9)}` : '';
    const items = [...keys, ...aggregates];
    return `SELECT ${items.join(', ')} FROM ${from}${this.#where(columns)} GROUP BY ${keys.join(', ')}${having}${this.#tail(items.length)}`;
  }

  #source(alias: string): string {
    const names = [...FILMS.number, ...FILMS.text, ...FILMS.date].join(', ');
    const where = this.#where(FILMS, 0.5);
    return this.#pick.chance(0.6)
      ? `${this.#table} ${alias}`
      : `(SELECT ${names} FROM ${this.#table}${where}${this.#pick.of(['', ' LIMIT 50', ' ORDER BY imdb LIMIT 20'])}) ${alias}`;
  }

  #join(): string {
    const pick = this.#pick;
    const aliases = pick.list(2, pick.chance(0.2) ? 5 : 2, (i) => `t${i}`);
    const sides = aliases.map(prefixed);
    const columns = together(sides);
    const from = aliases.map((alias, i) => {
      if (i === 0) return this.#source(alias);
      const kind = pick.of<Kind>(['number', 'text', 'text', 'date']);
      const equal = `${pick.of(sides[i][kind])} = ${pick.of(sides[pick.int(0, i - 1)][kind])}`;
      const on = pick.of([
        () => equal,
        () => equal,
        () => `${equal} AND ${this.#values(columns).condition(0)}`,
        () => `${sides[i].number[0]} > ${sides[0].number[1]}`,
        () => `${equal} OR ${sides[i].text[0]} = ${sides[0].text[0]}`,
      ])();
      return `${pick.of(['', 'LEFT ', 'RIGHT ', 'INNER '])}JOIN ${this.#source(alias)} ON ${on}`;
    });
    const text = from.join(' ');
    return pick.chance(0.4) ? this.#groups(text, columns) : this.#select(text, columns);
  }

  #windows(): string {
    const pick = this.#pick;
    const values = this.#values(FILMS);
    const over = (): string => {
      const partition = pick.chance(0.6) ? `PARTITION BY ${values.of(this.#kind(), 1)} ` : '';
      return `OVER (${partition}ORDER BY ${values.of(this.#kind(), 1)}${pick.of(['', ' DESC'])})`;
    };
    const item = (): string =>
      `${pick.of([
        ...['ROW_NUMBER()', 'RANK()', 'DENSE_RANK()', 'NTILE(7)', 'CUME_DIST()', 'LAG(imdb, 2)'],
        ...['SUM(budget)', 'COUNT(*)', 'MAX(imdb)', 'STDDEV_POP(us_gross)', 'FIRST_VALUE(title)'],
      ])} ${over()}`;
    const items = pick.list(1, pick.chance(0.1) ? 12 : 2, item);
    return `SELECT title, ${items.join(', ')} FROM ${this.#table}${this.#where(FILMS, 0.3)}${this.#tail(items.length + 1)}`;
  }

  /** Statements within statements, and WITH queries that others use again. */
  #within(): string {
    const pick = this.#pick;
    const names = [...FILMS.number, ...FILMS.text, ...FILMS.date].join(', ');
    const levels = pick.int(1, pick.chance(0.1) ? 40 : 4);
    if (pick.chance(0.5)) {
      let from = this.#table;
      for (let i = 0; i < levels; i++) {
        from = `(SELECT ${names} FROM ${from}${this.#where(FILMS, 0.4)}${pick.of(['', '', ' LIMIT 500'])}) s${this.#aliases++}`;
      }
      return pick.chance(0.5) ? this.#select(from, FILMS) : this.#groups(from, FILMS);
    }
    const tables = Array.from({ length: levels }, (_, i) => {
      const before = i === 0 ? this.#table : `w${i - 1}`;
      const twice = i > 0 && pick.chance(0.5);
      const from = twice ? `${before} JOIN ${before} other ON ${before}.title = other.title` : before;
      const items = twice
        ? names
            .split(', ')
            .map((name) => `${before}.${name}`)
            .join(', ')
        : names;
      return `w${i} AS (SELECT ${items} FROM ${from} LIMIT ${pick.int(1, 300)})`;
    });
    const last = `w${levels - 1}`;
    return `WITH ${tables.join(', ')} ${this.#select(last, FILMS)}`;
  }

  #branches(): string {
    const pick = this.#pick;
    const kinds = pick.list(1, 3, () => this.#kind());
    const branch = (): string => {
      const items = kinds.map((kind) => this.#values(FILMS).of(kind, 1));
      return `SELECT ${items.join(', ')} FROM ${this.#table}${this.#where(FILMS)}`;
    };
    const [first, ...others] = pick.list(2, pick.chance(0.1) ? 25 : 3, branch);
    const words = ['UNION', 'UNION ALL', 'MINUS', 'INTERSECT', 'EXCEPT'];
    return first + others.map((other) => ` ${pick.of(words)} ${other}`).join('');
  }

  /** Long lists of things. */
  #long(): string {
    const pick = this.#pick;
    const values = this.#values(FILMS);
    const kind = this.#kind();
    const list = (most: number, make: () => string, by = ', '): string => pick.list(1, most, make).join(by);
    const operator = pick.of([' AND ', ' OR ']);
    return pick.of([
      () =>
        `SELECT title FROM ${this.#table} WHERE ${values.column(kind)} IN (${list(900, () => values.literal(kind))})`,
      () => `SELECT ${list(300, () => values.of(this.#kind(), 1))} FROM ${this.#table} LIMIT 20`,
      () => `SELECT title FROM ${this.#table} WHERE ${list(150, () => values.condition(0), operator)}`,
      () => `SELECT title FROM ${this.#table} ORDER BY ${list(60, () => values.of(this.#kind(), 1))}`,
      () =>
        `SELECT ${list(150, () => values.column('number'), pick.of([' + ', ' * ', ' - ']))} FROM ${this.#table}`,
      () => `SELECT ${list(100, () => this.#aggregate(FILMS))} FROM ${this.#table}`,
      () => `SELECT COUNT(*) FROM ${this.#table} GROUP BY ${list(20, () => values.column(this.#kind()))}`,
      () => `SELECT CONCAT(${list(200, () => values.of('text', 0))}) FROM ${this.#table}`,
      () => `SELECT COALESCE(${list(200, () => values.of('text', 1))}) FROM ${this.#table}`,
      () =>
        `SELECT title FROM ${this.#table} ORDER BY CASE ${list(90, () => `WHEN ${values.condition(0)} THEN ${pick.int(0, 9)}`, ' ')} END`,
    ])();
  }

  #chains(): string {
    const values = this.#values(FILMS);
    const chain = values.chain(this.#kind());
    return this.#pick.of([
      `SELECT ${chain} FROM ${this.#table}`,
      `SELECT title FROM ${this.#table} WHERE ${chain} = ${values.chain('number')}`,
      `SELECT MAX(${chain}) FROM ${this.#table} GROUP BY genre`,
      `SELECT COUNT(*) FROM ${this.#table} GROUP BY ${chain}`,
      `SELECT title FROM ${this.#table} ORDER BY ${chain}`,
    ]);
  }
}

export function meantStatement(pick: Pick): string {
  return new Statement(pick).any();
}
