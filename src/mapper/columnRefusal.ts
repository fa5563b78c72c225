import type { MappedFieldType } from './types.ts';

/** Types that say in their own words that they have no values to sort by or to aggregate. */
const OWN_WORDS: ReadonlySet<string> = new Set(['rank_feature', 'rank_features']);

/** What is said where the values of a field are asked for and there is no column of them. */
export function columnRefusal({ name, typeName }: Pick<MappedFieldType, 'name' | 'typeName'>): string {
  return OWN_WORDS.has(typeName)
    ? `[${typeName}] fields do not support sorting, scripting or aggregating`
    : `Can't load fielddata on [${name}] because fielddata is unsupported on fields of type [${typeName}]. Use doc values instead.`;
}
