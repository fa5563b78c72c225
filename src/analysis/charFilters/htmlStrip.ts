import type { CharFilter } from '../stream.ts';
import { OffsetWriter } from './offsets.ts';

/** Tags that end a block of text: they leave a line break behind, others leave nothing. */
const BLOCK_TAGS = new Set(
  (
    'address article aside blockquote body br caption center col colgroup dd dir div dl dt fieldset figcaption ' +
    'figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe isindex legend li link ' +
    'map menu meta nav noframes noscript ol optgroup option p pre section table tbody td tfoot th thead title ' +
    'tr ul'
  ).split(' '),
);

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    copy: '©',
    reg: '®',
    trade: '™',
    euro: '€',
    pound: '£',
    yen: '¥',
    cent: '¢',
    sect: '§',
    deg: '°',
    plusmn: '±',
    middot: '·',
    para: '¶',
    laquo: '«',
    raquo: '»',
    ldquo: '“',
    rdquo: '”',
    lsquo: '‘',
    rsquo: '’',
    bdquo: '„',
    sbquo: '‚',
    ndash: '–',
    mdash: '—',
    hellip: '…',
    bull: '•',
    times: '×',
    divide: '÷',
    frac12: '½',
    frac14: '¼',
    frac34: '¾',
    sup1: '¹',
    sup2: '²',
    sup3: '³',
    micro: 'µ',
    iexcl: '¡',
    iquest: '¿',
    szlig: 'ß',
    aelig: 'æ',
    AElig: 'Æ',
    oelig: 'œ',
    OElig: 'Œ',
    aring: 'å',
    Aring: 'Å',
    oslash: 'ø',
    Oslash: 'Ø',
    agrave: 'à',
    aacute: 'á',
    acirc: 'â',
    atilde: 'ã',
    auml: 'ä',
    Auml: 'Ä',
    egrave: 'è',
    eacute: 'é',
    Eacute: 'É',
    ecirc: 'ê',
    euml: 'ë',
    igrave: 'ì',
    iacute: 'í',
    icirc: 'î',
    iuml: 'ï',
    ograve: 'ò',
    oacute: 'ó',
    ocirc: 'ô',
    otilde: 'õ',
    ouml: 'ö',
    Ouml: 'Ö',
    ugrave: 'ù',
    uacute: 'ú',
    ucirc: 'û',
    uuml: 'ü',
    Uuml: 'Ü',
    ccedil: 'ç',
    Ccedil: 'Ç',
    ntilde: 'ñ',
    Ntilde: 'Ñ',
    yacute: 'ý',
    yuml: 'ÿ',
    eth: 'ð',
    thorn: 'þ',
    alpha: 'α',
    beta: 'β',
    gamma: 'γ',
    delta: 'δ',
    pi: 'π',
    sigma: 'σ',
    omega: 'ω',
    Omega: 'Ω',
    larr: '←',
    rarr: '→',
    uarr: '↑',
    darr: '↓',
    harr: '↔',
  }),
);

/** `html_strip`: removes tags, comments, scripts and styles, and decodes entities. */
export function htmlStripCharFilter(escapedTags: ReadonlySet<string>): CharFilter {
  return (text) => {
    if (!text.includes('<') && !text.includes('&')) return { text, correct: null };
    const writer = new OffsetWriter();
    for (let at = 0; at < text.length; ) {
      const found = markupAt(text, at, escapedTags);
      if (found === null) {
        writer.write(text[at], at, at + 1);
        at++;
      } else {
        writer.write(found.replacement, at, found.end);
        at = found.end;
      }
    }
    return writer.finish(text.length);
  };
}

const stripAll = htmlStripCharFilter(new Set());

/** A text without its markup. */
export function stripHtml(text: string): string {
  return stripAll(text).text;
}

interface Markup {
  readonly end: number;
  readonly replacement: string;
}

function markupAt(text: string, at: number, escapedTags: ReadonlySet<string>): Markup | null {
  if (text[at] === '&') return entityAt(text, at);
  return text[at] === '<' ? tagAt(text, at, escapedTags) : null;
}

const ENTITY = /&(?:#([xX][0-9A-Fa-f]{1,6}|[0-9]{1,7})|([A-Za-z][A-Za-z0-9]{1,31}));?/y;

function entityAt(text: string, at: number): Markup | null {
  ENTITY.lastIndex = at;
  const match = ENTITY.exec(text);
  if (match === null) return null;
  const end = at + match[0].length;
  if (match[2] !== undefined) {
    const replacement = ENTITIES.get(match[2]);
    return replacement === undefined ? null : { end, replacement };
  }
  const code = Number(/^[xX]/.test(match[1]) ? `0${match[1]}` : match[1]);
  return code > 0x10ffff ? null : { end, replacement: String.fromCodePoint(code) };
}

const TAG_NAME = /<\/?([A-Za-z][A-Za-z0-9:_-]{0,63})/y;

function tagAt(text: string, at: number, escapedTags: ReadonlySet<string>): Markup | null {
  if (text.startsWith('<!--', at)) return upTo(text, at, '-->', '');
  if (text.startsWith('<![CDATA[', at)) return { end: at + 9, replacement: '' };
  if (text.startsWith('<!', at) || text.startsWith('<?', at)) return upTo(text, at, '>', '');
  TAG_NAME.lastIndex = at;
  const match = TAG_NAME.exec(text);
  if (match === null) return null;
  const name = match[1].toLowerCase();
  if (escapedTags.has(name)) return null;
  const end = tagEnd(text, at + match[0].length);
  if (end < 0) return null;
  const opens = text[at + 1] !== '/';
  if (opens && (name === 'script' || name === 'style') && text[end - 2] !== '/') {
    const close = text.toLowerCase().indexOf(`</${name}`, end);
    const closeEnd = close < 0 ? -1 : text.indexOf('>', close);
    return { end: closeEnd < 0 ? text.length : closeEnd + 1, replacement: '\n' };
  }
  return { end, replacement: BLOCK_TAGS.has(name) ? '\n' : '' };
}

function upTo(text: string, at: number, terminator: string, replacement: string): Markup | null {
  const end = text.indexOf(terminator, at);
  return end < 0 ? null : { end: end + terminator.length, replacement };
}

/** The place after the `>` that closes a tag, quoted attribute values skipped; -1 when there is none. */
function tagEnd(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return at + 1;
    else if (char === '<') return -1;
  }
  return -1;
}
