import { illegalArgument } from '../common/index.ts';

const IPV4_PREFIX = '00000000000000000000ffff';

/**
 * The 32 hex digits of an IP address in its 16-byte form (IPv4 as `::ffff:…`); `null` if the text is not an
 * address.
 */
export function tryParseIp(text: string): string | null {
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

/** Throws illegal_argument_exception `'x' is not an IP string literal.` */
export function parseIp(text: string): string {
  const parsed = tryParseIp(text);
  if (parsed === null) throw illegalArgument(`'${text}' is not an IP string literal.`);
  return parsed;
}

/** 32 hex digits → `10.0.0.1`, `2001:db8::1`. */
export function formatIp(hex: string): string {
  if (hex.startsWith(IPV4_PREFIX)) {
    return [24, 26, 28, 30].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join('.');
  }
  const groups = Array.from({ length: 8 }, (_, i) => Number.parseInt(hex.slice(i * 4, i * 4 + 4), 16));
  const [start, length] = longestZeros(groups);
  const text = (from: number, to: number): string =>
    groups
      .slice(from, to)
      .map((group) => group.toString(16))
      .join(':');
  return length < 2 ? text(0, 8) : `${text(0, start)}::${text(start + length, 8)}`;
}

/** `192.168.0.0/16` → the first and last address of the block. Throws illegal_argument_exception. */
export function parseCidr(text: string): { readonly from: string; readonly to: string } {
  const [address, length, ...rest] = text.split('/');
  if (length === undefined || rest.length > 0) {
    throw illegalArgument(`Expected [ip/prefix] but was [${text}]`);
  }
  const hex = parseIp(address);
  const bits = address.includes(':') ? 128 : 32;
  if (!/^\d{1,3}$/.test(length) || Number(length) > bits) {
    throw illegalArgument(
      `Illegal prefix length [${length}] in [${text}]. Must be 0-32 for IPv4 ranges, 0-128 for IPv6 ranges`,
    );
  }
  const hostBits = BigInt(bits - Number(length));
  const from = (BigInt(`0x${hex}`) >> hostBits) << hostBits;
  const to = from | ((1n << hostBits) - 1n);
  return { from: from.toString(16).padStart(32, '0'), to: to.toString(16).padStart(32, '0') };
}

/** The next (1) or previous (-1) address; `null` past the ends. */
export function stepIp(hex: string, by: 1 | -1): string | null {
  const next = BigInt(`0x${hex}`) + BigInt(by);
  return next < 0n || next >= 1n << 128n ? null : next.toString(16).padStart(32, '0');
}

function parseIpv4(text: string): string | null {
  const parts = text.split('.');
  if (parts.length !== 4) return null;
  let hex = IPV4_PREFIX;
  for (const part of parts) {
    if (!/^\d{1,3}$/.test(part) || Number(part) > 255 || (part.length > 1 && part[0] === '0')) return null;
    hex += Number(part).toString(16).padStart(2, '0');
  }
  return hex;
}

function parseIpv6(text: string): string | null {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  let address = text;
  if (dotted !== null) {
    const tail = parseIpv4(dotted[2]);
    if (tail === null) return null;
    address = `${dotted[1]}${tail.slice(24, 28)}:${tail.slice(28)}`;
  }
  const halves = address.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array<string>(halves.length === 2 ? missing : 0).fill('0'), ...(tail ?? [])];
  if (!groups.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return null;
  return groups.map((group) => group.toLowerCase().padStart(4, '0')).join('');
}

function longestZeros(groups: readonly number[]): [number, number] {
  let best: [number, number] = [0, 0];
  let start = 0;
  groups.forEach((group, index) => {
    if (group !== 0) start = index + 1;
    else if (index + 1 - start > best[1]) best = [start, index + 1 - start];
  });
  return best;
}
