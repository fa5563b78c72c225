import { EOF, type IToken } from 'chevrotain';
import type { PipelineNode } from '../../ast/index.ts';
import type { SqlError } from '../../errors.ts';
import * as t from '../tokens.ts';
import { tokenize } from './lexer.ts';
import { PipelineParser } from './pipelineParser.ts';
import { syntaxError } from './syntaxError.ts';
import { Pipe, word } from './tokens.ts';

/** Building the parser costs milliseconds: one instance, made at the first pipeline, serves all (they never overlap). */
let shared: PipelineParser | null = null;

const NOWHERE = Number.POSITIVE_INFINITY;

/**
 * PPL text → AST. Throws SqlError: SyntaxCheckException for what does not parse, NumberFormatException for numbers
 * beyond their type.
 */
export function parsePipeline(text: string): PipelineNode {
  const tokens = tokenize(text);
  const [source, last] = sourcesOf(tokens);
  const startsWithSource = source === tokens[tokens[0]?.tokenType === word.SEARCH ? 1 : 0]?.startOffset;
  let furthest: IToken | null = null;
  for (const sourceStart of startsWithSource ? [-1, last, NOWHERE] : [last, NOWHERE]) {
    const result = read(text, tokens, sourceStart);
    if ('kind' in result) return result;
    if (furthest === null || startOf(result) > startOf(furthest)) furthest = result;
  }
  throw refusal(text, furthest as IToken);
}

/** The tree, or the token that cannot be where it is. `sourceStart`: the source stands there, behind a condition. */
function read(text: string, tokens: IToken[], sourceStart: number): PipelineNode | IToken {
  shared ??= new PipelineParser();
  const parser = shared;
  parser.text = text;
  parser.problem = null;
  parser.sourceStart = sourceStart;
  parser.isSearch = false;
  parser.input = tokens;
  const pipeline = parser.pipeline();
  if (parser.errors.length > 0) return parser.errors[0].token;
  if (parser.problem !== null) throw parser.problem;
  return pipeline;
}

/**
 * Where the first and the last `source =` of the first command begin: `source = …` may be a condition, when another
 * one names the source behind it.
 */
function sourcesOf(tokens: readonly IToken[]): [first: number, last: number] {
  let first = NOWHERE;
  let last = NOWHERE;
  for (let i = 0; i + 1 < tokens.length && tokens[i].tokenType !== Pipe; i++) {
    const { tokenType, startOffset } = tokens[i];
    const isSource = tokenType === word.SOURCE || tokenType === word.INDEX;
    if (!isSource || tokens[i + 1].tokenType !== t.Equal) continue;
    first = Math.min(first, startOffset);
    last = startOffset;
  }
  return [first, last];
}

function startOf(token: IToken): number {
  return token.tokenType === EOF ? Number.POSITIVE_INFINITY : token.startOffset;
}

function refusal(text: string, token: IToken): SqlError {
  const isEnd = token.tokenType === EOF;
  const start = isEnd ? text.length : token.startOffset;
  const end = isEnd ? text.length : start + token.image.length;
  const symbol = isEnd ? '<EOF>' : token.image;
  return syntaxError(
    `Failed to parse query due to offending symbol [${symbol}] at: '${upTo(text, end)}' <--- HERE... More details: `,
  ).at({ start, end });
}

/** The original counts code points and cuts by UTF-16 units. */
function upTo(text: string, end: number): string {
  return text.slice(0, [...text.slice(0, end)].length);
}
