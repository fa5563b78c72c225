import { applyFirst, endingRules, onFirstUse } from './endingRules.ts';

interface Affix {
  readonly ending: string;
  /** The word must have more vowels than this. */
  readonly vowels: number;
  /** Whether the ending softened the preceding consonant. */
  readonly softens: boolean;
}

/** Endings with their number of vowels; `~`: softens the preceding consonant. */
const LATVIAN =
  'ajiem3 ajai3 ajam2 ajām2 ajos2 ajās2 iem2~ ajā2 ais2 ai2 ei2 ām1 am1 ēm1 īm1 im1 um1 us1~ as1 ās1 es1 os1~ ' +
  'ij1 īs1 ēs1 is1 ie1 u1~ a1~ i1~ e1 ā1 ē1 ī1 ū1 o1 s0 š0';

const affixes = onFirstUse(() =>
  LATVIAN.split(' ').map((item): Affix => {
    const [, ending, vowels, soft] = /^(\D+)(\d)(~?)$/.exec(item) ?? [];
    return { ending, vowels: Number(vowels), softens: soft !== '' };
  }),
);

const HARD = endingRules('>0 pj=p bj=b mj=m vj=v šņ=sn žņ=zn šļ=sl žļ=zl ļņ=ln ļļ=ll č=c ļ=l ņ=n');
const HARD_BEFORE_U = endingRules('>0 kš=kst ņņ=nn');

/** Latvian: an abridged form of Kreslins' stemmer. */
export function latvian(word: string): string {
  const vowels = word.match(/[aeiouāīēū]/g)?.length ?? 0;
  const affix = affixes().find(
    (item) => vowels > item.vowels && word.length >= item.ending.length + 3 && word.endsWith(item.ending),
  );
  if (affix === undefined) return word;
  const stem = word.slice(0, -affix.ending.length);
  if (!affix.softens) return stem;
  const beforeU = affix.ending.startsWith('u') ? applyFirst(stem, HARD_BEFORE_U) : stem;
  return beforeU === stem ? applyFirst(stem, HARD) : beforeU;
}
