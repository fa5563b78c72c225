import type { HighlightOptions } from '../source/highlightSpec.ts';

const HTML: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#x27;',
  '/': '&#x2F;',
};

export function encode(text: string, { encoder }: HighlightOptions): string {
  return encoder === 'html' ? text.replace(/[<>&"'/]/g, (c) => HTML[c]) : text;
}

/** A range to mark; `tag` selects among several tags. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly tag?: number;
}

/** `text[start, end)` with tags around matches; matches ascend, and overlapping ones are marked once. */
export function markUp(
  text: string,
  span: { readonly start: number; readonly end: number; readonly matches: readonly Mark[] },
  options: HighlightOptions,
): string {
  const { preTags, postTags } = options;
  let out = '';
  let at = span.start;
  for (const { start, end, tag = 0 } of span.matches) {
    if (start > at) {
      out += encode(text.slice(at, start), options);
      at = start;
    }
    if (end <= at) continue;
    out += preTags[tag % preTags.length] + encode(text.slice(at, end), options);
    out += postTags[tag % postTags.length];
    at = end;
  }
  return out + encode(text.slice(at, Math.max(at, span.end)), options);
}
