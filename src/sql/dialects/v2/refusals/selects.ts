import type { RelationNode, SelectItemNode, SelectNode, StatementNode } from '../../../ast/index.ts';
import { isKeyword, isTableName } from './names.ts';
import type { Refusal } from './refusal.ts';

export const statementRefusals: readonly Refusal<StatementNode>[] = [
  {
    name: 'SHOW and DESCRIBE without a pattern',
    example: 'SHOW TABLES',
    detects: (node) => isIndexStatement(node) && node.pattern === null,
  },
  {
    name: 'DELETE',
    example: 'DELETE FROM t',
    detects: ({ kind }) => kind === 'delete',
  },
  {
    name: 'set operations',
    example: 'SELECT a FROM t UNION SELECT a FROM s',
    detects: ({ kind }) => kind === 'setOperation',
  },
  {
    name: 'common tables',
    example: 'WITH c AS (SELECT a FROM t) SELECT a FROM c',
    detects: ({ kind }) => kind === 'with',
  },
];

function isIndexStatement(
  node: StatementNode,
): node is Extract<StatementNode, { kind: 'showTables' | 'describeTables' }> {
  return node.kind === 'showTables' || node.kind === 'describeTables';
}

export const selectRefusals: readonly Refusal<SelectNode>[] = [
  {
    name: 'the syntax of the legacy engine',
    example: 'SELECT a FROM t FOR UPDATE',
    detects: ({ reading }) => reading === 'legacy',
  },
  {
    name: 'clauses without FROM',
    example: 'SELECT 1 WHERE 1 = 1',
    detects: ({ from, where, groupBy, having, orderBy }) =>
      from === null && (where !== null || groupBy.length > 0 || having !== null || orderBy.length > 0),
  },
];

export const fromRefusals: readonly Refusal<RelationNode>[] = [
  {
    name: 'joins',
    example: 'SELECT a FROM t JOIN s ON t.i = s.i',
    detects: ({ kind }) => kind === 'join',
  },
  {
    name: 'a subquery without an alias',
    example: 'SELECT a FROM (SELECT b FROM t)',
    detects: (node) => node.kind === 'derived' && node.alias === null,
  },
  {
    name: 'a set operation as a table',
    example: 'SELECT a FROM (SELECT a FROM t UNION SELECT a FROM s) x',
    detects: (node) => node.kind === 'derived' && node.query.kind !== 'select',
  },
  {
    name: 'other names of indices',
    example: 'SELECT a FROM logs-2026.01',
    detects: (node, { sql }) =>
      node.kind === 'table' && !isTableName(sql.slice(node.span.start, node.span.end)),
  },
];

/** An item, and whether it is the first. */
export interface ItemPlace {
  readonly item: SelectItemNode;
  readonly isFirst: boolean;
}

export const itemRefusals: readonly Refusal<ItemPlace>[] = [
  {
    name: 'an alias in quotes',
    example: "SELECT a AS 'b' FROM t",
    detects: ({ item: { expression, alias } }, { sql }) =>
      alias !== null && /^\s+AS\s*['"]/i.test(sql.slice(expression.span.end)),
  },
  {
    name: 'keywords as aliases',
    example: 'SELECT a AS filter FROM t',
    detects: ({ item: { expression, alias } }, { sql }) =>
      alias !== null && isBareKeyword(sql, expression.span.end, alias),
  },
  {
    name: 'a star of a table',
    example: 'SELECT t.* FROM t',
    detects: ({ item: { expression } }) => expression.kind === 'star' && expression.qualifier !== null,
  },
  {
    name: 'an alias of a star',
    example: 'SELECT * a FROM t',
    detects: ({ item: { expression, alias } }) => expression.kind === 'star' && alias !== null,
  },
  {
    name: 'a star behind a column',
    example: 'SELECT a, * FROM t',
    detects: ({ item: { expression }, isFirst }) => expression.kind === 'star' && !isFirst,
  },
];

/** Whether an alias is written without quotes or backticks, and is a keyword. */
function isBareKeyword(sql: string, from: number, alias: string): boolean {
  return isKeyword(alias) && /^\s+(?:AS\s+)?(\w+)/i.exec(sql.slice(from))?.[1] === alias;
}
