import type { MappedFieldType } from './types.ts';

/** Types that word their own refusal of sorting and aggregating. */
const OWN_WORDS: ReadonlySet<string> = new Set(['rank_feature', 'rank_features']);

/** The error message when a field without doc values is sorted by or aggregated. */
export function columnRefusal({ name, typeName }: Pick<MappedFieldType, 'name' | 'typeName'>): string {
  return OWN_WORDS.has(typeName)
    ? `[${typeName}] fields do not support sorting, scripting or aggregating`
    : `Can't load fielddata on [${name}] because fielddata is unsupported on fields of type [${typeName}]. Use doc values instead.`;
}
