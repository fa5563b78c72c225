import type { IToken } from 'chevrotain';
import {
  type DescribeTablesNode,
  derive,
  type Reading,
  type ShowTablesNode,
  type StatementNode,
} from '../ast/index.ts';
import { SqlError } from '../errors.ts';
import { legacyNames, legacyRefusal, type NameSpan, readPartOfDelete } from './legacy/index.ts';
import { tokenize } from './lexer.ts';
import { parserError } from './messages.ts';
import { type GivenLiteral, plainText, type StatementText } from './plainLiterals.ts';
import { isReadTwice } from './reading.ts';
import { Statement } from './statement.ts';
import { StatementParser } from './statementParser.ts';
import { Templates } from './templates.ts';

/**
 * Building the parser takes milliseconds, so one instance, created on first use, serves all statements
 * (parsing is synchronous).
 */
let shared: StatementParser | null = null;

const templates = new Templates<StatementNode>(({ sql, given }) => parse(sql, given));

/**
 * Parses SQL. Throws SqlError: SQLFeatureNotSupportedException for unsupported statements, ParserException
 * and EOFParserException for syntax errors, NumberFormatException for an invalid LIMIT.
 */
export function parseStatement(written: string | StatementText): Statement {
  return templates.read(typeof written === 'string' ? plainText(written) : written);
}

/** The statement as the legacy engine parses it; the same object where both engines agree. */
export function legacyReading(statement: Statement): Statement {
  const { sql, given } = statement;
  const tree = isReadTwice(sql) ? readAs('legacy', sql, given) : null;
  return tree === null ? statement : Statement.of(tree, sql, given);
}

function parse(sql: string, given: readonly GivenLiteral[]): StatementNode {
  checkFirstWord(sql);
  const read = readBoth(sql, given) ?? indexStatement(sql);
  if (read !== null) return read;
  const refusal = legacyRefusal(sql);
  if (refusal !== null) throw refusal;
  const legacy = readByLegacy(sql, given) ?? readDelete(sql, given);
  if (legacy !== null) return legacy;
  const { image, startOffset } = failedAt();
  const start = Number.isNaN(startOffset) ? sql.length : startOffset;
  const end = start + image.length;
  throw parserError(`ERROR. token : ${image}, pos : ${end}`).at({ start, end });
}

function readByLegacy(sql: string, given: readonly GivenLiteral[]): StatementNode | null {
  return readAs('legacy', sql, given) ?? readAs('legacy', sql, given, legacyNames(sql));
}

/** A DELETE with something behind it that is ignored. */
function readDelete(sql: string, given: readonly GivenLiteral[]): StatementNode | null {
  if (!/^delete\b/i.test(withoutComments(sql))) return null;
  const read = readByLegacy(readPartOfDelete(sql), given);
  return read?.kind === 'delete' ? derive(read, { isTrimmed: true }) : null;
}

/** A row count that is no integer is an error only of a text that the legacy engine takes for a query. */
function readBoth(sql: string, given: readonly GivenLiteral[]): StatementNode | null {
  try {
    return readAs('both', sql, given);
  } catch (error) {
    const isNumber = error instanceof SqlError && error.type === 'NumberFormatException';
    throw isNumber ? (legacyRefusal(sql) ?? error) : error;
  }
}

/** Null when the text is not valid in that language. */
function readAs(
  reading: Reading,
  sql: string,
  given: readonly GivenLiteral[],
  names: readonly NameSpan[] = [],
): StatementNode | null {
  const tokens = tokenize(sql, reading, names);
  shared ??= new StatementParser();
  const parser = shared;
  parser.sql = sql;
  parser.reading = reading;
  parser.given = new Map(given.map((literal) => [literal.start, literal.text]));
  parser.input = tokens ?? [];
  if (tokens === null) return null;
  const statement = parser.statement();
  return parser.errors.length === 0 ? statement : null;
}

/** The token where the parser stopped; the start of the text if it contains an invalid character. */
function failedAt(): Pick<IToken, 'image' | 'startOffset'> {
  return shared?.errors[0]?.token ?? { image: '', startOffset: 0 };
}

/** SHOW and DESCRIBE in any form: the original's legacy engine only looks at their words. */
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
