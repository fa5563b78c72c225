import type { SearchClient } from '../../../../client/index.ts';
import type {
  ComparisonNode,
  ExpressionNode,
  InNode,
  JoinNode,
  QueryNode,
  SelectItemNode,
  SelectNode,
  TableNode,
} from '../../../ast/index.ts';
import { parseHints } from './hints.ts';
import { columnsOf } from './nestedConditions.ts';
import { refuse } from './refuse.ts';
import { Scope } from './scope.ts';
import { loadFields } from './tables.ts';

/** One of the two indices of a join, with the part of WHERE that speaks of it. */
export interface JoinSide {
  readonly index: string;
  readonly alias: string;
  readonly scope: Scope;
  readonly where: ExpressionNode | null;
}

export interface JoinColumn {
  readonly side: 'left' | 'right';
  readonly field: string;
}

/** `s.dept_id = d.id`, the left index's field first. */
export interface JoinCondition {
  readonly left: string;
  readonly operator: ComparisonNode['operator'];
  readonly right: string;
}

export interface JoinPlan {
  readonly type: 'inner' | 'left';
  readonly left: JoinSide;
  readonly right: JoinSide;
  readonly on: readonly JoinCondition[];
  readonly columns: readonly (JoinColumn & { readonly alias: string | null })[];
  readonly limit: number;
  /** Equal conditions only: a hash join; else nested loops. */
  readonly algorithm: 'hash' | 'nestedLoops';
}

/** Rows of a join without LIMIT, at most. */
const DEFAULT_LIMIT = 200;

/** Two indices joined, or an index with one `IN (SELECT …)`; null for other statements. */
export async function planJoin(select: SelectNode, client: SearchClient): Promise<JoinPlan | null> {
  if (select.from === null) return null;
  if (select.from.kind === 'join') return planWritten(select, select.from, client);
  const subquery = inSubquery(select.where);
  if (subquery === null || select.from.kind !== 'table') return null;
  return planIn(select, select.from, subquery, client);
}

async function planWritten(select: SelectNode, join: JoinNode, client: SearchClient): Promise<JoinPlan> {
  const { left, right, type } = join;
  if (left.kind !== 'table' || right.kind !== 'table') throw refuse('currently supports only 2 tables join');
  if (type === 'right' || type === 'full' || join.using !== null)
    throw refuse(`${type} join is not supported`);
  if (select.groupBy.length > 0 || select.distinct) throw refuse('join does not support aggregations');
  const leftName = left.alias ?? left.name;
  const sides = [
    await side(left, leftName, client),
    await side(right, right.alias ?? right.name, client),
  ] as const;
  return plan(select, sides, join.on, select.where, type === 'left' ? 'left' : 'inner');
}

async function side(table: TableNode, alias: string, client: SearchClient): Promise<JoinSide> {
  const fields = await loadFields(client, table.name);
  return {
    index: table.name,
    alias,
    scope: new Scope(table.name, [alias, table.name], [], fields),
    where: null,
  };
}

function plan(
  select: SelectNode,
  [left, right]: readonly [JoinSide, JoinSide],
  on: ExpressionNode | null,
  where: ExpressionNode | null,
  type: JoinPlan['type'],
): JoinPlan {
  const sides = new SideResolver(left, right);
  const conditions = conjuncts(on).map((condition) => sides.condition(condition));
  const usesLoops = parseHints(select.hints).some(
    ({ name }) => name === 'USE_NL' || name === 'USE_NESTED_LOOPS',
  );
  const equal = conditions.length > 0 && conditions.every(({ operator }) => operator === '=');
  return {
    type,
    left: { ...left, where: sides.part(where, 'left') },
    right: { ...right, where: sides.part(where, 'right') },
    on: conditions,
    columns: select.items.flatMap((item) => sides.columns(item)),
    limit: select.limit ?? DEFAULT_LIMIT,
    algorithm: equal && !usesLoops ? 'hash' : 'nestedLoops',
  };
}

/** Tells which index a name of a join belongs to. */
class SideResolver {
  readonly #left: JoinSide;
  readonly #right: JoinSide;

  constructor(left: JoinSide, right: JoinSide) {
    this.#left = left;
    this.#right = right;
  }

  #column(written: string): JoinColumn {
    for (const [side, { alias, index, scope }] of [
      ['left', this.#left],
      ['right', this.#right],
    ] as const) {
      if (written.startsWith(`${alias}.`) || (alias !== index && written.startsWith(`${index}.`))) {
        return { side, field: scope.unqualified(written) };
      }
    }
    const inLeft = this.#left.scope.fields.get(written) !== undefined;
    const inRight = this.#right.scope.fields.get(written) !== undefined;
    if (inLeft === inRight) throw refuse(`Field name [${written}] is ambiguous`, 'VerificationException');
    return { side: inLeft ? 'left' : 'right', field: written };
  }

  condition(node: ExpressionNode): JoinCondition {
    const columns = node.kind === 'comparison' ? [node.left, node.right] : [];
    const [a, b] = columns.map((part) =>
      part.kind === 'column' ? this.#column(part.parts.join('.')) : null,
    );
    if (node.kind !== 'comparison' || !a || !b || a.side === b.side) {
      throw refuse('conditions on join should be one side is secondTable OPEAR firstTable');
    }
    if (a.side === 'left') return { left: a.field, operator: node.operator, right: b.field };
    return { left: b.field, operator: FLIPPED[node.operator], right: a.field };
  }

  /** The conjuncts of WHERE that speak of one side. */
  part(where: ExpressionNode | null, side: JoinColumn['side']): ExpressionNode | null {
    const own = conjuncts(where).filter((condition) => {
      const found = new Set(columnsOf(condition).map((column) => this.#column(column.parts.join('.')).side));
      if (found.size > 1) throw refuse('Currently support only one hierarchy on different tables where');
      return found.has(side) || (found.size === 0 && side === 'left');
    });
    if (own.length === 0) return null;
    return own.length === 1 ? own[0] : { kind: 'and', operands: own, span: own[0].span };
  }

  columns({ expression, alias }: SelectItemNode): JoinPlan['columns'] {
    if (expression.kind === 'column') return [{ ...this.#column(expression.parts.join('.')), alias }];
    if (expression.kind !== 'star') throw refuse('join does not support aggregations and functions');
    const { qualifier } = expression;
    return (['left', 'right'] as const)
      .filter((side) => qualifier === null || this.#side(side).alias === qualifier)
      .flatMap((side) =>
        this.#side(side)
          .scope.fields.topLevel()
          .map(({ name }) => ({ side, field: name, alias: null })),
      );
  }

  #side(side: JoinColumn['side']): JoinSide {
    return side === 'left' ? this.#left : this.#right;
  }
}

const FLIPPED: Readonly<Record<ComparisonNode['operator'], ComparisonNode['operator']>> = {
  '=': '=',
  '<>': '<>',
  '!=': '!=',
  '<=>': '<=>',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

function conjuncts(node: ExpressionNode | null): readonly ExpressionNode[] {
  if (node === null) return [];
  return node.kind === 'and' ? node.operands.flatMap(conjuncts) : [node];
}

/** The statement's one `IN (SELECT …)`, when the original would rewrite it. */
function inSubquery(where: ExpressionNode | null): InNode | null {
  const found = conjuncts(where).filter((node): node is InNode => node.kind === 'in' && node.query !== null);
  return found.length === 1 && !found[0].negated ? found[0] : null;
}

/** `a IN (SELECT b FROM t WHERE c)` is the join of both on `a = b`, with `b IS NOT NULL AND c` on t. */
async function planIn(
  select: SelectNode,
  table: TableNode,
  node: InNode,
  client: SearchClient,
): Promise<JoinPlan> {
  const inner = simpleSubquery(node.query);
  const column = inner.items[0].expression;
  if (node.operand.kind !== 'column' || column.kind !== 'column')
    throw refuse('Unsupported subquery', 'IllegalStateException');
  const innerTable = inner.from as TableNode;
  const left = await side(table, table.alias ?? `${table.name}_0`, client);
  const right = await side(innerTable, innerTable.alias ?? `${innerTable.name}_1`, client);
  const field = right.scope.column(column).name;
  const rest = conjuncts(select.where).filter((condition) => condition !== node);
  const { span } = node;
  const present: ExpressionNode = { kind: 'isNull', operand: column, negated: true, what: 'null', span };
  const and = (operands: readonly ExpressionNode[]): ExpressionNode | null =>
    operands.length > 1 ? { kind: 'and', operands, span } : (operands[0] ?? null);
  return {
    type: 'inner',
    left: { ...left, where: and(rest) },
    right: { ...right, where: and([present, ...conjuncts(inner.where)]) },
    on: [{ left: left.scope.column(node.operand).name, operator: '=', right: field }],
    columns: select.items.flatMap((item) => leftColumns(item, left)),
    limit: select.limit ?? DEFAULT_LIMIT,
    algorithm: 'hash',
  };
}

/** The columns of the statement around an `IN (SELECT …)`. */
function leftColumns({ expression, alias }: SelectItemNode, { scope }: JoinSide): JoinPlan['columns'] {
  if (expression.kind === 'column') return [{ side: 'left', field: scope.column(expression).name, alias }];
  if (expression.kind !== 'star') throw refuse('join does not support aggregations and functions');
  return scope.fields.topLevel().map(({ name }) => ({ side: 'left', field: name, alias: null }));
}

function simpleSubquery(query: QueryNode | null): SelectNode {
  const isSimple =
    query?.kind === 'select' &&
    query.from?.kind === 'table' &&
    query.items.length === 1 &&
    query.groupBy.length === 0 &&
    query.limit === null;
  if (!isSimple) throw refuse('Unsupported subquery', 'IllegalStateException');
  return query;
}
