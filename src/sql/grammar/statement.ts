import type { LiteralNode, PipelineNode, Span, StatementNode } from '../ast/index.ts';
import type { SqlError } from '../errors.ts';
import { legacyRefusal } from './legacy/index.ts';
import { integerLiteral, literal } from './literals.ts';
import type { GivenLiteral, PlainLiteral } from './plainLiterals.ts';

/** A literal in a template's tree that can be replaced. */
interface Slot {
  readonly number: number;
  /** The index among the text's plain literals. */
  readonly at: number;
  readonly sample: LiteralNode;
}

export type StatementTree = StatementNode | PipelineNode;

/** What all statements share that differ only in the values of literals. */
export class StatementTemplate<Tree extends StatementTree = StatementNode> {
  readonly kind: Tree['kind'];
  readonly sql: string;
  readonly tree: Tree;
  readonly literals: readonly PlainLiteral[];
  /** By the end offset of the literal in the text. */
  readonly slots: ReadonlyMap<number, Slot>;
  /** The literals that cannot be replaced: names, row counts, columns of the select list. */
  readonly #fixed: readonly number[];
  /** Whether the legacy engine can parse the text; undefined until first needed. */
  isLegacy: boolean | undefined;

  constructor(sql: string, tree: Tree, literals: readonly PlainLiteral[]) {
    this.kind = tree.kind;
    this.sql = sql;
    this.tree = tree;
    this.literals = literals;
    this.slots = slotsOf(sql, tree, literals);
    this.#fixed = literals.flatMap(({ end }, i) => (this.slots.has(end) ? [] : [i]));
  }

  /** Whether a text of the same shape has the same tree except for the slots. */
  fits(sql: string, literals: readonly PlainLiteral[]): boolean {
    return this.#fixed.every((i) => {
      const [own, samples] = [literals[i], this.literals[i]];
      const isAlike = imageOf(sql, own) === imageOf(this.sql, samples);
      return isAlike && textOf(sql, own) === textOf(this.sql, samples);
    });
  }
}

function imageOf(sql: string, { start, end }: PlainLiteral): string {
  return sql.slice(start, end);
}

function textOf(sql: string, literal: PlainLiteral): string {
  return literal.text ?? imageOf(sql, literal).slice(1, -1);
}

/** A parsed statement. */
export class Statement<Tree extends StatementTree = StatementNode> {
  readonly sql: string;
  readonly template: StatementTemplate<Tree>;
  /** Literals whose values came as parameters. */
  readonly given: readonly GivenLiteral[];
  /** Its own literals, which replace the template's. */
  readonly #literals: readonly PlainLiteral[];
  #tree: Tree | null = null;
  #legacyRefusal: SqlError | null | undefined;

  constructor(
    sql: string,
    template: StatementTemplate<Tree>,
    literals: readonly PlainLiteral[],
    given: readonly GivenLiteral[],
  ) {
    this.sql = sql;
    this.given = given;
    this.template = template;
    this.#literals = literals;
  }

  /** A statement with a template of its own. */
  static of<Tree extends StatementTree>(
    tree: Tree,
    sql: string,
    given: readonly GivenLiteral[] = [],
  ): Statement<Tree> {
    return new Statement(sql, new StatementTemplate(sql, tree, []), [], given);
  }

  get kind(): Tree['kind'] {
    return this.template.kind;
  }

  get tree(): Tree {
    this.#tree ??= this.#isSample() ? this.template.tree : this.withLiterals((node) => node);
    return this.#tree;
  }

  #isSample(): boolean {
    const { sql, literals } = this.template;
    return this.sql === sql && this.#literals.every(({ text }, i) => text === literals[i].text);
  }

  /** The values of the slots, in order. */
  slotValues(): readonly LiteralNode[] {
    return [...this.template.slots.values()].map((slot) => this.#literal(slot));
  }

  /** The tree with its literals replaced by the results of `make`. */
  withLiterals(make: (literal: LiteralNode, slot: number) => LiteralNode): Tree {
    const { tree, slots } = this.template;
    const replaced = (node: LiteralNode): LiteralNode | null => {
      const slot = slots.get(node.span.end);
      return slot === undefined ? null : make(this.#literal(slot, node), slot.number);
    };
    return rebuilt(tree, replaced, (offset) => this.#moved(offset)) as Tree;
  }

  /** Why the legacy engine takes the text for no query; null when it reads it. */
  legacyRefusal(): SqlError | null {
    const { template } = this;
    if (template.isLegacy === true) return null;
    if (this.#legacyRefusal === undefined) {
      this.#legacyRefusal = legacyRefusal(this.sql);
      template.isLegacy = this.#legacyRefusal === null;
    }
    return this.#legacyRefusal;
  }

  #literal({ at, sample }: Slot, node: LiteralNode = sample): LiteralNode {
    const own = this.#literals[at];
    const samples = this.template.literals[at];
    const span = { start: this.#moved(node.span.start), end: own.end };
    const sign = this.template.sql[node.span.start] === '-' && node.span.start < samples.start ? '-' : '';
    return literalOf(node.type, own, sign, this.sql, span);
  }

  /** Where a place of the template's text lies in this one. */
  #moved(offset: number): number {
    const samples = this.template.literals;
    let i = samples.length - 1;
    while (i >= 0 && samples[i].end > offset) i--;
    return i < 0 ? offset : offset + this.#literals[i].end - samples[i].end;
  }
}

function literalOf(
  type: LiteralNode['type'],
  plain: PlainLiteral,
  sign: string,
  sql: string,
  span: Span,
): LiteralNode {
  const { kind } = plain;
  if (kind === 's') return literal(type, textOf(sql, plain), span);
  const image = imageOf(sql, plain);
  return kind === 'd' ? literal('double', Number(sign + image), span) : integerLiteral(sign + image, span);
}

/** The plain literals that are nothing but literals of the tree, and name no column. */
function slotsOf(sql: string, tree: StatementTree, literals: readonly PlainLiteral[]): Map<number, Slot> {
  const found = new Map<number, LiteralNode>();
  if (literals.length > 0) collectLiterals(tree, found);
  const slots = new Map<number, Slot>();
  literals.forEach((plain, at) => {
    const sample = found.get(plain.end);
    if (sample === undefined || sample.span.start > plain.start) return;
    const sign = sql[sample.span.start] === '-' ? '-' : '';
    const own = literalOf(sample.type, plain, sign, sql, sample.span);
    if (own.type === sample.type && Object.is(own.value, sample.value)) {
      slots.set(plain.end, { number: slots.size, at, sample });
    }
  });
  return slots;
}

function collectLiterals(node: unknown, found: Map<number, LiteralNode>): void {
  if (node === null || typeof node !== 'object') return;
  if (isLiteral(node)) {
    found.set(node.span.end, node);
    return;
  }
  const kind = 'kind' in node ? node.kind : null;
  if (kind === 'pipeline') {
    for (const command of (node as PipelineNode).commands) {
      if (UNNAMED.has(command.kind)) collectLiterals(command, found);
    }
    return;
  }
  for (const [key, child] of Object.entries(node)) {
    if (kind !== 'select' || key !== 'items') collectLiterals(child, found);
  }
}

/** Commands whose expressions name no column. */
const UNNAMED: ReadonlySet<string> = new Set(['where', 'eval']);

function isLiteral(node: object): node is LiteralNode {
  return 'kind' in node && node.kind === 'literal';
}

/** The tree rebuilt with other literals at other positions. */
function rebuilt(
  node: unknown,
  replaced: (node: LiteralNode) => LiteralNode | null,
  moved: (offset: number) => number,
): unknown {
  if (node === null || typeof node !== 'object') return node;
  if (Array.isArray(node)) return node.map((item) => rebuilt(item, replaced, moved));
  const literal = isLiteral(node) ? replaced(node) : null;
  if (literal !== null) return literal;
  const out: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(node)) {
    out[key] = typeof child === 'number' && isPlace(key) ? moved(child) : rebuilt(child, replaced, moved);
  }
  return Object.freeze(out);
}

function isPlace(key: string): boolean {
  return key === 'start' || key === 'end';
}
