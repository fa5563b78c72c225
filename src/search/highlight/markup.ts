import type { HighlightOptions } from '../source/highlightSpec.ts';
import type { Match } from './passages.ts';

const HTML: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#x27;',
};

export function encode(text: string, { encoder }: HighlightOptions): string {
  return encoder === 'html' ? text.replace(/[<>&"']/g, (c) => HTML[c]) : text;
}

/**
 * `text[start, end)` with tags around what was matched in it; matches ascend and do not overlap. `tagOf` chooses among
 * several tags; by default the first are used.
 */
export function markUp(
  text: string,
  span: { readonly start: number; readonly end: number; readonly matches: readonly Match[] },
  options: HighlightOptions,
  tagOf: (match: Match) => number = () => 0,
): string {
  const { preTags, postTags } = options;
  let out = '';
  let at = span.start;
  for (const match of span.matches) {
    const { start, end } = match;
    const tag = tagOf(match);
    out += encode(text.slice(at, start), options);
    out += preTags[tag % preTags.length] + encode(text.slice(start, end), options);
    out += postTags[tag % postTags.length];
    at = end;
  }
  return out + encode(text.slice(at, span.end), options);
}
