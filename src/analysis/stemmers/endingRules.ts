/** A stemmer: a word in lower case → its stem. */
export type Stem = (word: string) => string;

/** One ending of a step: words longer than `longerThan` that end in `ending` get `instead` for it. */
export interface EndingRule {
  readonly ending: string;
  readonly instead: string;
  readonly longerThan: number;
  /** What the letter before the ending must be; null: any. */
  readonly before: 'vowel' | 'consonant' | null;
}

/**
 * Rules written as text, in the order in which they are tried: `>5` begins a group for words of more than five
 * letters, `ing` is an ending that goes, `ies=y` one that is replaced; `V~ja` asks for a vowel before it, `C~am` for
 * a consonant.
 */
export function endingRules(text: string): readonly EndingRule[] {
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

const LATIN_VOWELS = 'aeiouy';

/** The word after the first rule that fits it; the word itself when none does. */
export function applyFirst(word: string, rules: readonly EndingRule[], vowels = LATIN_VOWELS): string {
  const rule = rules.find((candidate) => fits(word, candidate, vowels));
  return rule === undefined ? word : word.slice(0, word.length - rule.ending.length) + rule.instead;
}

function fits(word: string, { ending, longerThan, before }: EndingRule, vowels: string): boolean {
  if (word.length <= longerThan || !word.endsWith(ending)) return false;
  if (before === null) return true;
  const letter = word.charAt(word.length - ending.length - 1);
  return (letter !== '' && vowels.includes(letter)) === (before === 'vowel');
}

/** Steps that each apply their first fitting rule, one after the other. */
export function endingSteps(...texts: readonly string[]): Stem {
  const steps = texts.map(endingRules);
  return (word) => steps.reduce((stem, rules) => applyFirst(stem, rules), word);
}

/** `from` characters become `to` at the same place. */
export function foldLetters(from: string, to: string): Stem {
  const table = new Map([...from].map((char, i) => [char, [...to][i]]));
  return (word) => {
    let out = '';
    for (const char of word) out += table.get(char) ?? char;
    return out;
  };
}
