import type { IToken } from 'chevrotain';
import { LRUCache } from 'lru-cache';
import type { DescribeTablesNode, Reading, ShowTablesNode, StatementNode } from '../ast/index.ts';
import { legacyRefusal } from './legacy/index.ts';
import { tokenize } from './lexer.ts';
import { parserError } from './messages.ts';
import { isReadTwice } from './reading.ts';
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

/** What the legacy engine reads in a text; the statement itself where both engines read the same. */
export function legacyReading(statement: StatementNode, sql: string): StatementNode {
  if (!isReadTwice(sql)) return statement;
  const key = `legacy ${sql}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const read = readAs('legacy', sql) ?? statement;
  parsed.set(key, read);
  return read;
}

function parse(sql: string): StatementNode {
  checkFirstWord(sql);
  const read = readAs('both', sql) ?? indexStatement(sql);
  if (read !== null) return read;
  const refusal = legacyRefusal(sql);
  if (refusal !== null) throw refusal;
  const legacy = readAs('legacy', sql);
  if (legacy !== null) return legacy;
  const { image, startOffset } = failedAt();
  throw parserError(`ERROR. token : ${image}, pos : ${startOffset + image.length}`);
}

/** Null when it is not of the language. */
function readAs(reading: Reading, sql: string): StatementNode | null {
  const tokens = tokenize(sql, reading);
  shared ??= new StatementParser();
  const parser = shared;
  parser.sql = sql;
  parser.reading = reading;
  parser.input = tokens ?? [];
  if (tokens === null) return null;
  const statement = parser.statement();
  return parser.errors.length === 0 ? statement : null;
}

/** Where the parser stopped; at the beginning when a sign is none of the language. */
function failedAt(): Pick<IToken, 'image' | 'startOffset'> {
  return shared?.errors[0]?.token ?? { image: '', startOffset: 0 };
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
