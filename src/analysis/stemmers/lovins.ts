/**
 * Lovins' stemmer for English: removes the longest of 294 endings whose condition holds, then adjusts the
 * stem.
 */
export function lovins(word: string): string {
  return respelled(withoutDouble(withoutEnding(word)));
}

/** Conditions on the stem before an ending; each requires at least two letters. */
const CONDITIONS: Readonly<Record<string, RegExp>> = {
  A: /^/,
  B: /.{3}$/,
  C: /.{4}$/,
  D: /.{5}$/,
  E: /[^e]$/,
  F: /.{2}[^e]$/,
  G: /.{2}f$/,
  H: /(?:t|ll)$/,
  I: /[^oe]$/,
  J: /[^ae]$/,
  K: /.{2}[li]$|u.e$/,
  L: /os$|[^uxs]$/,
  M: /[^acem]$/,
  N: /.{4}$|[^s].{2}$/,
  O: /[li]$/,
  P: /[^c]$/,
  Q: /.{2}[^ln]$/,
  R: /[nr]$/,
  S: /dr$|[^t]t$/,
  T: /s$|[^o]t$/,
  U: /[lmnr]$/,
  V: /c$/,
  W: /[^su]$/,
  X: /[li]$|u.e$/,
  Y: /in$/,
  Z: /[^f]$/,
  AA: /(?:d|f|ph|th|l|er|or|es|t)$/,
  BB: /(?<!met|ryst)(?<=.{3})$/,
  CC: /l$/,
};

/** Endings grouped by the name of their condition. */
const ENDINGS = `
  A: arizability antialness arisations arizations entialness antaneous antiality arisation arization
  ativeness entations entiality entialize entiation ionalness istically itousness izability izational
  ableness arizable entation entially eousness ibleness icalness ionalism ionality ionalize iousness
  izations lessness ability aically alities aristic arizing ateness atingly atively ativism encible
  entally entials entiate entness fulness ibility icalism icalist icality icalize icianry ination ingness
  ionally isation ishness istical iteness iveness ivistic ivities izement oidally ousness aceous alness
  ancial ancies ariser arized arizer atable atives efully encies encing ential entist eously ialist iality
  ialize ically icance icians icists ifully ionals ioning ionist iously istics lessly nesses oidism acies
  acity aical alist ality alize arial aries arily arize aroid ately ative ators atory ehood eless elity
  ement enced ences ental ently fully ially icant ician icide icism icist icity iedly ihood inate iness
  ional ioned ished istic ities itous ively ivity oidal oides otide ously able ably aric ates ator eful
  eity ence ency eous hood ials ians ible ibly ical iers iful ious ists less lily ness ogen ward wise yish
  acy aic ata ate ese ful ial ian ics ied ier ily ist ity ium ive oid ous ae ia ic is a e i o 's s' B:
  alistically izationally ationally alistic ational acious ancing ations aging alism anced ances arity
  ation ingly ages ally ance ancy ants atic ions isms ying age ant ism as ly y C: allically enting antic
  ented ent ish D: ionate E: eableness ariness elihood izable ature eness ening edly ened enly ely ene ery
  ed es F: ization izers izing ized izer ary ize en G: ication action H: itic I: ating idine ated J: inism
  K: arly L: ides ide M: ines ine N: ings ing O: ars P: ies Q: ion R: one yl S: on T: or U: um V: us W: s
  X: ar Y: early ealy eal ear Z: eature AA: ite BB: allic als al CC: inity`;

let endings: readonly (readonly [ending: string, condition: RegExp])[] | null = null;

/** Longest first. */
function readEndings(): readonly (readonly [string, RegExp])[] {
  const found: [string, RegExp][] = [];
  let condition = CONDITIONS.A;
  for (const item of ENDINGS.trim().split(/\s+/)) {
    if (item.endsWith(':')) condition = CONDITIONS[item.slice(0, -1)];
    else found.push([item, condition]);
  }
  return found.sort(([a], [b]) => b.length - a.length);
}

function withoutEnding(word: string): string {
  endings ??= readEndings();
  for (const [ending, condition] of endings) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, -ending.length);
    if (stem.length >= 2 && condition.test(stem)) return stem;
  }
  return word;
}

function withoutDouble(word: string): string {
  return /([bdglmnprst])\1$/.test(word) ? word.slice(0, -1) : word;
}

/** Replacements of stem endings; `abc|x=y` does not apply if one of `abc` precedes `x`. */
const VARIANTS =
  'metr=meter istr=ister erid=eris pand=pans umpt=um iev=ief uct=uc rpt=rb urs=ur olv=olut bex=bic dex=dic pex=pic ' +
  'tex=tic lux=luc uad=uas vad=vas cid=cis lid=lis s|end=ens ond=ons lud=lus rud=rus pt|her=hes mit=mis m|ent=ens ' +
  'ert=ers aio|ul=l ax=ac ex=ec ix=ic n|et=es yt=ys yz=ys';

const RESPELLINGS = VARIANTS.split(' ').map((variant) => {
  const [, forbidden, from, to] = /^(?:(.*)\|)?(.*)=(.*)$/.exec(variant) ?? [];
  return { forbidden: forbidden ?? '', from, to };
});

function respelled(word: string): string {
  const found = RESPELLINGS.find(({ from }) => word.endsWith(from));
  if (found === undefined) return word;
  const stem = word.slice(0, -found.from.length);
  const last = stem.slice(-1);
  return last !== '' && found.forbidden.includes(last) ? word : stem + found.to;
}
