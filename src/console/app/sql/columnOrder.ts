import type { LanguageName } from '../../../statement/index.ts';

const STAR = /^\s*select\s+\*\s+from\b/i;
/** Commands that say themselves which columns there are. */
const CHOOSES = /\|\s*(?:fields|table|stats|top|rare|chart|timechart)\b/i;

/** Whether the statement leaves it to the engine which columns there are. */
export function takesAll(text: string, language: LanguageName): boolean {
  if (language === 'sql') return STAR.test(text);
  return /^\s*(?:search\s+)?(?:source|index)\s*=/i.test(text) && !CHOOSES.test(text);
}

/** Where each column goes: fields as the mapping has them, others behind in their order. */
export function mappingOrder(columns: readonly string[], fields: readonly string[]): readonly number[] {
  const places = new Map(fields.map((name, i) => [name, i]));
  const placeOf = (at: number): number => places.get(columns[at]) ?? fields.length;
  return columns.map((_name, i) => i).sort((a, b) => placeOf(a) - placeOf(b) || a - b);
}

const SOURCE = /\b(?:from|source\s*=|index\s*=)\s*`?([\w.*-]+)/i;

/** The index that the statement reads first. */
export function sourceOf(text: string): string {
  return SOURCE.exec(text)?.[1] ?? '';
}
