import { JsonDouble } from '../../common/index.ts';
import { PrintedText } from './values.ts';

/**
 * JSON text as printed by the V2 engine (Gson, pretty): two spaces, one member per line, `34.0` stays `34.0`.
 */
export function gsonPretty(value: unknown, indent = ''): string {
  if (value instanceof JsonDouble || value instanceof PrintedText) return value.toString();
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return scalar(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    let lines = '';
    for (const item of value) lines += `${lines === '' ? '[\n' : ',\n'}${inner}${gsonPretty(item, inner)}`;
    return lines === '' ? '[]' : `${lines}\n${indent}]`;
  }
  let lines = '';
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    lines += `${lines === '' ? '{\n' : ',\n'}${inner}${quote(key)}: ${gsonPretty(member, inner)}`;
  }
  return lines === '' ? '{}' : `${lines}\n${indent}}`;
}

/** Like `gsonPretty`, but on one line without whitespace. */
export function gsonCompact(value: unknown): string {
  if (value instanceof JsonDouble || typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return scalar(value);
  if (Array.isArray(value)) return `[${value.map(gsonCompact).join(',')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${quote(key)}:${gsonCompact(member)}`).join(',')}}`;
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  return JSON.stringify(value) ?? 'null';
}

/** Longer texts are left to the engine's own printer, which is faster from about here. */
const MAX_SCANNED = 40;

/** Gson also escapes the line separators U+2028 and U+2029. */
function quote(text: string): string {
  if (text.length <= MAX_SCANNED && isPlainAscii(text)) return `"${text}"`;
  const quoted = JSON.stringify(text);
  if (!/[\u2028\u2029]/.test(quoted)) return quoted;
  return quoted.replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029');
}

function isPlainAscii(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return false;
  }
  return true;
}
