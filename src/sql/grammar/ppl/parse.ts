import type { IToken } from 'chevrotain';
import type { PipelineNode } from '../../ast/index.ts';
import { SqlError } from '../../errors.ts';
import { plainText } from '../plainLiterals.ts';
import type { Statement } from '../statement.ts';
import { Templates } from '../templates.ts';
import { attempt, type Failure, pipelineParser } from './attempt.ts';
import { diagnose } from './diagnosis/index.ts';
import { tokenize } from './lexer.ts';
import { syntaxError } from './syntaxError.ts';

const templates = new Templates<PipelineNode>(({ sql }) => parse(sql));

/**
 * Parses PPL. Throws SqlError: SyntaxCheckException for syntax errors, NumberFormatException for numbers
 * beyond their type.
 */
export function parsePipeline(text: string): Statement<PipelineNode> {
  return templates.read(plainText(text));
}

function parse(text: string): PipelineNode {
  const tokens = tokenize(text);
  const result = attempt(text, tokens);
  if (!('kind' in result)) throw refusal(text, tokens, result);
  const { problem } = pipelineParser();
  if (problem !== null) throw problem;
  return result;
}

function refusal(text: string, tokens: readonly IToken[], failure: Failure): SqlError {
  if (tokens.length === 0) return new SqlError('NullPointerException', NO_STATEMENT);
  const { place, details } = diagnose(tokens) ?? { place: tokens.indexOf(failure.token), details: '' };
  const token = tokens[place];
  const start = token?.startOffset ?? text.length;
  const end = start + (token?.image.length ?? 0);
  const where = `offending symbol [${token?.image ?? '<EOF>'}] at: '${upTo(text, end)}' <--- HERE...`;
  return syntaxError(`Failed to parse query due to ${where} More details: ${details}`).at({ start, end });
}

const NO_STATEMENT =
  'Cannot invoke "org.opensearch.sql.ast.statement.Statement.accept' +
  '(org.opensearch.sql.ast.AbstractNodeVisitor, Object)" because "plan" is null';

/** The original counts in code points but cuts in UTF-16 units. */
function upTo(text: string, end: number): string {
  return text.slice(0, [...text.slice(0, end)].length);
}
