/** English plurals only (`minimal_english`): Harman's S-stemmer. */
export function minimalEnglish(term: string): string {
  if (term.length < 3 || !term.endsWith('s')) return term;
  const before = term[term.length - 2];
  if (before === 'u' || before === 's') return term;
  if (before !== 'e') return term.slice(0, -1);
  const third = term[term.length - 3];
  if (term.length > 3 && third === 'i' && !'ae'.includes(term[term.length - 4]))
    return `${term.slice(0, -3)}y`;
  if (third === 'i' || third === 'a' || third === 'o' || third === 'e') return term;
  return term.slice(0, -1);
}

const KEEP_E = 'shoes canoes oboes'.split(' ');
const KEEP_CHE =
  'cliches avalanches mustaches moustaches quiches headaches heartaches porsches tranches caches'.split(' ');

/**
 * English plurals only (`plural_english`), including `boxes`, `dresses`, `dishes`, `watches` and `tomatoes`.
 */
export function pluralEnglish(term: string): string {
  if (term.length < 3 || !/[^us]s$/.test(term)) return term;
  const long = term.length > 4;
  if (long && term.endsWith('ies')) return `${term.slice(0, -3)}y`;
  if (term.length > 3 && term.endsWith('oes')) return term.slice(0, listed(term, KEEP_E) ? -1 : -2);
  if (long && /(?:x|s[hs])es$/.test(term)) return term.slice(0, -2);
  if (long && term.endsWith('ches')) return term.slice(0, listed(term, KEEP_CHE) ? -1 : -2);
  return term.slice(0, -1);
}

/** Whether the term ends with one of the words; shorter words must match a whole word. */
function listed(term: string, words: readonly string[]): boolean {
  return words.some((word) => term.endsWith(word) || word.endsWith(term));
}
