import type { TokenType } from 'chevrotain';
import { keyword } from './keywords.ts';
import { BareAlias, Name, symbols } from './tokens.ts';

/** All token types of the language. */
export const vocabulary: readonly TokenType[] = [Name, BareAlias, ...Object.values(keyword), ...symbols];
