import { mapTerms } from '../stream.ts';

const FULL_WIDTH_ASCII = /[\uff01-\uff5e]/g;

/** The full-width forms of half-width kana from U+FF65 on. */
const KANA =
  '・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u3099\u309a';

/**
 * `cjk_width`: converts full-width ASCII and half-width katakana to their usual width; sound marks are
 * combined with the preceding kana.
 */
export const cjkWidth = mapTerms((term) =>
  term
    .replace(FULL_WIDTH_ASCII, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[\uff65-\uff9d]/g, (char) => KANA[char.charCodeAt(0) - 0xff65])
    .replace(/([\u30a6-\u30fd]?)([\uff9e\uff9f])/g, (_all, kana: string, mark: string) => {
      const combining = KANA[mark.charCodeAt(0) - 0xff65];
      const joined = `${kana}${combining}`.normalize('NFC');
      return kana !== '' && joined.length === 1 ? joined : `${kana}${combining}`;
    }),
);
