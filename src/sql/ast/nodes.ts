import type { Span } from '../types.ts';

/** The SQL AST: frozen, tagged nodes. AND and OR are n-ary. `text` is the source text that names a column. */

export type { Span };

export type LiteralType =
  | 'null'
  | 'boolean'
  | 'integer'
  | 'long'
  | 'double'
  | 'string'
  | 'date'
  | 'time'
  | 'timestamp';

/**
 * A literal's slot in a reusable plan. Reading the node's own `value` instead pins the plan to that value.
 */
export interface LiteralPlace {
  /** The index among the statement's literals. */
  readonly number: number;
  /** For code that only passes the value on. */
  readonly value: string | number;
  /**
   * Registers a check that returns the original's error for certain values in this place, where planning
   * nevertheless continues.
   */
  readonly refuses: (refusal: (value: SqlScalar) => Error | null) => void;
}

export type SqlScalar = null | boolean | number | bigint | string;

export interface LiteralNode {
  readonly kind: 'literal';
  readonly type: LiteralType;
  /** boolean, number, bigint (long beyond 2^53), string (also for date, time and timestamp) or null. */
  readonly value: SqlScalar;
  readonly span: Span;
  /** Set while a plan is made that may be reused for other literals of the same type. */
  readonly slot?: LiteralPlace;
}

export interface IntervalNode {
  readonly kind: 'interval';
  readonly amount: ExpressionNode;
  readonly unit: string;
  readonly span: Span;
}

/** `a`, `t.a`, `a.b.c`, `` `a.b` ``: parts as written, backticks removed. */
export interface ColumnNode {
  readonly kind: 'column';
  readonly parts: readonly string[];
  readonly quoted: boolean;
  readonly span: Span;
}

/** `*` or `t.*`; also inside COUNT(*). */
export interface StarNode {
  readonly kind: 'star';
  readonly qualifier: string | null;
  readonly span: Span;
}

/** The word operators and `||` are not in the original. */
export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '||' | 'DIV' | 'MOD';
export type ComparisonOperator = '=' | '<>' | '!=' | '<' | '<=' | '>' | '>=' | '<=>';

export interface BinaryNode {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: ExpressionNode;
  readonly right: ExpressionNode;
  readonly span: Span;
}

export interface NegateNode {
  readonly kind: 'negate';
  readonly operand: ExpressionNode;
  readonly span: Span;
}

export interface ComparisonNode {
  readonly kind: 'comparison';
  readonly operator: ComparisonOperator;
  readonly left: ExpressionNode;
  readonly right: ExpressionNode;
  readonly span: Span;
}

export interface LogicalNode {
  readonly kind: 'and' | 'or';
  readonly operands: readonly ExpressionNode[];
  readonly span: Span;
}

export interface NotNode {
  readonly kind: 'not';
  readonly operand: ExpressionNode;
  readonly span: Span;
}

export interface IsNullNode {
  readonly kind: 'isNull';
  readonly operand: ExpressionNode;
  readonly negated: boolean;
  /** IS [NOT] MISSING, IS [NOT] TRUE/FALSE. */
  readonly what: 'null' | 'missing' | 'true' | 'false';
  readonly span: Span;
}

export interface LikeNode {
  readonly kind: 'like';
  readonly operand: ExpressionNode;
  readonly pattern: ExpressionNode;
  readonly negated: boolean;
  readonly regexp: boolean;
  readonly span: Span;
}

export interface BetweenNode {
  readonly kind: 'between';
  readonly operand: ExpressionNode;
  readonly low: ExpressionNode;
  readonly high: ExpressionNode;
  readonly negated: boolean;
  readonly span: Span;
}

export interface InNode {
  readonly kind: 'in';
  readonly operand: ExpressionNode;
  readonly list: readonly ExpressionNode[] | null;
  readonly query: QueryNode | null;
  readonly negated: boolean;
  readonly span: Span;
}

export interface ExistsNode {
  readonly kind: 'exists';
  readonly query: QueryNode;
  readonly span: Span;
}

export interface SubqueryNode {
  readonly kind: 'subquery';
  readonly query: QueryNode;
  readonly span: Span;
}

/** `x < ANY (SELECT …)`, `x >= ALL (SELECT …)`. Not in the original. */
export interface QuantifiedNode {
  readonly kind: 'quantified';
  readonly operand: ExpressionNode;
  readonly operator: ComparisonOperator;
  readonly quantifier: 'any' | 'all';
  readonly query: QueryNode;
  readonly span: Span;
}

/** `(a, b)` next to a comparison or IN: at least two values. Not in the original. */
export interface RowNode {
  readonly kind: 'row';
  readonly items: readonly ExpressionNode[];
  readonly span: Span;
}

export interface CaseNode {
  readonly kind: 'case';
  readonly operand: ExpressionNode | null;
  readonly branches: readonly { readonly when: ExpressionNode; readonly then: ExpressionNode }[];
  readonly otherwise: ExpressionNode | null;
  readonly span: Span;
}

export interface CastNode {
  readonly kind: 'cast';
  readonly operand: ExpressionNode;
  readonly type: string;
  readonly span: Span;
}

/**
 * Any call: scalar, aggregate, relevance or bucket function. The analyzer decides which by its function
 * table.
 */
export interface CallNode {
  readonly kind: 'call';
  /** As written in the statement. */
  readonly name: string;
  readonly args: readonly ExpressionNode[];
  /** `operator='AND'`, `'field'='ts'`: options of relevance and bucket functions. */
  readonly options: readonly NamedArgument[];
  readonly distinct: boolean;
  readonly filter: ExpressionNode | null;
  readonly over: WindowNode | null;
  readonly span: Span;
}

export interface NamedArgument {
  readonly name: string;
  readonly value: ExpressionNode;
}

/** `['a'^2, 'b*']` of multi-field relevance functions. */
export interface FieldListNode {
  readonly kind: 'fieldList';
  readonly fields: readonly { readonly name: string; readonly boost: number | null }[];
  readonly span: Span;
}

export interface WindowNode {
  readonly partitionBy: readonly ExpressionNode[];
  readonly orderBy: readonly OrderNode[];
  readonly frame: FrameNode | null;
}

export interface FrameNode {
  readonly unit: 'rows' | 'range';
  readonly start: FrameBound;
  readonly end: FrameBound;
}

export interface FrameBound {
  readonly kind: 'unboundedPreceding' | 'preceding' | 'currentRow' | 'following' | 'unboundedFollowing';
  readonly offset: ExpressionNode | null;
}

export type ExpressionNode =
  | LiteralNode
  | IntervalNode
  | ColumnNode
  | StarNode
  | BinaryNode
  | NegateNode
  | ComparisonNode
  | LogicalNode
  | NotNode
  | IsNullNode
  | LikeNode
  | BetweenNode
  | InNode
  | ExistsNode
  | SubqueryNode
  | QuantifiedNode
  | RowNode
  | CaseNode
  | CastNode
  | CallNode
  | FieldListNode;

export interface SelectItemNode {
  readonly expression: ExpressionNode;
  readonly alias: string | null;
  /** The expression's source text including whitespace, used as the column's name. */
  readonly text: string;
}

export interface OrderNode {
  readonly expression: ExpressionNode;
  readonly direction: 'asc' | 'desc';
  /** As written; null when absent. */
  readonly nulls: 'first' | 'last' | null;
}

export interface TableNode {
  readonly kind: 'table';
  /**
   * Index expression: `logs-*`, `a,b`, `idx/type`; backticks are removed, except around a dot, as in the
   * legacy engine.
   */
  readonly name: string;
  /** `name` without the schema prefix, which the V2 engine removes. */
  readonly unqualified: string;
  readonly alias: string | null;
  readonly span: Span;
}

export interface DerivedTableNode {
  readonly kind: 'derived';
  readonly query: QueryNode;
  readonly alias: string | null;
  readonly span: Span;
}

export interface JoinNode {
  readonly kind: 'join';
  readonly type: 'inner' | 'left' | 'right' | 'full' | 'cross' | 'comma';
  /** Whether INNER is written explicitly: plans distinguish it from a bare JOIN. */
  readonly saysInner: boolean;
  readonly left: RelationNode;
  readonly right: RelationNode;
  readonly on: ExpressionNode | null;
  /** The USING columns; NATURAL uses all columns that both sides have. */
  readonly using: readonly string[] | 'natural' | null;
  /** The alias after the ON condition, which only the legacy engine accepts. */
  readonly alias: string | null;
  readonly span: Span;
}

export type RelationNode = TableNode | DerivedTableNode | JoinNode;

/**
 * How text is parsed: in the language of both engines, or as only the legacy engine does, which treats
 * backslashes and signs differently and skips clauses it does not know.
 */
export type Reading = 'both' | 'legacy';

export interface SelectNode {
  readonly kind: 'select';
  readonly distinct: boolean;
  readonly items: readonly SelectItemNode[];
  readonly from: RelationNode | null;
  readonly where: ExpressionNode | null;
  readonly groupBy: readonly ExpressionNode[];
  readonly having: ExpressionNode | null;
  readonly orderBy: readonly OrderNode[];
  readonly limit: number | null;
  readonly offset: number;
  /** Texts of hints `/*! … *​/`, including whitespace, which the original uses to recognize them. */
  readonly hints: readonly string[];
  readonly reading: Reading;
  readonly span: Span;
}

export interface SetOperationNode {
  readonly kind: 'setOperation';
  readonly operator: 'union' | 'unionAll' | 'intersect' | 'minus';
  readonly left: QueryNode;
  readonly right: QueryNode;
  readonly orderBy: readonly OrderNode[];
  readonly limit: number | null;
  readonly offset: number;
  readonly span: Span;
}

export interface WithNode {
  readonly kind: 'with';
  readonly tables: readonly {
    readonly name: string;
    readonly columns: readonly string[] | null;
    readonly query: QueryNode;
  }[];
  readonly body: QueryNode;
  readonly span: Span;
}

export type QueryNode = SelectNode | SetOperationNode | WithNode;

interface IndexStatementNode {
  /** Null without LIKE. */
  readonly pattern: string | null;
  /** Whether only the original's legacy engine parses it, word by word. */
  readonly byWords: boolean;
}

export interface ShowTablesNode extends IndexStatementNode {
  readonly kind: 'showTables';
}

export interface DescribeTablesNode extends IndexStatementNode {
  readonly kind: 'describeTables';
  readonly columnPattern: string | null;
}

export interface DeleteNode {
  readonly kind: 'delete';
  readonly table: TableNode;
  readonly where: ExpressionNode | null;
  /** Whether ORDER BY or LIMIT follow, which the original parses and does not apply. */
  readonly isTrimmed: boolean;
}

export type StatementNode = QueryNode | ShowTablesNode | DescribeTablesNode | DeleteNode;
