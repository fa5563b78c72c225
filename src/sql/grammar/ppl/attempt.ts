import { EOF, type IToken } from 'chevrotain';
import type { PipelineNode } from '../../ast/index.ts';
import * as t from '../tokens.ts';
import { PipelineParser } from './pipelineParser.ts';
import { Pipe, word } from './tokens.ts';

/**
 * Building the parser takes milliseconds, so one instance, created on first use, serves all pipelines
 * (parsing is synchronous).
 */
let shared: PipelineParser | null = null;

export function pipelineParser(): PipelineParser {
  shared ??= new PipelineParser();
  return shared;
}

/** The tokens are no valid pipeline. */
export interface Failure {
  /** Where the attempt that got furthest stopped. */
  readonly token: IToken;
}

const NOWHERE = Number.POSITIVE_INFINITY;

/** Returns the tree, or where it failed. Other problems are kept in the parser. */
export function attempt(text: string, tokens: IToken[]): PipelineNode | Failure {
  const [source, last] = sourcesOf(tokens);
  const startsWithSource = source === tokens[tokens[0]?.tokenType === word.SEARCH ? 1 : 0]?.startOffset;
  let furthest: Failure | null = null;
  for (const sourceStart of startsWithSource ? [-1, last, NOWHERE] : [last, NOWHERE]) {
    const result = read(text, tokens, sourceStart);
    if ('kind' in result) return result;
    if (furthest === null || startOf(result.token) > startOf(furthest.token)) furthest = result;
  }
  return furthest as Failure;
}

/** `sourceStart`: where the source starts when a condition precedes it. */
function read(text: string, tokens: IToken[], sourceStart: number): PipelineNode | Failure {
  const parser = pipelineParser();
  parser.text = text;
  parser.problem = null;
  parser.sourceStart = sourceStart;
  parser.isSearch = false;
  parser.input = tokens;
  const pipeline = parser.pipeline();
  const [error] = parser.errors;
  return error === undefined ? pipeline : { token: error.token };
}

/**
 * Where the first and last `source =` of the first command start: `source = …` can be a condition if another
 * one after it names the source.
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
  return token.tokenType === EOF ? NOWHERE : token.startOffset;
}
