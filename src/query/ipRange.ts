import { illegalArgument, type JsonValue } from '../common/index.ts';
import type { MappedFieldType } from '../mapper/index.ts';

/** Inclusive bounds in the indexed form of addresses: 32 hex digits. */
export interface IpRange {
  readonly low: string;
  readonly high: string;
}

/** A single address, or a block in CIDR notation. */
export function ipRangeOf(field: MappedFieldType, value: JsonValue): IpRange {
  const text = String(value);
  const slash = text.indexOf('/');
  if (slash < 0) {
    const exact = String(field.toIndexValue(value));
    return { low: exact, high: exact };
  }
  const address = text.slice(0, slash);
  const base = BigInt(`0x${String(field.toIndexValue(address))}`);
  const width = address.includes(':') ? 128 : 32;
  const length = Number(text.slice(slash + 1));
  if (!Number.isInteger(length) || length < 0 || length > width) {
    throw illegalArgument(
      `Illegal prefix length [${text.slice(slash + 1)}] in [${text}]. Must be 0-32 for IPv4 ranges, 0-128 for IPv6 ranges`,
    );
  }
  const host = (1n << BigInt(width - length)) - 1n;
  const low = (base | host) ^ host;
  return { low: hex(low), high: hex(low | host) };
}

function hex(value: bigint): string {
  return value.toString(16).padStart(32, '0');
}
