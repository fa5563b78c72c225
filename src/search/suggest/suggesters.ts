import { completionSuggester } from './completionSuggester.ts';
import { phraseSuggester } from './phraseSuggester.ts';
import type { Suggester } from './suggester.ts';
import { termSuggester } from './termSuggester.ts';

/** Suggesters by member name. */
export const suggesters: ReadonlyMap<string, Suggester> = new Map(
  [termSuggester, phraseSuggester, completionSuggester].map((row) => [row.kind, row]),
);
