import { type ComponentType, table } from '../components.ts';
import { lowercase } from '../lowercase.ts';
import { separatorTest } from '../patterns.ts';
import type { Tokenizer } from '../stream.ts';
import { charGroupTokenizer } from './charGroup.ts';
import { ngramTokenizer } from './ngram.ts';
import { pathHierarchyTokenizer } from './path.ts';
import { charTokenizer, isLetter, isWhitespace, keywordTokenizer } from './simple.ts';
import { standardTokenizer } from './standard.ts';

const letters = charTokenizer(isLetter);

function lowercaseLetters(text: string): ReturnType<Tokenizer> {
  const tokens = letters(text);
  for (const token of tokens) token.term = lowercase(token.term);
  return tokens;
}

function splitting(pattern: string): Tokenizer {
  const isSeparator = separatorTest(pattern);
  return charTokenizer((codePoint) => !isSeparator(codePoint), Number.MAX_SAFE_INTEGER);
}

const rows: readonly ComponentType<Tokenizer>[] = [
  { name: 'standard', create: (p) => standardTokenizer(p.integer('max_token_length', 255)) },
  { name: 'letter', create: () => letters },
  { name: 'lowercase', create: () => lowercaseLetters },
  {
    name: 'whitespace',
    create: (p) => charTokenizer((c) => !isWhitespace(c), p.integer('max_token_length', 255)),
  },
  { name: 'keyword', create: () => keywordTokenizer },
  { name: 'ngram', create: (p) => ngramTokenizer(p, false) },
  { name: 'edge_ngram', create: (p) => ngramTokenizer(p, true) },
  { name: 'path_hierarchy', create: pathHierarchyTokenizer },
  { name: 'char_group', prebuilt: false, create: charGroupTokenizer },
  { name: 'pattern', create: (p) => splitting(p.string('pattern') ?? '\\W+') },
  { name: 'simple_pattern_split', prebuilt: false, create: (p) => splitting(p.string('pattern') ?? '') },
];

export const tokenizers = table(rows);
