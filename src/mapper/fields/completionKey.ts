import type { Analyzer } from '../../analysis/index.ts';

/** Separates the tokens of a key. */
const SEPARATOR = '\u001f';

interface KeyOptions {
  readonly preserveSeparators: boolean;
  readonly preservePositionIncrements: boolean;
}

/** Normalises an input, or a prefix typed so far, for comparison. */
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
