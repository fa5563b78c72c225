/** A stemmer: maps a lower-case word to its stem. */
export type Stem = (word: string) => string;

/** An ending of a step: in words longer than `longerThan`, `ending` is replaced with `instead`. */
interface EndingRule {
  readonly ending: string;
  readonly instead: string;
  readonly longerThan: number;
  /** Required kind of letter before the ending; `null` for any. */
  readonly before: 'vowel' | 'consonant' | null;
}

/** Rules in order of priority. */
export type EndingRules = () => readonly EndingRule[];

/** A lazily created value: tables of unused stemmers cost nothing. */
export function onFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Parses rules, in order of priority, from text: `>5` starts a group for words of more than five letters,
 * `ing` removes an ending, `ies=y` replaces one; `V~ja` requires a vowel before it, `C~am` a consonant.
 */
export function endingRules(text: string): EndingRules {
  return onFirstUse(() => parseRules(text));
}

function parseRules(text: string): readonly EndingRule[] {
  const rules: EndingRule[] = [];
  let longerThan = 0;
  for (const item of text.trim().split(/\s+/)) {
    if (item.startsWith('>')) {
      longerThan = Number(item.slice(1));
      continue;
    }
    const [, mark, ending, instead] = /^(?:([VC])~)?([^=]+)(?:=(.*))?$/.exec(item) ?? [];
    const before = mark === 'V' ? 'vowel' : mark === 'C' ? 'consonant' : null;
    rules.push({ ending, instead: instead ?? '', longerThan, before });
  }
  return rules;
}

/**
 * Applies the first rule that matches, with the ending within `region` (the end of the word); returns the
 * word itself if none does.
 */
export function applyFirst(word: string, rules: EndingRules, region = word): string {
  const rule = rules().find((candidate) => fits(word, candidate, region));
  return rule === undefined ? word : word.slice(0, word.length - rule.ending.length) + rule.instead;
}

/** Whether a rule matches the word, even one that leaves it unchanged. */
export function fitsOne(word: string, rules: EndingRules, region: string): boolean {
  return rules().some((candidate) => fits(word, candidate, region));
}

function fits(word: string, { ending, longerThan, before }: EndingRule, region: string): boolean {
  if (word.length <= longerThan || !region.endsWith(ending)) return false;
  if (before === null) return true;
  const letter = word.charAt(word.length - ending.length - 1);
  return (letter !== '' && 'aeiouy'.includes(letter)) === (before === 'vowel');
}

/** A stemmer of several steps, each of which applies its first matching rule. */
export function endingSteps(...texts: readonly string[]): Stem {
  const steps = texts.map(endingRules);
  return (word) => steps.reduce((stem, rules) => applyFirst(stem, rules), word);
}

/** Replaces characters of `from` with those at the same index in `to`. */
export function foldLetters(from: string, to: string): Stem {
  const table = onFirstUse(() => {
    const letters = [...to];
    return new Map([...from].map((char, i) => [char, letters[i]]));
  });
  return (word) => {
    let out = '';
    for (const char of word) out += table().get(char) ?? char;
    return out;
  };
}
