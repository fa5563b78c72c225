import { appendAll, OpenSearchError } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import type { TokenFilter, WorkToken } from '../stream.ts';
import {
  ALPHA,
  ALPHANUMERIC,
  type CharType,
  charTypeOf,
  DELIMITER,
  DIGIT,
  LOWER,
  splitWord,
  UPPER,
} from './wordDelimiterParts.ts';
import { type DelimiterOptions, graphPieces, type Piece, plainPieces } from './wordDelimiterPieces.ts';

/** `word_delimiter` and its graph form: `Wi-Fi2Go` → `Wi`, `Fi`, `2`, `Go`. */
export function wordDelimiterFilter(parameters: ComponentParameters, graph: boolean): TokenFilter {
  const options: DelimiterOptions = {
    charType: typeTable(parameters),
    words: parameters.boolean('generate_word_parts', true),
    numbers: parameters.boolean('generate_number_parts', true),
    catenateWords: parameters.boolean('catenate_words', false),
    catenateNumbers: parameters.boolean('catenate_numbers', false),
    catenateAll: parameters.boolean('catenate_all', false),
    preserve: parameters.boolean('preserve_original', false),
    caseChange: parameters.boolean('split_on_case_change', true),
    numerics: parameters.boolean('split_on_numerics', true),
    possessive: parameters.boolean('stem_english_possessive', true),
  };
  const adjust = parameters.boolean('adjust_offsets', true) || !graph;
  // Only the graph form can skip tokens marked as keywords.
  const keepsKeywords = graph && parameters.boolean('ignore_keywords', false);
  const protectedWords = new Set(parameters.words('protected_words') ?? []);
  return {
    knowsKeywords: graph,
    apply: ({ tokens, endIncrement }) => {
      const out: WorkToken[] = [];
      let pending = 0;
      for (const token of tokens) {
        pending += token.positionIncrement;
        const isKept = protectedWords.has(token.term) || (keepsKeywords && token.keyword === true);
        const made = isKept ? null : piecesOf(token.term, options, graph);
        if (made === null) out.push({ ...token, positionIncrement: pending });
        else if (made.length > 0) appendAll(out, placed(token, made, pending, adjust));
        else if (!graph && closesUp(token, options) && out.length > 0) pending--;
        if (made === null || made.length > 0) pending = 0;
      }
      return { tokens: out, endIncrement };
    },
  };
}

/** A word that consists of delimiters leaves no gap. */
function closesUp(token: WorkToken, options: DelimiterOptions): boolean {
  return token.positionIncrement === 1 && splitWord(token.term, options).parts.length === 0;
}

/** The pieces of a word; `null` to keep it unchanged. */
function piecesOf(term: string, options: DelimiterOptions, graph: boolean): readonly Piece[] | null {
  const { parts, single } = splitWord(term, options);
  if (parts.length === 0) return options.preserve ? null : [];
  if (parts.length === 1 && parts[0].start === 0 && parts[0].end === term.length) return null;
  return graph ? graphPieces(term, parts, single, options) : plainPieces(term, parts, single, options);
}

function placed(token: WorkToken, pieces: readonly Piece[], pending: number, adjust: boolean): WorkToken[] {
  const exact = adjust && token.endOffset - token.startOffset === token.term.length;
  return pieces.map((piece, i): WorkToken => {
    const { term, increment, positionLength } = piece;
    const startOffset = exact ? token.startOffset + piece.start : token.startOffset;
    const endOffset = exact ? token.startOffset + piece.end : token.endOffset;
    const positionIncrement = i === 0 ? pending : increment;
    const { type, keyword, payload } = token;
    const placedPiece = { term, positionIncrement, positionLength, startOffset, endOffset, type, keyword };
    return payload === undefined ? placedPiece : { ...placedPiece, payload };
  });
}

const TYPES: Readonly<Record<string, number>> = {
  LOWER,
  UPPER,
  ALPHA,
  DIGIT,
  ALPHANUM: ALPHANUMERIC,
  SUBWORD_DELIM: DELIMITER,
};

/** `type_table`: `$ => DIGIT` changes the type of a character. */
function typeTable(parameters: ComponentParameters): CharType {
  const table = new Map<string, number>();
  (parameters.words('type_table') ?? []).forEach((rule, line) => {
    const [, left, right] = /^(.*)\s*=>\s*(.*)\s*$/.exec(rule) ?? [];
    if (right === undefined) throw invalidRule(line, rule, '');
    const type = Object.hasOwn(TYPES, right.trim()) ? TYPES[right.trim()] : undefined;
    if (type === undefined) throw invalidRule(line, rule, '. Illegal type.');
    const char = plainChar(left.trim());
    if (char.length !== 1) throw invalidRule(line, rule, '. Only a single character is allowed.');
    table.set(char, type);
  });
  return (char) => table.get(char) ?? charTypeOf(char);
}

function invalidRule(line: number, rule: string, why: string): OpenSearchError {
  return new OpenSearchError(
    'runtime_exception',
    `Line [${line + 1}]: Invalid mapping rule: [${rule}]${why}`,
  );
}

function plainChar(text: string): string {
  const hex = /^\\u([0-9A-Fa-f]{4})$/.exec(text);
  return hex === null ? text.replace(/^\\(?=.)/, '') : String.fromCharCode(Number.parseInt(hex[1], 16));
}
