import { asian } from './asian.ts';
import { european } from './european.ts';
import { germanic } from './germanic.ts';
import { romance } from './romance.ts';
import { slavic } from './slavic.ts';
import { uralic } from './uralic.ts';

const lists: Readonly<Record<string, string>> = {
  none: '',
  ...asian,
  ...european,
  ...germanic,
  ...romance,
  ...slavic,
  ...uralic,
};

const loaded = new Map<string, readonly string[]>();

/** The words of `_english_`, `_none_`, …; `null` if there is no such list. */
export function stopWordsNamed(name: string): readonly string[] | null {
  const language = name.slice(1, -1);
  if (!Object.hasOwn(lists, language) || name !== `_${language}_`) return null;
  let words = loaded.get(language);
  if (words === undefined) {
    words = lists[language].split(/\s+/).filter((word) => word !== '');
    loaded.set(language, words);
  }
  return words;
}
