import { mapTerms, type TokenFilter } from '../stream.ts';

/** The blocks of the scripts of India, by the letters that the table below uses for them. */
const SCRIPTS: ReadonlyMap<number, string> = new Map(
  [...'dbgjotekm'].map((script, i) => [0x0900 + i * 0x80, script]),
);
const ZERO_WIDTH_JOINER = 0x200d;

/** Characters that are written as several: their places in the block (`ff`: a joiner), the result, the scripts. */
const COMPOSITIONS = `
  05.3e.45=11:dj 05.3e.46=12:d 05.3e.47=13:dj 05.3e.48=14:dj 05.3e=06:dbgjo 05.45=72:d 05.45=0d:j
  05.46=04:d 05.47=0f:j 05.48=10:gj 05.49=11:dj 05.4a=12:d 05.4b=13:dj 05.4c=14:dgj 06.45=11:dj 06.46=12:d
  06.47=13:dj 06.48=14:dj 07.57=08:m 09.41=0a:d 09.57=0a:tm 0e.46=10:m 0f.45=0d:d 0f.46=0e:d 0f.47=10:d
  0f.57=10:o 12.3e=13:m 12.4c=14:ek 12.55=13:e 12.57=14:tm 13.57=14:o 15.3c=58:d 16.3c=59:dg 17.3c=5a:dg
  1c.3c=5b:dg 21.3c=5c:dbo 22.3c=5d:dbo 23.4d.ff=7a:m 24.4d.ff=4e:b 28.3c=29:d 28.4d.ff=7b:m 2b.3c=5e:dg
  2f.3c=5f:db 2c.41.41=0b:e 30.3c=31:d 30.4d.ff=7c:m 32.4d.ff=7d:m 33.3c=34:d 33.4d.ff=7e:m 35.41=2e:e
  3e.45=49:dj 3e.46=4a:d 3e.47=4b:dj 3e.48=4c:dj 3f.55=40:k 41.41=42:g 46.3e=4a:tm 46.42.55=4b:k
  46.42=4a:k 46.46=48:m 46.55=47:ek 46.56=48:ek 46.57=4c:tm 47.3e=4b:botm 47.57=4c:bo 4a.55=4b:k
  72.3f=07:g 72.40=08:g 72.47=0f:g 73.41=09:g 73.42=0a:g 73.4b=13:g`;

interface Composition {
  readonly parts: readonly number[];
  readonly result: number;
}

/** By script and first character. */
const compositions = new Map<string, Composition[]>();
for (const row of COMPOSITIONS.trim().split(/\s+/)) {
  const [, left, right, scripts] = /^(.+)=(.+):(.+)$/.exec(row) ?? [];
  const [first, ...parts] = left.split('.').map((hex) => Number.parseInt(hex, 16));
  for (const script of scripts) {
    const key = `${script}${first}`;
    const list = compositions.get(key) ?? [];
    compositions.set(key, [...list, { parts, result: Number.parseInt(right, 16) }]);
  }
}

/** `indic_normalization`: letters written as a letter and signs become the one letter. */
export const indicNormalization: TokenFilter = mapTerms((term) => {
  let out = '';
  for (let i = 0; i < term.length; i++) {
    const base = term.charCodeAt(i) & ~0x7f;
    const script = SCRIPTS.get(base);
    const found = compositions
      .get(`${script}${term.charCodeAt(i) - base}`)
      ?.find(({ parts }) => parts.every((part, at) => isPart(term, i + 1 + at, base, part)));
    out += found === undefined ? term[i] : String.fromCharCode(base + found.result);
    if (found !== undefined) i += found.parts.length;
  }
  return out;
});

function isPart(term: string, at: number, base: number, part: number): boolean {
  return term.charCodeAt(at) === (part === 0xff ? ZERO_WIDTH_JOINER : base + part);
}

const HASANTA = '\u09cd';
const BENGALI: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '\u0981': '',
    '\u09c0': '\u09bf',
    '\u09c2': '\u09c1',
    '\u0999': '\u0982',
    '\u09b6': '\u09b8',
    '\u09b7': '\u09b8',
    '\u09a3': '\u09a8',
    '\u09dc': '\u09b0',
    '\u09dd': '\u09b0',
    '\u09ce': '\u09a4',
  }),
);

/** `bengali_normalization`: letters that sound alike in one form (after Rahman and Dasgupta's phonetic encoding). */
export const bengaliNormalization: TokenFilter = mapTerms((term) => {
  const chars = [...term];
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i];
    const plain = BENGALI.get(char);
    if (plain !== undefined) {
      chars.splice(i, 1, ...plain);
      if (plain === '') i--;
    } else if (char === '\u0995') softenKa(chars, i);
    else if (char === '\u09af') i = dropYa(chars, i);
    else if (char === '\u09ac' && chars[i - 1] === HASANTA) i = dropBa(chars, i);
    else if (char === '\u0983') plainVisarga(chars, i);
  }
  return chars.join('');
});

/** ক্ with the sign of i: খ. */
function softenKa(chars: string[], at: number): void {
  if (chars[at + 1] !== HASANTA || chars[at + 2] !== '\u09bf') return;
  if (at === 0) chars.splice(0, 3, '\u0996');
  else chars.splice(at + 1, 2, '\u0996');
}

/** A joined ya; after the first letter it leaves the sign of e. Answers where to go on from. */
function dropYa(chars: string[], at: number): number {
  if (chars[at - 1] !== HASANTA) return at;
  if (at !== 2) {
    chars.splice(at - 1, 2);
    return at - 2;
  }
  chars.splice(at - 1, chars[at + 1] === '\u09be' ? 3 : 2, '\u09c7');
  return at - 1;
}

/** A joined ba is silent after the first letter and in clusters, and doubles the letter elsewhere. */
function dropBa(chars: string[], at: number): number {
  if (at === 2 || (at >= 5 && chars[at - 3] === HASANTA)) {
    chars.splice(at - 1, 2);
    return at - 2;
  }
  if (at < 2) return at;
  chars.splice(at - 1, 2, chars[at - 2]);
  return at - 1;
}

function plainVisarga(chars: string[], at: number): void {
  if (at < chars.length - 1) chars[at] = chars[at + 1];
  else if (chars.length <= 3) chars[at] = '\u09b9';
  else chars.splice(at, 1);
}
