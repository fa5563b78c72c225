import type { Token } from '../../analysis/index.ts';
import type { JsonValue } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { QueryShardContext } from '../../query/index.ts';

/** The values of a field of one hit, as text, with the tokens of each. */
export interface FieldText {
  readonly values: readonly string[];
  /** Offsets within the value. */
  readonly tokens: readonly (readonly Token[])[];
}

const POSITION_GAP = 100;

export function analyzeValues(
  context: QueryShardContext,
  field: MappedFieldType,
  values: readonly JsonValue[],
): FieldText {
  const texts = values.map(String);
  let base = 0;
  const tokens = texts.map((text, i) => {
    const own = tokensOf(context, field, values[i], text).map((token) => ({
      ...token,
      position: token.position + base,
    }));
    base = (own[own.length - 1]?.position ?? base) + POSITION_GAP + 1;
    return own;
  });
  return { values: texts, tokens };
}

function tokensOf(
  context: QueryShardContext,
  field: MappedFieldType,
  value: JsonValue,
  text: string,
): readonly Token[] {
  if (field.family === 'text') {
    return context.analysis.analyzer(field.indexAnalyzer ?? 'standard').tokenize(text);
  }
  const term = String(field.toIndexValue(value));
  return [{ term, position: 0, startOffset: 0, endOffset: text.length, type: 'word' }];
}

/** All values as one text, and their tokens in it. */
export function joinValues(
  { values, tokens }: FieldText,
  separator: string,
): { readonly text: string; readonly tokens: readonly Token[] } {
  let start = 0;
  const moved = values.flatMap((value, i) => {
    const own = tokens[i].map((token) => ({
      ...token,
      startOffset: token.startOffset + start,
      endOffset: token.endOffset + start,
    }));
    start += value.length + separator.length;
    return own;
  });
  return { text: values.join(separator), tokens: moved };
}
