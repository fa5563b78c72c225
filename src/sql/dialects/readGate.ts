import { type StatementNode, type UnreadPart, watchTree } from '../ast/index.ts';
import { SqlError } from '../errors.ts';

/** A part of a statement that a dialect leaves unread, as the original's engine does. */
export interface UnreadRule {
  readonly name: string;
  /** A statement in which this part is not read. */
  readonly example: string;
  covers(part: UnreadPart, statement: StatementNode): boolean;
  /** The trap to warn of; null where the part means nothing in any reading of SQL. */
  readonly warning: string | null;
}

export interface Reading<Statement extends StatementNode> {
  /** What the dialect reads. */
  readonly tree: Statement;
  /**
   * Called after planning: the warnings. Throws SqlFeatureNotImplementedException for an unread part without
   * a rule.
   */
  end(): readonly string[];
}

/**
 * Lets no part of a statement go unread: what a dialect has not looked at when it has planned is refused, or stands in its
 * table. A tree is watched until it was read to the end once; what was found then holds for as long as the tree is kept.
 */
export class ReadGate {
  readonly #rules: readonly UnreadRule[];
  readonly #warnings = new WeakMap<StatementNode, readonly string[]>();

  constructor(rules: readonly UnreadRule[]) {
    this.#rules = rules;
  }

  /** Trees of one template, which differ in the values of literals only, are watched once. */
  open<Statement extends StatementNode>(
    statement: Statement,
    template: StatementNode = statement,
  ): Reading<Statement> {
    const known = this.#warnings.get(template);
    if (known !== undefined) return { tree: statement, end: () => known };
    const { tree, unread } = watchTree(statement);
    const end = (): readonly string[] => {
      const warnings = this.#warningsOf(unread(), statement);
      this.#warnings.set(template, warnings);
      return warnings;
    };
    return { tree, end };
  }

  #warningsOf(parts: readonly UnreadPart[], statement: StatementNode): readonly string[] {
    const warnings = parts.map((part) => {
      const rule = this.#rules.find(({ covers }) => covers(part, statement));
      if (rule === undefined) throw new UnreadError(part);
      return rule.warning;
    });
    return [...new Set(warnings.filter((warning) => warning !== null))];
  }
}

/** Of a part that no rule covers. */
export class UnreadError extends SqlError {
  constructor({ path, place }: UnreadPart) {
    const details = `a part of the statement is not supported here: ${path.join(' > ')}`;
    super('SqlFeatureNotImplementedException', details);
    if (place !== null) this.at(place);
  }
}

/** Whether the part is at or below one member right below another, wherever they are. */
export function isBelow(outer: string, inner: string): UnreadRule['covers'] {
  return ({ path }) => path.some((step, i) => step === outer && path[i + 1] === inner);
}

/** Whether the part stands at this member, wherever the node is. */
export function isPart(...members: readonly string[]): UnreadRule['covers'] {
  return ({ path }) => members.includes(path.at(-1) ?? '');
}
