import { EOF, type IToken } from 'chevrotain';
import type { PipelineNode } from '../../ast/index.ts';
import * as t from '../tokens.ts';
import { PipelineParser } from './pipelineParser.ts';
import { Pipe, word } from './tokens.ts';

/** Building the parser costs milliseconds: one instance, made at the first pipeline, serves all (they never overlap). */
let shared: PipelineParser | null = null;

export function pipelineParser(): PipelineParser {
  shared ??= new PipelineParser();
  return shared;
}

/** Where tokens stop to be a pipeline. */
export interface Failure {
  readonly token: IToken;
  /** The rules around it, from the outermost; none where a whole pipeline ended. */
  readonly rules: readonly string[];
  /** Which use of each rule by the one around it. */
  readonly uses: readonly number[];
}

const NOWHERE = Number.POSITIVE_INFINITY;

/** The tree, or where the reading that came furthest failed. What else is wrong, the parser knows. */
export function attempt(text: string, tokens: IToken[]): PipelineNode | Failure {
  const [source, last] = sourcesOf(tokens);
  const startsWithSource = source === tokens[tokens[0]?.tokenType === word.SEARCH ? 1 : 0]?.startOffset;
  let furthest: Failure | null = null;
  for (const sourceStart of startsWithSource ? [-1, last, NOWHERE] : [last, NOWHERE]) {
    const result = read(text, tokens, sourceStart);
    if ('kind' in result) return result;
    if (furthest === null || startOf(result.token) > startOf(furthest.token)) furthest = result;
    if (result.rules.includes('command')) break;
  }
  return furthest as Failure;
}

/** `sourceStart`: the source stands there, behind a condition. */
function read(text: string, tokens: IToken[], sourceStart: number): PipelineNode | Failure {
  const parser = pipelineParser();
  parser.text = text;
  parser.problem = null;
  parser.sourceStart = sourceStart;
  parser.isSearch = false;
  parser.input = tokens;
  const pipeline = parser.pipeline();
  const [error] = parser.errors;
  if (error !== undefined) {
    const { ruleStack, ruleOccurrenceStack } = error.context;
    const isWhole = error.name === 'NotAllInputParsedException';
    return { token: error.token, rules: isWhole ? [] : ruleStack, uses: ruleOccurrenceStack };
  }
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

export function startOf(token: IToken): number {
  return token.tokenType === EOF ? NOWHERE : token.startOffset;
}
