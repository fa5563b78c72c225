import type { Token } from '../../analysis/index.ts';
import type { JsonValue, Steps } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { QueryShardContext } from '../../query/index.ts';

/** The values of a hit's field as text, with the tokens of each. */
export interface FieldText {
  readonly values: readonly string[];
  /** Offsets and positions within the value. */
  readonly tokens: readonly (readonly Token[])[];
  /** Position gap between two values. */
  readonly positionGap: number;
}

export function* analyzeValues(
  context: QueryShardContext,
  field: MappedFieldType,
  values: readonly JsonValue[],
): Steps<FieldText> {
  const texts = values.map(String);
  if (field.family !== 'text') {
    const tokens = values.map((value, i) => [oneToken(termOf(field, value, texts[i]), texts[i])]);
    return { values: texts, tokens, positionGap: 0 };
  }
  const analyzer = context.analysis.analyzer(field.indexAnalyzer ?? 'standard');
  const tokens: (readonly Token[])[] = [];
  for (const text of texts) {
    tokens.push(yield* analyzer.tokenizeInSteps(text));
    yield;
  }
  return { values: texts, tokens, positionGap: analyzer.positionIncrementGap };
}

function termOf(field: MappedFieldType, value: JsonValue, text: string): string {
  return field.family === 'keyword' ? String(field.toIndexValue(value)) : text;
}

function oneToken(term: string, text: string): Token {
  return { term, position: 0, startOffset: 0, endOffset: text.length, type: 'word' };
}

export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Joins all values with one character in between, and adjusts their tokens. */
export function joinValues({ values, tokens, positionGap }: FieldText): {
  readonly starts: readonly number[];
  readonly length: number;
  readonly tokens: readonly Token[];
} {
  const starts: number[] = [];
  let start = 0;
  let base = 0;
  const moved = values.flatMap((value, i) => {
    const own = i === 0 ? tokens[i] : tokens[i].map(movedBy(start, base));
    starts.push(start);
    start += value.length + 1;
    base = (own[own.length - 1]?.position ?? base - 1) + 1 + positionGap;
    return own;
  });
  return { starts, length: start - 1, tokens: moved };
}

const movedBy =
  (start: number, base: number) =>
  (token: Token): Token => ({
    ...token,
    startOffset: token.startOffset + start,
    endOffset: token.endOffset + start,
    position: token.position + base,
  });

/** Removes tokens that begin beyond an offset over all values. */
export function limitOffsets(text: FieldText, limit: number | null): FieldText {
  if (limit === null) return text;
  let start = 0;
  const tokens = text.tokens.map((own, i) => {
    const base = start;
    start += text.values[i].length + 1;
    return own.filter(({ startOffset }) => base + startOffset <= limit);
  });
  return { ...text, tokens };
}
