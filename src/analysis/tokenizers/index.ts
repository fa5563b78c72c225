import { illegalArgument } from '../../common/index.ts';
import { type ComponentType, table } from '../components.ts';
import { lowercase } from '../lowercase.ts';
import type { ComponentParameters } from '../parameters.ts';
import type { Tokenizer } from '../stream.ts';
import { bufferSize, MAX_BUFFER_SIZE } from './bufferSize.ts';
import { charGroupTokenizer } from './charGroup.ts';
import { classicTokenizer } from './classic.ts';
import { ngramTokenizer } from './ngram.ts';
import { pathHierarchyTokenizer } from './path.ts';
import { patternTokenizer, simplePatternSplitTokenizer, simplePatternTokenizer } from './pattern.ts';
import { charTokenizer, isLetter, isWhitespace, keywordTokenizer } from './simple.ts';
import { standardTokenizer } from './standard.ts';
import { thaiTokenizer } from './thai.ts';
import { urlEmailTokenizer } from './urlEmail.ts';

const letters = charTokenizer(isLetter);

function lowercaseLetters(text: string): ReturnType<Tokenizer> {
  const tokens = letters(text);
  for (const token of tokens) token.term = lowercase(token.term);
  return tokens;
}

/** `max_token_length` of the word tokenizers. Throws illegal_argument_exception. */
export function maxTokenLength(parameters: ComponentParameters): number {
  const length = parameters.integer('max_token_length', 255);
  if (length < 1) throw illegalArgument('maxTokenLength must be greater than zero');
  if (length > MAX_BUFFER_SIZE) throw illegalArgument(`maxTokenLength may not exceed ${MAX_BUFFER_SIZE}`);
  return length;
}

function classicLength(parameters: ComponentParameters): number {
  const length = parameters.integer('max_token_length', 255);
  if (length < 1) throw illegalArgument('maxTokenLength must be greater than zero');
  return length;
}

function keyword(parameters: ComponentParameters): Tokenizer {
  bufferSize(parameters, 'buffer_size', 256);
  return keywordTokenizer;
}

const rows: readonly ComponentType<Tokenizer>[] = [
  { name: 'standard', create: (p) => standardTokenizer(maxTokenLength(p)) },
  { name: 'letter', create: () => letters },
  { name: 'lowercase', create: () => lowercaseLetters },
  {
    name: 'whitespace',
    create: (p) => charTokenizer((c) => !isWhitespace(c), bufferSize(p, 'max_token_length', 255)),
  },
  { name: 'keyword', create: keyword },
  { name: 'ngram', create: (p) => ngramTokenizer(p, false) },
  { name: 'edge_ngram', create: (p) => ngramTokenizer(p, true) },
  { name: 'path_hierarchy', create: pathHierarchyTokenizer },
  { name: 'PathHierarchy', create: pathHierarchyTokenizer },
  { name: 'nGram', create: (p) => ngramTokenizer(p, false) },
  { name: 'edgeNGram', create: (p) => ngramTokenizer(p, true) },
  { name: 'char_group', create: charGroupTokenizer },
  { name: 'pattern', create: patternTokenizer },
  { name: 'simple_pattern', create: simplePatternTokenizer },
  { name: 'simple_pattern_split', create: simplePatternSplitTokenizer },
  { name: 'thai', create: () => thaiTokenizer },
  { name: 'classic', create: (p) => classicTokenizer(classicLength(p)) },
  { name: 'uax_url_email', create: (p) => urlEmailTokenizer(maxTokenLength(p)) },
];

export const tokenizers = table(rows);
