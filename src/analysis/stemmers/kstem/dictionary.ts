import { WORDS_1 } from './words1.ts';
import { WORDS_2 } from './words2.ts';
import { WORDS_3 } from './words3.ts';

/** Words with a different stem. All lists in this folder are from KStem: see LICENSE. */
const DIRECT = `
  aging=age going=go goes=go lying=lie using=use owing=owe suing=sue dying=die tying=tie vying=vie
  aged=age used=use vied=vie cued=cue died=die eyed=eye hued=hue iced=ice lied=lie owed=owe sued=sue
  toed=toe tied=tie does=do doing=do aeronautical=aeronautics mathematical=mathematics political=politics
  metaphysical=metaphysics cylindrical=cylinder nazism=nazi ambiguity=ambiguous barbarity=barbarous
  credulity=credulous generosity=generous spontaneity=spontaneous unanimity=unanimous voracity=voracious
  fled=flee miscarriage=miscarry`;

/** Nationalities and their countries. */
const PEOPLES = `
  afghan=afghanistan african=africa albanian=albania algerian=algeria american=america andorran=andorra
  angolan=angola arabian=arabia argentine=argentina armenian=armenia asian=asia australian=australia
  austrian=austria azerbaijani=azerbaijan azeri=azerbaijan bangladeshi=bangladesh belgian=belgium
  bermudan=bermuda bolivian=bolivia bosnian=bosnia botswanan=botswana brazilian=brazil british=britain
  bulgarian=bulgaria burmese=burma californian=california cambodian=cambodia canadian=canada chadian=chad
  chilean=chile chinese=china colombian=colombia croat=croatia croatian=croatia cuban=cuba cypriot=cyprus
  czechoslovakian=czechoslovakia danish=denmark egyptian=egypt equadorian=equador eritrean=eritrea
  estonian=estonia ethiopian=ethiopia european=europe fijian=fiji filipino=philippines finnish=finland
  french=france gambian=gambia georgian=georgia german=germany ghanian=ghana greek=greece grenadan=grenada
  guamian=guam guatemalan=guatemala guinean=guinea guyanan=guyana haitian=haiti hawaiian=hawaii
  holland=dutch honduran=honduras hungarian=hungary icelandic=iceland indonesian=indonesia iranian=iran
  iraqi=iraq iraqui=iraq irish=ireland israeli=israel italian=italy jamaican=jamaica japanese=japan
  jordanian=jordan kampuchean=cambodia kenyan=kenya korean=korea kuwaiti=kuwait lankan=lanka laotian=laos
  latvian=latvia lebanese=lebanon liberian=liberia libyan=libya lithuanian=lithuania macedonian=macedonia
  madagascan=madagascar malaysian=malaysia maltese=malta mauritanian=mauritania mexican=mexico
  micronesian=micronesia moldovan=moldova monacan=monaco mongolian=mongolia montenegran=montenegro
  moroccan=morocco myanmar=burma namibian=namibia nepalese=nepal nicaraguan=nicaragua nigerian=nigeria
  norwegian=norway omani=oman pakistani=pakistan panamanian=panama papuan=papua paraguayan=paraguay
  peruvian=peru portuguese=portugal romanian=romania rumania=romania rumanian=romania russian=russia
  rwandan=rwanda samoan=samoa scottish=scotland serb=serbia serbian=serbia siam=thailand siamese=thailand
  slovakia=slovak slovakian=slovak slovenian=slovenia somali=somalia somalian=somalia spanish=spain
  swedish=sweden swiss=switzerland syrian=syria taiwanese=taiwan tanzanian=tanzania texan=texas
  thai=thailand tunisian=tunisia turkish=turkey ugandan=uganda ukrainian=ukraine uruguayan=uruguay
  uzbek=uzbekistan venezuelan=venezuela vietnamese=viet virginian=virginia yemeni=yemen
  yugoslav=yugoslavia yugoslavian=yugoslavia zambian=zambia zealander=zealand zimbabwean=zimbabwe`;

/** Stems that must not be derived from words in `-ed` or `-ing`: `caned` is not a form of `cane`. */
const EXCEPTIONS = `
  aide bathe caste cute dame dime doge done dune envelope gage grille grippe lobe mane mare nape node pane
  pate plane pope programme quite ripe rote rune sage severe shoppe sine slime snipe steppe suite swinge
  tare tine tope tripe twine`;

/** A dictionary entry, with the stem of its word. */
export interface DictionaryEntry {
  readonly root: string;
  readonly exception: boolean;
}

let entries: ReadonlyMap<string, DictionaryEntry> | null = null;

/** Krovetz' dictionary, parsed on first use. */
export function dictionary(): ReadonlyMap<string, DictionaryEntry> {
  entries ??= readDictionary();
  return entries;
}

function readDictionary(): Map<string, DictionaryEntry> {
  const found = new Map<string, DictionaryEntry>();
  for (const word of unpack([WORDS_1, WORDS_2, WORDS_3])) found.set(word, { root: word, exception: false });
  for (const word of EXCEPTIONS.trim().split(/\s+/)) found.set(word, { root: word, exception: true });
  for (const pair of `${DIRECT} ${PEOPLES}`.trim().split(/\s+/)) {
    const [word, root] = pair.split('=');
    found.set(word, { root, exception: false });
  }
  return found;
}

/**
 * Words are sorted and front-coded: a capital letter gives the number of letters shared with the previous
 * word (`A` none, `B` one, …).
 */
function* unpack(parts: readonly string[]): Generator<string> {
  let word = '';
  for (const part of parts) {
    for (const [, shared, rest] of part.matchAll(/([A-Z])([a-z]*)/g)) {
      word = word.slice(0, shared.charCodeAt(0) - 65) + rest;
      yield word;
    }
  }
}
