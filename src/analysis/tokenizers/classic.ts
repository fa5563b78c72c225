import { once } from '../../common/index.ts';
import { type Tokenizer, type WorkToken, workToken } from '../stream.ts';

const ALNUM = '[\\p{L}\\p{Nd}]{1,4096}';
const ALPHA = '\\p{L}{1,4096}';

/** The token kinds of Lucene's classic grammar; the longest match wins, then the first. */
const rules = once((): readonly (readonly [type: string, pattern: RegExp])[] => [
  ['<ALPHANUM>', new RegExp(ALNUM, 'yu')],
  ['<APOSTROPHE>', new RegExp(`${ALPHA}(?:'${ALPHA}){1,64}`, 'yu')],
  ['<ACRONYM>', /\p{L}\.(?:\p{L}\.){1,64}/uy],
  ['<COMPANY>', new RegExp(`${ALPHA}[&@]${ALPHA}`, 'yu')],
  ['<EMAIL>', new RegExp(`${ALNUM}(?:[._-]${ALNUM}){0,64}@${ALNUM}(?:[.-]${ALNUM}){1,64}`, 'yu')],
  ['<HOST>', new RegExp(`${ALNUM}(?:\\.${ALNUM}){1,64}`, 'yu')],
]);

const IDEOGRAPH =
  /[\u3040-\u30ff\u3100-\u312f\u31f0-\u31ff\u3300-\u337f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff65-\uff9f]/uy;
const segment = once(() => new RegExp(ALNUM, 'yu'));
const JOINTS = '_-/.,';

/** `classic`: the grammar of Lucene 3, which recognises acronyms, companies, hosts and addresses. */
export function classicTokenizer(maxTokenLength: number): Tokenizer {
  return (text) => {
    const tokens: WorkToken[] = [];
    let skipped = 0;
    for (let at = 0; at < text.length; ) {
      const [type, end] = tokenAt(text, at);
      if (end === at) {
        at++;
        continue;
      }
      if (end - at > maxTokenLength) skipped++;
      else {
        const token = workToken(text.slice(at, end), at, end, type);
        token.positionIncrement += skipped;
        skipped = 0;
        tokens.push(token);
      }
      at = end;
    }
    return tokens;
  };
}

function tokenAt(text: string, at: number): [type: string, end: number] {
  IDEOGRAPH.lastIndex = at;
  if (IDEOGRAPH.test(text)) return ['<CJ>', IDEOGRAPH.lastIndex];
  let type = '';
  let end = at;
  for (const [name, pattern] of rules()) {
    pattern.lastIndex = at;
    if (pattern.test(text) && pattern.lastIndex > end) {
      type = name;
      end = pattern.lastIndex;
    }
  }
  const number = numberEnd(text, at);
  return number > end ? ['<NUM>', number] : [type, end];
}

/** Segments joined by punctuation, every second one containing a digit: `192.168-a1`. */
function numberEnd(text: string, at: number): number {
  const pattern = segment();
  let end = at;
  let position = at;
  let [even, odd] = [true, true];
  for (let segments = 0; segments < 64; segments++) {
    pattern.lastIndex = position;
    if (!pattern.test(text)) break;
    const stop = pattern.lastIndex;
    const hasDigit = /\p{Nd}/u.test(text.slice(position, stop));
    if (segments % 2 === 0) even &&= hasDigit;
    else odd &&= hasDigit;
    if (!even && !odd) break;
    if (segments > 0) end = stop;
    if (!JOINTS.includes(text[stop] ?? ' ')) break;
    position = stop + 1;
  }
  return end;
}
