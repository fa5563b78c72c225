import { mapTerms } from '../stream.ts';

const FULL_WIDTH_ASCII = /[\uff01-\uff5e]/g;

/** Kana of half width, from U+FF65 on, in full width. */
const KANA =
  '・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u3099\u309a';

/** `cjk_width`: ASCII of full width and katakana of half width in their usual width; marks join the kana before. */
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
