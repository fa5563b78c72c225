import { type Tokenizer, type WorkToken, workToken } from '../stream.ts';
import { standardTokenizer } from './standard.ts';

const LABEL = '[\\p{L}\\p{Nd}](?:[\\p{L}\\p{Nd}-]{0,61}[\\p{L}\\p{Nd}])?';
const TOP =
  '(?:com|org|net|edu|gov|mil|int|info|biz|name|museum|coop|aero|jobs|mobi|travel|dev|app|[a-z]{2})';
const HOST = `(?:${LABEL}\\.){1,16}${TOP}(?![\\p{L}\\p{Nd}])`;
const ADDRESS = '(?:\\d{1,3}\\.){3}\\d{1,3}';
const REST =
  "(?::\\d{1,5})?(?:/[\\p{L}\\p{Nd}._~!$&'()*+,;=:@%/-]*)?(?:\\?[\\p{L}\\p{Nd}._~!$&'()*+,;=:@%/?-]*)?(?:#[\\p{L}\\p{Nd}._~!$&'()*+,;=:@%/?-]*)?";
const LOCAL = "[\\p{L}\\p{Nd}!#$%&'*+/=?^_`{|}~-]{1,64}(?:\\.[\\p{L}\\p{Nd}!#$%&'*+/=?^_`{|}~-]{1,64}){0,8}";

const URL_OR_EMAIL = new RegExp(
  `(?<email>${LOCAL}@(?:${LABEL}\\.){1,16}[a-z]{2,24})|` +
    `(?<url>(?:https?|ftp|file)://(?:${HOST}|${ADDRESS}|${LABEL})${REST}|${HOST}${REST})`,
  'giu',
);

const TRAILING = /[.,;:!?'")\]]+$/;

/** `uax_url_email`: the standard tokenizer with URLs and mail addresses in one piece. */
export function urlEmailTokenizer(maxTokenLength: number): Tokenizer {
  const standard = standardTokenizer(maxTokenLength);
  return (text) => {
    const tokens: WorkToken[] = [];
    let at = 0;
    const plain = (end: number): void => {
      for (const token of standard(text.slice(at, end))) {
        tokens.push({ ...token, startOffset: token.startOffset + at, endOffset: token.endOffset + at });
      }
    };
    for (const match of text.matchAll(URL_OR_EMAIL)) {
      const email = match.groups?.email !== undefined;
      const term = email ? match[0] : match[0].replace(TRAILING, '');
      if (term.length > maxTokenLength) continue;
      plain(match.index);
      at = match.index + term.length;
      tokens.push(workToken(term, match.index, at, email ? '<EMAIL>' : '<URL>'));
    }
    plain(text.length);
    return tokens;
  };
}
