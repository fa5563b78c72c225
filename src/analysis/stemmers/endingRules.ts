/** A stemmer: a word in lower case → its stem. */
export type Stem = (word: string) => string;

/** One ending of a step: words longer than `longerThan` that end in `ending` get `instead` for it. */
interface EndingRule {
  readonly ending: string;
  readonly instead: string;
  readonly longerThan: number;
  /** What the letter before the ending must be; null where it does not matter. */
  readonly before: 'vowel' | 'consonant' | null;
}

/** Rules in the order in which they are tried. */
export type EndingRules = () => readonly EndingRule[];

/** A value that is made when it is first asked for: tables of stemmers nobody uses cost nothing. */
export function onFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Rules written as text, in the order in which they are tried: `>5` begins a group for words of more than five
 * letters, `ing` is an ending that goes, `ies=y` one that is replaced; `V~ja` asks for a vowel before it, `C~am` for
 * a consonant.
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

/** The word after the first rule that fits it, the ending within `region`, its end; the word itself when none does. */
export function applyFirst(word: string, rules: EndingRules, region = word): string {
  const rule = rules().find((candidate) => fits(word, candidate, region));
  return rule === undefined ? word : word.slice(0, word.length - rule.ending.length) + rule.instead;
}

/** Whether one of the rules fits the word, be it one that leaves it as it is. */
export function fitsOne(word: string, rules: EndingRules, region: string): boolean {
  return rules().some((candidate) => fits(word, candidate, region));
}

function fits(word: string, { ending, longerThan, before }: EndingRule, region: string): boolean {
  if (word.length <= longerThan || !region.endsWith(ending)) return false;
  if (before === null) return true;
  const letter = word.charAt(word.length - ending.length - 1);
  return (letter !== '' && 'aeiouy'.includes(letter)) === (before === 'vowel');
}

/** Steps that each apply their first fitting rule, one after the other. */
export function endingSteps(...texts: readonly string[]): Stem {
  const steps = texts.map(endingRules);
  return (word) => steps.reduce((stem, rules) => applyFirst(stem, rules), word);
}

/** `from` characters become `to` at the same place. */
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
