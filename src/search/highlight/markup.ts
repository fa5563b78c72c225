import type { HighlightOptions } from '../source/highlightSpec.ts';

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

interface Marked {
  readonly start: number;
  readonly end: number;
  /** Which of several tags is used. */
  readonly tag?: number;
}

/** `text[start, end)` with tags around what was matched in it; matches ascend and do not overlap. */
export function markUp(
  text: string,
  span: { readonly start: number; readonly end: number; readonly matches: readonly Marked[] },
  options: HighlightOptions,
): string {
  const { preTags, postTags } = options;
  let out = '';
  let at = span.start;
  for (const { start, end, tag = 0 } of span.matches) {
    out += encode(text.slice(at, start), options);
    out += preTags[tag % preTags.length] + encode(text.slice(start, end), options);
    out += postTags[tag % postTags.length];
    at = end;
  }
  return out + encode(text.slice(at, span.end), options);
}
