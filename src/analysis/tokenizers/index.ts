import { type ComponentType, table } from '../components.ts';
import { lowercase } from '../lowercase.ts';
import type { Tokenizer } from '../stream.ts';
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
  { name: 'pattern', create: patternTokenizer },
  { name: 'simple_pattern', create: simplePatternTokenizer },
  { name: 'simple_pattern_split', create: simplePatternSplitTokenizer },
  { name: 'thai', create: () => thaiTokenizer },
  { name: 'classic', create: (p) => classicTokenizer(p.integer('max_token_length', 255)) },
  { name: 'uax_url_email', create: (p) => urlEmailTokenizer(p.integer('max_token_length', 255)) },
];

export const tokenizers = table(rows);
