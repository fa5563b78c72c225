import { LRUCache } from 'lru-cache';
import { type StatementText, shapeOf } from './plainLiterals.ts';
import { Statement, StatementTemplate, type StatementTree } from './statement.ts';

/** Maximum templates per shape: `LIMIT 10` and `LIMIT 20` need different ones. */
const MAX_OF_SHAPE = 8;
/** Estimated memory of a template per character of its text: a token becomes one or two nodes of its tree. */
const BYTES_PER_CHARACTER = 60;
const MAX_KEPT_LENGTH = 10_000;

/** Caches frozen trees, so that texts which differ only in literals are parsed once. */
export class Templates<Tree extends StatementTree> {
  readonly #parse: (text: StatementText) => Tree;
  readonly #kept = new LRUCache<string, readonly StatementTemplate<Tree>[]>({
    max: 1000,
    maxSize: 16_000_000,
    sizeCalculation: (list, shape) => list.length * BYTES_PER_CHARACTER * (shape.length + 1),
  });

  constructor(parse: (text: StatementText) => Tree) {
    this.#parse = parse;
  }

  /** Throws whatever `parse` throws. */
  read(text: StatementText): Statement<Tree> {
    const { sql, given } = text;
    const found = sql.length > MAX_KEPT_LENGTH ? null : shapeOf(text);
    const { shape, literals } = found ?? { shape: sql, literals: [] };
    if (found === null && given.length > 0) return Statement.of(this.#parse(text), sql, given);
    const known = this.#kept.get(shape) ?? [];
    const fitting = known.find((template) => template.fits(sql, literals));
    if (fitting !== undefined) return new Statement(sql, fitting, literals, given);
    const template = new StatementTemplate(sql, this.#parse(text), literals);
    if (sql.length <= MAX_KEPT_LENGTH) this.#kept.set(shape, [template, ...known].slice(0, MAX_OF_SHAPE));
    return new Statement(sql, template, literals, given);
  }
}
