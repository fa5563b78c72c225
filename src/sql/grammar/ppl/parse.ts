import { EOF } from 'chevrotain';
import type { PipelineNode } from '../../ast/index.ts';
import type { SqlError } from '../../errors.ts';
import { plainText } from '../plainLiterals.ts';
import type { Statement } from '../statement.ts';
import { Templates } from '../templates.ts';
import { attempt, type Failure, pipelineParser } from './attempt.ts';
import { expectation } from './expected.ts';
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
  if (!('kind' in result)) throw refusal(text, result, expectation(tokens, result));
  const { problem } = pipelineParser();
  if (problem !== null) throw problem;
  return result;
}

function refusal(text: string, { token }: Failure, details: string): SqlError {
  const isEnd = token.tokenType === EOF;
  const start = isEnd ? text.length : token.startOffset;
  const end = isEnd ? text.length : start + token.image.length;
  const symbol = isEnd ? '<EOF>' : token.image;
  const place = `offending symbol [${symbol}] at: '${upTo(text, end)}' <--- HERE...`;
  return syntaxError(`Failed to parse query due to ${place} More details: ${details}`).at({ start, end });
}

/** The original counts in code points but cuts in UTF-16 units. */
function upTo(text: string, end: number): string {
  return text.slice(0, [...text.slice(0, end)].length);
}
