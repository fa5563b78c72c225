import { type LanguageName, languages } from '../../../statement/index.ts';
import { href } from '../lib/route.ts';

/** A statement as an address: `#/sql/ppl/source%3Dmovies`. */
export function linkTo(text: string, language: LanguageName): string {
  return href('sql', language, text);
}

/** The statement of a route; null: it holds none. */
export function linked(
  route: readonly string[],
): { readonly text: string; readonly language: LanguageName } | null {
  const [view, language = '', text = ''] = route;
  if (view !== 'sql' || !Object.hasOwn(languages, language) || text === '') return null;
  return { text, language: language as LanguageName };
}
