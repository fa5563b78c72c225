/** The similarity of two words; 1 if equal. */
export type StringDistance = (a: string, b: string) => number;

const f32 = Math.fround;

/** Edits relative to the length of the shorter word; a transposition is one edit. */
function damerauLevenshtein(a: string, b: string): number {
  const [x, y] = [[...a], [...b]];
  const shorter = Math.min(x.length, y.length);
  if (shorter === 0) return x.length === y.length ? 0 : Math.max(x.length, y.length);
  return f32(1 - f32(editsBetween(x, y, true) / shorter));
}

/** Edits relative to the length of the longer word. */
function levenshtein(a: string, b: string): number {
  if (a === '' || b === '') return a === b ? 1 : 0;
  return f32(1 - f32(editsBetween([...a], [...b], false) / Math.max(a.length, b.length)));
}

function editsBetween(a: readonly string[], b: readonly string[], transpositions: boolean): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  for (let j = 0; j <= b.length; j++) rows[0][j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + cost);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (transpositions && swapped) least = Math.min(least, rows[i - 2][j - 2] + cost);
      rows[i][j] = least;
    }
  }
  return rows[a.length][b.length];
}

const JARO_WINKLER_THRESHOLD = f32(0.7);

function jaroWinkler(a: string, b: string): number {
  const [longer, shorter] = a.length > b.length ? [a, b] : [b, a];
  const range = Math.max(Math.floor(longer.length / 2) - 1, 0);
  const taken = new Set<number>();
  const own: string[] = [];
  for (let i = 0; i < shorter.length; i++) {
    const end = Math.min(i + range + 1, longer.length);
    for (let j = Math.max(i - range, 0); j < end; j++) {
      if (taken.has(j) || longer[j] !== shorter[i]) continue;
      taken.add(j);
      own.push(shorter[i]);
      break;
    }
  }
  if (own.length === 0) return 0;
  const others = [...taken].sort((x, y) => x - y).map((j) => longer[j]);
  const moved = Math.floor(own.filter((char, i) => char !== others[i]).length / 2);
  let prefix = 0;
  while (prefix < shorter.length && a[prefix] === b[prefix]) prefix++;
  const matches = own.length;
  const shares = f32(f32(matches / a.length) + f32(matches / b.length));
  const jaro = f32(f32(shares + f32((matches - moved) / matches)) / 3);
  if (jaro < JARO_WINKLER_THRESHOLD) return jaro;
  return f32(jaro + f32(f32(Math.min(f32(0.1), f32(1 / longer.length)) * prefix) * f32(1 - jaro)));
}

const GRAM = 2;

/** Edits between the letter pairs of two words. */
function ngram(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  if (a === '' || b === '') return a === b ? 1 : 0;
  if (a.length < GRAM || b.length < GRAM)
    return f32([...a].filter((char, i) => char === b[i]).length / longest);
  const padding = '\0'.repeat(GRAM - 1);
  const [x, y] = [padding + a, padding + b];
  let before = Array.from({ length: a.length + 1 }, (_, i) => i);
  for (let j = 1; j <= b.length; j++) {
    const row = [j];
    for (let i = 1; i <= a.length; i++) {
      const cost = gramCost(x.slice(i - 1, i - 1 + GRAM), y.slice(j - 1, j - 1 + GRAM));
      row[i] = f32(Math.min(row[i - 1] + 1, before[i] + 1, before[i - 1] + cost));
    }
    before = row;
  }
  return f32(1 - f32(before[a.length] / longest));
}

/** The fraction of differing letters; padding before the words does not count. */
function gramCost(a: string, b: string): number {
  let different = 0;
  let counted = GRAM;
  for (let i = 0; i < GRAM; i++) {
    if (a[i] !== b[i]) different++;
    else if (a[i] === '\0') counted--;
  }
  return f32(different / counted);
}

/** By name; `null` for the edits of the search itself, relative to the shorter length. */
export const STRING_DISTANCES: ReadonlyMap<string, StringDistance | null> = new Map<
  string,
  StringDistance | null
>([
  ['internal', null],
  ['damerau_levenshtein', damerauLevenshtein],
  ['levenshtein', levenshtein],
  ['jaro_winkler', jaroWinkler],
  ['ngram', ngram],
]);
