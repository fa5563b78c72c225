/** JSON that keeps whole numbers beyond 2^53: they are BigInt here. */

/** Not in a fraction: those are as exact as they can be. */
const LONG_NUMBER = /(?<![.\d])\d{16}/;

interface ReviverContext {
  readonly source?: string;
}

export function parseJson(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  return JSON.parse(text, ((_key: string, value: unknown, context?: ReviverContext) => {
    const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
    const source = context?.source;
    return isRounded && source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
  }) as (key: string, value: unknown) => unknown);
}

interface RawJsonSupport {
  readonly rawJSON?: (text: string) => unknown;
}

export function printJson(value: unknown, indent = 0): string {
  const { rawJSON } = JSON as RawJsonSupport;
  const plain = (_key: string, member: unknown): unknown => {
    if (typeof member !== 'bigint') return member;
    return rawJSON ? rawJSON(String(member)) : Number(member);
  };
  return JSON.stringify(value, plain, indent) ?? '';
}
