import type { Pick } from './pick.ts';
import { both, joined, type Sql, sql } from './sql.ts';
import { type FuzzType, WORDS } from './tables.ts';

/** A column that an expression may name. */
export interface Visible {
  readonly name: string;
  readonly type: FuzzType;
}

export type Scope = readonly Visible[];

/**
 * Expressions of a type, over the part of the language that both engines read alike:
 * - `%` takes integers only: SQLite cuts its operands to integers, the original does not.
 * - products have a small literal as one side: integers of the original wrap at 32 bits.
 * - doubles are multiples of 1/2, divided by powers of 2 only: sums are exact in any order.
 * - texts are ASCII and patterns without `\`: SQLite folds ASCII only and has no escape by default.
 * - positions and lengths start at 1, parts are never empty: each engine has its own idea of the others.
 * - integers of branches are cast: the original refuses to mix its two integer types there.
 * - both sides of a comparison are numbers, or texts, or booleans: SQLite orders values of several types by type.
 */
export class Expressions {
  readonly #pick: Pick;
  readonly #scope: Scope;

  constructor(pick: Pick, scope: Scope) {
    this.#pick = pick;
    this.#scope = scope;
  }

  any(type: FuzzType, depth: number): Sql {
    switch (type) {
      case 'int':
        return this.int(depth);
      case 'double':
        return this.double(depth);
      case 'text':
        return this.text(depth);
      case 'bool':
        return this.bool(depth);
    }
  }

  literal(type: FuzzType): Sql {
    const pick = this.#pick;
    switch (type) {
      case 'int':
        return both(String(pick.chance(0.2) ? pick.int(-2, 4) * 1000 : pick.int(-3, 6)));
      case 'double':
        return both((pick.int(-4, 8) / 2).toFixed(1));
      case 'text':
        return both(`'${pick.of([...WORDS, 'red', 'green', 'blue'])}'`);
      case 'bool':
        return both(pick.of(['TRUE', 'FALSE']));
    }
  }

  /** A column, or a literal where the scope has none of the type. */
  leaf(type: FuzzType): Sql {
    const columns = this.#scope.filter((column) => column.type === type);
    return columns.length === 0 || this.#pick.chance(0.2)
      ? this.literal(type)
      : both(this.#pick.of(columns).name);
  }

  /** What groups may be made by: a literal would be the number of a column. */
  key(type: FuzzType): Sql {
    const columns = this.#scope.filter((column) => column.type === type);
    if (columns.length > 0 && this.#pick.chance(0.7)) return both(this.#pick.of(columns).name);
    return sql`CASE WHEN ${this.bool(0)} THEN ${this.#branch(type, 0)} ELSE ${this.#branch(type, 1)} END`;
  }

  int(depth: number): Sql {
    if (depth <= 0 || this.#pick.chance(0.3)) return this.leaf('int');
    const int = (): Sql => this.int(depth - 1);
    return this.#one([
      () => sql`(${int()} ${this.#pick.of(['+', '-', '/', '%'])} ${int()})`,
      () => sql`(${this.leaf('int')} * ${this.#pick.int(-2, 3)})`,
      () => sql`ABS(${int()})`,
      () => sql`SIGN(${int()})`,
      () => sql`LENGTH(${this.text(depth - 1)})`,
      () => this.#located(depth),
      () => this.#whole(this.#pick.of(['FLOOR', 'CEIL']), depth),
      () => this.#conditional('int', depth),
    ]);
  }

  double(depth: number): Sql {
    if (depth <= 0 || this.#pick.chance(0.3)) return this.leaf('double');
    const double = (): Sql => this.double(depth - 1);
    return this.#one([
      () =>
        sql`(${double()} ${this.#pick.of(['+', '-'])} ${this.any(this.#pick.of(['int', 'double']), depth - 1)})`,
      () => sql`(${double()} ${this.#pick.of(['*', '/'])} ${this.#pick.of(['2.0', '0.5', '-4.0'])})`,
      () => sql`ABS(${double()})`,
      () => sql`ROUND(${double()})`,
      () => this.#cast(this.int(depth - 1), 'DOUBLE', 'REAL'),
      () => this.#conditional('double', depth),
    ]);
  }

  text(depth: number): Sql {
    if (depth <= 0 || this.#pick.chance(0.3)) return this.leaf('text');
    const text = (): Sql => this.text(depth - 1);
    return this.#one([
      () => sql`${this.#pick.of(['UPPER', 'LOWER', 'TRIM'])}(${text()})`,
      () => this.#concatenated(text(), text()),
      () => sql`SUBSTRING(${text()}, ${this.#pick.int(1, 3)}, ${this.#pick.int(1, 3)})`,
      () => this.#left(text(), this.#pick.int(1, 3)),
      () => sql`REPLACE(${text()}, '${this.#pick.of(['a', 'b', 'e'])}', '${this.#pick.of(['', 'q', 'ee'])}')`,
      () => this.#cast(this.int(depth - 1), 'STRING', 'TEXT'),
      () => this.#conditional('text', depth),
    ]);
  }

  bool(depth: number): Sql {
    if (depth <= 0) return this.#predicate(0);
    const bool = (): Sql => this.bool(depth - 1);
    return this.#one([
      () => this.#predicate(depth - 1),
      () => this.#predicate(0),
      () => sql`(${joined(this.#pick.list(2, 3, bool), this.#pick.of([' AND ', ' OR ']))})`,
      () => sql`(NOT ${bool()})`,
    ]);
  }

  #predicate(depth: number): Sql {
    const type = this.#pick.of<FuzzType>(['int', 'int', 'double', 'text']);
    const operand = (): Sql => this.any(type, depth);
    const not = this.#pick.of(['', 'NOT ']);
    const compare = this.#pick.of(['=', '<>', '<', '<=', '>', '>=']);
    return this.#one([
      () => sql`(${operand()} ${compare} ${operand()})`,
      () => sql`(${this.leaf(type)} ${compare} ${this.literal(type)})`,
      () => sql`(${this.literal(type)} ${compare} ${this.leaf(type)})`,
      () => sql`(${this.leaf('int')} ${compare} ${this.leaf(this.#pick.mixesNumbers ? 'double' : 'int')})`,
      () => sql`(${this.any(this.#pick.of(['int', 'double', 'text', 'bool']), depth)} IS ${not}NULL)`,
      () => sql`(${operand()} ${not}BETWEEN ${operand()} AND ${operand()})`,
      () =>
        sql`(${operand()} ${not}IN (${joined(
          this.#pick.list(1, 3, () => this.literal(type)),
          ', ',
        )}))`,
      () =>
        sql`(${this.text(depth)} ${not}LIKE '${this.#pick.of(['a%', '%b%', '_b%', '%', 'red', '__', 'x_'])}')`,
      () => sql`(${this.leaf('bool')} = ${this.literal('bool')})`,
      () => this.leaf('bool'),
    ]);
  }

  #conditional(type: FuzzType, depth: number): Sql {
    const value = (): Sql => this.#branch(type, depth - 1);
    return this.#one([
      () => sql`CASE WHEN ${this.bool(depth - 1)} THEN ${value()} ELSE ${value()} END`,
      () => sql`CASE WHEN ${this.bool(depth - 1)} THEN ${value()} END`,
      () => sql`COALESCE(${value()}, ${value()})`,
      () => sql`IFNULL(${value()}, ${value()})`,
      () => sql`NULLIF(${value()}, ${value()})`,
    ]);
  }

  #branch(type: FuzzType, depth: number): Sql {
    const value = this.any(type, depth);
    return type === 'int' ? this.#cast(value, 'LONG', 'INTEGER') : value;
  }

  #one(makers: readonly (() => Sql)[]): Sql {
    return this.#pick.of(makers)();
  }

  #cast(operand: Sql, rockpool: string, sqlite: string): Sql {
    return {
      rockpool: `CAST(${operand.rockpool} AS ${rockpool})`,
      sqlite: `CAST(${operand.sqlite} AS ${sqlite})`,
    };
  }

  #whole(name: string, depth: number): Sql {
    const { rockpool, sqlite } = this.double(depth - 1);
    return { rockpool: `${name}(${rockpool})`, sqlite: `CAST(${name}(${sqlite}) AS INTEGER)` };
  }

  #located(depth: number): Sql {
    const part = `'${this.#pick.of(['a', 'b', 'e'])}'`;
    const { rockpool, sqlite } = this.text(depth - 1);
    return { rockpool: `LOCATE(${part}, ${rockpool})`, sqlite: `INSTR(${sqlite}, ${part})` };
  }

  #concatenated(left: Sql, right: Sql): Sql {
    return {
      rockpool: `CONCAT(${left.rockpool}, ${right.rockpool})`,
      sqlite: `(${left.sqlite} || ${right.sqlite})`,
    };
  }

  #left(text: Sql, length: number): Sql {
    return { rockpool: `LEFT(${text.rockpool}, ${length})`, sqlite: `SUBSTR(${text.sqlite}, 1, ${length})` };
  }
}
