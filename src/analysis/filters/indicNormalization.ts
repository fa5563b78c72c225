import { onFirstUse } from '../stemmers/endingRules.ts';
import { mapTerms, type TokenFilter } from '../stream.ts';

/**
 * The letters used for the scripts of India in the table below, in the order of their blocks of 128
 * characters.
 */
const SCRIPTS = 'dbgjotekm';
const FIRST_BLOCK = 0x0900;
const ZERO_WIDTH_JOINER = 0x200d;

/**
 * Character sequences and their composed form: offsets within the block (`ff`: a joiner), the result, the
 * scripts.
 */
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

/** Grouped by script and first character. */
const compositions = onFirstUse(() => {
  const table = new Map<string, Composition[]>();
  for (const row of COMPOSITIONS.trim().split(/\s+/)) {
    const [, left, right, scripts] = /^(.+)=(.+):(.+)$/.exec(row) ?? [];
    const [first, ...parts] = left.split('.').map((hex) => Number.parseInt(hex, 16));
    for (const script of scripts) {
      const key = `${script}${first}`;
      table.set(key, [...(table.get(key) ?? []), { parts, result: Number.parseInt(right, 16) }]);
    }
  }
  return table;
});

/** `indic_normalization`: replaces a letter followed by signs with the equivalent single letter. */
export const indicNormalization: TokenFilter = mapTerms((term) => {
  let out = '';
  for (let i = 0; i < term.length; i++) {
    const base = term.charCodeAt(i) & ~0x7f;
    const script = SCRIPTS.charAt((base - FIRST_BLOCK) / 0x80);
    const found = compositions()
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
const SIGN_I = '\u09bf';
const SIGN_AA = '\u09be';

const BENGALI = onFirstUse(
  () =>
    new Map([
      ['\u0981', ''],
      ['\u09c0', SIGN_I],
      ['\u09c2', '\u09c1'],
      ['\u0999', '\u0982'],
      ['\u09b6', '\u09b8'],
      ['\u09b7', '\u09b8'],
      ['\u09a3', '\u09a8'],
      ['\u09dc', '\u09b0'],
      ['\u09dd', '\u09b0'],
      ['\u09ce', '\u09a4'],
    ]),
);

/**
 * `bengali_normalization`: maps letters that sound alike to one form (after Rahman and Dasgupta's phonetic
 * encoding).
 */
export const bengaliNormalization: TokenFilter = mapTerms((term) => {
  const out: string[] = [];
  const chars = [...term];
  for (let i = 0; i < chars.length; i++) {
    const plain = BENGALI().get(chars[i]);
    if (plain === undefined) i += bengaliLetter(chars, i, out);
    else if (plain !== '') out.push(plain);
  }
  return out.join('');
});

/** Appends the replacement of the letter at `at`; returns how many following letters were consumed too. */
function bengaliLetter(chars: readonly string[], at: number, out: string[]): number {
  const char = chars[at];
  const isJoined = out[out.length - 1] === HASANTA;
  if (char === '\u0995' && chars[at + 1] === HASANTA && chars[at + 2] === SIGN_I) {
    // ক্ followed by the sign for i: খ.
    if (out.length > 0) out.push(char);
    out.push('\u0996');
    return 2;
  }
  if (char === '\u09af' && isJoined) return dropYa(chars, at, out);
  if (char === '\u09ac' && isJoined && out.length > 1) dropBa(out);
  else if (char === '\u0983') addVisarga(chars, at, out);
  else out.push(char);
  return 0;
}

/** A joined ya; after the first letter it becomes the sign for e, replacing the sign for aa as well. */
function dropYa(chars: readonly string[], at: number, out: string[]): number {
  const isSecond = out.length === 2;
  out.pop();
  if (!isSecond) return 0;
  out.push('\u09c7');
  return chars[at + 1] === SIGN_AA ? 1 : 0;
}

/** A joined ba is silent after the first letter and in clusters; elsewhere it doubles the letter. */
function dropBa(out: string[]): void {
  const isSilent = out.length === 2 || (out.length >= 5 && out[out.length - 3] === HASANTA);
  out.pop();
  if (!isSilent) out.push(out[out.length - 1]);
}

/** The visarga doubles the following letter; at the end it is kept only in a short word. */
function addVisarga(chars: readonly string[], at: number, out: string[]): void {
  if (at + 1 < chars.length) out.push(chars[at + 1]);
  else if (out.length < 3) out.push('\u09b9');
}
