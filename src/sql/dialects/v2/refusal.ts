import type { CallNode, ComparisonNode, ExpressionNode, SelectNode, StatementNode } from '../../ast/index.ts';
import { astChildren } from '../../binder/index.ts';
import { castTargets } from '../../functions/index.ts';
import {
  isV2Aggregate,
  isV2Function,
  isV2Option,
  isV2Search,
  isV2SearchOfField,
  isV2Window,
  V2_KEYWORDS,
} from './vocabulary.ts';

/**
 * Whether the original's V2 grammar takes a statement: it falls back to its legacy engine for what is no V2 syntax.
 * The grammar here reads the language of both; this is the difference. The answer says what V2 stumbles over.
 */
export function v2Refusal(statement: StatementNode, sql: string): string | null {
  switch (statement.kind) {
    case 'select':
      return selectRefusal(statement, sql);
    case 'showTables':
    case 'describeTables':
      return statement.pattern === null ? 'a pattern is missing' : null;
    default:
      return `${statement.kind} is no statement of V2`;
  }
}

function first<T>(items: Iterable<T>, check: (item: T) => string | null): string | null {
  for (const item of items) {
    const refused = check(item);
    if (refused !== null) return refused;
  }
  return null;
}

function selectRefusal(select: SelectNode, sql: string): string | null {
  const check = (node: ExpressionNode): string | null => expressionRefusal(node, sql, false);
  if (select.reading === 'legacy') return 'the syntax of the legacy engine';
  return (
    fromRefusal(select, sql) ??
    itemsRefusal(select, sql) ??
    (select.where === null ? null : check(select.where)) ??
    first(select.groupBy, check) ??
    (select.having === null ? null : check(select.having)) ??
    first(select.orderBy, ({ expression }) => check(expression))
  );
}

function fromRefusal(select: SelectNode, sql: string): string | null {
  const { from } = select;
  if (from === null) {
    const isBare = select.where === null && select.groupBy.length === 0 && select.having === null;
    return isBare && select.orderBy.length === 0 ? null : 'clauses without FROM';
  }
  if (from.kind === 'join') return 'joins';
  if (from.kind === 'derived') {
    if (from.alias === null) return 'a subquery without an alias';
    return from.query.kind === 'select' ? selectRefusal(from.query, sql) : 'set operations';
  }
  return isV2Table(sql.slice(from.span.start, from.span.end)) ? null : `the index name ${from.name}`;
}

const NAME = /^\.?[@*A-Za-z_][\w*-]*/;

/** Names between dots, each in backticks or of ASCII letters, digits, `@ * _ -`; an alias may follow. */
function isV2Table(text: string): boolean {
  let rest = text;
  for (;;) {
    const part = rest.startsWith('`') ? /^`[^`]+`/.exec(rest) : NAME.exec(rest);
    if (part === null) return false;
    rest = rest.slice(part[0].length);
    if (rest === '' || /^\s/.test(rest)) return true;
    if (rest[0] !== '.' && rest[0] !== ':') return false;
    rest = rest.slice(1);
  }
}

function itemsRefusal({ items }: SelectNode, sql: string): string | null {
  return first(items, ({ expression, alias }) => {
    const quoted = alias !== null && /^\s+AS\s*['"]/i.test(sql.slice(expression.span.end));
    if (quoted) return 'an alias in quotes';
    if (expression.kind !== 'star') return expressionRefusal(expression, sql, true);
    return expression.qualifier === null && expression === items[0].expression ? null : 'a star of a table';
  });
}

const BEYOND_OPERATORS: ReadonlySet<string> = new Set(['||', 'DIV', 'MOD']);

/** Functions whose first argument is a word of the grammar: `DAY`, `DATE`. */
const WORD_FIRST = new Set(['extract', 'timestampadd', 'timestampdiff', 'get_format']);

function operands(node: ExpressionNode): readonly ExpressionNode[] {
  const isWordFirst = node.kind === 'call' && WORD_FIRST.has(node.name.toLowerCase());
  return isWordFirst ? astChildren(node).slice(1) : astChildren(node);
}

function expressionRefusal(node: ExpressionNode, sql: string, inSelect: boolean): string | null {
  if (isSearchOfField(node) && searchRefusal(node.right.name, node.right, 1) === null) return null;
  return (
    ownRefusal(node, sql, inSelect) ??
    first(operands(node), (child) => expressionRefusal(child, sql, inSelect))
  );
}

function ownRefusal(node: ExpressionNode, sql: string, inSelect: boolean): string | null {
  switch (node.kind) {
    case 'negate':
      return 'a sign in front of an expression';
    case 'exists':
    case 'subquery':
    case 'quantified':
      return 'subqueries';
    case 'row':
      return 'rows of values';
    case 'in':
      return node.query === null ? null : 'subqueries';
    case 'comparison':
      return node.operator === '<=>' ? '<=>' : null;
    case 'isNull':
      return node.what === 'null' ? null : `IS ${node.what}`;
    case 'like':
      return node.regexp && node.negated ? 'NOT REGEXP' : null;
    case 'literal':
      return node.type === 'missing' ? 'MISSING' : null;
    case 'cast':
      return castTargets.has(node.type.toUpperCase()) ? null : `CAST AS ${node.type}`;
    case 'column':
      return node.quoted ? null : first(node.parts, wordRefusal);
    case 'binary':
      if (BEYOND_OPERATORS.has(node.operator)) return `the operator ${node.operator}`;
      return node.operator === '*' && gluedStar(sql, node.left.span.end, node.right.span.start)
        ? '* before a name without a blank'
        : null;
    case 'call':
      return callRefusal(node, sql, inSelect);
    default:
      return null;
  }
}

function wordRefusal(word: string): string | null {
  if (!/^[@*A-Za-z_][\w*-]*$/.test(word)) return `the name ${word}`;
  return V2_KEYWORDS.has(word.toLowerCase()) ? `the word ${word} as a name` : null;
}

/** `2*x`: V2 reads `*x` as one name. */
function gluedStar(sql: string, from: number, to: number): boolean {
  const at = sql.indexOf('*', from);
  return at >= 0 && at + 1 === to && /[\w@*-]/.test(sql[to]);
}

function callRefusal(node: CallNode, sql: string, inSelect: boolean): string | null {
  const name = node.name.toLowerCase();
  if (name === 'nested') return nestedRefusal(node, inSelect);
  if (node.over !== null) return windowRefusal(node, sql);
  if (isV2Aggregate(name)) return aggregateRefusal(node, sql);
  if (node.filter !== null || node.distinct || node.args.some(({ kind }) => kind === 'star')) {
    return `the arguments of ${name}`;
  }
  const unknown = node.options.find((option) => !isV2Option(option.name, name));
  if (unknown !== undefined) return `the option ${unknown.name}`;
  return isV2Function(name) ? argumentsRefusal(name, node) : `the function ${name}`;
}

const SIMPLE_UNITS = /^(?:microsecond|second|minute|hour|day|week|month|quarter|year)$/i;

/** Functions whose arguments are words and constants of the grammar. */
function argumentsRefusal(name: string, node: CallNode): string | null {
  if (name === 'timestampadd' || name === 'timestampdiff') {
    const [unit] = node.args;
    const isSimple = unit?.kind === 'column' && SIMPLE_UNITS.test(unit.parts.join('.'));
    return isSimple ? null : `the unit of ${name}`;
  }
  return isV2Search(name) ? searchRefusal(name, node, name === 'query' ? 1 : 2) : null;
}

/** Its field and its query are names or constants, or options of those names. */
function searchRefusal(name: string, { args, options }: CallNode, count: number): string | null {
  const isConstant = args.every(
    ({ kind }) => kind === 'column' || kind === 'literal' || kind === 'fieldList',
  );
  const named = options.filter((option) => ['field', 'fields', 'query'].includes(option.name.toLowerCase()));
  return isConstant && args.length + named.length === count ? null : `the arguments of ${name}`;
}

/** `field = MATCHQUERY('text')`. */
function isSearchOfField(node: ExpressionNode): node is ComparisonNode & { readonly right: CallNode } {
  if (node.kind !== 'comparison' || node.operator !== '=' || node.right.kind !== 'call') return false;
  const isField = node.left.kind === 'column' || node.left.kind === 'literal';
  return isField && isV2SearchOfField(node.right.name.toLowerCase());
}

function aggregateRefusal(node: CallNode, sql: string): string | null {
  const name = node.name.toLowerCase();
  const starred = node.args.some(({ kind }) => kind === 'star');
  if (node.args.length !== 1 || ((node.distinct || starred) && name !== 'count'))
    return `the arguments of ${name}`;
  return node.filter === null ? null : expressionRefusal(node.filter, sql, false);
}

function windowRefusal(node: CallNode, sql: string): string | null {
  const name = node.name.toLowerCase();
  if (!isV2Window(name) && !isV2Aggregate(name)) return `${name} over a window`;
  if (node.over === null || node.over.frame !== null) return 'a window frame';
  const keys = [...node.over.partitionBy, ...node.over.orderBy.map(({ expression }) => expression)];
  return first(keys, (key) => expressionRefusal(key, sql, false));
}

function nestedRefusal(node: CallNode, inSelect: boolean): string | null {
  if (!inSelect) return 'nested outside of the select list';
  return node.args.some(({ kind }) => kind === 'star') ? 'nested of a star' : null;
}
