import type { Analyzer } from '../../analysis/index.ts';

/** Between the tokens of a key. */
const SEPARATOR = '\u001f';

interface KeyOptions {
  readonly preserveSeparators: boolean;
  readonly preservePositionIncrements: boolean;
}

/** A text of a completion field, or what was typed so far, in the form in which prefixes are compared. */
export function completionKey(analyzer: Analyzer, text: string, options: KeyOptions): string {
  const separator = options.preserveSeparators ? SEPARATOR : '';
  let key = '';
  let position = -1;
  for (const token of analyzer.tokenize(text)) {
    if (token.position === position) continue;
    const gap = options.preservePositionIncrements ? token.position - position : 1;
    key += separator.repeat(position === -1 ? gap - 1 : gap) + token.term;
    position = token.position;
  }
  return key;
}
