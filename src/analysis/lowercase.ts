const NON_ASCII = /[^\0-\x7f]/;

/** Converts to lower case character by character, like Java: `İ` becomes `i`, a final sigma stays `σ`. */
export function lowercase(text: string): string {
  if (!NON_ASCII.test(text)) return text.toLowerCase();
  let out = '';
  for (const char of text) {
    const lower = char.toLowerCase();
    out += char === '\u0130' ? 'i' : lower;
  }
  return out;
}

/** Converts to upper case character by character; characters that would become two stay unchanged (`ß`). */
export function uppercase(text: string): string {
  if (!NON_ASCII.test(text)) return text.toUpperCase();
  let out = '';
  for (const char of text) {
    const upper = char.toUpperCase();
    out += [...upper].length === 1 ? upper : (TITLE_CASE.get(char) ?? char);
  }
  return out;
}

/** Greek letters with iota subscript, which stay one letter in upper case. */
const TITLE_CASE: ReadonlyMap<string, string> = new Map(
  [...'ᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗᾠᾡᾢᾣᾤᾥᾦᾧᾳῃῳ'].map((char, i) => [char, [...'ᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾼῌῼ'][i]]),
);
