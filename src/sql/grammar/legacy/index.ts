import { indexNotFound, SqlError } from '../../errors.ts';
import { QueryReader } from './queries.ts';
import type { NameSpan } from './tokenReader.ts';

export type { NameSpan };

/**
 * The original's legacy error for text that is not a query; null when the legacy engine can parse it. Text
 * that neither engine can parse is rejected with this error.
 */
export function legacyRefusal(sql: string): SqlError | null {
  const text = oneLine(sql);
  if (NOTHING.test(text)) return noStatement();
  const [first] = text.split(' ', 1);
  if (!/^(?:select|delete|show|describe)$/i.test(first)) {
    const details = `Query must start with SELECT, DELETE, SHOW or DESCRIBE: ${text}`;
    return new SqlError('SQLFeatureNotSupportedException', details);
  }
  const word = first.toUpperCase();
  if (word !== 'SELECT' && word !== 'DELETE') return null;
  try {
    const reader = new QueryReader(text);
    if (word === 'DELETE') {
      reader.delete();
      return null;
    }
    if (!reader.whole()) return noFrom();
    const { strangeTable, isJoin } = reader;
    return strangeTable === null || isJoin ? null : indexNotFound(strangeTable, 200);
  } catch (error) {
    if (error instanceof SqlError) return error;
    throw error;
  }
}

/** Where the legacy engine reads names in a text that it does not refuse. */
export function legacyNames(sql: string): readonly NameSpan[] {
  const text = sql.replace(LINE_BREAKS, ' ').replace(/;\s*$/, '');
  const reader = new QueryReader(text);
  if (/^\s*delete\b/i.test(text)) reader.delete();
  else reader.whole();
  return reader.names;
}

/** As much of a DELETE as the legacy engine reads: it ignores the rest. */
export function readPartOfDelete(sql: string): string {
  const reader = new QueryReader(sql.replace(LINE_BREAKS, ' '));
  reader.delete();
  return sql.slice(0, reader.end);
}

const LINE_BREAKS = /[\n\v\f\r\u0085\u2028\u2029]/g;

/** The V2 engine's grammar accepts text that consists of comments, but its analyzer finds no statement. */
const NOTHING = /^(?:\s|\/\*[\s\S]*?\*\/|--[^\n]*|#[^\n]*)*$/;

function noStatement(): SqlError {
  const details =
    'Cannot invoke "org.opensearch.sql.ast.statement.Statement.accept' +
    '(org.opensearch.sql.ast.AbstractNodeVisitor, Object)" because "statement" is null';
  return new SqlError('NullPointerException', details);
}

function noFrom(): SqlError {
  const details =
    'Cannot invoke "com.alibaba.druid.sql.ast.statement.SQLTableSource.getAlias()" because the return value of ' +
    '"com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlSelectQueryBlock.getFrom()" is null';
  return new SqlError('NullPointerException', details);
}

/** Replaces line breaks by spaces and removes a semicolon at the end. */
function oneLine(sql: string): string {
  const text = sql.replace(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, ' ');
  return text.replace(/^[\p{Cc} ]+|[\p{Cc} ]+$/gu, '').replace(/;$/, '');
}
