import { onFirstUse, type Stem } from './endingRules.ts';

/** Endings of Lithuanian declensions and conjugations. */
const ENDINGS = longestFirst(`
  a ia eria osna iosna uosna iuosna ysna ėsna e ie enie erie oje ioje uje iuje yje enyje eryje ėje ame
  iame sime ome ėme tumėme ose iose uose iuose yse enyse eryse ėse ate iate ite kite site ote tute ėte
  tumėte i ai iai eriai ei tumei ki imi erimi umi iumi si asi iasi esi iesi siesi isi aisi eisi tumeisi
  uisi osi ėjosi uosi iuosi siuosi usi ausi čiausi ąsi ėsi ųsi tųsi ti enti inti oti ioti uoti iuoti auti
  iauti yti ėti telėti inėti terėti ui iui eniui oj ėj k am iam iem im sim om tum ėm tumėm an on ion un
  iun ėn o io enio ėjo uo s as ias es ies is ais iais tumeis imis enimis omis iomis umis ėmis enis asis
  ysis ams iams iems ims enims erims oms ioms ums ėms ens os ios uos iuos ers us aus iaus ius ys enys erys
  ąs iąs ės amės iamės imės kimės simės omės ėmės tumėmės atės iatės sitės otės ėtės tumėtės įs ūs tųs at
  iat it sit ot ėt tumėt u au iau čiau iu eniu siu y ą ią ė ę į enį erį ų ių erų`);

/** Suffixes that may precede them. */
const SUFFIXES = longestFirst(`
  ing aj iaj iej oj ioj uoj iuoj auj ąj iąj ėj ųj iųj ok iok iuk uliuk učiuk išk iul yl ėl am dam jam zgan
  ain esn op iop ias ies ais iais os ios uos iuos aus iaus ąs iąs ęs utėait ant iant siant int ot uot iuot
  yt ėt ykšt iau dav sv šv ykšč ę ėję`);

const VOWELS = 'aeiouyąėęįūų';

/** Resolves ambiguous stems before anything is removed. */
const CONFLICTS: readonly (readonly [string, string])[] = [
  ['ojime', 'ojimas'],
  ['ėjime', 'ėjimas'],
  ['avime', 'avimas'],
  ['okatės', 'okatė'],
  ['okate', 'okatė'],
  ['aitės', 'aitė'],
  ['uotės', 'uotė'],
  ['aite', 'aitė'],
  ['uote', 'uotė'],
  ['asius', 'asys'],
  ['esiu', 'esys'],
];

/** Lithuanian: removes one ending, then all suffixes, in the region after the first vowels and consonant. */
export const lithuanian: Stem = (word) => {
  const region = regionStart(word);
  const pair = CONFLICTS.find(([ending]) => word.endsWith(ending));
  const clear = pair === undefined ? word : word.slice(0, -pair[0].length) + pair[1];
  let stem = hardened(withoutLongest(clear, ENDINGS, region));
  for (;;) {
    const shorter = withoutLongest(stem, SUFFIXES, region);
    if (shorter === stem) break;
    stem = shorter;
  }
  return hardened(stem).replace(/gd$/, 'g');
};

function longestFirst(text: string): () => readonly string[] {
  return onFirstUse(() =>
    text
      .trim()
      .split(/\s+/)
      .sort((a, b) => b.length - a.length),
  );
}

function hardened(word: string): string {
  return word.replace(/č$/, 't').replace(/dž$/, 'd');
}

/** Removes the longest of these endings within the region. */
function withoutLongest(word: string, endings: () => readonly string[], region: number): string {
  const ending = endings().find((item) => word.length - item.length >= region && word.endsWith(item));
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/**
 * The start of the region after the first consonant that follows a vowel; a long word's initial `a` is
 * ignored.
 */
function regionStart(word: string): number {
  let at = word.length > 6 && word.startsWith('a') ? 1 : 0;
  while (at < word.length && !VOWELS.includes(word[at])) at++;
  while (at < word.length && VOWELS.includes(word[at])) at++;
  return Math.min(at + 1, word.length);
}
