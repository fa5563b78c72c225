import { LRUCache } from 'lru-cache';
import type { DescribeTablesNode, ShowTablesNode, StatementNode } from '../ast/index.ts';
import { legacyRefusal } from './legacy/index.ts';
import { tokenize } from './lexer.ts';
import { parserError } from './messages.ts';
import { StatementParser } from './statementParser.ts';

/** Building the parser costs milliseconds: one instance, made at the first statement, serves all (they never overlap). */
let shared: StatementParser | null = null;

/**
 * Statements that come again are not parsed again: trees are frozen. Few, because plans are kept as long as their trees
 * are: those of `SELECT *` are as large as the mapping, whatever the length of the text.
 */
const parsed = new LRUCache<string, StatementNode>({
  max: 200,
  maxSize: 200_000,
  maxEntrySize: 10_000,
  sizeCalculation: (_statement, sql) => sql.length,
});

/**
 * SQL text → AST. Throws SqlError: SQLFeatureNotSupportedException for other statements, ParserException and
 * EOFParserException for what does not parse, NumberFormatException for a LIMIT that is no number.
 */
export function parseStatement(sql: string): StatementNode {
  const known = parsed.get(sql);
  if (known !== undefined) return known;
  const statement = parse(sql);
  parsed.set(sql, statement);
  return statement;
}

function parse(sql: string): StatementNode {
  checkFirstWord(sql);
  const tokens = tokenize(sql);
  shared ??= new StatementParser();
  const parser = shared;
  parser.sql = sql;
  parser.input = tokens;
  const statement = parser.statement();
  const [error] = parser.errors;
  if (error === undefined) return statement;
  const words = indexStatement(sql);
  if (words !== null) return words;
  const { image, startOffset } = error.token;
  const refusal = legacyRefusal(sql);
  if (refusal !== null) throw refusal;
  const start = Number.isNaN(startOffset) ? sql.length : startOffset;
  const end = start + image.length;
  throw parserError(`ERROR. token : ${image}, pos : ${end}`).at({ start, end });
}

/** SHOW and DESCRIBE in whatever form: the original's legacy engine looks at their words only. */
function indexStatement(sql: string): ShowTablesNode | DescribeTablesNode | null {
  const text = withoutComments(sql);
  if (/^show\b/i.test(text)) return Object.freeze({ kind: 'showTables', pattern: null, byWords: true });
  if (!/^describe\b/i.test(text)) return null;
  return Object.freeze({ kind: 'describeTables', pattern: null, columnPattern: null, byWords: true });
}

function withoutComments(sql: string): string {
  return sql.replace(/^(?:\s+|\/\*[\s\S]*?\*\/|(?:--\s|#)[^\r\n]*)+/, '');
}

function checkFirstWord(sql: string): void {
  const text = withoutComments(sql);
  if (/^(?:select|delete|show|describe|with)\b|^\(/i.test(text)) return;
  throw legacyRefusal(sql) ?? parserError('the statement has no first word');
}
