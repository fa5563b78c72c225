import { type Tokenizer, type WorkToken, workToken } from '../stream.ts';
import { standardTokenAt } from './standard.ts';
import { topLevelDomains } from './topLevelDomains.ts';

/**
 * `uax_url_email`: like the standard tokenizer, but keeps URLs and email addresses whole. The longest match
 * wins.
 */
export function urlEmailTokenizer(maxTokenLength: number): Tokenizer {
  return (text) => {
    const tokens: WorkToken[] = [];
    for (let at = 0; at < text.length; ) {
      const { end, type } = tokenAt(text.slice(at, at + maxTokenLength));
      if (type !== null) tokens.push(workToken(text.slice(at, at + end), at, at + end, type));
      at += end;
    }
    return tokens;
  };
}

interface Match {
  readonly end: number;
  /** `null` if it is not a token. */
  readonly type: string | null;
}

/** The token at the start of the text. */
function tokenAt(text: string): Match {
  const word = standardTokenAt(text, 0) ?? { end: 1, type: null };
  if (!/^(?:"|[^\s]*?[.:@/])/.test(text)) return word;
  const hosts = hostEnds(text);
  const url = Math.max(urlEnd(text), schemelessEnd(text, hosts));
  const host = hostOnlyEnd(text, hosts);
  const email = emailEnd(text);
  const mailto = /^mailto:/i.test(text) && emailEnd(text.slice(7)) > 0;
  // A host's length includes the character that must follow it.
  const longest = Math.max(url, host === 0 ? 0 : Math.min(host + 1, text.length), email, word.end);
  if (mailto) return { end: 6, type: '<ALPHANUM>' };
  if (url === longest) return { end: url, type: '<URL>' };
  if (host > 0 && Math.min(host + 1, text.length) === longest) return { end: host, type: '<URL>' };
  return email === longest ? { end: email, type: '<EMAIL>' } : word;
}

const LABEL = '[A-Za-z0-9](?:[-A-Za-z0-9]*[A-Za-z0-9])?';
const DOMAIN = `${LABEL}(?:\\.${LABEL})*`;
const OCTET = '(?:2(?:[0-4][0-9]|5[0-5])|1[0-9][0-9]|0?[1-9][0-9]|0{0,2}[0-9])';
const IP4 = `${OCTET}(?:\\.${OCTET}){3}`;
const IP6 = '\\[[0-9A-Fa-f:.]{2,45}\\]';
const CHARACTER = "(?:[-._~A-Za-z0-9!$&'()*+,;=]|%[0-9A-Fa-f]{2})";
const LOGIN = `(?:${CHARACTER}*(?::${CHARACTER}*)?@)?`;
const PORT = '(?::[0-9]{1,5})';
const ANY = "(?:[-._~A-Za-z0-9!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})";
const QUERY = `(?:\\?${ANY}*)`;
const FRAGMENT = `(?:#${ANY}*)`;
const PATH = '(?:/(?:[-._~A-Za-z0-9;:@&=]|%[0-9A-Fa-f]{2})*)+';
const FILE_PATH = '(?:/(?:[-._~A-Za-z0-9?:@&=]|%[0-9A-Fa-f]{2})*)+';

const HTTP = new RegExp(`^https?://${LOGIN}(${IP6}|${DOMAIN})${PORT}?(?:${PATH})?${QUERY}?${FRAGMENT}?`, 'i');
const FTP = new RegExp(
  `^ftp://${LOGIN}(${IP6}|${DOMAIN})${PORT}?${FILE_PATH}(?:;type=[aid])?${FRAGMENT}?`,
  'i',
);
const FILE = new RegExp(`^file://(${IP6}|${DOMAIN})?${FILE_PATH}${FRAGMENT}?`, 'i');
/** Turns a host without a scheme into a URL. */
const AFTER_HOST = new RegExp(`^${PORT}?(?:${PATH})?${QUERY}?${FRAGMENT}?`);
const IP4_HOST = new RegExp(`^${IP4}`);
const IP4_ALONE = new RegExp(`^${IP4}$`);
const IP6_HOST = new RegExp(`^${IP6}`);

/** The end of a URL with a scheme; 0 if there is none. */
function urlEnd(text: string): number {
  if (!/^(?:https?|ftp|file):\/\//i.test(text)) return 0;
  const match = HTTP.exec(text) ?? FTP.exec(text) ?? FILE.exec(text);
  if (match === null) return 0;
  return match[1]?.startsWith('[') && !isAddress(match[1]) ? 0 : match[0].length;
}

/** The end of a URL that begins with a host, which a port, path, query or fragment must follow. */
function schemelessEnd(text: string, hosts: readonly number[]): number {
  let longest = 0;
  for (const host of hosts) {
    const rest = AFTER_HOST.exec(text.slice(host))?.[0].length ?? 0;
    if (rest > 0) longest = Math.max(longest, host + rest);
  }
  return longest;
}

/** The end of a host that is not followed by a hyphen, letter or digit. */
function hostOnlyEnd(text: string, hosts: readonly number[]): number {
  const lastOctet = IP4_ALONE.test(text) && /[0-9]{2}$/.test(text);
  // At the end of a text, the original only finds the address without its last digit, and so none.
  if (lastOctet) return 0;
  const ends = hosts
    .filter((end) => !text.slice(0, end).endsWith('.') || end < text.length)
    .filter((end) => !/^(?:-|[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d])/u.test(text.slice(end, end + 2)));
  return Math.max(0, ...ends);
}

/** The possible ends of a host at the start of the text: an address, or labels with a top-level domain. */
function hostEnds(text: string): number[] {
  const bracketed = IP6_HOST.exec(text)?.[0];
  if (bracketed !== undefined) return isAddress(bracketed) ? [bracketed.length] : [];
  const ends = domainEnds(text);
  const address = IP4_HOST.exec(text)?.[0];
  return address === undefined ? ends : [...ends, address.length];
}

const DOMAIN_START = new RegExp(`^${DOMAIN}`);

let domains: ReadonlySet<string> | null = null;
let longestDomain = 0;

function isTopLevel(name: string): boolean {
  if (domains === null) {
    domains = topLevelDomains();
    longestDomain = Math.max(...[...domains].map((domain) => domain.length));
  }
  return name.length <= longestDomain && domains.has(name.toLowerCase());
}

/**
 * The ends of top-level domains after at least one label, with and without the root dot. A domain may be the
 * beginning of a longer word.
 */
function domainEnds(text: string): number[] {
  const name = DOMAIN_START.exec(text)?.[0];
  if (name === undefined) return [];
  const ends: number[] = [];
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const next = name.indexOf('.', dot + 1);
    const label = name.slice(dot + 1, next < 0 ? name.length : next);
    for (let size = Math.min(label.length, 30); size >= 2; size--) {
      if (!isTopLevel(label.slice(0, size))) continue;
      const end = dot + 1 + size;
      ends.push(end);
      if (text[end] === '.') ends.push(end + 1);
    }
  }
  return ends;
}

/** Includes dots and commas, because the original's character class has a range from `+` to `/`. */
const ATOM = "[A-Za-z0-9!#$%&'*+,\\-./=?^_`{|}~]";
const QUOTED = '"(?:[\\x01-\\x08\\x0b\\x0c\\x0e-\\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\\0-\\x7f])*"';
const LOCAL_PART = new RegExp(`^(?:${ATOM}|(?<=^|\\.)${QUOTED}(?=[.@]))+@`);
const LITERAL_CHARACTER = '(?:[\\x01-\\x08\\x0b\\x0c\\x0e-\\x5a\\x5e-\\x7f]|\\\\[\\0-\\x7f])';
const LITERAL = new RegExp(`^\\[${LITERAL_CHARACTER}*\\]`);

/** The end of an email address; 0 if there is none. */
function emailEnd(text: string): number {
  const local = text.includes('@') ? (LOCAL_PART.exec(text)?.[0].length ?? 0) : 0;
  if (local === 0) return 0;
  const host = text.slice(local);
  const end = Math.max(0, LITERAL.exec(host)?.[0].length ?? 0, ...domainEnds(host));
  return end === 0 ? 0 : local + end;
}

/** Whether the bracketed text is an IPv6 address. */
function isAddress(bracketed: string): boolean {
  const text = bracketed.slice(1, -1);
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const all = groups.flat();
  const last = all[all.length - 1] ?? '';
  const dotted = last.includes('.');
  if (dotted && !IP4_ALONE.test(last)) return false;
  const plain = dotted ? all.slice(0, -1) : all;
  if (!plain.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false;
  const size = plain.length + (dotted ? 2 : 0);
  return halves.length === 2 ? size <= 7 : size === 8;
}
