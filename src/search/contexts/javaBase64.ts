import { illegalArgument } from '../../common/index.ts';

/** Matches text in the URL-safe base64 alphabet. */
const ALPHABET = /^[A-Za-z0-9_-]*$/;

/** Decodes URL-safe base64 like Java. Throws illegal_argument in Java's words. */
export function decodeBase64Url(text: string): Buffer {
  if (text.length === 1) throw illegalArgument('Input byte[] should at least have 2 bytes for base64 bytes');
  const end = text.indexOf('=');
  const digits = end === -1 ? text : text.slice(0, end);
  if (!ALPHABET.test(digits)) {
    const [wrong] = digits.replace(/[A-Za-z0-9_-]/g, '');
    throw illegalArgument(`Illegal base64 character ${wrong.charCodeAt(0).toString(16)}`);
  }
  const rest = digits.length % 4;
  const padding = rest === 2 ? '==' : '=';
  if (end !== -1 && rest !== 1 && (rest === 0 || !text.startsWith(padding, end))) {
    throw illegalArgument('Input byte array has wrong 4-byte ending unit');
  }
  if (rest === 1) throw illegalArgument('Last unit does not have enough valid bits');
  if (end !== -1 && text.length > end + padding.length) {
    throw illegalArgument(`Input byte array has incorrect ending byte at ${end + padding.length}`);
  }
  return Buffer.from(digits, 'base64url');
}
