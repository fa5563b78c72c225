import { mapTerms, type TokenFilter, type TokenStream, type WorkToken } from '../stream.ts';
import { asciiFoldingTable } from './asciiFoldingTable.ts';

const NON_ASCII = /[^\0-\x7f]/;

/** Built on first use: most indices never fold. */
let table: ReadonlyMap<string, string> | null = null;

function foldToAscii(text: string): string {
  if (!NON_ASCII.test(text)) return text;
  table ??= asciiFoldingTable();
  let out = '';
  for (const char of text) out += char < '\x80' ? char : (table.get(char) ?? char);
  return out;
}

export function asciiFoldingFilter(preserveOriginal: boolean): TokenFilter {
  const plain = mapTerms(foldToAscii);
  return preserveOriginal ? { apply: foldAndKeep, forSynonyms: plain } : plain;
}

/** Emits the folded term first, then the original at the same position. */
function foldAndKeep(stream: TokenStream): TokenStream {
  const tokens = stream.tokens.flatMap((token): WorkToken[] => {
    const folded = foldToAscii(token.term);
    if (folded === token.term) return [token];
    return [
      { ...token, term: folded },
      { ...token, positionIncrement: 0 },
    ];
  });
  return { tokens, endIncrement: stream.endIncrement };
}
