import { onFirstUse } from './endingRules.ts';

/** Estonian: Freienthal's stemmer. Endings must be after the first vowels and the following consonant. */
export function estonian(word: string): string {
  const exception = VERBS().get(word);
  if (exception !== undefined) return exception;
  const region = regionOf(word);
  let stem = emphasis(word, region);
  const verb = withoutEnding(stem, region, VERB_ENDINGS());
  if (verb !== null) stem = verb;
  else for (const step of NOUN_STEPS) stem = step(stem, region);
  return stem.replace(/([ktp])\1([aeiouõäöü])$/, '$1$2');
}

const LONG = 'aa|ee|ii|oo|uu|ää|öö|üü|õõ';
const SHORT_OR_LONG = new RegExp(`(?:[aeiuo]|${LONG})$`);
const LONG_VOWEL = new RegExp(`(?:${LONG})$`);

function regionOf(word: string): number {
  const match = /^.*?[aeiouõäöü].*?[^aeiouõäöü]/.exec(word);
  return match === null ? word.length : match[0].length;
}

/** The replacement of an ending, and the condition on what precedes it. */
interface Ending {
  readonly text: string;
  readonly instead: string;
  readonly before: RegExp | null;
}

/**
 * Parses endings from text: `x=y` is replaced with `y`; the name of a condition and a colon start its group.
 */
function endingsOf(text: string): () => readonly Ending[] {
  return onFirstUse(() => {
    let before: RegExp | null = null;
    const found: Ending[] = [];
    for (const item of text.trim().split(/\s+/)) {
      if (item.endsWith(':')) before = CONDITIONS[item.slice(0, -1)] ?? null;
      else {
        const [ending, instead] = item.split('=');
        found.push({ text: ending, instead: instead ?? '', before });
      }
    }
    return found.sort((a, b) => b.text.length - a.text.length);
  });
}

const CONDITIONS: Readonly<Record<string, RegExp>> = {
  vowel: /[aeiouõäöü]$/,
  short: /[aeiuo]$/,
  shortOrLong: SHORT_OR_LONG,
  notLong: new RegExp(`(?<!${LONG})$`),
};

/** Removes the longest ending; `null` if there is none or its condition fails. */
function withoutEnding(word: string, region: number, endings: readonly Ending[]): string | null {
  const ending = endings.find(({ text }) => word.length - text.length >= region && word.endsWith(text));
  if (ending === undefined) return null;
  const stem = word.slice(0, -ending.text.length);
  return ending.before === null || ending.before.test(stem) ? stem + ending.instead : null;
}

/** Removes the emphatic suffixes `-gi` and `-ki`. */
function emphasis(word: string, region: number): string {
  const stem = word.slice(0, -2);
  if (stem.length < region || stem.length < 4) return word;
  if (word.endsWith('gi')) return /[cjlmnqrvwxaeiouõäöü]$/.test(stem) && !LONG_VOWEL.test(stem) ? stem : word;
  return word.endsWith('ki') && /[kptgbdshfšzž]$/.test(stem) ? stem : word;
}

const VERB_ENDINGS = endingsOf(`
  any: nuksin nuksime nuksid nuksite ksin ksid ksime ksite mata takse dakse taks daks akse=a sime site sin
  vowel: me da n b`);

type NounStep = (word: string, region: number) => string;

function nounStep(text: string): NounStep {
  const endings = endingsOf(text);
  return (word, region) => withoutEnding(word, region, endings()) ?? word;
}

const PLURALS = nounStep(`
  any: ikkude=iku ikke=iku ike=iku te=te notLong: sid shortOrLong: de d`);

/** The plural ending `-te` has its own rules. */
function plural(word: string, region: number): string {
  if (!word.endsWith('te') || word.length - 2 < region) return PLURALS(word, region);
  const stem = word.slice(0, -2);
  if (stem.length >= 4 && /(?:mis|las|lis)$/.test(stem)) return `${stem}e`;
  if (stem.endsWith('t')) return word;
  return stem.length >= 4 ? stem : `${stem}t`;
}

const NOUN_STEPS: readonly NounStep[] = [
  nounStep(`
    any: lasse=lase last=lase lane=lase lasi=lase misse=mise mist=mise mine=mise misi=mise
    lisse=lise list=lise line=lise lisi=lise`),
  nounStep('shortOrLong: sse st le lt ga ks ta s l t'),
  plural,
  nounStep('short: mai m any: ma'),
  nounStep('short: i'),
  nounStep('any: nu tu du va'),
];

/** Verbs with irregular stems: the stem, then its forms. */
const VERBS = onFirstUse(
  () =>
    new Map(
      IRREGULAR.trim()
        .split('\n')
        .flatMap((line) => {
          const [stem, forms] = line.trim().split(': ');
          return forms.split(' ').map((form): [string, string] => [form, stem]);
        }),
    ),
);

const IRREGULAR = `
  joo: joon jood joob joote joome joovad jõin jõid jõi jõime jõite joomata juuakse joodakse juua jooma
  saa: saan saad saab saate saame saavad saaksin saaksid saaks saaksite saaksime sain said sai saite saime
  saa: saamata saadakse saadi saama saada
  viima: viin viid viib viite viime viivad viiksin viiksid viiks viiksite viiksime viisin viisite viisime
  viima: viimata viiakse viidi viima viia
  keesi: keen keeb keed kees keeme keete keevad keeksin keeks keeksid keeksime keeksite keemata keema
  keesi: keeta keedakse
  löö: löön lööd lööb lööme lööte löövad lööksin lööksid lööks lööksime lööksite löömata lüüakse löödakse
  löö: löödi lööma lüüa
  löi: lõin lõid lõi lõime lõite
  loo: loon lood loob loome loote loovad looksin looksid looks looksime looksite loomata luuakse loodi
  loo: luua looma
  käisi: käin käib käid käis käime käite käivad käiksin käiks käiksid käiksime käiksite käimata käiakse
  käisi: käidi käia käima
  söö: söön sööb sööd sööme sööte söövad sööksin sööks sööksid sööksime sööksite sõin sõi sõid sõime sõite
  söö: söömata süüakse söödakse söödi sööma süüa
  too: toon tood toob toote toome toovad tooksin tooksid tooks tooksite tooksime tõin tõid tõi tõime tõite
  too: toomata tuuakse toodi tooma tuua
  võisi: võin võid võib võime võis võite võivad võiksin võiksid võiks võiksime võiksite võimata võidakse
  võisi: võidi võida võima
  jääma: jään jääd jääb jääme jääte jäävad jääksin jääksid jääks jääksime jääksite jäime jäite jäin jäid
  jääma: jäi jäämata jäädakse jääda jääma jäädi
  müüsi: müün müüd müüb müüs müüme müüte müüvad müüksin müüksid müüks müüksime müüksite müümata müüakse
  müüsi: müüdi müüa müüma
  luge: loeb loen loed loeme loete loevad loeks loeksin loeksid loeksime loeksite
  põde: põen põeb põed põeme põete põevad põeksin põeks põeksid põeksime põeksite
  ladu: laon laob laod laome laote laovad laoksin laoks laoksid laoksime laoksite
  tegi: teeksin teeks teeksid teeksime teeksite teen teeb teed teeme teete teevad tegemata tehakse tehti
  tegi: tegema teha
  nägi: näen näeb näed näeme näete näevad näeksin näeks näeksid näeksime näeksite nägemata nähakse nähti
  nägi: näha nägema`;
